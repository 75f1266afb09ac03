/** A notice is marked as seen by its person, and unmarked. */
import { type Transition, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { Notice } from './schema.ts';

export function markNotice(
  notice: Notice,
  seen: boolean,
  context: TransitionContext,
): Transition<Notice, never> {
  if ((notice.seenAt !== null) === seen) return unchanged(notice);
  return transitioned<Notice>(notice, { seenAt: seen ? context.now : null }, context);
}
