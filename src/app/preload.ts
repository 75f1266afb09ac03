/** Preloading of scripts. */
import '#src/features/home/parts.ts';
import '#src/features/on-call/parts.ts';
import '#src/features/sign-in/parts.ts';
import './frame-parts.ts';
import { links } from '#src/data/links.ts';
import { loadLazyParts } from '#src/ui/lazy-part.ts';
import { findRoute } from './route-table.tsx';
import { startParts } from './start-parts.ts';

/** Loads every screen and lazy part of the modules imported here, and of those that they load. Also called by tests. */
export const preloadScreens = loadLazyParts;

/** The screen after signing in, with its frame. */
export const preloadHome = () =>
  Promise.all([
    startParts.frameSkeleton.load(),
    startParts.authenticatedApp.load(),
    findRoute(links.home())?.route.load(),
  ]);
