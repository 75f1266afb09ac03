/** Authenticator apps of an account: set up, and taken away. */
import { Secret, TOTP } from 'otpauth';
import type { TotpEnrollment } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import { totpFactor, putAccount, type TotpRecord } from './account-records.ts';
import type { AuthCalls } from './auth-calls.ts';
import { type SignInState, inOneTransaction, issuedSession } from './sign-in-state.ts';
import {
  factorById,
  matchingPeriod,
  appCodeDigits,
  appCodeSeconds,
  wrongFactorCode,
} from './factor-checks.ts';
import { addPending, pendingById, removePending } from './pending-records.ts';
import { newSecret, sealed, unsealed } from './secrets.ts';
import { endSessions, type SessionWithAccount, signedInBy, updateSession } from './session-records.ts';

const setupMs = 10 * 60_000;

export function factorCalls(state: SignInState): AuthCalls {
  const { clock, project, keys } = state;

  const checkCanEnroll = ({ account, session }: SessionWithAccount): void => {
    project.checkFactor('totp');
    if (session.provider === 'anonymous' || session.provider === 'custom')
      throw new PortError(
        'auth/unsupported-first-factor',
        'A second factor goes with a password or a link by email.',
      );
    if (!account.emailVerified)
      throw new PortError(
        'auth/unverified-email',
        'Confirm your email address before you add a second factor.',
      );
    if (account.factors.length >= project.maxSecondFactors)
      throw new PortError(
        'auth/maximum-second-factor-count-exceeded',
        `An account can have ${project.maxSecondFactors} second factors. Remove one first.`,
      );
  };

  return {
    startTotp: (fields) =>
      inOneTransaction(state, async ({ sql }): Promise<TotpEnrollment> => {
        const asking = { lock: true, recent: true };
        const signedIn = await signedInBy(sql, fields.text('session', 'id'), clock.now(), asking);
        checkCanEnroll(signedIn);
        const { uid, email } = signedIn.account;
        const totp = new TOTP({
          issuer: project.appName,
          label: email ?? uid,
          secret: new Secret({ size: 20 }),
          algorithm: 'SHA1',
          digits: appCodeDigits,
          period: appCodeSeconds,
        });
        const secret = totp.secret.base32;
        const expiresAt = clock.now() + setupMs;
        const sessionId = await addPending(sql, 'setup', {
          uid,
          state: sealed(secret, keys.factors),
          expiresAt,
        });
        return {
          secret,
          uri: totp.toString(),
          algorithm: 'SHA1',
          digits: appCodeDigits,
          periodSeconds: appCodeSeconds,
          sessionId,
          expiresAt,
        };
      }),
    finishTotp: (fields) =>
      inOneTransaction(state, async (work) => {
        const { sql } = work;
        const asking = { lock: true, recent: true };
        const signedIn = await signedInBy(sql, fields.text('session', 'id'), clock.now(), asking);
        checkCanEnroll(signedIn);
        const { account, session } = signedIn;
        const sessionId = fields.text('sessionId', 'id');
        const setup = await pendingById(sql, 'setup', sessionId, clock.now());
        if (setup?.uid !== account.uid || typeof setup.state !== 'string')
          throw new PortError('auth/code-expired', 'Setting up took too long. Start again.');
        const secret = unsealed(setup.state, keys.factors);
        if (matchingPeriod(state, secret, fields.text('code', 'code')) === null) throw wrongFactorCode();
        await removePending(sql, sessionId);
        const factor: TotpRecord = {
          id: newSecret(20),
          displayName: fields.nullable('displayName', 'name'),
          enrolledAt: clock.now(),
          secret: setup.state,
          usedPeriod: -1,
        };
        const changed = await putAccount(sql, { ...account, factors: [...account.factors, factor] });
        // Sessions that were begun without it end; this one has proved it.
        await endSessions(sql, account.uid, session.id);
        const proved = await updateSession(sql, { ...session, factorId: factor.id });
        const { uid, email } = account;
        if (email !== null)
          await work.queueMail(
            {
              operation: 'revert-second-factor',
              uid,
              email,
              previousEmail: null,
              factor: totpFactor(factor),
            },
            email,
            { continueUrl: null, language: fields.nullable('language', 'language') },
          );
        await work.touch(uid);
        return issuedSession(state, { account: changed, session: proved });
      }),
    unenroll: (fields) =>
      inOneTransaction(state, async (work) => {
        const { account, session } = await signedInBy(work.sql, fields.text('session', 'id'), clock.now(), {
          lock: true,
        });
        const { id } = factorById(account, fields.text('factorId', 'id'));
        const factors = account.factors.filter((factor) => factor.id !== id);
        const changed = await putAccount(work.sql, { ...account, factors });
        const isProof = session.factorId === id;
        const left = isProof ? await updateSession(work.sql, { ...session, factorId: null }) : session;
        await work.touch(account.uid);
        return issuedSession(state, { account: changed, session: left });
      }),
  };
}
