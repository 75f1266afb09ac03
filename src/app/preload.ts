/** Scripts that are fetched before they are asked for. */
import { homeParts } from '#src/features/home/parts.ts';
import { links } from '#src/data/links.ts';
import { signInParts } from '#src/features/sign-in/parts.ts';
import { keySheetDialog } from '#src/ui/key-sheet.tsx';
import { loadMenus } from '#src/ui/menu.tsx';
import { loadToasts } from '#src/ui/toasts.tsx';
import { findRoute, routeTable } from './route-table.tsx';
import { screens } from './screens.ts';

/** Fetches every screen, and what they may need: for tests, and for a browser that has nothing better to do. */
export const preloadScreens = () =>
  Promise.all([
    loadToasts(),
    loadMenus(),
    keySheetDialog.load(),
    ...[
      ...routeTable,
      ...Object.values(screens),
      ...Object.values(signInParts),
      ...Object.values(homeParts),
    ].map(({ load }) => load()),
  ]);

/** Fetches the screen that follows signing in. */
export const preloadHome = () => findRoute(links.home())?.route.load();
