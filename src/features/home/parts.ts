/** Parts of home that most visits do without: scripts of their own. */
import { lazyPart } from '#src/ui/lazy-part.ts';
import type { MyWork } from './my-work.ts';
import type { Offer } from '#src/data/queries/offers.ts';

export const homeParts = {
  activeMaintenance: lazyPart(() => import('./active-maintenance.tsx'), 'ActiveMaintenance'),
  awayOnCall: lazyPart(() => import('./away-on-call.tsx'), 'AwayOnCall'),
  coverAsks: lazyPart(() => import('./cover-asks.tsx'), 'CoverAsks'),
  teamSetup: lazyPart(() => import('./team-setup.tsx'), 'TeamSetupPanel'),
  notices: lazyPart(() => import('./notices-panel.tsx'), 'NoticesPanel'),
  offer: lazyPart<'OfferCard', { readonly offer: Offer }>(() => import('./my-offers.tsx'), 'OfferCard'),
  yours: lazyPart<'Yours', { readonly work: readonly MyWork[] }>(() => import('./yours.tsx'), 'Yours'),
} as const;
