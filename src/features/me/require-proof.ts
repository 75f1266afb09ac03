/** Asks for a new proof of who the person is where the last one is too old for what follows. */
import { isRecentProof } from '#domain/account/deletion.ts';
import type { Auth, User } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';

/** Asked before the server is: it would refuse an older proof. A guest has nothing to prove who they are with. */
export async function requireProof(auth: Auth, user: User): Promise<void> {
  if (user.isAnonymous) return;
  const token = await auth.idToken({ forceRefresh: true });
  // Both are the backend’s times, whatever this browser’s clock says.
  if (token !== null && isRecentProof(token.authenticatedAt, token.issuedAt)) return;
  throw new PortError('auth/requires-recent-login', 'The last proof of who the person is, is too old.');
}
