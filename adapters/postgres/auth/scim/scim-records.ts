/** Users that a provider manages by SCIM: rows beside their accounts. */
import type { SocialProvider } from '#ports/auth/auth.ts';
import type { Sql } from '../../sql.ts';
import { type AccountRecord, accountOf, type AccountRow } from '../account-records.ts';
import type { ProviderIdentity } from '../social/social-profile.ts';
import { parseScimUser, type ScimUser } from './scim-user.ts';

export const scimTables: readonly string[] = [
  // `user_key`: the userName in lower case. `resource`: JSON of the stored attributes. `version`: of the ETag.
  `CREATE TABLE auth_scim_users (
    uid text COLLATE "C" PRIMARY KEY REFERENCES auth_accounts ON DELETE CASCADE,
    provider text COLLATE "C" NOT NULL,
    user_key text COLLATE "C" NOT NULL,
    external_id text COLLATE "C",
    resource text NOT NULL,
    version bigint NOT NULL,
    created bigint NOT NULL,
    modified bigint NOT NULL,
    UNIQUE (provider, user_key)
  )`,
  'CREATE INDEX auth_scim_users_external ON auth_scim_users (provider, external_id)',
  // Deactivated and deleted users whose memberships have not ended yet.
  'CREATE TABLE auth_scim_ends (uid text COLLATE "C" PRIMARY KEY)',
];

export interface ScimRecord {
  readonly account: AccountRecord;
  /** `active` is that of the account. */
  readonly user: ScimUser;
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

interface ScimRow extends AccountRow {
  readonly resource: string;
  readonly scim_version: string;
  readonly scim_created: string;
  readonly scim_modified: string;
}

const joined = `SELECT a.*, s.resource, s.version AS scim_version, s.created AS scim_created, s.modified AS scim_modified
  FROM auth_scim_users s JOIN auth_accounts a USING (uid)`;

function recordOf(row: ScimRow): ScimRecord {
  const account = accountOf(row);
  return {
    account,
    user: { ...parseScimUser(JSON.parse(row.resource)), active: !account.disabled },
    version: Number(row.scim_version),
    createdAt: Number(row.scim_created),
    modifiedAt: Number(row.scim_modified),
  };
}

/** Attributes that filters and look-ups compare. */
const conditions = {
  id: 's.uid = $2',
  userName: 's.user_key = $2',
  externalId: 's.external_id = $2',
} as const;

export type ScimKey = keyof typeof conditions;

const comparedValue = (key: ScimKey, value: string) => (key === 'userName' ? value.toLowerCase() : value);

export async function scimRecord(
  sql: Sql,
  provider: SocialProvider,
  key: ScimKey,
  value: string,
  lock = false,
): Promise<ScimRecord | null> {
  const [row] = await sql.rows<ScimRow>(
    `${joined} WHERE s.provider = $1 AND ${conditions[key]} ORDER BY s.created, s.uid LIMIT 1${lock ? ' FOR UPDATE' : ''}`,
    [provider, comparedValue(key, value)],
  );
  return row ? recordOf(row) : null;
}

/** `skip`: number of records before the page. */
export async function scimRecords(
  sql: Sql,
  provider: SocialProvider,
  filter: { readonly key: ScimKey; readonly value: string } | null,
  { skip, most }: { readonly skip: number; readonly most: number },
): Promise<{ readonly total: number; readonly records: readonly ScimRecord[] }> {
  const where = `s.provider = $1${filter ? ` AND ${conditions[filter.key]}` : ''}`;
  const values = [provider, ...(filter ? [comparedValue(filter.key, filter.value)] : [])];
  const [counted] = await sql.rows<{ total: string }>(
    `SELECT count(*) AS total FROM auth_scim_users s WHERE ${where}`,
    values,
  );
  const rows = await sql.rows<ScimRow>(
    `${joined} WHERE ${where} ORDER BY s.created, s.uid LIMIT ${most} OFFSET ${skip}`,
    values,
  );
  return { total: Number(counted?.total ?? 0), records: rows.map(recordOf) };
}

/** Number of users and the time of the latest change, by provider; none for a provider that has created no user. */
export async function scimUse(
  sql: Sql,
): Promise<ReadonlyMap<string, { readonly users: number; readonly changedAt: number }>> {
  const rows = await sql.rows<{ provider: string; users: string; changed: string }>(
    'SELECT provider, count(*) AS users, max(modified) AS changed FROM auth_scim_users GROUP BY provider',
  );
  return new Map(
    rows.map(({ provider, users, changed }) => [
      provider,
      { users: Number(users), changedAt: Number(changed) },
    ]),
  );
}

/** Adds the row of an account that is stored, or replaces it. */
export async function putScimUser(
  sql: Sql,
  provider: SocialProvider,
  { uid }: AccountRecord,
  user: ScimUser,
  now: number,
): Promise<void> {
  await sql.rows(
    `INSERT INTO auth_scim_users AS known VALUES ($1, $2, $3, $4, $5, 1, $6, $6)
     ON CONFLICT (uid) DO UPDATE SET user_key = EXCLUDED.user_key, external_id = EXCLUDED.external_id,
       resource = EXCLUDED.resource, version = known.version + 1, modified = EXCLUDED.modified`,
    [uid, provider, user.userName.toLowerCase(), user.externalId, JSON.stringify(user), now],
  );
}

/**
 * The account that this provider made for a person who signs in there for the first time: by the provider's id of the person (`externalId`
 * or `userName`), or by an address that the provider has verified. Never an account of another origin.
 */
export async function provisionedAccount(
  sql: Sql,
  { provider, subject, email }: ProviderIdentity,
  vouchesForEmail: boolean,
): Promise<AccountRecord | null> {
  const rows = await sql.rows<AccountRow>(
    `SELECT a.* FROM auth_scim_users s JOIN auth_accounts a USING (uid)
     WHERE s.provider = $1 AND (s.external_id = $2 OR s.user_key = $3 OR a.email = $4)
       AND NOT a.identities @> $5
     ORDER BY s.external_id = $2 DESC NULLS LAST, s.user_key = $3 DESC, s.uid LIMIT 1 FOR UPDATE OF a`,
    [
      provider,
      subject,
      subject.toLowerCase(),
      vouchesForEmail ? email : null,
      JSON.stringify([{ provider }]),
    ],
  );
  return rows[0] ? accountOf(rows[0]) : null;
}
