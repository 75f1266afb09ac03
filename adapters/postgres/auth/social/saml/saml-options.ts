/** Settings of a SAML 2.0 identity provider, and their checks. */
import { X509Certificate } from 'node:crypto';
import { isOwnMachine } from '../own-machine.ts';

export interface SamlProviderOptions {
  /** Shown to people: “Continue with …”. */
  readonly name: string;
  /** Entity id of the identity provider: `Issuer` of its assertions. */
  readonly entityId: string;
  /** Address of its single sign-on service with the HTTP-Redirect binding. */
  readonly signInAddress: string;
  /** Certificates of its signing keys, PEM: one, or two during a rotation. */
  readonly certificates: readonly string[];
  /** Whether it asserts only addresses that it has verified. */
  readonly emailsVerified: boolean;
  /** Digests of its SCIM tokens. */
  readonly scimTokens?: readonly string[];
}

/** @throws TypeError with a sentence */
export function checkedSignInAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.hash !== '')
    throw new TypeError(`A sign-in address is like https://id.example/saml/sso, not “${text}”.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwnMachine(url)))
    throw new TypeError(`The sign-in address ${text} must be at https://.`);
  return text;
}

/** PEM of a certificate that is given as PEM, or as its base64 alone. @throws TypeError with a sentence */
export function checkedCertificate(text: string): string {
  const base64 = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/gu, '');
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString();
  } catch {
    throw new TypeError('This is no certificate. Use its PEM, from BEGIN CERTIFICATE to END CERTIFICATE.');
  }
}
