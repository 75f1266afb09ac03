/** File of OpenID Connect providers: `{ "oidc.company": { "name", "issuer", "clientId", "clientSecret" } }`. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { checkedIssuer, type SocialProviderSet } from '#adapters/postgres/auth/social/social-providers.ts';
import { CommandLineError } from '../server-options.ts';

const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const provider = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
  issuer: v.pipe(
    shortText,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return checkedIssuer(dataset.value);
      } catch (error) {
        addIssue({ message: error instanceof Error ? error.message : String(error) });
        return NEVER;
      }
    }),
  ),
  clientId: shortText,
  /** Left out for a public client. */
  clientSecret: v.optional(shortText),
});
const id = v.pipe(
  v.string(),
  v.regex(/^(?:google\.com|oidc\.[a-z0-9-]{1,40})$/u, 'An id is google.com, or oidc. and a name.'),
);
const file = v.pipe(
  v.custom<object>((given) => typeof given === 'object' && !Array.isArray(given), 'Use a JSON object.'),
  v.record(id, provider),
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
  const read = v.safeParse(file, json);
  if (!read.success) {
    const [issue] = read.issues;
    throw problem(`at ${v.getDotPath(issue) ?? 'its top'}: ${issue.message}`);
  }
  return Object.fromEntries(
    Object.entries(read.output).map(([key, one]) => [
      key,
      { ...one, clientSecret: one.clientSecret ?? null },
    ]),
  );
}
