/** Parts of home that most visits do without: one script. */
export { LaterPanels } from './later-panels.tsx';
export { OfferCard } from './my-offers.tsx';
export { TeamSetupPanel } from './team-setup.tsx';
export { Yours } from './yours.tsx';
