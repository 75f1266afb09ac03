/** Change of a request for cover when somebody in it leaves the team or is not paged any more. */
import type { Override } from '../schedule/schema.ts';
import { type TransitionContext, transitioned } from '../transition.ts';
import type { CoverRequest } from './schema.ts';
import { isOpen } from './asked.ts';
import { uncovered } from './transitions.ts';

interface Leaving {
  readonly from: string;
  /** Null: nobody takes over. */
  readonly to: string | null;
}

/**
 * Replaces a member in an open cover request: a request of the member ends; among the asked members the replacement takes the
 * place, or all are asked if no one else was.
 */
export function handOverRequest(
  request: CoverRequest,
  { from, to }: Leaving,
  context: TransitionContext,
): CoverRequest {
  if (request.userId === from)
    return transitioned<CoverRequest>(request, { status: 'cancelled', dueAt: null }, context).state;
  const others = (request.asked ?? []).flatMap((userId) => (userId === from ? (to ?? []) : userId));
  const asked = [...new Set(others)].filter((userId) => userId !== request.userId);
  return transitioned(request, { asked: asked.length === 0 ? null : asked }, context).state;
}

/**
 * Request after a hand-over, for a taken one: its new override; `next` null: there is none, and the request is open again, unless
 * its owner is the one who goes.
 */
export function coverAfter(
  request: CoverRequest,
  next: Pick<Override, 'id' | 'userId' | 'insteadOf'> | null,
  handOver: Leaving,
  context: TransitionContext,
): CoverRequest {
  if (next !== null)
    return transitioned(
      request,
      { userId: next.insteadOf ?? request.userId, takerId: next.userId, overrideId: next.id },
      context,
    ).state;
  const after = uncovered(request, context);
  return isOpen(after) && after.userId === handOver.from ? handOverRequest(after, handOver, context) : after;
}
