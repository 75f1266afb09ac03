/** A past page run again under another policy: whom it asked then, whom it would ask, and the difference. */
import { type RecipientResolver, stepAt } from '../page/positions.ts';
import type { Page } from '../page/schema.ts';
import { minutesAfter, rehearse } from './rehearsal.ts';
import type { FrozenPolicy } from './schema.ts';

export interface ReplayedPerson {
  readonly userId: string;
  /** `by-hand`: a person handed it to them, which no policy repeats. */
  readonly change: 'gained' | 'lost' | 'earlier' | 'later' | 'same' | 'by-hand';
  /** Minutes, whole, from the beginning to their first notification; null: never notified. */
  readonly before: number | null;
  readonly after: number | null;
  /** The policy that the page would be handed over to before it first asks them; null: none. */
  readonly handedOverTo: string | null;
}

export interface ReplayedPage {
  readonly beganAt: number;
  /** Minutes until it was answered or over; null: it still asks. */
  readonly lasted: number | null;
  /** People in order of the first time that either run notifies them. */
  readonly people: readonly ReplayedPerson[];
}

/**
 * The other run ends when the page was answered or over: nobody can tell who would have answered sooner. Schedules are asked as they
 * stand now, at the times of then.
 */
export function replayPage(
  page: Page,
  policy: FrozenPolicy,
  people: RecipientResolver,
  now: number,
): ReplayedPage {
  const beganAt = beginningOf(page);
  const endedAt = answeredAt(page) ?? page.endedAt;
  const { urgency, priority, turn } = page;
  const steps = rehearse(policy, people, beganAt, { urgency, priority, turn }).steps.filter(
    ({ at }) => at < Math.max(endedAt ?? now, beganAt + 1),
  );
  const asked = firstTimes(steps.flatMap(({ at, userIds }) => userIds.map((userId) => ({ userId, at }))));
  const handedOverTo = (userId: string): string | null => {
    const first = steps.find(({ userIds }) => userIds.includes(userId));
    return first !== undefined && first.policyIndex > 0 ? first.policy : null;
  };
  const notified = firstTimes(page.notified.map(({ userId, firstAt: at }) => ({ userId, at })));
  const userIds = [...new Set([...notified.keys(), ...asked.keys()])];
  const minutes = (at: number | undefined) => (at === undefined ? null : minutesAfter(beganAt, at));
  const replayed = userIds.map((userId) => {
    const before = minutes(notified.get(userId));
    const after = minutes(asked.get(userId));
    const change = wasByHand(page, userId) && after === null ? 'by-hand' : changeOf(before, after);
    return { userId, change, before, after, handedOverTo: handedOverTo(userId) } as const;
  });
  const first = ({ before, after }: ReplayedPerson) => Math.min(before ?? Infinity, after ?? Infinity);
  return {
    beganAt,
    lasted: minutes(endedAt ?? undefined),
    people: replayed.toSorted((one, other) => first(one) - first(other)),
  };
}

/**
 * Time of the answer. A page that was cancelled later had been answered before; where everyone was to answer, that is not recorded.
 */
function answeredAt(page: Page): number | null {
  if (page.status !== 'cancelled' || stepAt(page, page).acknowledgedBy === 'all') return null;
  return page.acknowledgements[0]?.acknowledgedAt ?? null;
}

/** Time at which its first step started, or was skipped: later than its creation where it waited for the support hours. */
function beginningOf({ notified, skipped = [], createdAt }: Page): number {
  const times = [...notified.map(({ firstAt }) => firstAt), ...skipped.map(({ skippedAt }) => skippedAt)];
  return times.length === 0 ? createdAt : Math.min(...times);
}

function firstTimes(askings: readonly { readonly userId: string; readonly at: number }[]) {
  const first = new Map<string, number>();
  for (const { userId, at } of askings) first.set(userId, Math.min(at, first.get(userId) ?? at));
  return first;
}

function changeOf(before: number | null, after: number | null): ReplayedPerson['change'] {
  if (before === null) return 'gained';
  if (after === null) return 'lost';
  if (after === before) return 'same';
  return after < before ? 'earlier' : 'later';
}

const wasByHand = ({ notified }: Page, userId: string): boolean => {
  const because = notified.find((one) => one.userId === userId)?.because?.kind;
  return because === 'handed-over' || because === 'in-place-of';
};
