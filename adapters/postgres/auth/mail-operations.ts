/** Operations that go through a mailbox: links sent, looked at and followed. */
import type { ActionCode } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { CodeDelivery } from '#provider-kit/auth/action-links.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { checkPassword } from '#provider-kit/auth/passwords.ts';
import { type AccountRecord, accountByEmail, accountByUid, putAccount } from './account-records.ts';
import { actionOfCode, type ActionRecord, consumeActionCode } from './action-records.ts';
import type { AuthCalls } from './auth-calls.ts';
import type { AuthFields } from './auth-fields.ts';
import { type AuthRequest, type SignInState, type SignInWork, inOneTransaction } from './sign-in-state.ts';
import { passwordGuesses, withProvedEmail } from './credential-checks.ts';
import { endSessions, signedInBy } from './session-records.ts';

const applicable = [
  'verify-email',
  'verify-and-change-email',
  'recover-email',
  'revert-second-factor',
] as const satisfies readonly ActionCode['operation'][];

export function mailCalls(state: SignInState): AuthCalls {
  const { clock, project, attempts, passwords } = state;
  const now = () => clock.now();

  /** @throws auth/invalid-continue-uri, auth/unauthorized-continue-uri */
  const deliveryOf = (fields: AuthFields): Omit<CodeDelivery, 'origin'> => {
    const continueUrl = fields.nullable('continueUrl', 'url');
    project.checkContinueUrl(continueUrl);
    return { continueUrl, language: fields.nullable('language', 'language') };
  };
  /** @throws auth/too-many-requests */
  const takeMail = async (to: string, { network }: AuthRequest) => {
    if (network !== null) await attempts.take('mailsFromNetwork', network);
    await attempts.take('mailsToAddress', to);
  };
  const action = (
    operation: ActionCode['operation'],
    uid: string | null,
    email: string,
    previousEmail: string | null = null,
  ) => ({ operation, uid, email, previousEmail, factor: null });

  const apply = async (work: SignInWork, found: ActionRecord, language: string | null) => {
    const account = await ownerOf(work, found);
    switch (found.operation) {
      case 'verify-email':
        if (account.email !== found.email) throw outdatedLink();
        await putAccount(work.sql, { ...account, emailVerified: true });
        break;
      case 'revert-second-factor': {
        const factors = account.factors.filter(({ id }) => id !== found.factor?.id);
        await putAccount(work.sql, { ...account, factors });
        break;
      }
      default: {
        const email = await work.freeEmail(account, found.email);
        // Passkeys added since the change of the address: a new password would not remove them.
        const passkeys = found.operation === 'recover-email' ? [] : account.passkeys;
        await putAccount(work.sql, { ...account, email, emailVerified: true, passkeys });
        if (found.operation === 'verify-and-change-email' && found.previousEmail !== null)
          await work.queueMail(
            { ...action('recover-email', account.uid, found.previousEmail, email), uid: account.uid },
            found.previousEmail,
            { continueUrl: null, language },
          );
      }
    }
    // The person signed in may be the one whose change is taken back.
    if (found.operation !== 'verify-email') await endSessions(work.sql, account.uid);
    await work.touch(account.uid);
  };

  /** Whether there is an account. `isAwaited`: the caller learns of a failure; without, the mail is attempted again. */
  const mailReset = (
    address: string,
    delivery: Omit<CodeDelivery, 'origin'>,
    isAwaited: boolean,
  ): Promise<boolean> =>
    inOneTransaction(state, async (work) => {
      const account = await accountByEmail(work.sql, address);
      if (!account) return false;
      const { uid } = account;
      const reset = { ...action('reset-password', uid, address), uid };
      if (isAwaited) await work.mail(reset, address, delivery);
      else await work.queueMail(reset, address, delivery);
      return true;
    });

  return {
    async sendEmailVerification(fields, request) {
      const secret = fields.text('session', 'id');
      const { account } = await signedInBy(state.database, secret, now());
      const { email, uid } = account;
      if (email === null)
        throw new PortError('auth/missing-email', 'This account has no address to confirm.');
      const delivery = deliveryOf(fields);
      await takeMail(email, request);
      return inOneTransaction(state, async (work) => {
        await work.mail(action('verify-email', uid, email), email, delivery);
        return null;
      });
    },
    async sendEmailChange(fields, request) {
      const secret = fields.text('session', 'id');
      const { account } = await signedInBy(state.database, secret, now(), { recent: true });
      const email = normalEmail(fields.text('email', 'email'));
      const delivery = deliveryOf(fields);
      await takeMail(email, request);
      return inOneTransaction(state, async (work) => {
        await work.freeEmail(account, email);
        const about = action('verify-and-change-email', account.uid, email, account.email);
        await work.mail(about, email, delivery);
        return null;
      });
    },
    async sendPasswordReset(fields, request) {
      project.checkMethod('password');
      const delivery = deliveryOf(fields);
      const address = normalEmail(fields.text('email', 'email'));
      // Before the account is looked for: neither this answer nor its time says anything of it.
      await takeMail(address, request);
      if (project.enumerationProtection)
        state.background(async () => {
          await mailReset(address, delivery, false);
        });
      else if (!(await mailReset(address, delivery, true)))
        throw new PortError('auth/user-not-found', 'No account has this address.');
      return null;
    },
    async sendSignInLink(fields, request) {
      project.checkMethod('email-link');
      const address = normalEmail(fields.text('email', 'email'));
      const delivery = deliveryOf(fields);
      await takeMail(address, request);
      return inOneTransaction(state, async (work) => {
        await work.mail(action('sign-in', null, address), address, delivery);
        return null;
      });
    },
    async checkActionCode(fields) {
      const code = fields.text('code', 'code');
      const { operation, email, previousEmail, factor } = await actionOfCode(state.database, code, now());
      return { operation, email: operation === 'sign-in' ? null : email, previousEmail, factor };
    },
    applyActionCode: (fields) =>
      inOneTransaction(state, async (work) => {
        const code = fields.text('code', 'code');
        const found = await actionOfCode(work.sql, code, now(), applicable);
        await apply(work, found, fields.nullable('language', 'language'));
        await consumeActionCode(work.sql, code);
        return null;
      }),
    async confirmPasswordReset(fields, request) {
      project.checkMethod('password');
      const code = fields.text('code', 'code');
      const password = fields.text('password', 'password');
      await actionOfCode(state.database, code, now(), ['reset-password']);
      checkPassword(project.policy, password);
      const hash = await passwords.hash(password, request);
      const { email } = await inOneTransaction(state, async (work) => {
        const found = await actionOfCode(work.sql, code, now(), ['reset-password']);
        const account = await ownerOf(work, found);
        if (account.email !== found.email) throw outdatedLink();
        await putAccount(work.sql, { ...withProvedEmail(account).account, password: hash });
        await endSessions(work.sql, account.uid);
        await consumeActionCode(work.sql, code);
        await work.touch(account.uid);
        return found;
      });
      await attempts.clear('guesses', passwordGuesses(email));
      return null;
    },
  };
}

async function ownerOf({ sql }: SignInWork, { uid }: ActionRecord): Promise<AccountRecord> {
  const account = uid === null ? null : await accountByUid(sql, uid, true);
  if (!account) throw outdatedLink();
  return account;
}

const outdatedLink = () =>
  new PortError('auth/invalid-action-code', 'This link is about an account or address that is gone.');
