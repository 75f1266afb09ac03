/** The app behind the sign-in screen, its frame, and the table of its ports: one script. */
export { AuthenticatedApp } from './authenticated-app.tsx';
export { FrameSkeleton } from './frame-skeleton.tsx';
export { loadScreen } from './load-screen.ts';
export { portTable } from '#react/port-table.ts';
