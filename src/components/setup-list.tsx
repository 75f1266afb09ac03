/** List of setup steps with links to their screens; completed steps have a tick. */
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { isSetUp, possibleSteps, type SetupStep, type TeamSetup } from '#domain/team/setup.ts';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './setup-list.module.css';

const words: Readonly<Record<SetupStep, { readonly name: string; readonly why: string }>> = {
  invite: { name: 'Invite somebody', why: 'A page that you miss reaches nobody else.' },
  schedule: {
    name: 'Add a schedule',
    why: 'Who is on call, and when it is handed over. It begins with a sample: everybody, by the week.',
  },
  policy: {
    name: 'Add an escalation policy',
    why: 'Who is paged first, and who next. It begins with a sample: who is on call, then everybody.',
  },
  service: { name: 'Add a service with a policy', why: 'What can break, and who is paged for it.' },
  integration: { name: 'Add an integration', why: 'The key with which your monitoring raises alerts.' },
  message: {
    name: 'Send a first message',
    why: 'From the sender, or as a test from the integration’s page.',
  },
  push: {
    name: 'Enable notifications on a device of yours',
    why: 'Pages come as notifications. A phone joins by its camera: “Add a device” shows the code.',
  },
  onCall: {
    name: 'See that those on call can be reached',
    why: 'Whoever is on call now has something that takes pages.',
  },
  drill: {
    name: 'See that a page reaches you',
    why: 'A drill proves that your device shows a page as a notification, with Muster closed.',
  },
};

/** Where nothing is pushed, an open page is all that a drill can prove. */
const drillWithoutPush = 'A drill proves that your device shows a page while Muster is open.';

export interface SetupListProps {
  readonly setup: TeamSetup;
  readonly teamName: string;
  readonly hrefs: Readonly<Record<SetupStep, string>>;
}

export function SetupList({ setup, teamName, hrefs }: SetupListProps) {
  const steps = possibleSteps(setup);
  const done = steps.filter((step) => isSetUp(step, setup));
  return (
    <Panel title={`Set up the team: ${done.length} of ${steps.length} done`} frame="box">
      <ol className={styles.steps} aria-label="Set up the team">
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            {done.includes(step) ? (
              <>
                <Check className="icon" aria-hidden />
                <span className={styles.done}>
                  {words[step].name}
                  <span className="visually-hidden">, done</span>
                </span>
              </>
            ) : (
              <>
                <Circle className="icon" aria-hidden />
                <span>
                  <Link href={hrefs[step]} look="text">
                    {words[step].name}
                  </Link>
                  <span className={styles.why}>
                    {step === 'invite' ? `You are the only one in ${teamName}. ` : ''}
                    {step === 'drill' && !setup.pushes ? drillWithoutPush : words[step].why}
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
