/** A SAML 2.0 identity provider in this process: keys, signed responses to requests, and altered ones. */
import { X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { generate } from 'selfsigned';
import type { SamlProviderOptions } from '#adapters/postgres/auth/social/saml/saml-options.ts';

export interface SamlSigner {
  /** PEM. */
  readonly key: string;
  readonly certificate: string;
}

export async function newSigner(): Promise<SamlSigner> {
  const made = await generate([{ name: 'commonName', value: 'id.example' }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  return { key: made.private, certificate: new X509Certificate(made.cert).toString() };
}

/** A request as its address carries it. */
export interface SamlRequest {
  readonly id: string;
  readonly relayState: string;
  readonly xml: string;
}

export function samlRequestOf(address: string): SamlRequest {
  const { searchParams } = new URL(address);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const [, id = ''] = / ID="([^"]+)"/u.exec(xml) ?? [];
  return { id, relayState: searchParams.get('RelayState') ?? '', xml };
}

/** What an assertion says. Times: epoch milliseconds. */
export interface SamlClaims {
  readonly now: number;
  readonly inResponseTo: string;
  readonly assertionId?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly from?: number;
  readonly until?: number;
  /** XML inside of `NameID`. */
  readonly subject?: string;
  readonly format?: string;
  readonly email?: string | null;
}

export const samlEntityId = 'https://id.example/saml';

export const samlProviderOf = (
  certificates: readonly string[],
  changes: Partial<SamlProviderOptions> = {},
): SamlProviderOptions => ({
  name: 'Example ID',
  entityId: samlEntityId,
  signInAddress: 'https://id.example/saml/sso',
  certificates,
  emailsVerified: true,
  ...changes,
});

const minute = 60_000;
let ids = 0;

/** Unsigned. */
export function samlAssertion(claims: SamlClaims): string {
  const { now, from = now - minute, until = now + 5 * minute, email = 'robin@example.com' } = claims;
  const at = (time: number) => new Date(time).toISOString();
  const format = claims.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const attributes = [
    ...(email === null ? [] : [['email', email] as const]),
    ['displayName', 'Robin Castillo'] as const,
  ].map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${claims.assertionId ?? `_assertion${++ids}`}" Version="2.0" IssueInstant="${at(now)}"><saml:Issuer>${claims.issuer ?? samlEntityId}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${claims.subject ?? 'robin-1'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${claims.inResponseTo}" NotOnOrAfter="${at(until)}" Recipient="${claims.recipient ?? 'http://localhost/host/saml/acs'}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${claims.audience ?? 'http://localhost/host/saml/metadata'}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(now)}" SessionIndex="_s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
}

export interface SigningChoice {
  readonly signatureAlgorithm?: 'sha1' | 'sha256';
  readonly transforms?: readonly string[];
}

/** Signs the assertion, in place of the response. */
export const signedAssertion = (
  xml: string,
  { key, certificate }: SamlSigner,
  { signatureAlgorithm = 'sha256', transforms }: SigningChoice = {},
): string =>
  signXml(
    xml,
    "/*[local-name(.)='Assertion']",
    { reference: "/*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: 'after' },
    {
      ...{
        privateKey: key,
        publicCert: certificate,
        signatureAlgorithm,
        digestAlgorithm: signatureAlgorithm,
      },
      ...(transforms && { xmlSignatureTransforms: [...transforms] }),
    },
  );

/** `inner`: assertions, and whatever else. */
export const samlResponse = (inner: string, inResponseTo: string): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response${++ids}" Version="2.0" IssueInstant="2026-01-01T00:00:00Z" InResponseTo="${inResponseTo}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${samlEntityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inner}</samlp:Response>`;

/** Fields of the form that the provider lets the browser post. */
export const samlForm = (xml: string, relayState: string): string =>
  new URLSearchParams({
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: relayState,
  }).toString();
