/**
 * Mail addresses. The form is the one that browsers check in a field of type `email` (HTML, "valid e-mail address"), which takes
 * apostrophes, `&` and `#`, with a dot in the domain, as every address of the internet has. Not taken: quoted names, addresses in
 * brackets, and names in other scripts (RFC 6531), which mail servers rarely have.
 */
import * as v from 'valibot';
import { limits } from './constants.ts';

/** Browsers and Node have it; this module compiles without either's types. */
declare const URL: { parse(text: string): { readonly hostname: string } | null };

/** `bücher.example` → `xn--bcher-kva.example`, as name servers know it; anything else as it is. */
export function asciiDomain(domain: string): string {
  // Letters, digits, dots and hyphens alone: what else a URL may have would be cut off.
  if (/^[\x20-\x7E]*$/u.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at + 1)}${asciiDomain(address.slice(at + 1))}`;
}

const message = 'Use an address such as noor@example.com.';

/** Trimmed, its domain in ASCII. At most `limits.mailAddress` characters. */
export const mailAddressSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(limits.mailAddress, `Use at most ${limits.mailAddress} characters.`),
  v.transform(withAsciiDomain),
  v.rfcEmail(message),
  v.regex(/\.[a-z\d-]+$/iu, message),
);
