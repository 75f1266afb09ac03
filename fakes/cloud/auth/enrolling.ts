/** Adding a second factor to an account, and taking one away. */
import { PortError } from '#ports/errors.ts';
import { type Account, type Factor, toFactor } from './accounts.ts';
import { normalPhone } from '#provider-kit/auth/addresses.ts';
import { addExpiring, mostSetups } from './expiring.ts';
import { factorOf, wrongCode } from './factors.ts';
import type { AuthOperations } from './protocol.ts';
import type { AccountSession } from './sessions.ts';
import type { AuthState } from './state.ts';
import { matchTotp, toBase32, totpDigits, totpPeriodSeconds } from './totp.ts';

const setupLifeMs = 10 * 60_000;

export interface Person {
  readonly account: Account;
  readonly session: AccountSession;
}

export function startTotp(state: AuthState, person: Person): AuthOperations['startTotp']['reply'] {
  checkCanEnroll(state, person, 'totp');
  const chance = state.chance();
  const secret = toBase32(Uint8Array.from({ length: 20 }, () => chance.integer(256)));
  const id = state.newId(32);
  const now = state.now();
  const expiresAt = now + setupLifeMs;
  addExpiring(state.setups, { id, uid: person.account.uid, secret, expiresAt }, { most: mostSetups, now });
  const issuer = encodeURIComponent(state.project.appName);
  const label = `${issuer}:${encodeURIComponent(person.account.email ?? person.account.uid)}`;
  return {
    secret,
    uri: `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${totpDigits}&period=${totpPeriodSeconds}`,
    algorithm: 'SHA1',
    digits: totpDigits,
    periodSeconds: totpPeriodSeconds,
    sessionId: id,
    expiresAt,
  };
}

export function finishTotp(
  state: AuthState,
  person: Person,
  { sessionId, code, displayName, language }: AuthOperations['finishTotp']['payload'],
): Person {
  checkCanEnroll(state, person, 'totp');
  const { uid } = person.account;
  const setup = state.setups.get(sessionId);
  if (!setup || setup.uid !== uid || setup.expiresAt <= state.now())
    throw new PortError('auth/code-expired', 'Setting up took too long. Start again.');
  const { totpAdjacentPeriods } = state.project;
  if (matchTotp(setup.secret, code, state.now(), totpAdjacentPeriods) === null) throw wrongCode();
  state.setups.delete(sessionId);
  const factor = { kind: 'totp', secret: setup.secret, phoneNumber: null } as const;
  return enroll(state, person, factor, { displayName, language });
}

export function startPhoneFactor(
  state: AuthState,
  person: Person,
  number: string,
  language: string | null,
): string {
  checkCanEnroll(state, person, 'phone');
  const phoneNumber = normalPhone(number);
  checkNotEnrolled(person.account, phoneNumber);
  return state.codes.sendSms(phoneNumber, `enroll ${person.account.uid}`, language);
}

export function finishPhoneFactor(
  state: AuthState,
  person: Person,
  { verificationId, code, displayName, language }: AuthOperations['finishPhoneFactor']['payload'],
): Person {
  checkCanEnroll(state, person, 'phone');
  const purpose = `enroll ${person.account.uid}`;
  const phoneNumber = state.guarded(`sms ${verificationId}`, () =>
    state.codes.useSms(verificationId, code, purpose),
  );
  checkNotEnrolled(person.account, phoneNumber);
  const factor = { kind: 'phone', secret: null, phoneNumber } as const;
  return enroll(state, person, factor, { displayName, language });
}

/** The account without a factor, and the session that no longer counts as proved by it. */
export function unenroll(state: AuthState, { account, session }: Person, factorId: string): Person {
  factorOf(account, ({ id }) => id === factorId);
  const next = state.accounts.put(withoutFactor(account, factorId));
  if (session.secondFactor?.id !== factorId) return { account: next, session };
  return { account: next, session: state.sessions.replace({ ...session, secondFactor: null }) };
}

export const withoutFactor = (account: Account, factorId: string): Account => ({
  ...account,
  factors: account.factors.filter(({ id }) => id !== factorId),
});

function checkCanEnroll(state: AuthState, { account, session }: Person, kind: Factor['kind']): void {
  state.project.checkFactor(kind);
  if (['anonymous', 'phone', 'custom'].includes(session.provider))
    throw new PortError(
      'auth/unsupported-first-factor',
      'A second factor goes with a password, a link by email or a social account.',
    );
  if (!account.emailVerified)
    throw new PortError(
      'auth/unverified-email',
      'Confirm your email address before you add a second factor.',
    );
  if (account.factors.length >= state.project.maxSecondFactors)
    throw new PortError(
      'auth/maximum-second-factor-count-exceeded',
      `An account can have ${state.project.maxSecondFactors} second factors. Remove one first.`,
    );
}

function checkNotEnrolled(account: Account, phoneNumber: string): void {
  if (account.factors.some((factor) => factor.phoneNumber === phoneNumber))
    throw new PortError(
      'auth/second-factor-already-in-use',
      'This number is already one of your second factors.',
    );
}

/** Sessions that were begun without it end; this one has proved it. */
function enroll(
  state: AuthState,
  { account, session }: Person,
  about: Pick<Factor, 'kind' | 'secret' | 'phoneNumber'>,
  { displayName, language }: { readonly displayName: string | undefined; readonly language: string | null },
): Person {
  const factor: Factor = {
    ...about,
    id: state.newId(),
    displayName: displayName ?? null,
    enrolledAt: state.now(),
    usedPeriod: -1,
  };
  state.sessions.endAll(account.uid, session.id);
  const secondFactor = { kind: factor.kind, id: factor.id };
  const next = state.accounts.put({ ...account, factors: [...account.factors, factor] });
  if (next.email !== null)
    state.codes.sendEmail(
      {
        operation: 'revert-second-factor',
        uid: next.uid,
        email: next.email,
        previousEmail: null,
        factor: toFactor(factor),
      },
      next.email,
      { continueUrl: null, language, origin: state.origin() },
    );
  return { account: next, session: state.sessions.replace({ ...session, secondFactor }) };
}
