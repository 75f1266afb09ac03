/**
 * Changes of how a person signs in. Each asks for a fresh proof first, whatever the backend asks for: Firebase ties a telephone or a social account,
 * and takes a method or a second factor away, without one. The only place in `src` that calls these methods of the port (lint).
 */
import { isRecentProof } from '#domain/account/deletion.ts';
import { freshProofAt } from '#domain/account/fresh-proof.ts';
import type { Auth, ProviderSignInOptions, SignInResult } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';

/** Methods of the port that need a fresh proof. */
export const provedMethods = [
  'updatePassword',
  'verifyBeforeUpdateEmail',
  'link',
  'unlink',
  'startTotpEnrollment',
  'finishTotpEnrollment',
  'startPhoneEnrollment',
  'finishPhoneEnrollment',
  'unenrollFactor',
] as const satisfies readonly (keyof Auth)[];

export type AccountChanges = Pick<Auth, (typeof provedMethods)[number]> & {
  /** Ties a social account, in a popup. */
  readonly connect: (options: Pick<ProviderSignInOptions, 'provider' | 'loginHint'>) => Promise<SignInResult>;
};

/** Each change throws `auth/requires-recent-login` before any request of its own where the last proof doesn't count. */
export function accountChanges(auth: Auth): AccountChanges {
  const proved = async <T>(change: () => Promise<T>): Promise<T> => {
    await requireProof(auth);
    return change();
  };
  return {
    updatePassword: (password) => proved(() => auth.updatePassword(password)),
    verifyBeforeUpdateEmail: (...given) => proved(() => auth.verifyBeforeUpdateEmail(...given)),
    link: (credential) => proved(() => auth.link(credential)),
    unlink: (providerId) => proved(() => auth.unlink(providerId)),
    startTotpEnrollment: () => proved(() => auth.startTotpEnrollment()),
    finishTotpEnrollment: (...given) => proved(() => auth.finishTotpEnrollment(...given)),
    startPhoneEnrollment: (...given) => proved(() => auth.startPhoneEnrollment(...given)),
    finishPhoneEnrollment: (...given) => proved(() => auth.finishPhoneEnrollment(...given)),
    unenrollFactor: (factorId) => proved(() => auth.unenrollFactor(factorId)),
    connect: (options) => proved(() => auth.signInWithProvider({ ...options, purpose: 'link' })),
  };
}

/**
 * Throws the error of an outdated sign-in where the last proof doesn't count. Guests are exempt: without a sign-in method there is
 * nothing to repeat.
 */
export async function requireProof(auth: Auth): Promise<void> {
  const user = auth.currentUser();
  if (user?.isAnonymous) return;
  const token = await auth.idToken({ forceRefresh: true });
  if (token !== null) {
    const methods = (user?.providers ?? []).map(({ providerId }) => providerId);
    const provedAt = freshProofAt({
      provedAt: token.authenticatedAt,
      provider: token.signInProvider,
      methods,
    });
    // Both times are the backend’s, whatever this browser’s clock says.
    if (isRecentProof(provedAt, token.issuedAt)) return;
  }
  throw new PortError('auth/requires-recent-login', 'The last proof of who the person is, does not count.');
}
