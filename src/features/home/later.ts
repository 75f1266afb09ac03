/** Parts of home that most visits do without: one script. */
export { ActiveMaintenance } from './active-maintenance.tsx';
export { AwayOnCall } from './away-on-call.tsx';
export { CoverAsks } from './cover-asks.tsx';
export { OfferCard } from './my-offers.tsx';
export { NoticesPanel } from './notices-panel.tsx';
export { TeamSetupPanel } from './team-setup.tsx';
export { UnpagedPanel } from './unpaged-panel.tsx';
export { Yours } from './yours.tsx';
