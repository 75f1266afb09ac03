/** Ends every unfinished page of a team. */
import { pageSchema } from '#domain/page/schema.ts';
import { changePage } from '#domain/page/transitions.ts';
import type { TransitionContext } from '#domain/transition.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { apply } from '../apply.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { asGuarded, unitOfWorkOf } from '../kernel/system.ts';

export async function endAllPages(
  on: CommandWork,
  teamId: string,
  reason: string,
  context: TransitionContext,
): Promise<void> {
  const asks = where('status', 'in', ['pending', 'notifying', 'acknowledged']);
  const asking = await unitOfWorkOf(on).find(pageSchema, query(collectionPaths.pages(teamId), asks));
  for (const page of asking) {
    const outcome = changePage(page, { kind: 'cancel', reason }, context);
    if (outcome.ok) await apply(on, 'page', asGuarded(page), outcome);
  }
}
