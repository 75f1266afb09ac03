/** The app behind the sign-in screen, its frame, and the composition of its ports: one script. */
export { AuthenticatedApp } from './authenticated-app.tsx';
export { compose } from './composition.ts';
export { FrameSkeleton } from './frame-skeleton.tsx';
export { loadScreen } from './load-screen.ts';
