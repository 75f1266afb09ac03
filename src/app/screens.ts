/** Every screen by its address; each is a script of its own, loaded when it is first looked at. */
import { homeParts } from '#src/features/home/parts.ts';
import type { SignInScreenProps } from '#src/features/sign-in/sign-in-screen.tsx';
import { signInParts } from '#src/features/sign-in/parts.ts';
import { keySheetDialog } from '#src/ui/key-sheet.tsx';
import { lazyPart as screen } from '#src/ui/lazy-part.ts';
import { loadMenus } from '#src/ui/menu.tsx';
import { loadToasts } from '#src/ui/toasts.tsx';

export const screens = {
  frameSkeleton: screen(() => import('./frame-skeleton.tsx'), 'FrameSkeleton'),
  inside: screen(() => import('./inside.tsx'), 'Inside'),
  home: screen(() => import('#src/features/home/home-screen.tsx'), 'HomeScreen'),
  declare: screen(() => import('#src/features/declare/declare-screen.tsx'), 'DeclareScreen'),
  incidents: screen(() => import('#src/features/incidents/incidents-screen.tsx'), 'IncidentsScreen'),
  room: screen<'RoomScreen', { readonly number: number }>(
    () => import('#src/features/incidents/room-screen.tsx'),
    'RoomScreen',
  ),
  alerts: screen(() => import('#src/features/alerts/alerts-screen.tsx'), 'AlertsScreen'),
  onCall: screen(() => import('#src/features/on-call/on-call-screen.tsx'), 'OnCallScreen'),
  me: screen(() => import('#src/features/me/me-screen.tsx'), 'MeScreen'),
  diagnostics: screen(() => import('#src/features/diagnostics/diagnostics-screen.tsx'), 'DiagnosticsScreen'),
  signIn: screen<'SignInScreen', SignInScreenProps>(async () => {
    const [{ SignInScreen }] = await Promise.all([
      import('#src/features/sign-in/sign-in-screen.tsx'),
      // A rehearsal begins with it.
      import.meta.env.VITE_PROVIDER === 'embedded' ? signInParts.people.load() : null,
    ]);
    return { SignInScreen };
  }, 'SignInScreen'),
  welcome: screen(() => import('#src/features/sign-in/welcome-screen.tsx'), 'WelcomeScreen'),
  pageAlarm: screen(() => import('#src/features/page-alarm/page-alarm.tsx'), 'PageAlarmHost'),
  social: screen(() => import('./social-dialog.tsx'), 'SocialDialog'),
  palette: screen(() => import('./palette.tsx'), 'Palette'),
  rehearsal: screen(
    // Written out, as in provider.ts: in production there is nothing to rehearse with.
    () =>
      import.meta.env.VITE_PROVIDER === 'embedded' ? import('./rehearsal.tsx') : import('./no-rehearsal.tsx'),
    'Rehearsal',
  ),
} as const;

/** Fetches every screen ahead, and what they may need: for tests, and for a browser that has nothing better to do. */
export const preloadScreens = () =>
  Promise.all([
    loadToasts(),
    loadMenus(),
    keySheetDialog.load(),
    ...[...Object.values(screens), ...Object.values(signInParts), ...Object.values(homeParts)].map(
      ({ load }) => load(),
    ),
  ]);
