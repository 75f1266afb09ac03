/** Preloading of scripts. */
import { homeParts } from '#src/features/home/parts.ts';
import { calendarParts } from '#src/features/on-call/parts.ts';
import { links } from '#src/data/links.ts';
import { signInParts } from '#src/features/sign-in/parts.ts';
import { toastList } from '#src/ui/toasts.tsx';
import { findRoute, routeTable } from './route-table.tsx';
import { frameParts } from './frame-parts.ts';
import { startParts } from './start-parts.ts';

/** Every screen and lazy part. Also called by tests. */
export const preloadScreens = () =>
  Promise.all(
    [
      ...routeTable,
      ...Object.values(startParts),
      ...Object.values(frameParts),
      ...Object.values(signInParts),
      ...Object.values(homeParts),
      ...Object.values(calendarParts),
      toastList,
    ].map(({ load }) => load()),
  );

/** The screen after signing in, with its frame. */
export const preloadHome = () =>
  Promise.all([
    startParts.frameSkeleton.load(),
    startParts.authenticatedApp.load(),
    findRoute(links.home())?.route.load(),
  ]);
