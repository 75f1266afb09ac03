/**
 * Changes of a user (RFC 7644, section 3.5.2), as Okta and Entra ID send them: values with or without a path, operations in any case,
 * paths as keys of a value, and `emails[type eq "work"].value`. Changes of attributes that are not stored are left out.
 */
import * as v from 'valibot';
import { ScimError } from './scim-error.ts';
import { parseScimUser, type ScimUser } from './scim-user.ts';

const mostOperations = 100;

const patchSchema = v.object({
  Operations: v.pipe(
    v.array(
      v.object({
        op: v.pipe(v.string(), v.toLowerCase(), v.picklist(['add', 'replace', 'remove'])),
        path: v.nullish(v.pipe(v.string(), v.maxLength(500)), null),
        value: v.optional(v.unknown()),
      }),
    ),
    v.minLength(1),
    v.maxLength(mostOperations),
  ),
});

type Draft = Record<string, unknown>;

const isRecord = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The user with all changes. @throws ScimError invalidSyntax, invalidPath, invalidValue */
export function patchedScimUser(user: ScimUser, body: unknown): ScimUser {
  const read = v.safeParse(patchSchema, body);
  if (!read.success)
    throw new ScimError(
      400,
      `A change is a list “Operations” of at most ${mostOperations}, each add, replace or remove.`,
      'invalidSyntax',
    );
  const draft: Draft = { ...user, name: { ...user.name }, emails: user.emails.map((one) => ({ ...one })) };
  for (const { op, path, value } of read.output.Operations)
    if (path !== null) change(draft, path, op === 'remove' ? null : value);
    else if (op !== 'remove' && isRecord(value))
      for (const [key, one] of Object.entries(value)) change(draft, key, one);
    else throw new ScimError(400, 'A change without a path has an object as its value.', 'invalidValue');
  return parseScimUser(draft);
}

const plain: ReadonlyMap<string, string> = new Map(
  ['userName', 'externalId', 'active', 'displayName'].map((name) => [name.toLowerCase(), name]),
);
const names: ReadonlyMap<string, string> = new Map(
  ['givenName', 'familyName', 'formatted'].map((name) => [name.toLowerCase(), name]),
);
const prefix = /^urn:ietf:params:scim:schemas:core:2\.0:User:/iu;

function change(draft: Draft, fullPath: string, value: unknown): void {
  const path = fullPath.replace(prefix, '');
  const key = path.toLowerCase();
  const own = plain.get(key);
  if (own !== undefined) {
    if (own === 'userName' || own === 'active') {
      if (value === null || value === undefined)
        throw new ScimError(400, `${own} can’t be removed.`, 'invalidValue');
    }
    draft[own] = value ?? null;
  } else if (key === 'name')
    for (const [part, one] of Object.entries(isRecord(value) ? value : {}))
      change(draft, `name.${part}`, one);
  else if (key.startsWith('name.')) {
    const part = names.get(key.slice('name.'.length));
    if (part !== undefined && isRecord(draft['name'])) draft['name'][part] = value ?? null;
  } else if (key === 'emails') draft['emails'] = value ?? [];
  else if (key.startsWith('emails')) changeEmails(draft, path, value);
  else if (!/^[\w$:.[\]" -]+$/u.test(path)) throw new ScimError(400, 'This is no path.', 'invalidPath');
}

/** `emails[type eq "work"].value`, `emails[primary eq true].value`, `emails.value`; an address of a new type is added. */
function changeEmails(draft: Draft, path: string, value: unknown): void {
  const [, filter = '', part = 'value'] =
    /^emails(?:\[(.{1,200})\])?(?:\.(value|type|primary|display))?$/iu.exec(path) ?? [];
  const [, type = null] = /^type eq "([\w-]{1,100})"$/iu.exec(filter) ?? [];
  const isPrimary = /^primary eq "?true"?$/iu.test(filter);
  if (!/^emails(?:\.value)?$/iu.test(path) && type === null && !isPrimary)
    throw new ScimError(
      400,
      'Paths of emails are emails, emails[type eq "…"] and emails[primary eq true].',
      'invalidPath',
    );
  const emails: readonly unknown[] = Array.isArray(draft['emails']) ? draft['emails'] : [];
  const isMeant = (one: unknown) =>
    isRecord(one) && (isPrimary ? one['primary'] === true : type === null || one['type'] === type);
  if (value === null || value === undefined) {
    draft['emails'] = emails.filter((one) => !isMeant(one));
    return;
  }
  const changed = isRecord(value) ? value : { [part.toLowerCase()]: value };
  const at = emails.findIndex(isMeant);
  const before = emails[at];
  const next = { type, primary: isPrimary, ...(isRecord(before) ? before : {}), ...changed };
  draft['emails'] = at === -1 ? [...emails, next] : emails.with(at, next);
}
