/** Credentials of the port as credentials of the SDK. */
import {
  type AuthCredential,
  EmailAuthProvider,
  OAuthProvider,
  PhoneAuthProvider,
  type UserCredential,
  getAdditionalUserInfo,
} from 'firebase/auth';
import type { Credential, LinkableCredential, SignInResult } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { portUser } from './user.ts';

type ResultProvider = Extract<SignInResult, { kind: 'signed-in' }>['providerId'];

export function sdkCredential(credential: LinkableCredential): AuthCredential {
  switch (credential.kind) {
    case 'password':
      return EmailAuthProvider.credential(credential.email, credential.password);
    case 'email-link':
      return linkCredential(credential.email, credential.link);
    case 'phone':
      return PhoneAuthProvider.credential(credential.verificationId, credential.code);
    case 'social':
      return socialCredential(credential);
  }
}

function linkCredential(email: string, link: string): AuthCredential {
  try {
    return EmailAuthProvider.credentialWithLink(email, link);
  } catch (cause) {
    throw new PortError('auth/invalid-action-code', 'This is no link that signs in.', { cause });
  }
}

function socialCredential({
  provider,
  idToken,
  accessToken,
  nonce,
}: Extract<Credential, { kind: 'social' }>): AuthCredential {
  if (provider.startsWith('saml.') || (idToken === undefined && accessToken === undefined))
    throw new PortError(
      'auth/invalid-credential',
      'It takes a token of the social account to sign in by it.',
    );
  return new OAuthProvider(provider).credential({
    ...(idToken !== undefined && { idToken }),
    ...(accessToken !== undefined && { accessToken }),
    ...(nonce !== undefined && { rawNonce: nonce }),
  });
}

/** How the port names the way of signing in: a link sent by email counts as `password`. */
export function providerOf(credential: Credential): ResultProvider {
  switch (credential.kind) {
    case 'password':
    case 'email-link':
      return 'password';
    case 'phone':
      return 'phone';
    case 'custom-token':
      return 'custom';
    case 'social':
      return credential.provider;
  }
}

export const signedIn = (result: UserCredential, providerId: ResultProvider): SignInResult => ({
  kind: 'signed-in',
  user: portUser(result.user),
  isNewUser: getAdditionalUserInfo(result)?.isNewUser ?? false,
  providerId,
});
