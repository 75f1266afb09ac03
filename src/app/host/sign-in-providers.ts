/**
 * File of providers. OpenID Connect: `{ "oidc.company": { "name", "issuer", "clientId", "clientSecret" } }`. SAML 2.0:
 * `{ "saml.company": { "name", "entityId", "signInAddress", "certificates": [PEM], "emailsVerified" } }`.
 */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import {
  checkedCertificate,
  checkedSignInAddress,
} from '#adapters/postgres/auth/social/saml/saml-options.ts';
import { checkedIssuer, type SocialProviderSet } from '#adapters/postgres/auth/social/social-providers.ts';
import { isScimDigest } from '#adapters/postgres/auth/scim/scim-tokens.ts';
import { CommandLineError } from '../server-options.ts';

const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));

/** Text as `check` returns it; its TypeError is the message. */
const checkedText = (most: number, check: (text: string) => string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(most),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return check(dataset.value);
      } catch (error) {
        addIssue({ message: error instanceof Error ? error.message : String(error) });
        return NEVER;
      }
    }),
  );

const scimTokens = v.optional(
  v.pipe(
    v.array(v.pipe(v.string(), v.check(isScimDigest, 'Use a digest that --scim-token prints.'))),
    v.maxLength(2, 'At most two tokens, for a rotation.'),
  ),
);

const openIdProvider = v.strictObject({
  name,
  issuer: checkedText(500, checkedIssuer),
  clientId: shortText,
  /** Left out for a public client. */
  clientSecret: v.optional(shortText),
  scimTokens,
});
const samlProvider = v.strictObject({
  name,
  entityId: shortText,
  signInAddress: checkedText(2000, checkedSignInAddress),
  certificates: v.pipe(
    v.array(checkedText(20_000, checkedCertificate)),
    v.minLength(1, 'Give the certificate of its signing key.'),
    v.maxLength(2, 'At most two certificates, for a rotation.'),
  ),
  emailsVerified: v.optional(v.boolean(), false),
  scimTokens,
});

const openIdKey = /^(?:google\.com|oidc\.[a-z0-9-]{1,40})$/u;
const samlKey = /^saml\.[a-z0-9-]{1,40}$/u;
const file = v.pipe(
  v.custom<object>((given) => typeof given === 'object' && !Array.isArray(given), 'Use a JSON object.'),
  v.record(v.string(), v.unknown()),
  v.check(
    (all) => Object.keys(all).every((key) => openIdKey.test(key) || samlKey.test(key)),
    'An id is google.com, or oidc. and a name, or saml. and a name.',
  ),
  v.check((all) => Object.keys(all).length <= 10, 'At most 10 providers.'),
);

/** None for `null`. @throws CommandLineError, without what the file says, which has secrets */
export async function signInProviders(name: string | null): Promise<SocialProviderSet> {
  if (name === null) return {};
  const problem = (why: string) => new CommandLineError(`--sign-in: ${name} ${why}`);
  const text = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw problem(`can’t be read (${error.code ?? 'unknown error'}).`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw problem('is no JSON.');
  }
  const parsed = <T>(schema: v.GenericSchema<unknown, T>, given: unknown, at: readonly string[]): T => {
    const read = v.safeParse(schema, given);
    if (read.success) return read.output;
    const [issue] = read.issues;
    const place = [...at, ...(v.getDotPath(issue) ?? '').split('.')].filter((part) => part !== '');
    throw problem(`at ${place.join('.') || 'its top'}: ${issue.message}`);
  };
  return Object.fromEntries(
    Object.entries(parsed(file, json, [])).map(([key, given]) => {
      if (samlKey.test(key)) return [key, parsed(samlProvider, given, [key])];
      const one = parsed(openIdProvider, given, [key]);
      return [key, { ...one, clientSecret: one.clientSecret ?? null }];
    }),
  );
}
