/** Users as SCIM providers send them (RFC 7643, section 4.1): the stored attributes. Others are left out. */
import * as v from 'valibot';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { ScimError } from './scim-error.ts';

const text = (most: number) =>
  v.pipe(
    v.string(),
    v.check((value) => !value.includes('\0'), 'A text has no NUL.'),
    v.transform((value) => value.toWellFormed().trim()),
    v.maxLength(most, `A text has at most ${most} characters.`),
  );
const optional = (most: number) =>
  v.pipe(
    v.nullish(text(most), null),
    v.transform((value) => (value === '' ? null : value)),
  );
/** Entra ID sends texts, `"True"` and `"False"`. */
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.picklist(['true', 'false']),
    v.transform((value) => value === 'true'),
  ),
]);
const email = v.object({
  value: text(254),
  type: optional(100),
  primary: v.nullish(flag, false),
});

const scimUserSchema = v.object({
  userName: v.pipe(text(254), v.minLength(1, 'A userName has at least one character.')),
  externalId: optional(255),
  active: v.nullish(flag, true),
  displayName: optional(256),
  name: v.nullish(
    v.object({ givenName: optional(256), familyName: optional(256), formatted: optional(256) }),
    null,
  ),
  emails: v.pipe(v.nullish(v.array(email), []), v.maxLength(20, 'At most 20 emails.')),
});
export type ScimUser = v.InferOutput<typeof scimUserSchema>;

/** @throws ScimError invalidValue */
export function parseScimUser(value: unknown): ScimUser {
  const read = v.safeParse(scimUserSchema, value);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ScimError(400, `${v.getDotPath(issue) ?? 'The user'}: ${issue.message}`, 'invalidValue');
}

/** The primary address, else the first, else the userName if it is an address. @throws ScimError invalidValue */
export function scimAddress({ emails, userName }: ScimUser): string | null {
  const value = (emails.find(({ primary }) => primary) ?? emails[0])?.value ?? '';
  const given = value === '' && userName.includes('@') ? userName : value;
  if (given === '') return null;
  try {
    return normalEmail(given);
  } catch {
    throw new ScimError(400, 'emails: This is no mail address.', 'invalidValue');
  }
}

export function scimDisplayName({ displayName, name }: ScimUser): string | null {
  const parts = [name?.givenName, name?.familyName].filter((part) => typeof part === 'string');
  const whole = displayName ?? name?.formatted ?? parts.join(' ').slice(0, 256);
  return whole === '' ? null : whole;
}
