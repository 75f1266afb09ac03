/** SAML 2.0 providers by `@node-saml/node-saml`: requests by redirect, verified signatures of answers, and metadata of this server. */
import type { SAML } from '@node-saml/node-saml';
import type { SocialProvider } from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { type ProviderProfile, profileOf } from '../social-profile.ts';
import type { SocialChecks } from '../flow-secrets.ts';
import { type AcceptedAssertion, acceptedAssertion } from './saml-assertion.ts';
import { checkedSamlDocument } from './saml-document.ts';
import type { SamlProviderOptions } from './saml-options.ts';

/** Addresses of this server. The one of its metadata is its entity id. */
export interface SamlAddresses {
  readonly metadata: string;
  /** Assertion consumer service, for the HTTP-POST binding. */
  readonly answers: string;
}

export interface SamlAnswer {
  readonly assertion: AcceptedAssertion;
  readonly profile: ProviderProfile;
}

/** Id of the request that the answer must name. Letters may begin an XML id, digits not. */
const requestIdOf = ({ nonce }: SocialChecks) => `_${nonce}`;

/** Address at the provider to which a browser goes. `RelayState` is the secret of the flow. */
export async function samlSignInAddress(
  options: SamlProviderOptions,
  addresses: SamlAddresses,
  checks: SocialChecks,
): Promise<string> {
  const saml = await samlOf(options, addresses, requestIdOf(checks));
  return saml.getAuthorizeUrlAsync(checks.state, undefined, {});
}

/** `response`: the parameter `SAMLResponse`. @throws auth/invalid-credential */
export async function acceptedSamlAnswer(
  provider: SocialProvider,
  options: SamlProviderOptions,
  addresses: SamlAddresses,
  {
    checks,
    response,
    now,
  }: { readonly checks: SocialChecks; readonly response: string; readonly now: number },
): Promise<SamlAnswer> {
  checkedSamlDocument(response);
  const requestId = requestIdOf(checks);
  const saml = await samlOf(options, addresses, requestId);
  const signed = await saml.validatePostResponseAsync({ SAMLResponse: response }).catch((cause: unknown) => {
    if (isPortError(cause)) throw cause;
    throw new PortError('auth/invalid-credential', 'The provider’s answer was not accepted.', { cause });
  });
  const document: unknown = signed.profile?.getAssertion?.();
  const assertion = acceptedAssertion(isPlainObject(document) ? document['Assertion'] : null, {
    ...{ entityId: options.entityId, audience: addresses.metadata, recipient: addresses.answers },
    ...{ requestId, now },
  });
  const { subject: sub, email, displayName: name } = assertion;
  return {
    assertion,
    profile: profileOf(provider, { sub, email, name, email_verified: options.emailsVerified }),
  };
}

/** XML of this server's metadata, the same for every provider. */
export async function samlMetadata(addresses: SamlAddresses): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    ...{ issuer: addresses.metadata, callbackUrl: addresses.answers },
    ...{ identifierFormat: persistent, wantAssertionsSigned: true, generateUniqueId: () => '_muster' },
  });
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

async function samlOf(
  { entityId, signInAddress, certificates }: SamlProviderOptions,
  { metadata, answers }: SamlAddresses,
  requestId: string,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new SAML({
    ...{ issuer: metadata, callbackUrl: answers },
    ...{ entryPoint: signInAddress, idpCert: [...certificates], idpIssuer: entityId },
    generateUniqueId: () => requestId,
    // The provider knows which id it has of a person; a rule for how people prove themselves is the provider's, too.
    ...{ identifierFormat: null, disableRequestedAuthnContext: true },
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: false },
    // `acceptedAssertion` compares these on the signed assertion, by the server's clock.
    ...{ validateInResponseTo: ValidateInResponseTo.never, acceptedClockSkewMs: -1, audience: false },
  });
}
