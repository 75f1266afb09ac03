/** What a member saw of a page when they gave a command: the command is refused once the page has gone on. */
import * as v from 'valibot';
import { wholeNumberSchema } from '../base.ts';
import { failure, type Failure } from '../errors.ts';
import { acknowledgersOf } from './holder.ts';
import { isSamePosition } from './positions.ts';
import { type Page, pageSchema } from './schema.ts';

const { status, phase, policyIndex, step, loop } = pageSchema.entries;

/** The status, the position, and how often the page had notified somebody. Its revision also grows with each alert that joins. */
export const pageExpectationSchema = v.object({
  status,
  phase,
  policyIndex,
  step,
  loop,
  notifications: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
});
export type PageExpectation = v.InferInput<typeof pageExpectationSchema>;

const notificationsOf = ({ notified }: Pick<Page, 'notified'>): number =>
  notified.reduce((sum, { times }) => sum + times, 0);

/** What the page is now, for a command that is given now. */
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

/** What such a text says; undefined for none, and for one that can't be read. */
export function readExpectation(text: string | null | undefined): PageExpectation | undefined {
  try {
    const { success, output } = v.safeParse(pageExpectationSchema, JSON.parse(text ?? 'null'));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}

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
