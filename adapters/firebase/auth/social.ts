/**
 * Accounts of other sites, in a popup or by leaving the page. Loaded before the first one is asked for: a browser lets a page open a
 * window only while it answers a click.
 */
import {
  type Auth as SdkAuth,
  type AuthProvider,
  browserPopupRedirectResolver,
  getRedirectResult,
  linkWithPopup,
  linkWithRedirect,
  OAuthProvider,
  type PopupRedirectResolver,
  reauthenticateWithPopup,
  reauthenticateWithRedirect,
  SAMLAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type UserCredential,
} from 'firebase/auth';
import type { ProviderId, ProviderSignInOptions } from '#ports/auth/auth.ts';
import type { FirebaseSession } from './session.ts';

/** Methods that the published type omits. The SDK makes an instance of the class that it is given, and calls these. */
interface Resolver {
  /** In this browser the SDK wants to be ready before a click (Safari, telephones). */
  readonly _shouldInitProactively: boolean;
  _initialize(sdk: SdkAuth): Promise<unknown>;
}

/** The one of this page; what the SDK keeps in it, it keeps by client. */
let shared: Resolver | null = null;
const share = (made: Resolver): Resolver => (shared ??= made);

/** Makes the same one for the SDK and for `prepare`. */
const sharing = (Original: new () => Resolver) =>
  class extends Original {
    constructor() {
      super();
      return share(this);
    }
  };

/** Outside of browsers the SDK has no class here, but what it refuses with. */
const resolver: PopupRedirectResolver =
  typeof browserPopupRedirectResolver === 'function'
    ? (sharing(
        browserPopupRedirectResolver as unknown as new () => Resolver,
      ) as unknown as PopupRedirectResolver)
    : browserPopupRedirectResolver;

/** Does what would otherwise come between a click and its window, where the SDK knows that it matters. */
export async function prepare(sdk: SdkAuth): Promise<void> {
  const popups = new (resolver as unknown as new () => Resolver)();
  if (popups._shouldInitProactively) await popups._initialize(sdk);
}

function sdkProvider({ provider, scopes = [], loginHint }: ProviderSignInOptions): AuthProvider {
  if (provider.startsWith('saml.')) return new SAMLAuthProvider(provider);
  const made = new OAuthProvider(provider);
  for (const scope of scopes) made.addScope(scope);
  if (loginHint !== undefined) made.setCustomParameters({ login_hint: loginHint });
  return made;
}

export function byPopup(session: FirebaseSession, options: ProviderSignInOptions): Promise<UserCredential> {
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
export function byRedirect(session: FirebaseSession, options: ProviderSignInOptions): Promise<never> {
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

/** Result of the redirect that led here; `null` when there was none. */
export async function returned(sdk: SdkAuth): Promise<Returned | null> {
  const result = await getRedirectResult(sdk, resolver);
  return result && { result, providerId: result.providerId as ProviderId };
}
