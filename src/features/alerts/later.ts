/** Parts of an alert's sheet that open on demand: one script. */
export { AlertHistory } from './alert-history.tsx';
export { WhoWouldBePaged } from './who-would-be-paged.tsx';
export { WhyAlert } from './why-alert.tsx';
