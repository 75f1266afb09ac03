/**
 * Changes of how a person signs in. Each asks for a fresh proof first, whatever the backend asks for: Firebase ties a telephone or a social account,
 * and takes a method or a second factor away, without one. The only place in `src` that calls these methods of the port (lint).
 */
import { isRecentProof } from '#domain/account/deletion.ts';
import { freshProofAt } from '#domain/account/fresh-proof.ts';
import type {
  AccountMail,
  Auth,
  Passkeys,
  ProviderSignInOptions,
  SecondFactors,
  SignInResult,
  SmsFactors,
} from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';

/** Methods of the port that need a fresh proof, and of its extensions, which are `null` where the backend lacks them. */
export interface AccountChanges extends Pick<Auth, 'updatePassword' | 'linking'> {
  readonly mail: Pick<AccountMail, 'changeEmail'> | null;
  readonly factors: AccountFactors | null;
  readonly passkeys: Pick<Passkeys, 'add' | 'remove'> | null;
  readonly social: {
    /** Ties a social account, in a popup. */
    connect(options: Pick<ProviderSignInOptions, 'provider' | 'loginHint'>): Promise<SignInResult>;
  } | null;
}

type AccountFactors = Pick<SecondFactors, 'unenroll' | 'totp'> & {
  readonly sms: Pick<SmsFactors, 'start' | 'finish'> | null;
};

/** Each change throws `auth/requires-recent-login` before any request of its own where the last proof doesn't count. */
export function accountChanges(auth: Auth): AccountChanges {
  const proved = async <T>(change: () => Promise<T>): Promise<T> => {
    await requireProof(auth);
    return change();
  };
  /** `start` and `finish` of one kind of factor. */
  const enrollment = <
    Given extends readonly unknown[],
    Started,
    Code extends readonly unknown[],
    Done,
  >(kind: {
    start(...given: Given): Promise<Started>;
    finish(...given: Code): Promise<Done>;
  }) => ({
    start: (...given: Given) => proved(() => kind.start(...given)),
    finish: (...given: Code) => proved(() => kind.finish(...given)),
  });
  const { linking, mail, factors, passkeys, social } = auth;
  return {
    updatePassword: (password) => proved(() => auth.updatePassword(password)),
    linking: linking && {
      link: (credential) => proved(() => linking.link(credential)),
      unlink: (providerId) => proved(() => linking.unlink(providerId)),
    },
    mail: mail && { changeEmail: (...given) => proved(() => mail.changeEmail(...given)) },
    factors: factors && {
      totp: factors.totp && enrollment(factors.totp),
      sms: factors.sms && enrollment(factors.sms),
      unenroll: (factorId) => proved(() => factors.unenroll(factorId)),
    },
    passkeys: passkeys && {
      add: (name) => proved(() => passkeys.add(name)),
      remove: (id) => proved(() => passkeys.remove(id)),
    },
    social: social && {
      connect: (options) => proved(() => social.signIn({ ...options, purpose: 'link' })),
    },
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
