/** The current auth session. */
import { authToken, type User } from '#ports/auth/auth.ts';
import { useLive } from './live-query.ts';
import { usePort } from './ports.tsx';

export type AuthSession =
  | { readonly status: 'restoring' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: User };

export function useSession(): AuthSession {
  const auth = usePort(authToken);
  const { data } = useLive<User | null>(['session'], (push) => auth.onUserChange((user) => push.next(user)));
  if (data === undefined) return { status: 'restoring' };
  return data === null ? { status: 'signed-out' } : { status: 'signed-in', user: data };
}
