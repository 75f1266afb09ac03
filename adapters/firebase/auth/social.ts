/** Accounts of other sites, in a popup or by leaving the page; loaded when the first one is asked for. */
import {
  type Auth as SdkAuth,
  type AuthProvider,
  browserPopupRedirectResolver as resolver,
  getRedirectResult,
  linkWithPopup,
  linkWithRedirect,
  OAuthProvider,
  reauthenticateWithPopup,
  reauthenticateWithRedirect,
  SAMLAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type UserCredential,
} from 'firebase/auth';
import type { ProviderId, ProviderSignInOptions } from '#ports/auth/auth.ts';
import type { Session } from './session.ts';

function sdkProvider({ provider, scopes = [], loginHint }: ProviderSignInOptions): AuthProvider {
  if (provider.startsWith('saml.')) return new SAMLAuthProvider(provider);
  const made = new OAuthProvider(provider);
  for (const scope of scopes) made.addScope(scope);
  if (loginHint !== undefined) made.setCustomParameters({ login_hint: loginHint });
  return made;
}

export function byPopup(session: Session, options: ProviderSignInOptions): Promise<UserCredential> {
  const provider = sdkProvider(options);
  switch (options.purpose ?? 'sign-in') {
    case 'sign-in':
      return signInWithPopup(session.sdk, provider, resolver);
    case 'link':
      return session.asPerson((user) => linkWithPopup(user, provider, resolver));
    case 'reauthenticate':
      return session.asPerson((user) => reauthenticateWithPopup(user, provider, resolver));
  }
}

/** Never resolves: the page is left. */
export function byRedirect(session: Session, options: ProviderSignInOptions): Promise<never> {
  const provider = sdkProvider(options);
  switch (options.purpose ?? 'sign-in') {
    case 'sign-in':
      return signInWithRedirect(session.sdk, provider, resolver);
    case 'link':
      return session.asPerson((user) => linkWithRedirect(user, provider, resolver));
    case 'reauthenticate':
      return session.asPerson((user) => reauthenticateWithRedirect(user, provider, resolver));
  }
}

export interface Returned {
  readonly result: UserCredential;
  readonly providerId: ProviderId;
}

/** What the redirect that led here came to; `null` when there was none. */
export async function returned(sdk: SdkAuth): Promise<Returned | null> {
  const result = await getRedirectResult(sdk, resolver);
  return result && { result, providerId: result.providerId as ProviderId };
}
