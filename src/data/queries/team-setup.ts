/** Setup steps of the reader's team, and the addresses of their screens. */
import type { SetupStep, TeamSetup } from '#domain/team/setup.ts';
import { useCapability } from '../client/ports.tsx';
import { links } from '../links.ts';
import { useServices } from './alerts.ts';
import { useIntegrations } from './integrations.ts';
import { useMyPushWays } from './my-push-ways.ts';
import { usePolicies, useSchedules } from './on-call.ts';
import { useReadiness } from './readiness.ts';
import { useMessagesOffered } from './messages-offered.ts';
import { usePeople } from './team.tsx';

export const setupHrefs: Readonly<Record<SetupStep, string>> = {
  invite: links.settings('invites'),
  schedule: links.newSchedule('setup'),
  policy: links.newPolicy('setup'),
  service: links.newService('setup'),
  integration: links.firstIntegration(),
  message: links.integrations(),
  push: links.me(),
  onCall: links.readiness(),
  drill: links.me(),
};

/**
 * State of the team's setup; undefined while data is loading. Without who is on call, which only the server computes
 * (`useFullSetup`).
 */
export function useTeamSetup(): TeamSetup | undefined {
  const { all } = usePeople();
  const schedules = useSchedules().data;
  const policies = usePolicies().data;
  const services = useServices().data;
  const integrations = useIntegrations().data;
  const { ways } = useMyPushWays();
  const pushes = useCapability('messaging.push');
  const notifies = useMessagesOffered();
  if (!schedules || !policies || !services || !integrations || !ways) return undefined;
  return {
    members: all.length,
    schedules: schedules.items.length,
    policyIds: policies.items.map(({ value }) => value.id),
    services: services.items.map(({ value }) => value),
    integrations: integrations.items.map(({ value }) => value),
    ways,
    onCallRegistered: null,
    pushes,
    notifies,
  };
}

/** Setup with the members on call, while the list of missing steps is shown. */
export function useFullSetup(): TeamSetup | undefined {
  const setup = useTeamSetup();
  const { rows } = useReadiness();
  const onCall = rows?.filter(({ duty }) => duty?.kind === 'now');
  return (
    setup && {
      ...setup,
      onCallRegistered: onCall?.map((row) => row.ways.some(({ takesMessages }) => takesMessages)) ?? null,
    }
  );
}
