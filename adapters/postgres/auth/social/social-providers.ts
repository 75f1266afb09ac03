/** OpenID Connect providers, asked by `openid-client`: authorization code with PKCE, nonce and state. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  type Configuration,
  discovery,
  fetchUserInfo,
  None,
} from 'openid-client';
import type { SocialProvider } from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { type ProviderProfile, profileOf } from './social-profile.ts';

/** How one provider is reached. */
export interface SocialProviderOptions {
  /** Shown to people: “Continue with …”. */
  readonly name: string;
  /** Address of the issuer, whose configuration is at `/.well-known/openid-configuration` below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** `null`: a public client. */
  readonly clientSecret: string | null;
}

export type SocialProviderSet = Readonly<Partial<Record<SocialProvider, SocialProviderOptions>>>;

/** Secrets of one sign-in, by which the provider's answer is known to belong to it. */
export interface SocialChecks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** Seconds that a provider has to answer. */
const timeout = 10;

export class SocialProviders {
  private readonly providers: SocialProviderSet;
  private readonly redirectUri: string;
  private readonly known = new Map<SocialProvider, Promise<Configuration>>();

  /** `redirectUri`: absolute address to which providers send people back. */
  constructor(providers: SocialProviderSet, redirectUri: string) {
    this.providers = providers;
    this.redirectUri = redirectUri;
  }

  get areThereAny(): boolean {
    return Object.keys(this.providers).length > 0;
  }

  /** @throws auth/operation-not-allowed for a provider that is not set up */
  check(provider: string): SocialProvider {
    if (Object.hasOwn(this.providers, provider)) return provider as SocialProvider;
    throw new PortError('auth/operation-not-allowed', `Signing in by ${provider} is not set up.`);
  }

  /** Address at the provider to which a browser goes. @throws auth/internal-error when the provider can’t be reached */
  async address(
    provider: SocialProvider,
    { state, nonce, verifier }: SocialChecks,
    { scopes, loginHint }: { readonly scopes: readonly string[]; readonly loginHint: string | null },
  ): Promise<string> {
    const configuration = await this.configuration(provider);
    const parameters = {
      redirect_uri: this.redirectUri,
      scope: [...new Set(['openid', 'email', 'profile', ...scopes])].join(' '),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(loginHint !== null && { login_hint: loginHint }),
    };
    return buildAuthorizationUrl(configuration, parameters).href;
  }

  /** Profile of the person that the provider's redirect proves. `query`: of the redirect. @throws auth/invalid-credential, auth/internal-error */
  async profile(
    provider: SocialProvider,
    { state, nonce, verifier }: SocialChecks,
    query: string,
  ): Promise<ProviderProfile> {
    const configuration = await this.configuration(provider);
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(query, this.redirectUri), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() ?? { sub: '' };
      const more =
        'email' in claims || configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return profileOf(provider, { ...more, ...claims });
    } catch (cause) {
      if (isPortError(cause)) throw cause;
      throw new PortError('auth/invalid-credential', 'The provider’s answer was not accepted.', { cause });
    }
  }

  /** Asked for once; after a failure anew. @throws auth/internal-error when the provider can’t be reached */
  private configuration(provider: SocialProvider): Promise<Configuration> {
    const known = this.known.get(provider) ?? this.discovered(provider);
    this.known.set(provider, known);
    known.catch(() => this.known.delete(provider));
    return known;
  }

  private async discovered(provider: SocialProvider): Promise<Configuration> {
    const options = this.providers[provider];
    if (!options) throw new PortError('auth/operation-not-allowed', `${provider} is not set up.`);
    const { issuer, clientId, clientSecret } = options;
    const address = new URL(issuer);
    const authentication = clientSecret === null ? None() : ClientSecretPost(clientSecret);
    // The library takes http:// only when told to; `checkedIssuer` lets it through for this machine alone.
    const execute = address.protocol === 'http:' ? [allowInsecureRequests] : [];
    try {
      return await discovery(address, clientId, undefined, authentication, { execute, timeout });
    } catch (cause) {
      throw new PortError(
        'auth/internal-error',
        `${options.name} can’t be reached to sign in. Try again later.`,
        {
          cause,
        },
      );
    }
  }
}

/** @throws TypeError with a sentence for an address that no issuer may have */
export function checkedIssuer(text: string): string {
  const url = URL.parse(text);
  const isOwn = url !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(url.hostname);
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError(`An issuer is an address like https://id.example/realms/team, not “${text}”.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn))
    throw new TypeError(`The issuer ${text} must be at https://.`);
  return text;
}
