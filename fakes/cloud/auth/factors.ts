/** The second factor: enrolling one, asking for it, and judging the answer. */
import type { SecondFactorAnswer, SecondFactorChallenge } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { type Account, type Factor, normalPhone, toFactor, toUser } from './accounts.ts';
import type { AuthOperations } from './protocol.ts';
import type { AuthSession } from './sessions.ts';
import type { AuthState, Pending } from './state.ts';
import { matchTotp, toBase32, totpDigits, totpPeriodSeconds } from './totp.ts';

const challengeLifeMs = 60 * 60_000;
const setupLifeMs = 10 * 60_000;

export function challenge(
  state: AuthState,
  account: Account,
  first: Pick<Pending, 'proof' | 'providerId' | 'sessionId'>,
): { readonly kind: 'second-factor'; readonly challenge: SecondFactorChallenge } {
  const id = state.newId(32);
  state.pending.set(id, { id, uid: account.uid, ...first, expiresAt: state.now() + challengeLifeMs });
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

function factorOf(account: Account, matches: (factor: Factor) => boolean): Factor {
  const factor = account.factors.find(matches);
  if (!factor) throw new PortError('auth/missing-second-factor', 'This second factor is not set up.');
  return factor;
}

export function sendFactorCode(state: AuthState, challengeId: string, factorId: string): string {
  const { account } = pendingOf(state, challengeId);
  const factor = factorOf(account, ({ id, kind }) => id === factorId && kind === 'phone');
  return state.codes.sendSms(factor.phoneNumber ?? '', challengeId);
}

/** What the right answer leads to; the challenge is used up by it. */
export function answer(
  state: AuthState,
  challengeId: string,
  given: SecondFactorAnswer,
): { readonly account: Account; readonly pending: Pending } {
  const { pending, account } = pendingOf(state, challengeId);
  let next = account;
  if (given.kind === 'phone') {
    const number = state.codes.useSms(given.verificationId, given.code, challengeId);
    factorOf(account, ({ phoneNumber }) => phoneNumber === number);
  } else {
    const factor = factorOf(account, ({ id, kind }) => id === given.factorId && kind === 'totp');
    const usedPeriod = matchTotp(factor.secret ?? '', given.code, state.now());
    if (usedPeriod === null || usedPeriod <= factor.usedPeriod) throw wrongCode();
    const factors = account.factors.map((other) => (other === factor ? { ...factor, usedPeriod } : other));
    next = state.accounts.put({ ...account, factors });
  }
  state.pending.delete(challengeId);
  const proof = { ...pending.proof, secondFactor: given.kind };
  return { account: next, pending: { ...pending, proof } };
}

interface Person {
  readonly account: Account;
  readonly session: AuthSession;
}

function checkCanEnroll({ account }: Person): void {
  if (!account.emailVerified)
    throw new PortError(
      'auth/unverified-email',
      'Confirm your email address before you add a second factor.',
    );
}

export function startTotp(state: AuthState, person: Person): AuthOperations['startTotp']['reply'] {
  checkCanEnroll(person);
  const chance = state.chance();
  const secret = toBase32(Uint8Array.from({ length: 20 }, () => chance.integer(256)));
  const id = state.newId(32);
  const expiresAt = state.now() + setupLifeMs;
  state.setups.set(id, { id, uid: person.account.uid, secret, expiresAt });
  const label = encodeURIComponent(`Muster:${person.account.email ?? person.account.uid}`);
  return {
    secret,
    uri: `otpauth://totp/${label}?secret=${secret}&issuer=Muster&algorithm=SHA1&digits=${totpDigits}&period=${totpPeriodSeconds}`,
    algorithm: 'SHA1',
    digits: totpDigits,
    periodSeconds: totpPeriodSeconds,
    sessionId: id,
    expiresAt,
  };
}

export function finishTotp(
  state: AuthState,
  { account }: Person,
  { sessionId, code, displayName }: AuthOperations['finishTotp']['payload'],
) {
  const setup = state.setups.get(sessionId);
  if (!setup || setup.uid !== account.uid || setup.expiresAt <= state.now())
    throw new PortError('auth/code-expired', 'Setting up took too long. Start again.');
  if (matchTotp(setup.secret, code, state.now()) === null) throw wrongCode();
  state.setups.delete(sessionId);
  return enroll(state, account, { kind: 'totp', secret: setup.secret, phoneNumber: null }, displayName);
}

export function startPhoneFactor(state: AuthState, person: Person, number: string): string {
  checkCanEnroll(person);
  const phoneNumber = normalPhone(number);
  checkNotEnrolled(person.account, phoneNumber);
  return state.codes.sendSms(phoneNumber, `enroll ${person.account.uid}`);
}

export function finishPhoneFactor(
  state: AuthState,
  { account }: Person,
  { verificationId, code, displayName }: AuthOperations['finishPhoneFactor']['payload'],
) {
  const phoneNumber = state.codes.useSms(verificationId, code, `enroll ${account.uid}`);
  checkNotEnrolled(account, phoneNumber);
  return enroll(state, account, { kind: 'phone', secret: null, phoneNumber }, displayName);
}

export function unenroll(state: AuthState, { account }: Person, factorId: string) {
  factorOf(account, ({ id }) => id === factorId);
  return toUser(
    state.accounts.put({ ...account, factors: account.factors.filter(({ id }) => id !== factorId) }),
  );
}

function checkNotEnrolled(account: Account, phoneNumber: string): void {
  if (account.factors.some((factor) => factor.phoneNumber === phoneNumber))
    throw new PortError(
      'auth/second-factor-already-enrolled',
      'This number is already one of your second factors.',
    );
}

function enroll(
  state: AuthState,
  account: Account,
  factor: Pick<Factor, 'kind' | 'secret' | 'phoneNumber'>,
  displayName: string | undefined,
) {
  const enrolled: Factor = {
    ...factor,
    id: state.newId(),
    displayName: displayName ?? null,
    enrolledAt: state.now(),
    usedPeriod: -1,
  };
  return toUser(state.accounts.put({ ...account, factors: [...account.factors, enrolled] }));
}

const wrongCode = () => new PortError('auth/invalid-verification-code', 'That is not the right code.');
