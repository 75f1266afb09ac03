/** Expectation of a command on a page: the page’s state when its person gave the command, which is refused once the page has gone on. */
import { failure, type Failure } from '../errors.ts';
import { acknowledgersOf } from './holder.ts';
import { isSamePosition } from './positions.ts';
import type { PageExpectation } from './expectation-schema.ts';
import type { Page } from './schema.ts';

const notificationsOf = ({ notified }: Pick<Page, 'notified'>): number =>
  notified.reduce((sum, { times }) => sum + times, 0);

/** Present state of the page, for a command that is given now. */
export const expectationOf = (
  page: Pick<Page, 'status' | 'phase' | 'policyIndex' | 'step' | 'loop' | 'notified'>,
): PageExpectation => ({
  status: page.status,
  phase: page.phase,
  policyIndex: page.policyIndex ?? 0,
  step: page.step,
  loop: page.loop,
  notifications: notificationsOf(page),
});

/** The same as text, for a message that is answered later. */
export const expectationText = (page: Parameters<typeof expectationOf>[0]): string =>
  JSON.stringify(expectationOf(page));

/** Failure of a command that was given for an earlier state of the page; null: the page is as expected, or nothing was expected. */
export function checkExpected(page: Page, expected: PageExpectation | undefined): Failure | null {
  if (expected === undefined) return null;
  const [holder] = acknowledgersOf(page);
  if (page.status === 'acknowledged' && expected.status !== 'acknowledged' && holder !== undefined)
    return failure('already_acknowledged', { by: holder });
  const isSame =
    page.status === expected.status &&
    isSamePosition(page, expected) &&
    notificationsOf(page) === expected.notifications;
  if (isSame) return null;
  const sentence = 'This page has gone on since you looked. See who is asked now, then decide again.';
  return failure('conflict', { currentRevision: page.revision }, sentence);
}
