/** Requests for a second factor, and verification of the answer. */
import type { SecondFactorAnswer, SecondFactorChallenge } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { type Account, type Factor, toFactor } from './accounts.ts';
import { addExpiring, mostChallenges } from './expiring.ts';
import type { AuthState } from './state.ts';
import type { Pending } from './auth-data.ts';
import { matchTotp } from './totp.ts';

const challengeLifeMs = 60 * 60_000;

export function challenge(
  state: AuthState,
  account: Account,
  first: Pick<Pending, 'proof' | 'providerId' | 'sessionId'>,
): { readonly kind: 'second-factor'; readonly challenge: SecondFactorChallenge } {
  const id = state.newId(32);
  const now = state.now();
  const pending = { id, uid: account.uid, ...first, expiresAt: now + challengeLifeMs };
  addExpiring(state.pending, pending, { most: mostChallenges, now });
  return { kind: 'second-factor', challenge: { id, factors: account.factors.map(toFactor) } };
}

/** @throws auth/code-expired when the challenge was answered already, or is too old */
function pendingOf(state: AuthState, challengeId: string): { pending: Pending; account: Account } {
  const pending = state.pending.get(challengeId);
  const account = pending && state.accounts.get(pending.uid);
  if (!account || pending.expiresAt <= state.now())
    throw new PortError('auth/code-expired', 'This sign-in took too long. Start again.');
  return { pending, account };
}

/** @throws auth/multi-factor-info-not-found */
export function factorOf(account: Account, matches: (factor: Factor) => boolean): Factor {
  const factor = account.factors.find(matches);
  if (!factor) throw new PortError('auth/multi-factor-info-not-found', 'This second factor is not set up.');
  return factor;
}

export function sendFactorCode(
  state: AuthState,
  challengeId: string,
  factorId: string,
  language: string | null,
): string {
  state.project.checkFactor('phone');
  const { account } = pendingOf(state, challengeId);
  const factor = factorOf(account, ({ id, kind }) => id === factorId && kind === 'phone');
  return state.codes.sendSms(factor.phoneNumber ?? '', challengeId, language);
}

/** Checks the answer to a challenge and returns its first proof; a right answer uses the challenge up. */
export function answer(
  state: AuthState,
  challengeId: string,
  given: SecondFactorAnswer,
): { readonly account: Account; readonly pending: Pending } {
  state.project.checkFactor(given.kind);
  const { pending, account } = pendingOf(state, challengeId);
  const about = `factor ${account.uid}`;
  const { factor, next } = state.guarded(about, () =>
    given.kind === 'phone'
      ? byPhone(state, account, challengeId, given)
      : byTotp(state, account, given.factorId, given.code),
  );
  state.pending.delete(challengeId);
  const proof = { ...pending.proof, secondFactor: { kind: factor.kind, id: factor.id } };
  return { account: next, pending: { ...pending, proof } };
}

interface Answered {
  readonly factor: Factor;
  readonly next: Account;
}

function byPhone(
  state: AuthState,
  account: Account,
  challengeId: string,
  { verificationId, code }: Extract<SecondFactorAnswer, { kind: 'phone' }>,
): Answered {
  const number = state.codes.useSms(verificationId, code, challengeId);
  return { factor: factorOf(account, ({ phoneNumber }) => phoneNumber === number), next: account };
}

function byTotp(state: AuthState, account: Account, factorId: string, code: string): Answered {
  const factor = factorOf(account, ({ id, kind }) => id === factorId && kind === 'totp');
  const { totpAdjacentPeriods } = state.project;
  const usedPeriod = matchTotp(factor.secret ?? '', code, state.now(), totpAdjacentPeriods);
  if (usedPeriod === null || usedPeriod <= factor.usedPeriod) throw wrongCode();
  const used = { ...factor, usedPeriod };
  const factors = account.factors.map((other) => (other === factor ? used : other));
  return { factor: used, next: state.accounts.put({ ...account, factors }) };
}

export const wrongCode = () => new PortError('auth/invalid-verification-code', 'That is not the right code.');
