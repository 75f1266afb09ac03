/**
 * Acknowledgement within maintenance: the timeout or the end of a snooze is postponed, and the page stays with its holder. Due again one
 * acknowledge timeout later, so that the page asks soon after the maintenance, however that ends.
 */
import { constants, minute } from '../constants.ts';
import { transitioned, unchanged } from '../transition.ts';
import { system } from '../base.ts';
import type { PageChanged } from './effects.ts';
import type { Page } from './schema.ts';

export function putOff(page: Page, now: number): PageChanged {
  if (page.status !== 'acknowledged') return unchanged(page);
  const timeoutMinutes = page.acknowledgeTimeoutMinutes || constants.acknowledgeTimeoutMinutes;
  const nextAt = now + timeoutMinutes * minute;
  const isSnoozed = (page.snoozedUntilAt ?? null) !== null;
  const change = { nextAt, ...(isSnoozed ? { snoozedUntilAt: nextAt } : {}) };
  return transitioned(page, change, { by: system, now });
}
