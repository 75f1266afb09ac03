/** Reach of a page of an urgency that is sent now, by the person's rules, quiet hours, devices and other ways. */
import { isSameTarget } from '../channel/schema.ts';
import type { ChannelWay } from '../channel/way.ts';
import { minute } from '../constants.ts';
import { type DeviceState, deviceState } from '../device/device.ts';
import { wayOfDevice } from '../device/way.ts';
import { relativeMomentText } from '../notice/text.ts';
import { type NotifiedPage, type PlannedNotification, planNotifications } from '../notification/plan.ts';
import type { NotificationRules } from '../notification/schema.ts';
import { noPriority } from '../policy/condition.ts';
import {
  isProved,
  reachabilityOf,
  type ReachedDevice,
  type ReachState,
  reachStates,
  type UrgencyReachState,
  wayState,
  wayWord,
} from './reachability.ts';

export type PersonRules = Pick<NotificationRules, 'high' | 'low' | 'quietHours'>;

export interface UrgencyReach {
  /** State of the devices that the rules name; `later`: one of them is reliable, and is notified after a while. */
  readonly state: UrgencyReachState;
  /** Short form, for a cell of a table. */
  readonly word: string;
  readonly reason: string;
}

interface ReachingWay {
  readonly way: ChannelWay;
  readonly state: DeviceState;
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
  others: readonly ChannelWay[] = [],
): UrgencyReach {
  const { now } = reader;
  const all = [
    ...devices.map((device) => ({ way: wayOfDevice(device), state: deviceState(device, now) })),
    ...others.map((way) => ({ way, state: wayState(way, now) })),
  ];
  const ways = all.map(({ way }) => way);
  const planned = planNotifications(rules, ways, { urgency, priority: noPriority, at: now });
  const isIn = ({ way }: ReachingWay, some: readonly PlannedNotification[]) =>
    some.some(({ to }) => isSameTarget(to, way.to));
  const named = all.filter((one) => isIn(one, planned));
  const proved = named.filter(isProved);
  const first = earliest(planned.filter((one) => proved.some((reaching) => isIn(reaching, [one]))));
  if (first === null) return unproved(all, named);
  const reached = proved.find((one) => isIn(one, [first]))?.way;
  const device = reached?.label ?? '';
  if (first.dueAt !== null && first.dueAt <= now)
    return {
      state: 'reachable',
      word: reached?.to.channel === 'push' ? reachabilityOf('reachable').word : wayWord('reachable'),
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
    reason: `What is notified before ${device} can’t be counted on.`,
  };
}

function unproved(all: readonly ReachingWay[], named: readonly ReachingWay[]): UrgencyReach {
  const states: readonly ReachState[] = named.map(({ state }) => state);
  const best = reachStates.findLast((one) => states.includes(one)) ?? 'no-device';
  const { state, word, reason } = reachabilityOf(best);
  const unnamed = all.some(isProved) ? ' The rules name nothing that can be counted on.' : '';
  return { state, word, reason: `${reason}${unnamed}` };
}
