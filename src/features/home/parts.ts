/** Parts of home that most visits do without: a script of their own. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const homeParts = {
  activeMaintenance: lazyPart(() => import('./later.ts'), 'ActiveMaintenance'),
  awayOnCall: lazyPart(() => import('./later.ts'), 'AwayOnCall'),
  coverAsks: lazyPart(() => import('./later.ts'), 'CoverAsks'),
  teamSetup: lazyPart(() => import('./later.ts'), 'TeamSetupPanel'),
  notices: lazyPart(() => import('./later.ts'), 'NoticesPanel'),
  offer: lazyPart(() => import('./later.ts'), 'OfferCard'),
  unpaged: lazyPart(() => import('./later.ts'), 'UnpagedPanel'),
  yours: lazyPart(() => import('./later.ts'), 'Yours'),
} as const;
