/** The parts of the app before a team is open; each is a script of its own. */
import { signInParts } from '#src/features/sign-in/parts.ts';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { nextTask } from './next-task.ts';

export const startParts = {
  frameSkeleton: lazyPart(() => import('./inside.ts'), 'FrameSkeleton'),
  authenticatedApp: lazyPart(() => import('./inside.ts'), 'AuthenticatedApp'),
  signIn: lazyPart(async () => {
    const [{ SignInScreen }] = await Promise.all([
      import('#src/features/sign-in/screens.ts'),
      // The part that the screen starts with: people in the demonstration, which are in its script; the form elsewhere.
      import.meta.env.VITE_PROVIDER === 'embedded' ? signInParts.people.load() : signInParts.account.load(),
    ]);
    return { SignInScreen };
  }, 'SignInScreen'),
  signInSkeleton: lazyPart(() => import('#src/features/sign-in/screens.ts'), 'SignInSkeleton'),
  invite: lazyPart(() => import('#src/features/sign-in/invite-screen.tsx'), 'InviteScreen'),
  recover: lazyPart(() => import('#src/features/sign-in/recover-screen.tsx'), 'RecoverScreen'),
  deleteAccount: lazyPart(() => import('./left-team.tsx'), 'DeleteAccount'),
  endedNotice: lazyPart(() => import('./ended-session-notice.tsx'), 'EndedSessionNotice'),
  tooltipPopup: lazyPart(() => import('#src/ui/tooltip-popup.tsx'), 'TooltipPopup'),
  social: lazyPart(() => import('./social-dialog.tsx'), 'SocialDialog'),
} as const;

/**
 * Loads the frame and the screen at an address, with what else the app behind the sign-in screen waits for. Rendered without them, the
 * app would begin with a fallback, which React keeps for 0.3 s. A failure is shown by the screen.
 */
export const loadInside = async (address: string, ...others: readonly unknown[]): Promise<void> => {
  const screen = import('./inside.ts').then(async ({ loadScreen }) => {
    await nextTask();
    return loadScreen(address);
  });
  await Promise.allSettled([startParts.authenticatedApp.load(), screen, ...others]);
};
