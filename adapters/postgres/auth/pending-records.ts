/** Sign-ins that wait for a second factor, and authenticator apps that are being set up: each ends by itself. */
import type { Sql } from '../sql.ts';
import { newSecret, secretDigest } from './secrets.ts';

/** Of one account at a time; the oldest go first. */
const mostPending = { challenge: 20, setup: 5 } as const;

export type PendingKind = keyof typeof mostPending;

/** The id, which is known this once. `state`: JSON. */
export async function addPending(
  sql: Sql,
  kind: PendingKind,
  { uid, state, expiresAt }: { readonly uid: string; readonly state: unknown; readonly expiresAt: number },
): Promise<string> {
  const id = newSecret(40);
  await sql.rows('INSERT INTO auth_pending VALUES ($1, $2, $3, $4, $5)', [
    secretDigest(id),
    kind,
    uid,
    JSON.stringify(state),
    expiresAt,
  ]);
  await sql.rows(
    'DELETE FROM auth_pending WHERE digest IN (SELECT digest FROM auth_pending WHERE uid = $1 AND kind = $2 ORDER BY expires DESC, digest = $3 DESC OFFSET $4)',
    [uid, kind, secretDigest(id), mostPending[kind]],
  );
  return id;
}

/** `null`: there is none, or it has expired. Locked until the transaction ends. */
export async function pendingById(
  sql: Sql,
  kind: PendingKind,
  id: string,
  now: number,
): Promise<{ readonly uid: string; readonly state: unknown } | null> {
  const [row] = await sql.rows<{ uid: string; state: string }>(
    'SELECT uid, state FROM auth_pending WHERE digest = $1 AND kind = $2 AND expires > $3 FOR UPDATE',
    [secretDigest(id), kind, now],
  );
  return row ? { uid: row.uid, state: JSON.parse(row.state) as unknown } : null;
}

export async function removePending(sql: Sql, id: string): Promise<void> {
  await sql.rows('DELETE FROM auth_pending WHERE digest = $1', [secretDigest(id)]);
}
