/** The next step of a page at once. */
import { failure, type Failure } from '../errors.ts';
import type { PageChanged } from './effects.ts';
import { entryOf, type PageContext, runFrom } from './engine.ts';
import type { PageExpectation } from './expectation-schema.ts';
import type { Forecast } from './forecast.ts';
import { acknowledgersOf } from './holder.ts';
import { nextPosition, positionOf } from './positions.ts';
import type { Page } from './schema.ts';

const nobodyLeft = 'Nobody is left to ask. Hand it over to a person, or page somebody by name.';

/** Reason why the page can't be escalated, as a sentence; null: it can. `next`: the first entry of its forecast. */
export function whyNotEscalated(
  { subject, status }: Pick<Page, 'subject' | 'status'>,
  next: Pick<Forecast, 'what'> | null,
): string | null {
  if (subject.kind === 'drill') return 'A drill is never escalated to anyone else.';
  return status === 'exhausted' || next?.what === 'exhausted' ? nobodyLeft : null;
}

interface Escalation {
  readonly reason: string;
  readonly expected?: PageExpectation | undefined;
}

/**
 * Refused without recipients: the page keeps its recipients, or its acknowledgement. An acknowledged page is escalated only by a
 * command that was given when it was acknowledged.
 */
export function escalate(
  page: Page,
  { reason, expected }: Escalation,
  { by, now, people }: PageContext,
): PageChanged | Failure {
  const [holder] = acknowledgersOf(page);
  if (holder !== undefined && expected?.status !== 'acknowledged')
    return failure('already_acknowledged', { by: holder });
  const position = positionOf(page);
  const event = { at: now, by, entry: entryOf(page, position, 'escalated', [], reason) };
  const next = page.status === 'pending' ? position : nextPosition(page, position);
  const escalated = page.status === 'exhausted' ? null : runFrom(page, next, people, now, [event]);
  return escalated?.state.status === 'notifying' ? escalated : failure('no_one_on_call', {}, nobodyLeft);
}
