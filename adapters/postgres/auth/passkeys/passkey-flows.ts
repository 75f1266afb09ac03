/** Dialogs of passkeys that are open in browsers: a challenge, bound to the page that has asked for it, and good once. */
import { randomBytes } from 'node:crypto';
import type { Sql } from '../../sql.ts';
import { newSecret, secretDigest } from '../secrets.ts';

/** Milliseconds that a person has for the browser's dialog. */
export const passkeyFlowMs = 5 * 60_000;

export type PasskeyPurpose = 'add' | 'sign-in' | 'reauthenticate';

/** `uid`: of the person signed in; `null` for a sign-in. */
export async function beginPasskeyFlow(
  sql: Sql,
  purpose: PasskeyPurpose,
  uid: string | null,
  now: number,
): Promise<{ readonly flow: string; readonly challenge: string }> {
  const flow = newSecret(43);
  const challenge = randomBytes(32).toString('base64url');
  await sql.rows('INSERT INTO auth_passkey_flows VALUES ($1, $2, $3, $4, $5)', [
    secretDigest(flow),
    purpose,
    uid,
    challenge,
    now + passkeyFlowMs,
  ]);
  return { flow, challenge };
}

/**
 * The challenge of a flow, once. `sql`: outside of a transaction, so that the challenge is used up by an answer that proves nothing.
 * `null`: there is none of this purpose and person, or it has expired.
 */
export async function takePasskeyChallenge(
  sql: Sql,
  flow: string,
  purpose: PasskeyPurpose,
  uid: string | null,
  now: number,
): Promise<string | null> {
  const [row] = await sql.rows<{ challenge: string; purpose: string; uid: string | null; expires: string }>(
    'DELETE FROM auth_passkey_flows WHERE flow = $1 RETURNING challenge, purpose, uid, expires',
    [secretDigest(flow)],
  );
  return row && row.purpose === purpose && row.uid === uid && Number(row.expires) > now
    ? row.challenge
    : null;
}
