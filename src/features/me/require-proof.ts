/** Reauthentication where the last proof of identity is too old for the action. */
import { isRecentProof } from '#domain/account/deletion.ts';
import type { Auth, User } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';

/**
 * Throws the error of an outdated sign-in before a request that the server would refuse for it. Guests are exempt: without a
 * sign-in method there is nothing to repeat.
 */
export async function requireProof(auth: Auth, user: User): Promise<void> {
  if (user.isAnonymous) return;
  const token = await auth.idToken({ forceRefresh: true });
  // Both times are the backend’s, whatever this browser’s clock says.
  if (token !== null && isRecentProof(token.authenticatedAt, token.issuedAt)) return;
  throw new PortError('auth/requires-recent-login', 'The last proof of who the person is, is too old.');
}
