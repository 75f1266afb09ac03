/** Account records: rows, and users of the port. A record is replaced, never changed. */
import type { EnrolledFactor, LinkedProvider, User } from '#ports/auth/auth.ts';
import type { Claims } from '#provider-kit/auth/claims.ts';
import type { Sql } from '../sql.ts';
import type { PasskeyRecord } from './passkeys/passkey-records.ts';
import type { ProviderIdentity } from './social/social-profile.ts';

/** An authenticator app. */
export interface TotpRecord {
  readonly id: string;
  readonly displayName: string | null;
  readonly enrolledAt: number;
  /** Base32, encrypted. */
  readonly secret: string;
  /** The last period whose code was accepted: a code is good once. */
  readonly usedPeriod: number;
}

export interface AccountRecord {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  readonly anonymous: boolean;
  /** A hash. */
  readonly password: string | null;
  /** Signs in by links sent to its address. */
  readonly emailLink: boolean;
  readonly factors: readonly TotpRecord[];
  readonly claims: Claims;
  readonly disabled: boolean;
  readonly createdAt: number;
  readonly lastSignInAt: number;
  /** Accounts at providers, each provider once. */
  readonly identities: readonly ProviderIdentity[];
  /** Oldest first. */
  readonly passkeys: readonly PasskeyRecord[];
}

export const emptyAccount = (uid: string, now: number): AccountRecord => ({
  uid,
  email: null,
  emailVerified: false,
  displayName: null,
  photoUrl: null,
  anonymous: false,
  password: null,
  emailLink: false,
  factors: [],
  claims: {},
  disabled: false,
  createdAt: now,
  lastSignInAt: now,
  identities: [],
  passkeys: [],
});

/** Row of `auth_accounts`. */
export interface AccountRow {
  readonly uid: string;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly display_name: string | null;
  readonly photo_url: string | null;
  readonly anonymous: boolean;
  readonly password: string | null;
  readonly email_link: boolean;
  readonly factors: string;
  readonly claims: string;
  readonly disabled: boolean;
  readonly created: string;
  readonly last_sign_in: string;
  readonly identities: readonly ProviderIdentity[];
  readonly passkeys: readonly PasskeyRecord[];
}

export const accountOf = (row: AccountRow): AccountRecord => ({
  uid: row.uid,
  email: row.email,
  emailVerified: row.email_verified,
  displayName: row.display_name,
  photoUrl: row.photo_url,
  anonymous: row.anonymous,
  password: row.password,
  emailLink: row.email_link,
  factors: JSON.parse(row.factors) as readonly TotpRecord[],
  claims: JSON.parse(row.claims) as Claims,
  disabled: row.disabled,
  createdAt: Number(row.created),
  lastSignInAt: Number(row.last_sign_in),
  identities: row.identities,
  passkeys: row.passkeys,
});

/** `lock`: locks the row until the end of the transaction. */
export async function accountByUid(sql: Sql, uid: string, lock = false): Promise<AccountRecord | null> {
  const [row] = await sql.rows<AccountRow>(
    `SELECT * FROM auth_accounts WHERE uid = $1${lock ? ' FOR UPDATE' : ''}`,
    [uid],
  );
  return row ? accountOf(row) : null;
}

/** `email`: as `normalEmail` gives it. */
export async function accountByEmail(sql: Sql, email: string, lock = false): Promise<AccountRecord | null> {
  const [row] = await sql.rows<AccountRow>(
    `SELECT * FROM auth_accounts WHERE email = $1${lock ? ' FOR UPDATE' : ''}`,
    [email],
  );
  return row ? accountOf(row) : null;
}

/** The account that an account at a provider is tied to. */
export async function accountByIdentity(
  sql: Sql,
  { provider, subject }: Pick<ProviderIdentity, 'provider' | 'subject'>,
  lock = false,
): Promise<AccountRecord | null> {
  const [row] = await sql.rows<AccountRow>(
    `SELECT * FROM auth_accounts WHERE identities @> $1${lock ? ' FOR UPDATE' : ''}`,
    [JSON.stringify([{ provider, subject }])],
  );
  return row ? accountOf(row) : null;
}

/** The account that has the passkey. `credential`: the id that its authenticator has given it. */
export async function accountByPasskey(
  sql: Sql,
  credential: string,
  lock = false,
): Promise<AccountRecord | null> {
  const [row] = await sql.rows<AccountRow>(
    `SELECT * FROM auth_accounts WHERE passkeys @> $1${lock ? ' FOR UPDATE' : ''}`,
    [JSON.stringify([{ credential }])],
  );
  return row ? accountOf(row) : null;
}

const columns =
  'uid, email, email_verified, display_name, photo_url, anonymous, password, email_link, factors, claims, disabled, created, last_sign_in, identities, passkeys';

/** Adds it, or replaces the one of its uid. */
export async function putAccount(sql: Sql, account: AccountRecord): Promise<AccountRecord> {
  await sql.rows(
    `INSERT INTO auth_accounts (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (uid) DO UPDATE SET (${columns}) = ROW (EXCLUDED.*)`,
    [
      account.uid,
      account.email,
      account.emailVerified,
      account.displayName,
      account.photoUrl,
      account.anonymous,
      account.password,
      account.emailLink,
      JSON.stringify(account.factors),
      JSON.stringify(account.claims),
      account.disabled,
      account.createdAt,
      account.lastSignInAt,
      JSON.stringify(account.identities),
      JSON.stringify(account.passkeys),
    ],
  );
  return account;
}

/** What clients and backend code see of an account. */
export const userOf = (account: AccountRecord): User => ({
  uid: account.uid,
  email: account.email,
  emailVerified: account.emailVerified,
  displayName: account.displayName,
  photoUrl: account.photoUrl,
  phoneNumber: null,
  isAnonymous: account.anonymous,
  providers: linkedProviders(account),
  factors: account.factors.map(totpFactor),
  createdAt: account.createdAt,
  lastSignInAt: account.lastSignInAt,
});

export const totpFactor = ({ id, displayName, enrolledAt }: TotpRecord): EnrolledFactor => ({
  id,
  kind: 'totp',
  displayName,
  enrolledAt,
  phoneHint: null,
});

function linkedProviders({
  email,
  password,
  emailLink,
  displayName,
  identities,
}: AccountRecord): readonly LinkedProvider[] {
  const social = identities.map((identity) => ({
    providerId: identity.provider,
    uid: identity.subject,
    email: identity.email,
    phoneNumber: null,
    displayName: identity.displayName,
  }));
  if (email === null || (password === null && !emailLink)) return social;
  return [{ providerId: 'password', uid: email, email, phoneNumber: null, displayName }, ...social];
}
