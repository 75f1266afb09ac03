/** Setup steps of a team, all needed before an alert can notify a member. */
import type { ChannelWay } from '../channel/way.ts';
import type { Integration } from '../integration/schema.ts';
import { isPagedBy } from '../service/paging.ts';
import type { Service } from '../service/schema.ts';

/** Steps in order: a policy notifies a schedule, a service has a policy, a key belongs to a service. */
export const setupSteps = [
  'invite',
  'schedule',
  'policy',
  'service',
  'integration',
  'message',
  'push',
  'onCall',
  'drill',
] as const;
export type SetupStep = (typeof setupSteps)[number];

export interface TeamSetup {
  readonly members: number;
  readonly schedules: number;
  readonly policyIds: readonly string[];
  readonly services: readonly Pick<Service, 'policyId' | 'lowPolicyId'>[];
  readonly integrations: readonly Pick<Integration, 'revokedAt' | 'lastEventAt'>[];
  /** Ways to the reader by push. */
  readonly ways: readonly Pick<ChannelWay, 'takesMessages' | 'lastShownAt' | 'closedShownAt'>[];
  /** Whether messages reach a browser with no page open. */
  readonly pushes: boolean;
  /** Whether messages reach a browser at all. */
  readonly notifies: boolean;
  /** Whether anything takes pages, for each member on call. Null: unknown, and not counted. */
  readonly onCallRegistered: readonly boolean[] | null;
}

/** Steps that the team can take, in order. */
export const possibleSteps = ({ notifies }: Pick<TeamSetup, 'notifies'>): readonly SetupStep[] =>
  setupSteps.filter((step) => notifies || !ofPush.has(step));

const ofPush: ReadonlySet<SetupStep> = new Set<SetupStep>(['push', 'onCall', 'drill']);

export function isSetUp(step: SetupStep, setup: TeamSetup): boolean {
  const { members, schedules, policyIds, services, integrations, ways, onCallRegistered, pushes } = setup;
  const inUse = integrations.filter(({ revokedAt }) => revokedAt === null);
  switch (step) {
    case 'invite':
      return members > 1;
    case 'schedule':
      return schedules > 0;
    case 'policy':
      return policyIds.length > 0;
    case 'service':
      return services.some((service) => policyIds.some((id) => isPagedBy(service, id)));
    case 'integration':
      return inUse.length > 0;
    case 'message':
      return inUse.some(({ lastEventAt }) => lastEventAt !== null);
    case 'push':
      return ways.some(({ takesMessages }) => takesMessages);
    case 'onCall':
      return onCallRegistered === null || (onCallRegistered.length > 0 && !onCallRegistered.includes(false));
    case 'drill':
      return ways.some(
        ({ takesMessages, lastShownAt, closedShownAt = null }) =>
          takesMessages && (pushes ? closedShownAt : lastShownAt) !== null,
      );
  }
}
