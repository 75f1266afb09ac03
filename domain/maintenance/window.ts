/** Active times of a maintenance window, and the alerts that it holds back. */
import type { Alert } from '../alert/schema.ts';
import { day } from '../constants.ts';
import { createZone } from '../schedule/rota-zone.ts';
import type { Maintenance } from './schema.ts';

export interface WindowSpan {
  readonly startsAt: number;
  readonly endsAt: number;
}

export type WindowTimes = Pick<Maintenance, 'startsAt' | 'endsAt' | 'recurrence' | 'timezone'>;

export const periodOf = ({ unit, every }: NonNullable<Maintenance['recurrence']>): number =>
  (unit === 'week' ? 7 : 1) * every * day;

/**
 * The span that is active at that time, or else the next one; null: none is left. A recurring window begins and ends at its times of day: a
 * clock change makes that span shorter or longer, not the others.
 */
export function spanFrom(window: WindowTimes & Pick<Maintenance, 'endedAt'>, now: number): WindowSpan | null {
  const { startsAt, endsAt, recurrence, timezone, endedAt } = window;
  if (endedAt !== null) return null;
  if (recurrence === null) return now < endsAt ? { startsAt, endsAt } : null;
  const zone = createZone(timezone);
  const first = { start: zone.wallClock(startsAt), end: zone.wallClock(endsAt) };
  const period = periodOf(recurrence);
  // The one before may last until now, where the clocks changed.
  let number = Math.max(0, Math.floor((zone.wallClock(now) - first.start) / period) - 1);
  for (;;) {
    // A reading of the first one may stand for two instants; which was meant is known.
    if (number === 0 && now < endsAt) return { startsAt, endsAt };
    const start = zone.instant(first.start + number * period);
    const end = zone.instant(first.end + number * period);
    // Empty where a clock change skips all of it.
    if (number > 0 && start < end && now < end) return { startsAt: start, endsAt: end };
    number += 1;
  }
}

/** The span that is active at that time; null: none is. */
export function activeSpan(window: Maintenance, now: number): WindowSpan | null {
  const span = spanFrom(window, now);
  return span !== null && span.startsAt <= now ? span : null;
}

/** Time of its next beginning or end. */
export function nextChange(window: Maintenance, now: number): number | null {
  const span = spanFrom(window, now);
  if (span === null) return null;
  return span.startsAt > now ? span.startsAt : span.endsAt;
}

/** An alert of an incident is never held: people work on it. */
export function isInScope(
  { serviceIds, matchers }: Pick<Maintenance, 'serviceIds' | 'matchers'>,
  { serviceId, labels, incidentId }: Pick<Alert, 'serviceId' | 'labels' | 'incidentId'>,
): boolean {
  if (incidentId !== null) return false;
  if (serviceIds !== null && !serviceIds.some((id) => id === serviceId)) return false;
  return matchers.every(({ label, value }) => Object.hasOwn(labels, label) && labels[label] === value);
}

type InScope = Parameters<typeof isInScope>[1];

/** The window that holds the alert longest; null: none is active for it. */
export function holdingWindow(
  windows: readonly Maintenance[],
  alert: InScope,
  now: number,
): { readonly window: Maintenance; readonly untilAt: number } | null {
  const holding = windows.flatMap((window) => {
    const span = isInScope(window, alert) ? activeSpan(window, now) : null;
    return span === null ? [] : [{ window, untilAt: span.endsAt }];
  });
  return holding.reduce<(typeof holding)[number] | null>(
    (longest, one) => (longest === null || one.untilAt > longest.untilAt ? one : longest),
    null,
  );
}
