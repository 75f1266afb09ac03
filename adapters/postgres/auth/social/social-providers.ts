/** Providers of accounts. OpenID Connect by `openid-client`: authorization code with PKCE, nonce and state; SAML 2.0 by `saml/`. */
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
import type { SocialChecks } from './flow-secrets.ts';
import { isOwnMachine } from './own-machine.ts';
import type { SamlProviderOptions } from './saml/saml-options.ts';
import {
  acceptedSamlAnswer,
  type SamlAddresses,
  type SamlAnswer,
  samlMetadata,
  samlSignInAddress,
} from './saml/saml-providers.ts';
import { type ProviderProfile, profileOf } from './social-profile.ts';

/** How one OpenID Connect provider is reached. */
export interface OpenIdProviderOptions {
  /** Shown to people: “Continue with …”. */
  readonly name: string;
  /** Address of the issuer, whose configuration is at `/.well-known/openid-configuration` below it. */
  readonly issuer: string;
  readonly clientId: string;
  /** `null`: a public client. */
  readonly clientSecret: string | null;
  /** Digests of its SCIM tokens. */
  readonly scimTokens?: readonly string[];
}

/** Ids of SAML providers begin with `saml.`. */
export type SocialProviderSet = Readonly<
  Partial<Record<SocialProvider, OpenIdProviderOptions | SamlProviderOptions>>
>;

/** Absolute addresses to which providers send people back. */
export interface SocialAddresses {
  /** Redirect URI of OpenID Connect. */
  readonly redirectUri: string;
  readonly saml: SamlAddresses;
}

/** Seconds that a provider has to answer. */
const timeout = 10;

export class SocialProviders {
  private readonly providers: SocialProviderSet;
  private readonly addresses: SocialAddresses;
  private readonly known = new Map<SocialProvider, Promise<Configuration>>();

  constructor(providers: SocialProviderSet, addresses: SocialAddresses) {
    this.providers = providers;
    this.addresses = addresses;
  }

  get areThereAny(): boolean {
    return Object.keys(this.providers).length > 0;
  }

  /** XML of this server's SAML metadata; `null` without a SAML provider. */
  async samlMetadata(): Promise<string | null> {
    return Object.values(this.providers).some((one) => one && isSaml(one))
      ? samlMetadata(this.addresses.saml)
      : null;
  }

  /** @throws auth/operation-not-allowed for a provider that is not set up */
  check(provider: string): SocialProvider {
    if (Object.hasOwn(this.providers, provider)) return provider as SocialProvider;
    throw new PortError('auth/operation-not-allowed', `Signing in by ${provider} is not set up.`);
  }

  /** Address at the provider to which a browser goes. @throws auth/internal-error when the provider can’t be reached */
  async address(
    provider: SocialProvider,
    checks: SocialChecks,
    { scopes, loginHint }: { readonly scopes: readonly string[]; readonly loginHint: string | null },
  ): Promise<string> {
    const options = this.options(provider);
    if (isSaml(options)) return samlSignInAddress(options, this.addresses.saml, checks);
    const { state, nonce, verifier } = checks;
    const configuration = await this.configuration(provider);
    const parameters = {
      redirect_uri: this.addresses.redirectUri,
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
      const tokens = await authorizationCodeGrant(configuration, new URL(query, this.addresses.redirectUri), {
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

  /** Person that a SAML response proves. @throws auth/invalid-credential, auth/operation-not-allowed */
  samlAnswer(
    provider: SocialProvider,
    answer: { readonly checks: SocialChecks; readonly response: string; readonly now: number },
  ): Promise<SamlAnswer> {
    const options = this.options(provider);
    if (!isSaml(options)) throw notOf(provider, 'SAML');
    return acceptedSamlAnswer(provider, options, this.addresses.saml, answer);
  }

  private options(provider: SocialProvider): OpenIdProviderOptions | SamlProviderOptions {
    const options = this.providers[this.check(provider)];
    if (!options) throw new PortError('auth/operation-not-allowed', `${provider} is not set up.`);
    return options;
  }

  /** Asked for once; after a failure anew. @throws auth/internal-error when the provider can’t be reached */
  private configuration(provider: SocialProvider): Promise<Configuration> {
    const known = this.known.get(provider) ?? this.discovered(provider);
    this.known.set(provider, known);
    known.catch(() => this.known.delete(provider));
    return known;
  }

  private async discovered(provider: SocialProvider): Promise<Configuration> {
    const options = this.options(provider);
    if (isSaml(options)) throw notOf(provider, 'OpenID Connect');
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

const isSaml = (options: OpenIdProviderOptions | SamlProviderOptions): options is SamlProviderOptions =>
  'certificates' in options;

const notOf = (provider: SocialProvider, protocol: string) =>
  new PortError('auth/operation-not-allowed', `${provider} does not answer by ${protocol}.`);

/** @throws TypeError with a sentence for an address that no issuer may have */
export function checkedIssuer(text: string): string {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError(`An issuer is an address like https://id.example/realms/team, not “${text}”.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine(url)))
    throw new TypeError(`The issuer ${text} must be at https://.`);
  return text;
}
