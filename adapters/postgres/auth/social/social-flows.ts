/** Sign-ins at a provider that are under way: begun by a page, and answered by the provider through the browser. */
import type { SocialProvider } from '#ports/auth/auth.ts';
import type { Sql } from '../../sql.ts';
import { newSecret, secretDigest } from '../secrets.ts';
import type { ProviderProfile } from './social-profile.ts';
import type { SocialChecks } from './flow-secrets.ts';

/** Milliseconds that a person has at the provider. */
const flowMs = 15 * 60_000;

export interface BegunFlow {
  /** Of the page that has begun it. */
  readonly flow: string;
  readonly checks: SocialChecks;
}

/** `back`: address to which the page that is left for the provider returns; `null` for a popup. */
export async function beginFlow(
  sql: Sql,
  provider: SocialProvider,
  back: string | null,
  now: number,
): Promise<BegunFlow> {
  const flow = newSecret(43);
  const checks = { state: newSecret(43), nonce: newSecret(43), verifier: newSecret(64) };
  await sql.rows('INSERT INTO auth_social_flows VALUES ($1, $2, $3, $4, $5, $6, NULL, NULL, $7)', [
    secretDigest(checks.state),
    secretDigest(flow),
    provider,
    checks.nonce,
    checks.verifier,
    back,
    now + flowMs,
  ]);
  return { flow, checks };
}

export interface OpenFlow {
  readonly provider: SocialProvider;
  readonly checks: SocialChecks;
  readonly back: string | null;
}

/** The flow that a provider answers, which has one answer; `null` for none. */
export async function flowOfState(sql: Sql, state: string, now: number): Promise<OpenFlow | null> {
  const [row] = await sql.rows<{
    provider: SocialProvider;
    nonce: string;
    verifier: string;
    back: string | null;
  }>(
    // An answer that is sent twice is looked at once: the code of the first is used up.
    `UPDATE auth_social_flows SET ticket = '' WHERE state = $1 AND expires > $2 AND ticket IS NULL
     RETURNING provider, nonce, verifier, back`,
    [secretDigest(state), now],
  );
  if (!row) return null;
  const { provider, nonce, verifier, back } = row;
  return { provider, checks: { state, nonce, verifier }, back };
}

/** Keeps the answer for the page that has begun the flow. Returns the ticket, which its browser is given. */
export async function answerFlow(sql: Sql, state: string, profile: ProviderProfile): Promise<string> {
  const ticket = newSecret(43);
  await sql.rows('UPDATE auth_social_flows SET ticket = $2, profile = $3 WHERE state = $1', [
    secretDigest(state),
    secretDigest(ticket),
    JSON.stringify(profile),
  ]);
  return ticket;
}

/** The answer, once; `null` for a flow without one, and for a ticket of another. */
export async function takeAnswer(
  sql: Sql,
  flow: string,
  ticket: string,
  now: number,
): Promise<ProviderProfile | null> {
  const [row] = await sql.rows<{ profile: string }>(
    'DELETE FROM auth_social_flows WHERE flow = $1 AND ticket = $2 AND profile IS NOT NULL AND expires > $3 RETURNING profile',
    [secretDigest(flow), secretDigest(ticket), now],
  );
  return row ? (JSON.parse(row.profile) as ProviderProfile) : null;
}
