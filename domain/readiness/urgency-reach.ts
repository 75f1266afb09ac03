/** Reach of a page of an urgency that is sent now, by the person's rules, quiet hours and ways. */
import { isSameTarget } from '../channel/schema.ts';
import type { ChannelWay } from '../channel/way.ts';
import { minute } from '../constants.ts';
import { relativeMomentText } from '../notice/text.ts';
import { type NotifiedPage, type PlannedNotification, planNotifications } from '../notification/plan.ts';
import type { NotificationRules } from '../notification/schema.ts';
import { noPriority } from '../policy/condition.ts';
import {
  compareReachability,
  isProved,
  type Reachability,
  reachabilityOf,
  type UrgencyReachState,
  wayReachability,
} from './reachability.ts';

export type PersonRules = Pick<NotificationRules, 'high' | 'low' | 'quietHours'>;

export interface UrgencyReach {
  /** State of the ways that the rules name; `later`: one of them is reliable, and is notified after a while. */
  readonly state: UrgencyReachState;
  /** Short form, for a cell of a table. */
  readonly word: string;
  readonly reason: string;
}

interface ReachingWay extends Reachability {
  readonly way: ChannelWay;
}

interface ReachReader {
  readonly now: number;
  /** The reader's. */
  readonly timezone: string;
}

/** Reach of an ordinary page: the most urgent ones pass quiet hours. Null rules: the person has none. */
export function urgencyReach(
  rules: PersonRules | null,
  ways: readonly ChannelWay[],
  urgency: NotifiedPage['urgency'],
  reader: ReachReader,
): UrgencyReach {
  const { now } = reader;
  const all = ways.map((way): ReachingWay => ({ way, ...wayReachability(way, now) }));
  const planned = planNotifications(rules, ways, { urgency, priority: noPriority, at: now });
  const isIn = ({ way }: ReachingWay, some: readonly PlannedNotification[]) =>
    some.some(({ to }) => isSameTarget(to, way.to));
  const named = all.filter((one) => isIn(one, planned));
  const proved = named.filter(isProved);
  const first = earliest(planned.filter((one) => proved.some((reaching) => isIn(reaching, [one]))));
  if (first === null) return unproved(all, named);
  const reached = proved.find((one) => isIn(one, [first]));
  const label = reached?.way.label ?? '';
  if (reached && first.dueAt !== null && first.dueAt <= now)
    return { state: 'reachable', word: reached.word, reason: `${label} is notified at once.` };
  return { state: 'later', ...laterWords(first, label, reader) };
}

/** Whether a reliable way is notified at once. */
export const isReachedAtOnce = ({ state }: Pick<UrgencyReach, 'state'>): boolean => state === 'reachable';

/** The one that is due first; null of none. */
const earliest = (planned: readonly PlannedNotification[]): PlannedNotification | null =>
  planned.toSorted((one, other) => timeOf(one) - timeOf(other))[0] ?? null;

const timeOf = ({ dueAt }: PlannedNotification) => dueAt ?? Number.POSITIVE_INFINITY;

function laterWords({ dueAt, held }: PlannedNotification, label: string, { now, timezone }: ReachReader) {
  if (dueAt === null)
    return { word: 'Never', reason: `Quiet hours that never end hold notifications of ${label} back.` };
  if (held === 'quiet-hours') {
    const at = relativeMomentText(dueAt, { now, timezone });
    return { word: `From ${at}`, reason: `Quiet hours hold it back until ${at}, on ${label} too.` };
  }
  const minutes = Math.round((dueAt - now) / minute);
  return {
    word: `After ${minutes} min`,
    reason: `What is notified before ${label} can’t be counted on.`,
  };
}

function unproved(all: readonly ReachingWay[], named: readonly ReachingWay[]): UrgencyReach {
  const best = named.toSorted(compareReachability).at(-1) ?? reachabilityOf('no-device');
  const { state, word, reason } = best;
  const unnamed = all.some(isProved) ? ' The rules name nothing that can be counted on.' : '';
  return { state, word, reason: `${reason}${unnamed}` };
}
