/** Codes that links in emails carry: stored as digests, used once. */
import type { ActionCode, EnrolledFactor } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { linkLifeMs } from '#provider-kit/auth/action-links.ts';
import type { Sql } from '../sql.ts';
import { newSecret, secretDigest } from './secrets.ts';

export interface ActionRecord extends ActionCode {
  readonly email: string;
  /** `null` for a sign-in link, which needs no account. */
  readonly uid: string | null;
  readonly expiresAt: number;
}

/** An expired code is known as one for so long. */
export const expiredKnownMs = 7 * 24 * 3_600_000;

interface ActionRow {
  readonly operation: ActionCode['operation'];
  readonly uid: string | null;
  readonly email: string;
  readonly previous_email: string | null;
  readonly factor: string | null;
  readonly expires: string;
}

/** The code, which is known this once. */
export async function addActionCode(
  sql: Sql,
  { operation, uid, email, previousEmail, factor }: Omit<ActionRecord, 'expiresAt'>,
  now: number,
): Promise<string> {
  const code = newSecret(40);
  await sql.rows('INSERT INTO auth_codes VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    secretDigest(code),
    operation,
    uid,
    email,
    previousEmail,
    factor && JSON.stringify(factor),
    now + linkLifeMs[operation],
  ]);
  return code;
}

/**
 * What a code is for; it can't be used by others before the transaction ends. `operations`: empty for any.
 * @throws auth/invalid-action-code, auth/expired-action-code
 */
export async function actionOfCode(
  sql: Sql,
  code: string,
  now: number,
  operations: readonly ActionCode['operation'][] = [],
): Promise<ActionRecord> {
  const [row] = await sql.rows<ActionRow>('SELECT * FROM auth_codes WHERE digest = $1 FOR UPDATE', [
    secretDigest(code),
  ]);
  if (!row || (operations.length > 0 && !operations.includes(row.operation)))
    throw new PortError('auth/invalid-action-code', 'This link was used already, or is not complete.');
  const expiresAt = Number(row.expires);
  if (expiresAt <= now)
    throw new PortError('auth/expired-action-code', 'This link has expired. Ask for a new one.');
  const factor = row.factor === null ? null : (JSON.parse(row.factor) as EnrolledFactor);
  return {
    operation: row.operation,
    uid: row.uid,
    email: row.email,
    previousEmail: row.previous_email,
    factor,
    expiresAt,
  };
}

export async function consumeActionCode(sql: Sql, code: string): Promise<void> {
  await sql.rows('DELETE FROM auth_codes WHERE digest = $1', [secretDigest(code)]);
}
