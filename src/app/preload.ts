/** Preloading of scripts. */
import '#src/features/home/parts.ts';
import '#src/features/on-call/parts.ts';
import '#src/features/sign-in/parts.ts';
import './frame-parts.ts';
import { loadLazyParts } from '#src/ui/lazy-part.ts';
import './route-table.tsx';
import './start-parts.ts';

/** Loads every screen and lazy part of the modules imported here, and of those that they load. Also called by tests. */
export const preloadScreens = loadLazyParts;
