/** Every screen by its address; each is a script of its own, loaded when it is first looked at. */
import { type ComponentType, createElement, lazy, useState } from 'react';

interface Screen<P> {
  /** Fetches its script. */
  readonly load: () => Promise<unknown>;
  readonly Component: ComponentType<P>;
}

/** A screen exported by name. Once its script is there it renders at once, without a moment of skeleton. */
function screen<K extends string, P extends object>(
  fetch: () => Promise<Readonly<Record<K, ComponentType<P>>>>,
  name: K,
): Screen<P> {
  let ready: ComponentType<P> | null = null;
  const load = async () => {
    ready = (await fetch())[name];
    return ready;
  };
  const Later = lazy(async () => ({ default: await load() }));
  function Component(props: P) {
    // Chosen once a mount: what is on the screen is never taken down because its script came by another way.
    const [Chosen] = useState(() => ready ?? (Later as unknown as ComponentType<P>));
    return createElement(Chosen, props);
  }
  return { load, Component };
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
  rehearsal: screen(
    // Written out, as in provider.ts: in production there is nothing to rehearse with.
    () =>
      import.meta.env.VITE_PROVIDER === 'embedded' ? import('./rehearsal.tsx') : import('./no-rehearsal.tsx'),
    'Rehearsal',
  ),
} as const;

/** Fetches every screen ahead: for tests, and for a browser that has nothing better to do. */
export const preloadScreens = () => Promise.all(Object.values(screens).map(({ load }) => load()));
