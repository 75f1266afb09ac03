/** Sign-ins that ask for a second factor, and checks of the answers. */
import { Secret, TOTP } from 'otpauth';
import type { SecondFactorAnswer, SecondFactorChallenge } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { type AccountRecord, accountByUid, totpFactor, type TotpRecord } from './account-records.ts';
import { type SignInState, type SignInWork, inOneTransaction } from './sign-in-state.ts';
import { addPending, pendingById, removePending } from './pending-records.ts';
import { unsealed } from './secrets.ts';
import { type SessionProof, type SessionRecord, sessionById } from './session-records.ts';

const challengeMs = 3_600_000;
export const appCodeDigits = 6;
export const appCodeSeconds = 30;

/** A first proof that was accepted. */
interface FirstProof {
  readonly proof: SessionProof;
  /** The session that it is another proof of; `null` for a new one. */
  readonly sessionId: string | null;
}

export async function challengeFor(
  { clock }: SignInState,
  { sql }: SignInWork,
  account: AccountRecord,
  first: FirstProof,
): Promise<{ readonly kind: 'second-factor'; readonly challenge: SecondFactorChallenge }> {
  const expiresAt = clock.now() + challengeMs;
  const id = await addPending(sql, 'challenge', { uid: account.uid, state: first, expiresAt });
  return { kind: 'second-factor', challenge: { id, factors: account.factors.map(totpFactor) } };
}

export interface AnsweredChallenge {
  /** With the code used. */
  readonly account: AccountRecord;
  readonly proof: SessionProof;
  readonly session: SessionRecord | null;
}

/**
 * Checks the answer to a challenge; a right one uses it up.
 * @throws auth/code-expired when it was answered already, or is too old; auth/multi-factor-info-not-found,
 * auth/invalid-verification-code, auth/too-many-requests
 */
export async function answerChallenge<T>(
  state: SignInState,
  challengeId: string,
  { factorId, code }: Extract<SecondFactorAnswer, { kind: 'totp' }>,
  accept: (work: SignInWork, answered: AnsweredChallenge) => Promise<T>,
): Promise<T> {
  const { clock, database, attempts, project } = state;
  project.checkFactor('totp');
  const open = await pendingById(database, 'challenge', challengeId, clock.now());
  if (!open) throw signInTooLong();
  const about = `factor ${open.uid}`;
  await attempts.take('guesses', about);
  const accepted = await inOneTransaction(state, async (work) => {
    // The account first, as everywhere.
    const account = await accountByUid(work.sql, open.uid, true);
    const pending = await pendingById(work.sql, 'challenge', challengeId, clock.now());
    if (!account || !pending) throw signInTooLong();
    const factor = factorById(account, factorId);
    const usedPeriod = matchingPeriod(state, unsealed(factor.secret, state.keys.factors), code);
    if (usedPeriod === null || usedPeriod <= factor.usedPeriod) throw wrongFactorCode();
    await removePending(work.sql, challengeId);
    const { proof, sessionId } = pending.state as FirstProof;
    const renewed = sessionId === null ? null : await sessionById(work.sql, sessionId);
    const session = renewed?.session ?? null;
    const factors = account.factors.map((known) => (known === factor ? { ...known, usedPeriod } : known));
    return accept(work, { account: { ...account, factors }, proof: { ...proof, factorId }, session });
  });
  await attempts.clear('guesses', about);
  return accepted;
}

/** @throws auth/multi-factor-info-not-found */
export function factorById({ factors }: AccountRecord, factorId: string): TotpRecord {
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor) throw new PortError('auth/multi-factor-info-not-found', 'This second factor is not set up.');
  return factor;
}

/** The period whose code this is; `null` for none near now. */
export function matchingPeriod({ clock, project }: SignInState, secret: string, code: string): number | null {
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: appCodeDigits,
    period: appCodeSeconds,
  });
  const timestamp = clock.now();
  const away = totp.validate({ token: code, timestamp, window: project.totpAdjacentPeriods });
  return away === null ? null : totp.counter({ timestamp }) + away;
}

export const wrongFactorCode = () =>
  new PortError('auth/invalid-verification-code', 'That is not the right code.');
const signInTooLong = () => new PortError('auth/code-expired', 'This sign-in took too long. Start again.');
