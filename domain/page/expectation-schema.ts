/** Schema of the state of a page that a command expects. */
import * as v from 'valibot';
import { wholeNumberSchema } from '../base.ts';
import { pageSchema } from './schema.ts';

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

/** Expectation in a text; undefined for no text, and for an unreadable one. */
export function readExpectation(text: string | null | undefined): PageExpectation | undefined {
  try {
    const { success, output } = v.safeParse(pageExpectationSchema, JSON.parse(text ?? 'null'));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
