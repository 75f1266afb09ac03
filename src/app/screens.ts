/** The app's parts that are no routes; each is a script of its own, loaded when it is first looked at. */
import type { SignInScreenProps } from '#src/features/sign-in/sign-in-screen.tsx';
import { signInParts } from '#src/features/sign-in/parts.ts';
import { lazyPart as screen } from '#src/ui/lazy-part.ts';

export const screens = {
  frameSkeleton: screen(() => import('./frame-skeleton.tsx'), 'FrameSkeleton'),
  inside: screen(() => import('./inside.tsx'), 'Inside'),
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
