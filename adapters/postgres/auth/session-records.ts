/** Sessions: one for each sign-in, found by the secret that its browser has. */
import type { IdToken } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { Claims } from '#provider-kit/auth/claims.ts';
import type { Sql } from '../sql.ts';
import { type AccountRecord, accountOf, type AccountRow } from './account-records.ts';
import { accessTokenMs } from './access-tokens.ts';
import { newSecret, secretDigest } from './secrets.ts';

export interface SessionProof {
  readonly provider: IdToken['signInProvider'];
  /** Id of the second factor that was proved, too, or of the passkey, which counts as both. */
  readonly factorId: string | null;
  /** Claims of the custom token that the session began with. */
  readonly claims: Claims;
}

export interface SessionRecord extends SessionProof {
  readonly id: string;
  readonly uid: string;
  /** Last proof of who the person is. */
  readonly provedAt: number;
}

/** A session with its account. */
export interface SessionWithAccount {
  readonly account: AccountRecord;
  readonly session: SessionRecord;
}

/** Sessions of one account: beyond, the one that was used longest ago ends. */
const mostSessionsPerAccount = 100;
/** A session's last use is noted so often. */
const usedEveryMs = 3_600_000;
/** Age of the last proof above which what is dangerous asks for another. */
const recentProofMs = 5 * 60_000;

interface SessionRow extends AccountRow {
  readonly session_id: string;
  readonly provider: string;
  readonly factor_id: string | null;
  readonly proved: string;
  readonly session_claims: string;
  readonly used: string;
}

const joined = `SELECT a.*, s.id AS session_id, s.provider, s.factor_id, s.proved, s.claims AS session_claims, s.used
  FROM auth_sessions s JOIN auth_accounts a USING (uid)`;

const signedInOf = (row: SessionRow): SessionWithAccount => ({
  account: accountOf(row),
  session: {
    id: row.session_id,
    uid: row.uid,
    provider: row.provider as IdToken['signInProvider'],
    factorId: row.factor_id,
    claims: JSON.parse(row.session_claims) as Claims,
    provedAt: Number(row.proved),
  },
});

/** Adds a session. Its secret is known this once. */
export async function beginSession(
  sql: Sql,
  uid: string,
  { provider, factorId, claims }: SessionProof,
  now: number,
): Promise<{ readonly session: SessionRecord; readonly secret: string }> {
  const [id, secret] = [newSecret(20), newSecret(43)];
  await sql.rows('INSERT INTO auth_sessions VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
    id,
    secretDigest(secret),
    uid,
    provider,
    factorId,
    now,
    JSON.stringify(claims),
    now,
  ]);
  await sql.rows(
    'DELETE FROM auth_sessions WHERE id IN (SELECT id FROM auth_sessions WHERE uid = $1 ORDER BY used DESC, id = $2 DESC OFFSET $3)',
    [uid, id, mostSessionsPerAccount],
  );
  return { session: { id, uid, provider, factorId, claims, provedAt: now }, secret };
}

/** Replaces proof and time of a session. */
export async function updateSession(sql: Sql, session: SessionRecord): Promise<SessionRecord> {
  await sql.rows(
    'UPDATE auth_sessions SET provider = $2, factor_id = $3, proved = $4, claims = $5 WHERE id = $1',
    [session.id, session.provider, session.factorId, session.provedAt, JSON.stringify(session.claims)],
  );
  return session;
}

/**
 * Whose secret it is. `lock`: of account and session.
 * @throws auth/user-token-expired, auth/user-disabled; auth/requires-recent-login where `recent` is asked for
 */
export async function signedInBy(
  sql: Sql,
  secret: string,
  now: number,
  { lock = false, recent = false }: { readonly lock?: boolean; readonly recent?: boolean } = {},
): Promise<SessionWithAccount> {
  const [row] = await sql.rows<SessionRow>(`${joined} WHERE s.digest = $1${lock ? ' FOR UPDATE' : ''}`, [
    secretDigest(secret),
  ]);
  if (!row) throw new PortError('auth/user-token-expired', 'This session has ended. Sign in again.');
  const found = signedInOf(row);
  if (found.account.disabled) throw accountDisabled();
  if (now - Number(row.used) > usedEveryMs)
    await sql.rows('UPDATE auth_sessions SET used = $2 WHERE id = $1', [found.session.id, now]);
  if (recent && now - found.session.provedAt > recentProofMs)
    throw new PortError('auth/requires-recent-login', 'Sign in again before you change this.');
  return found;
}

/** The session of an id, if it goes on. */
export async function sessionById(sql: Sql, id: string): Promise<SessionWithAccount | null> {
  const [row] = await sql.rows<SessionRow>(`${joined} WHERE s.id = $1 FOR UPDATE`, [id]);
  return row ? signedInOf(row) : null;
}

/** Sessions that go on: none of disabled accounts. */
export async function openSessions(sql: Sql, ids: readonly string[]): Promise<readonly SessionWithAccount[]> {
  const rows = await sql.rows<SessionRow>(`${joined} WHERE s.id = ANY ($1) AND NOT a.disabled`, [ids]);
  return rows.map(signedInOf);
}

export async function endSessions(sql: Sql, uid: string, keep: string | null = null): Promise<void> {
  await sql.rows('DELETE FROM auth_sessions WHERE uid = $1 AND id IS DISTINCT FROM $2', [uid, keep]);
}

/** Ends sessions that the factor has proved, but one. */
export async function endSessionsOfFactor(
  sql: Sql,
  uid: string,
  factorId: string,
  keep: string,
): Promise<void> {
  await sql.rows('DELETE FROM auth_sessions WHERE uid = $1 AND factor_id = $2 AND id <> $3', [
    uid,
    factorId,
    keep,
  ]);
}

/** Uid of the session's account; `null` when it had ended before. */
export async function endSessionBy(sql: Sql, secret: string): Promise<string | null> {
  const [row] = await sql.rows<{ uid: string }>('DELETE FROM auth_sessions WHERE digest = $1 RETURNING uid', [
    secretDigest(secret),
  ]);
  return row?.uid ?? null;
}

export const accountDisabled = () => new PortError('auth/user-disabled', 'This account has been disabled.');

/** What rules and functions see of a person. The names are those of Firebase's tokens, which the rules' languages are written for. */
export const sessionClaims = ({ account, session }: SessionWithAccount): Claims => ({
  ...(account.displayName === null ? {} : { name: account.displayName }),
  ...(account.photoUrl === null ? {} : { picture: account.photoUrl }),
  ...account.claims,
  ...session.claims,
  ...(session.provider === 'anonymous' ? { provider_id: session.provider } : {}),
  sub: account.uid,
  user_id: account.uid,
  auth_time: Math.floor(session.provedAt / 1000),
  ...(account.email === null ? {} : { email: account.email, email_verified: account.emailVerified }),
  firebase: {
    identities: account.email === null ? {} : { email: [account.email] },
    sign_in_provider: session.provider,
    ...(session.factorId === null
      ? {}
      : {
          sign_in_second_factor: account.passkeys.some(({ id }) => id === session.factorId)
            ? 'passkey'
            : 'totp',
          second_factor_identifier: session.factorId,
        }),
  },
});

/** Claims of an access token. */
export function tokenClaims(signedIn: SessionWithAccount, now: number): Claims {
  const issuedAt = Math.floor(now / 1000);
  return {
    ...sessionClaims(signedIn),
    aud: 'access',
    iat: issuedAt,
    exp: issuedAt + accessTokenMs / 1000,
    sid: signedIn.session.id,
  };
}
