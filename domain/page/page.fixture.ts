/** Pages, policies and people for the tests of this folder. */
import type { FrozenPolicy, PolicyStep } from '../policy/schema.ts';
import type { PageChanged } from './effects.ts';
import { followedBy, startPage, tick, type PageRequest } from './engine.ts';
import type { RecipientResolver } from './positions.ts';

export const minutes = (count: number) => count * 60_000;
export const start = 1_000_000;

export const step = (userIds: readonly string[], more: Partial<PolicyStep> = {}): PolicyStep => ({
  targets: userIds.map((userId) => ({ kind: 'person', userId })),
  delayMinutes: 5,
  mode: 'all',
  acknowledgedBy: 'any',
  condition: null,
  ...more,
});

export const policyOf = (steps: PolicyStep[], repeat = 0): FrozenPolicy => ({
  name: 'Payments',
  steps,
  repeat,
});

/** Resolver that finds people by name (nobody for names with `gone`), and a schedule that alternates every ten minutes. */
export const team = (
  fallback: readonly string[] = ['fay'],
  owners: readonly string[] = ['owen'],
): RecipientResolver => ({
  find(target, at) {
    if (target.kind === 'person') return target.userId.startsWith('gone') ? [] : [target.userId];
    if (target.kind === 'team') return ['ada', 'lin', 'sam'];
    return target.scheduleId === 'empty' ? [] : [Math.floor(at / minutes(10)) % 2 === 0 ? 'even' : 'odd'];
  },
  fallback: () => fallback,
  owners: () => owners,
});

const request = (policy: FrozenPolicy, more: Partial<PageRequest> = {}): PageRequest => ({
  id: 'p',
  teamId: 't',
  subject: { kind: 'alert', alertId: 'a' },
  incidentId: null,
  summary: 'Checkout fails',
  serviceId: 'checkout',
  urgency: 'high',
  policyId: 'policy',
  policy,
  turn: 0,
  acknowledgeTimeoutMinutes: 30,
  ...more,
});

export const begin = (policy: FrozenPolicy, people = team(), more: Partial<PageRequest> = {}): PageChanged =>
  startPage(request(policy, more), { by: 'system', now: start, people });

/** Notified people, in order: `name@minutes since the start`. */
export const notified = ({ effects }: Pick<PageChanged, 'effects'>): readonly string[] =>
  effects.flatMap((effect) =>
    effect.kind === 'notify' ? [`${effect.userId}@${(effect.at - start) / minutes(1)}`] : [],
  );

/** Kinds of the events, in order. */
export const changes = ({ events }: Pick<PageChanged, 'events'>): readonly string[] =>
  events.map(({ entry }) => (entry.kind === 'page' ? entry.change : entry.kind));

/** Time after the end of every page. */
export const forever = start + minutes(100_000);
/** The page after its start, looked at once at `until`. */
export const run = (result: PageChanged, until: number, people = team()) =>
  followedBy(result, (page) => tick(page, people, until));
