/** Parts of the alarm that open on demand: one script. */
export { AlertLook } from './alert-look.tsx';
export { WhyMe } from './why-me.tsx';
