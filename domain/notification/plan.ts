/**
 * Targets of a person that are notified of a page, and the times. Quiet hours delay; they never change what the engine does, so the
 * page escalates while they last.
 */
import { minute } from '../constants.ts';
import type { ChannelTarget } from '../channel/schema.ts';
import type { ChannelWay } from '../channel/way.ts';
import type { Page } from '../page/schema.ts';
import type { PagePriority } from '../policy/condition.ts';
import { openingAt } from '../schedule/weekly-hours.ts';
import type { NotificationRules, QuietHours, UrgencyRules } from './schema.ts';

/** Rules of a person without any: all ways at once. */
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
  readonly to: ChannelTarget;
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

type PlannedWay = Pick<ChannelWay, 'to' | 'kind' | 'takesMessages'>;

/**
 * Ways that no rule names are left out. The first one is always notified at once, whatever kinds of ways there are: where none fits
 * the rules, all of them; one that takes no messages is not waited for.
 */
export function planNotifications(
  rules: Pick<NotificationRules, 'high' | 'low' | 'quietHours'> | null,
  ways: readonly PlannedWay[],
  page: NotifiedPage,
): readonly PlannedNotification[] {
  const { high, low, quietHours } = rules ?? defaultNotificationRules;
  return delaysOf(page.urgency === 'high' ? high : low, ways).map(({ to, delay }) => {
    const dueAt = page.at + delay;
    if (quietHours !== null && isHeld(quietHours, page, dueAt))
      return { to, dueAt: openingAt(quietHours, dueAt).changesAt, held: 'quiet-hours' };
    return { to, dueAt, held: delay > 0 ? 'delay' : null };
  });
}

interface DelayedTarget {
  readonly to: ChannelTarget;
  /** Milliseconds. */
  readonly delay: number;
}

function delaysOf(rules: UrgencyRules, ways: readonly PlannedWay[]): readonly DelayedTarget[] {
  const named = ways.flatMap((way) => {
    const minutes = minutesUntil(rules, way);
    return minutes === null ? [] : [{ ...way, delay: minutes * minute }];
  });
  const reached = named.filter(({ takesMessages }) => takesMessages);
  const anyTakesMessages = ways.some(({ takesMessages }) => takesMessages);
  if (reached.length === 0 && anyTakesMessages) return ways.map(({ to }) => ({ to, delay: 0 }));
  const first = Math.min(...reached.map(({ delay }) => delay), Number.POSITIVE_INFINITY);
  // An open screen is the only thing that can show it where no messages are taken: nothing to delay.
  return named.map(({ to, takesMessages, delay }) => ({ to, delay: takesMessages ? delay - first : 0 }));
}

function minutesUntil({ atOnce, later }: UrgencyRules, { to, kind }: PlannedWay): number | null {
  const names = ['all', to.channel, kind, `${to.channel}:${to.target}`];
  const fits = (named: string) => names.includes(named);
  if (fits(atOnce)) return 0;
  const after = later.filter(({ devices }) => fits(devices)).map(({ afterMinutes }) => afterMinutes);
  return after.length === 0 ? null : Math.min(...after);
}

function isHeld(quietHours: QuietHours, { urgency, priority }: NotifiedPage, at: number): boolean {
  if (overridesQuietHours(priority) || (quietHours.holds === 'low' && urgency === 'high')) return false;
  return openingAt(quietHours, at).open;
}
