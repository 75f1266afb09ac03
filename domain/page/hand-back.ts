/** Withdrawal of an acknowledgement by its author: the page asks again at its position and continues from there. */
import { failure, type Failure } from '../errors.ts';
import type { PageChanged } from './effects.ts';
import { entryOf, type PageContext, runFrom } from './engine.ts';
import { isHeldBy } from './holder.ts';
import { positionOf } from './positions.ts';
import type { Page } from './schema.ts';

/** Reason why who has acknowledged a page keeps it. */
export const nobodyInstead = 'Nobody can be asked instead of you. Hand it over to a person.';

/** Reason why a person can't give the page back, as a sentence; null: they can. */
export function whyNotHandedBack(
  page: Pick<Page, 'subject' | 'status' | 'acknowledgements' | 'waitingFor'>,
  userId: string,
): string | null {
  if (page.subject.kind === 'drill') return 'A drill is over once it is acknowledged.';
  return page.status === 'acknowledged' && isHeldBy(page, userId)
    ? null
    : 'Only who has acknowledged a page gives it back.';
}

/** Refused without recipients: the page stays acknowledged. */
export function handBack(page: Page, { by, now, people }: PageContext): PageChanged | Failure {
  const reason = whyNotHandedBack(page, by);
  if (reason !== null) return failure('forbidden', {}, reason);
  const position = positionOf(page);
  const event = { at: now, by, entry: entryOf(page, position, 'handed-back') };
  const asked = runFrom(page, position, people, now, [event]);
  if (asked.state.status === 'notifying') return asked;
  return failure('no_one_on_call', {}, nobodyInstead);
}
