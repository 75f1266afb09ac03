/** The current auth session. */
import type { QueryClient } from '@tanstack/react-query';
import { type Auth, authToken, type User } from '#ports/auth/auth.ts';
import { liveOptions, useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';

export type AuthSession =
  | { readonly status: 'restoring' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: User };

const sessionKey = ['session'] as const;

/** Longest wait for the session before the first render, in milliseconds: a network that hangs would leave the page empty. */
const longestWaitMs = 3000;

/**
 * Waits for the session, so that what is rendered next begins with it. Resolves with `undefined` when it can't be restored, or not within
 * 3 s: the screens then wait for it.
 */
export async function restoreSession(auth: Auth, queries: QueryClient): Promise<User | null | undefined> {
  const tooLong = Promise.withResolvers<undefined>();
  const timer = setTimeout(tooLong.resolve, longestWaitMs);
  const user = await Promise.race([auth.ready().catch(() => undefined), tooLong.promise]);
  clearTimeout(timer);
  if (user !== undefined) queries.setQueryData(liveOptions<User | null>(sessionKey, null).queryKey, user);
  return user;
}

export function useSession(): AuthSession {
  const auth = usePort(authToken);
  const { data } = useLive<User | null>(sessionKey, (push) => auth.onUserChange((user) => push.next(user)));
  if (data === undefined) return { status: 'restoring' };
  return data === null ? { status: 'signed-out' } : { status: 'signed-in', user: data };
}
