/** Accounts of a move. Firebase takes hashes of passwords, and gives none that another could verify. */
import type { App } from 'firebase-admin/app';
import type { UserImportOptions, UserImportRecord, UserRecord } from 'firebase-admin/auth';
import { PortError } from '#ports/errors.ts';
import { fitAccount, signInNotices } from '#provider-kit/move/fit-account.ts';
import type { Fitted, MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedAccount, MovedFactor, MovedPassword } from '#provider-kit/move/moved-records.ts';
import { asPort } from '../errors.ts';

const accountsAtOnce = 500;
/** Of `getUsers`. */
const mostAsked = 100;
/** https://firebase.google.com/docs/auth/admin/import-users */
const mostRounds = 120_000;

export async function firebaseAccountShelf(app: App): Promise<MoveShelf<MovedAccount>> {
  const { getAuth } = await import('firebase-admin/auth');
  const auth = getAuth(app);
  return {
    page: (after) =>
      asPort(async () => {
        const { users, pageToken } = await auth.listUsers(accountsAtOnce, after ?? undefined);
        return { records: users.map(movedAccountOf), next: pageToken ?? null };
      }),
    get: (uids) =>
      asPort(async () => {
        const found: MovedAccount[] = [];
        for (let from = 0; from < uids.length; from += mostAsked) {
          const { users } = await auth.getUsers(uids.slice(from, from + mostAsked).map((uid) => ({ uid })));
          found.push(...users.map(movedAccountOf));
        }
        return found;
      }),
    write: (records) =>
      asPort(async () => {
        // A call accepts hashes of one function only.
        for (const [, group] of Map.groupBy(records, ({ password }) => JSON.stringify(hashOf(password)))) {
          const hash = hashOf(group[0]?.password ?? null);
          const options: UserImportOptions | undefined = hash ? { hash } : undefined;
          const { errors } = await auth.importUsers(group.map(importOf), options);
          const [first] = errors;
          if (first)
            throw new PortError(
              'invalid-argument',
              `The account ${group[first.index]?.uid ?? ''} is not taken: ${first.error.message}`,
            );
        }
      }),
  };
}

function hashOf(password: MovedPassword | null): UserImportOptions['hash'] | null {
  if (password?.kind === 'pbkdf2-sha256') return { algorithm: 'PBKDF2_SHA256', rounds: password.rounds };
  if (password?.kind !== 'scrypt') return null;
  const { N, r, p, hash } = password;
  return {
    algorithm: 'STANDARD_SCRYPT',
    ...{ memoryCost: N, blockSize: r, parallelization: p },
    derivedKeyLength: Buffer.from(hash, 'base64').length,
  };
}

function importOf(account: MovedAccount): UserImportRecord {
  const { uid, email, emailVerified, displayName, photoUrl, phoneNumber, disabled, claims, password } =
    account;
  const enrolledFactors = account.factors.map((factor) => ({
    uid: factor.id,
    phoneNumber: factor.phoneNumber ?? '',
    displayName: factor.displayName ?? '',
    enrollmentTime: utc(factor.enrolledAt),
    factorId: 'phone',
  }));
  return {
    ...{ uid, emailVerified, disabled, customClaims: { ...claims } },
    ...(email !== null && { email }),
    ...(displayName !== null && { displayName }),
    ...(photoUrl !== null && { photoURL: photoUrl }),
    ...(phoneNumber !== null && { phoneNumber }),
    metadata: { creationTime: utc(account.createdAt), lastSignInTime: utc(account.lastSignInAt) },
    providerData: account.social.map((one) => ({
      ...{ uid: one.uid, providerId: one.provider },
      email: one.email ?? '',
      displayName: one.displayName ?? '',
    })),
    ...(enrolledFactors.length > 0 && { multiFactor: { enrolledFactors } }),
    ...(password &&
      password.kind !== 'unknown' && {
        passwordHash: Buffer.from(password.hash, 'base64'),
        passwordSalt: Buffer.from(password.salt, 'base64'),
      }),
  };
}

const utc = (at: number) => new Date(at).toUTCString();
const wholeSeconds = (at: number) => Math.floor(at / 1000) * 1000;

function movedAccountOf(user: UserRecord): MovedAccount {
  const { uid, email, emailVerified, displayName, photoURL, phoneNumber, metadata, disabled } = user;
  const createdAt = Date.parse(metadata.creationTime);
  const hasPassword = user.passwordHash !== undefined && user.passwordHash !== '';
  const social = user.providerData.filter(
    ({ providerId }) => providerId !== 'password' && providerId !== 'phone',
  );
  return {
    ...{ uid, emailVerified, disabled, createdAt },
    email: email?.toLowerCase() ?? null,
    displayName: displayName ?? null,
    photoUrl: photoURL ?? null,
    phoneNumber: phoneNumber ?? null,
    anonymous: user.providerData.length === 0 && email === undefined && phoneNumber === undefined,
    password: hasPassword ? { kind: 'unknown' } : null,
    emailLink: false,
    social: social.map((one) => ({
      ...{ provider: one.providerId, uid: one.uid },
      email: one.email || null,
      displayName: one.displayName || null,
    })),
    factors: (user.multiFactor?.enrolledFactors ?? []).map((factor): MovedFactor => ({
      id: factor.uid,
      kind: factor.factorId === 'phone' ? 'phone' : 'totp',
      displayName: factor.displayName || null,
      enrolledAt: factor.enrollmentTime === undefined ? 0 : Date.parse(factor.enrollmentTime),
      phoneNumber: factor.factorId === 'phone' && 'phoneNumber' in factor ? String(factor.phoneNumber) : null,
      ...{ secret: null, usedPeriod: -1 },
    })),
    passkeys: [],
    claims: user.customClaims ?? {},
    lastSignInAt: metadata.lastSignInTime ? Date.parse(metadata.lastSignInTime) : createdAt,
  };
}

export function fitFirebaseAccount(given: MovedAccount): Fitted<MovedAccount> {
  const { account, losses } = fitAccount(given, {
    takesPassword: (password) =>
      password.kind === 'scrypt' || (password.kind === 'pbkdf2-sha256' && password.rounds <= mostRounds),
    takesFactor: ({ kind }) => kind === 'phone',
  });
  if (account === null) return { record: null, losses };
  return {
    record: {
      ...account,
      emailLink: false,
      factors: account.factors.map((factor) => ({
        ...factor,
        enrolledAt: wholeSeconds(factor.enrolledAt),
        usedPeriod: -1,
      })),
      createdAt: wholeSeconds(account.createdAt),
      lastSignInAt: wholeSeconds(account.lastSignInAt),
    },
    losses,
    // Firebase mails sign-in links to the address of any account.
    notices: signInNotices(account, true),
  };
}

/** An account as it is read back: that there is a password. */
export const hiddenPassword = (account: MovedAccount): MovedAccount => ({
  ...account,
  password: account.password && { kind: 'unknown' },
});
