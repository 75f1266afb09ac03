/** Asking again from the first step: for a page that nobody answered, or whose acknowledgement did not help. */
import { failure, type Failure } from '../errors.ts';
import { isLive } from '../incident/status.ts';
import type { Incident } from '../incident/schema.ts';
import type { PageChanged } from './effects.ts';
import { entryOf, type PageContext, runFrom } from './engine.ts';
import { firstPosition } from './positions.ts';
import type { Page } from './schema.ts';

/** Reason why a page can't notify again, as a sentence; null: it can. `incident`: the one that it belongs to, if any. */
export function whyNotRepaged(
  { subject, status }: Pick<Page, 'subject' | 'status'>,
  incident: Pick<Incident, 'status'> | null = null,
): string | null {
  if (subject.kind === 'drill') return 'A drill asks once. Send another one.';
  if (incident !== null && !isLive(incident))
    return `This incident is ${incident.status}: nobody is paged for it.`;
  if (status === 'cancelled') return 'This page has ended. Nothing more is asked of anyone.';
  if (status === 'pending') return 'This page has not begun yet.';
  if (status === 'notifying') return 'This page is asking already. Escalate it instead.';
  return null;
}

/** Refused without recipients: the page keeps its acknowledgement. */
export function repage(page: Page, { by, now, people }: PageContext): PageChanged | Failure {
  const refusal = whyNotRepaged(page);
  if (refusal !== null) return failure('illegal_transition', { from: page.status, to: 'notifying' }, refusal);
  const event = { at: now, by, entry: entryOf(page, firstPosition, 'repaged') };
  const asked = runFrom(page, firstPosition, people, now, [event]);
  return asked.state.status === 'notifying' ? asked : failure('no_one_on_call', {});
}
