/** Every screen by its address; each is a script of its own, loaded when it is first looked at. */
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

interface Screen<P> {
  readonly load: () => Promise<unknown>;
  readonly Component: LazyExoticComponent<ComponentType<P>>;
}

/** A screen exported by name. */
function screen<K extends string, P>(
  load: () => Promise<Readonly<Record<K, ComponentType<P>>>>,
  name: K,
): Screen<P> {
  return { load, Component: lazy(async () => ({ default: (await load())[name] })) };
}

export const screens = {
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
  signIn: screen(() => import('#src/features/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
  welcome: screen(() => import('#src/features/sign-in/welcome-screen.tsx'), 'WelcomeScreen'),
  pageAlarm: screen(() => import('#src/features/page-alarm/page-alarm.tsx'), 'PageAlarmHost'),
  social: screen(() => import('./social-dialog.tsx'), 'SocialDialog'),
  palette: screen(() => import('./palette.tsx'), 'Palette'),
  rehearsal: screen(() => import('./rehearsal.tsx'), 'Rehearsal'),
} as const;

/** Fetches every screen ahead: for tests, and for a browser that has nothing better to do. */
export const preloadScreens = () => Promise.all(Object.values(screens).map(({ load }) => load()));
