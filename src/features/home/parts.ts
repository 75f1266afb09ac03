/** Parts of home that most visits do without: a script of their own. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const homeParts = {
  teamSetup: lazyPart(() => import('./later.ts'), 'TeamSetupPanel'),
  laterPanels: lazyPart(() => import('./later.ts'), 'LaterPanels'),
  offer: lazyPart(() => import('./later.ts'), 'OfferCard'),
  yours: lazyPart(() => import('./later.ts'), 'Yours'),
} as const;
