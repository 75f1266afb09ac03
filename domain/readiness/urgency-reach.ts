/** Reach of a page of an urgency that is sent now, by the person's rules, quiet hours and devices. */
import { minute } from '../constants.ts';
import { wayOfDevice } from '../device/way.ts';
import { relativeMomentText } from '../notice/text.ts';
import { type NotifiedPage, type PlannedNotification, planNotifications } from '../notification/plan.ts';
import type { NotificationRules } from '../notification/schema.ts';
import { noPriority } from '../policy/condition.ts';
import {
  deviceReachability,
  isProved,
  reachability,
  reachabilityOf,
  type ReachedDevice,
  type UrgencyReachState,
} from './reachability.ts';

export type PersonRules = Pick<NotificationRules, 'high' | 'low' | 'quietHours'>;

export interface UrgencyReach {
  /** State of the devices that the rules name; `later`: one of them is reliable, and is notified after a while. */
  readonly state: UrgencyReachState;
  /** Short form, for a cell of a table. */
  readonly word: string;
  readonly reason: string;
}

interface ReachReader {
  readonly now: number;
  /** The reader's. */
  readonly timezone: string;
}

/** Reach of an ordinary page: the most urgent ones pass quiet hours. Null rules: the person has none. */
export function urgencyReach(
  rules: PersonRules | null,
  devices: readonly ReachedDevice[],
  urgency: NotifiedPage['urgency'],
  reader: ReachReader,
): UrgencyReach {
  const { now } = reader;
  const ways = devices.map(wayOfDevice);
  const planned = planNotifications(rules, ways, { urgency, priority: noPriority, at: now });
  const named = devices.filter(({ id }) => planned.some(({ to }) => to.target === id));
  const proved = named.filter((device) => isProved(deviceReachability(device, now)));
  const first = earliest(planned.filter(({ to }) => proved.some(({ id }) => id === to.target)));
  if (first === null) return unproved(devices, named, now);
  const label = proved.find(({ id }) => id === first.to.target)?.label ?? '';
  const device = label === '' ? 'A browser' : label;
  if (first.dueAt !== null && first.dueAt <= now)
    return {
      state: 'reachable',
      word: reachabilityOf('reachable').word,
      reason: `${device} is notified at once.`,
    };
  return { state: 'later', ...laterWords(first, device, reader) };
}

/** Whether a reliable device is notified at once. */
export const isReachedAtOnce = ({ state }: Pick<UrgencyReach, 'state'>): boolean => state === 'reachable';

/** The one that is due first; null of none. */
const earliest = (planned: readonly PlannedNotification[]): PlannedNotification | null =>
  planned.toSorted((one, other) => timeOf(one) - timeOf(other))[0] ?? null;

const timeOf = ({ dueAt }: PlannedNotification) => dueAt ?? Number.POSITIVE_INFINITY;

function laterWords({ dueAt, held }: PlannedNotification, device: string, { now, timezone }: ReachReader) {
  if (dueAt === null)
    return { word: 'Never', reason: `Quiet hours that never end hold notifications of ${device} back.` };
  if (held === 'quiet-hours') {
    const at = relativeMomentText(dueAt, { now, timezone });
    return { word: `From ${at}`, reason: `Quiet hours hold it back until ${at}, on ${device} too.` };
  }
  const minutes = Math.round((dueAt - now) / minute);
  return {
    word: `After ${minutes} min`,
    reason: `The devices that are notified before ${device} can’t be counted on.`,
  };
}

function unproved(
  devices: readonly ReachedDevice[],
  named: readonly ReachedDevice[],
  now: number,
): UrgencyReach {
  const { state, word, reason } = reachability(named, now);
  const other = devices.find((device) => isProved(deviceReachability(device, now)));
  const unnamed = other === undefined ? '' : ` The rules name no device that can be counted on.`;
  return { state, word, reason: `${reason}${unnamed}` };
}
