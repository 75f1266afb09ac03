/** The page of a link that is good no more, and of one that never was: the same, so that nothing can be learned by guessing. */
import type { HttpResponse } from '#ports/server/handlers.ts';
import { smallPage } from './html.ts';

export const nothingHere = (): HttpResponse =>
  smallPage({
    status: 404,
    title: 'This link is no longer good',
    sentence: 'It was used, it is too old, or it is not complete. Open Muster to see what is going on.',
  });
