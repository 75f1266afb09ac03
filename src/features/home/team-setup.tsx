/** What the team still lacks before an alert can reach somebody, with the way to each. Gone once nothing is missing. */
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { isSetUp, type SetupStep, setupSteps, type TeamSetup } from '#domain/team/setup.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useIntegrations } from '#src/data/queries/integrations.ts';
import { useMyDevices, usePolicies, useSchedules } from '#src/data/queries/on-call.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './team-setup.module.css';

const steps: Readonly<
  Record<SetupStep, { readonly name: string; readonly why: string; readonly href: string }>
> = {
  invite: {
    name: 'Invite somebody',
    why: 'A page that you miss reaches nobody else.',
    href: links.settings('invites'),
  },
  schedule: {
    name: 'Add a schedule',
    why: 'Who is on call, and when it is handed over.',
    href: links.newSchedule(),
  },
  policy: {
    name: 'Add an escalation policy',
    why: 'Who is paged first, and who next.',
    href: links.newPolicy(),
  },
  service: {
    name: 'Add a service with a policy',
    why: 'What can break, and who is paged for it.',
    href: links.newService(),
  },
  integration: {
    name: 'Add an integration',
    why: 'The key with which your monitoring raises alerts.',
    href: links.newIntegration(),
  },
  message: {
    name: 'Send a first message',
    why: 'From the sender, or as a test from the integration’s page.',
    href: links.integrations(),
  },
  device: {
    name: 'Enable notifications on a device of yours',
    why: 'Pages come as notifications.',
    href: links.me(),
  },
};

/** Undefined until all of it has been read. */
function useTeamSetup(): TeamSetup | undefined {
  const { all } = usePeople();
  const schedules = useSchedules().data;
  const policies = usePolicies().data;
  const services = useServices().data;
  const integrations = useIntegrations().data;
  const devices = useMyDevices().data;
  if (!schedules || !policies || !services || !integrations || !devices) return undefined;
  return {
    members: all.length,
    schedules: schedules.items.length,
    policyIds: policies.items.map(({ value }) => value.id),
    services: services.items.map(({ value }) => value),
    integrations: integrations.items.map(({ value }) => value),
    devices: devices.items.map(({ value }) => value),
  };
}

export function TeamSetupPanel() {
  const { team } = useTeam();
  const setup = useTeamSetup();
  if (setup === undefined) return null;
  const done = setupSteps.filter((step) => isSetUp(step, setup));
  if (done.length === setupSteps.length) return null;
  return (
    <Panel title={`Set up the team: ${done.length} of ${setupSteps.length} done`} frame="box">
      <ol className={styles.steps} aria-label="Set up the team">
        {setupSteps.map((step) => (
          <li key={step} className={styles.step}>
            {done.includes(step) ? (
              <>
                <Check className="icon" aria-hidden />
                <span className={styles.done}>
                  {steps[step].name}
                  <span className="visually-hidden">, done</span>
                </span>
              </>
            ) : (
              <>
                <Circle className="icon" aria-hidden />
                <span>
                  <Link href={steps[step].href} look="text">
                    {steps[step].name}
                  </Link>
                  <span className={styles.why}>
                    {step === 'invite' ? `You are the only one in ${team.name}. ` : ''}
                    {steps[step].why}
                  </span>
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
