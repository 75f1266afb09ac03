/** Snooze of an acknowledged page: it asks nobody meanwhile, and begins again at its first step when the snooze ends. */
import { minute } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import { transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { PageChanged } from './effects.ts';
import { entryOf } from './engine.ts';
import { acknowledgersOf } from './holder.ts';
import type { Page } from './schema.ts';

/** Reason why a person can't snooze the page, as a sentence; null: they can. */
export function whyNotSnoozed(
  page: Pick<Page, 'subject' | 'status' | 'acknowledgements'>,
  userId: string,
): string | null {
  if (page.subject.kind === 'drill') return 'A drill is over once it is acknowledged.';
  return acknowledgersOf(page).includes(userId) ? null : 'Only who has acknowledged a page snoozes it.';
}

/** `minutes` null ends the snooze: the page stays acknowledged, for the whole acknowledge timeout. */
export function snooze(
  page: Page,
  minutes: number | null,
  context: TransitionContext,
): PageChanged | Failure {
  const { by, now } = context;
  const reason = whyNotSnoozed(page, by);
  if (reason !== null) return failure('forbidden', {}, reason);
  if (minutes === null) {
    if ((page.snoozedUntilAt ?? null) === null) return unchanged(page);
    const change = { snoozedUntilAt: null, nextAt: endOfAcknowledgement(page, now) };
    return transitioned(page, change, context, entryOf(page, page, 'snooze-ended'));
  }
  const untilAt = now + minutes * minute;
  const entry = { ...entryOf(page, page, 'snoozed'), untilAt };
  return transitioned(page, { snoozedUntilAt: untilAt, nextAt: untilAt }, context, entry);
}

/** Time at which a page acknowledged `now` notifies again; null: never. */
export const endOfAcknowledgement = (
  { acknowledgeTimeoutMinutes }: Pick<Page, 'acknowledgeTimeoutMinutes'>,
  now: number,
): number | null => (acknowledgeTimeoutMinutes > 0 ? now + acknowledgeTimeoutMinutes * minute : null);
