/** Bounds of a SAML response, checked on its text before any parser has it. */
import { PortError } from '#ports/errors.ts';

/** Bytes of the form that a browser posts. Responses of known providers have less than 30 kB. */
export const largestSamlForm = 262_144;
/** Elements; bounds nesting as well. */
const mostElements = 2000;

/** Canonicalization without comments, envelopes, and RSA or ECDSA with SHA-2: nothing else transforms or signs. */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** XML of a `SAMLResponse` parameter. @throws auth/invalid-credential with a sentence */
export function checkedSamlDocument(base64: string): string {
  if (!/^[A-Za-z0-9+/=\s]+$/u.test(base64)) throw invalid('is not base64');
  const xml = Buffer.from(base64, 'base64').toString('utf8');
  // Entities, document types, comments and CDATA sections: nothing that a response needs.
  if (xml.includes('<!')) throw invalid('has a declaration or comment');
  if ((xml.match(/<[^/?]/gu)?.length ?? 0) > mostElements) throw invalid('has too many elements');
  for (const [, , algorithm = ''] of xml.matchAll(/\bAlgorithm\s*=\s*(["'])(.*?)\1/gsu))
    if (!algorithms.has(algorithm))
      throw invalid(`uses an algorithm that is not accepted here, ${algorithm.slice(0, 100)}`);
  return xml;
}

const invalid = (why: string) =>
  new PortError('auth/invalid-credential', `The provider’s answer was not accepted: it ${why}.`);
