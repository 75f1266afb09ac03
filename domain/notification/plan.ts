/**
 * Devices of a person that are notified of a page, and the times. Quiet hours delay; they never change what the engine does, so the
 * page escalates while they last.
 */
import { minute } from '../constants.ts';
import type { Device } from '../device/schema.ts';
import type { Page } from '../page/schema.ts';
import type { PagePriority } from '../policy/condition.ts';
import { openingAt } from '../schedule/weekly-hours.ts';
import type { NotificationRules, NotifiedDevices, QuietHours, UrgencyRules } from './schema.ts';

export type DeviceKind = Exclude<NotifiedDevices, 'all'>;

export const deviceKindOf = ({ userAgent }: Pick<Device, 'userAgent'>): DeviceKind =>
  /Android|iPhone|iPad|iPod|Mobile/u.test(userAgent) ? 'phone' : 'computer';

/** Rules of a person without any: all devices at once. */
export const defaultUrgencyRules: UrgencyRules = { atOnce: 'all', later: [] };
const defaultNotificationRules: Pick<NotificationRules, 'high' | 'low' | 'quietHours'> = {
  high: defaultUrgencyRules,
  low: defaultUrgencyRules,
  quietHours: null,
};

/** A SEV1 incident, or a critical alert, which is what a sender has for it. */
const overridesQuietHours = ({ incident, alert }: PagePriority): boolean =>
  incident === 'SEV1' || alert === 'critical';

export interface PlannedNotification {
  readonly deviceId: string;
  /** Null: never. */
  readonly dueAt: number | null;
  /** Reason of a delay; null: sent at once. */
  readonly held: 'delay' | 'quiet-hours' | null;
}

/** A page, as it is notified of. */
export interface NotifiedPage {
  readonly urgency: Page['urgency'];
  readonly priority: PagePriority;
  /** Time at which the page notifies. */
  readonly at: number;
}

type PlannedDevice = Pick<Device, 'id' | 'userAgent' | 'registration'>;

/**
 * Devices that no rule names are left out. The first one is always notified at once, whatever kinds of devices there are: where
 * none fits the rules, all of them; a device that takes no messages is not waited for.
 */
export function planNotifications(
  rules: Pick<NotificationRules, 'high' | 'low' | 'quietHours'> | null,
  devices: readonly PlannedDevice[],
  page: NotifiedPage,
): readonly PlannedNotification[] {
  const { high, low, quietHours } = rules ?? defaultNotificationRules;
  const delays = delaysOf(page.urgency === 'high' ? high : low, devices);
  return [...delays].map(([deviceId, delay]) => {
    const dueAt = page.at + delay;
    if (quietHours !== null && isHeld(quietHours, page, dueAt))
      return { deviceId, dueAt: openingAt(quietHours, dueAt).changesAt, held: 'quiet-hours' };
    return { deviceId, dueAt, held: delay > 0 ? 'delay' : null };
  });
}

/** Milliseconds by device. */
function delaysOf(rules: UrgencyRules, devices: readonly PlannedDevice[]): ReadonlyMap<string, number> {
  const named = devices.flatMap((device) => {
    const minutes = minutesUntil(rules, device);
    return minutes === null ? [] : [{ device, delay: minutes * minute }];
  });
  const reached = named.filter(({ device }) => device.registration !== null);
  const anyTakesMessages = devices.some(({ registration }) => registration !== null);
  if (reached.length === 0 && anyTakesMessages) return new Map(devices.map(({ id }) => [id, 0]));
  const first = Math.min(...reached.map(({ delay }) => delay), Number.POSITIVE_INFINITY);
  // An open screen is the only thing that can show it on a device without messages: nothing to delay.
  return new Map(
    named.map(({ device, delay }) => [device.id, device.registration === null ? 0 : delay - first]),
  );
}

function minutesUntil({ atOnce, later }: UrgencyRules, device: PlannedDevice): number | null {
  const kind = deviceKindOf(device);
  const fits = (devices: NotifiedDevices) => devices === 'all' || devices === kind;
  if (fits(atOnce)) return 0;
  const after = later.filter(({ devices }) => fits(devices)).map(({ afterMinutes }) => afterMinutes);
  return after.length === 0 ? null : Math.min(...after);
}

function isHeld(quietHours: QuietHours, { urgency, priority }: NotifiedPage, at: number): boolean {
  if (overridesQuietHours(priority) || (quietHours.holds === 'low' && urgency === 'high')) return false;
  return openingAt(quietHours, at).open;
}
