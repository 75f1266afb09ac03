/** Sign of life of a page's holder: while there is one, a new critical alert may join the page instead of paging (`joining.ts`). */
import { failure, type Failure } from '../errors.ts';
import { transitioned, type TransitionContext } from '../transition.ts';
import type { PageChanged } from './effects.ts';
import { acknowledgersOf } from './holder.ts';
import type { Page } from './schema.ts';

export function signOfLife(page: Page, context: TransitionContext): PageChanged | Failure {
  if (!acknowledgersOf(page).includes(context.by))
    return failure('forbidden', {}, 'Only who has acknowledged a page shows signs of life for it.');
  return transitioned<Page>(page, { signOfLifeAt: context.now }, context);
}
