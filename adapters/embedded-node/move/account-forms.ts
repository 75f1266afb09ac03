/** Accounts of an embedded cloud, in the form of a move and back. */
import type { Account, Factor, SocialIdentity } from '#fakes/cloud/auth/accounts.ts';
import { stored } from '#fakes/cloud/auth/stored.ts';
import { fitAccount, signInNotices } from '#provider-kit/move/fit-account.ts';
import type { Fitted } from '#provider-kit/move/move-backend.ts';
import type { MovedAccount, MovedPassword } from '#provider-kit/move/moved-records.ts';

export function movedAccount(value: unknown): MovedAccount {
  const account = stored.account(value);
  const { uid, email, emailVerified, displayName, photoUrl, phoneNumber, anonymous, emailLink } = account;
  const { claims, disabled, createdAt, lastSignInAt } = account;
  return {
    ...{ uid, email, emailVerified, displayName, photoUrl, phoneNumber, anonymous, emailLink },
    ...{ claims, disabled, createdAt, lastSignInAt },
    password: movedPassword(account.password),
    social: account.social.map((one) => ({
      provider: one.provider,
      uid: one.uid,
      email: one.email,
      displayName: one.displayName,
    })),
    factors: account.factors.map((factor) => ({
      id: factor.id,
      kind: factor.kind,
      displayName: factor.displayName,
      enrolledAt: factor.enrolledAt,
      phoneNumber: factor.phoneNumber,
      secret: factor.secret,
      usedPeriod: factor.usedPeriod,
    })),
    passkeys: [],
  };
}

const movedPassword = (password: Account['password']): MovedPassword | null =>
  password && {
    kind: 'pbkdf2-sha256',
    rounds: password.rounds,
    salt: Buffer.from(password.salt, 'utf8').toString('base64'),
    hash: Buffer.from(password.hash, 'hex').toString('base64'),
  };

/** Of an account that fits. */
export function embeddedAccount(account: MovedAccount): Account {
  const { uid, email, emailVerified, displayName, photoUrl, phoneNumber, anonymous, emailLink } = account;
  const { claims, disabled, createdAt, lastSignInAt, password } = account;
  return {
    ...{ uid, email, emailVerified, displayName, photoUrl, phoneNumber, anonymous, emailLink },
    ...{ claims, disabled, createdAt, lastSignInAt },
    password:
      password?.kind === 'pbkdf2-sha256'
        ? {
            salt: Buffer.from(password.salt, 'base64').toString('utf8'),
            rounds: password.rounds,
            hash: Buffer.from(password.hash, 'base64').toString('hex'),
          }
        : null,
    social: account.social as readonly SocialIdentity[],
    factors: account.factors satisfies readonly Factor[],
  };
}

/** `secrets`: whether secrets of authenticator apps are stored. */
export function fitEmbeddedAccount(given: MovedAccount, secrets: boolean): Fitted<MovedAccount> {
  const { account, losesPassword, losesPasskeys, losses } = fitAccount(given, {
    takesPassword: isEmbeddedPassword,
    withoutPassword: 'their people sign in by a link that is mailed to them, or set a new one',
    takesFactor: ({ kind, secret }) => kind === 'phone' || (secrets && secret !== null),
  });
  if (account === null) return { record: null, losses };
  const needsLink = losesPassword || (losesPasskeys && account.password === null);
  const record = { ...account, emailLink: account.emailLink || (needsLink && account.email !== null) };
  return { record, losses, notices: signInNotices(record, false) };
}

/** A salt is a text here. */
function isEmbeddedPassword(password: MovedPassword): boolean {
  if (password.kind !== 'pbkdf2-sha256') return false;
  const salt = Buffer.from(password.salt, 'base64');
  return (
    Buffer.from(salt.toString('utf8'), 'utf8').equals(salt) &&
    Buffer.from(password.hash, 'base64').length === 32
  );
}
