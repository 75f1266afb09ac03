/** Accounts, with the server's authority. */
import type { App } from 'firebase-admin/app';
import type { Auth, MultiFactorInfo, UserRecord } from 'firebase-admin/auth';
import type { EnrolledFactor, LinkedProvider, ProviderId, User } from '#ports/auth/auth.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import { asPort } from './errors.ts';

export function createServerUsers(app: App): ServerUsers {
  const using = <T>(run: (auth: Auth) => Promise<T>): Promise<T> =>
    asPort(async () => {
      const { getAuth } = await import('firebase-admin/auth');
      return run(getAuth(app));
    });
  const orNull = async <T>(found: Promise<T>): Promise<T | null> => {
    try {
      return await found;
    } catch (error) {
      if (isPortError(error, 'auth/user-not-found')) return null;
      throw error;
    }
  };
  return {
    get: (uid) => orNull(using(async (auth) => userOf(await auth.getUser(uid)))),
    byEmail: (email) => orNull(using(async (auth) => userOf(await auth.getUserByEmail(email)))),
    create: (account) => using(async (auth) => userOf(await auth.createUser({ ...account }))),
    setClaims: (uid, claims) => using((auth) => auth.setCustomUserClaims(uid, { ...claims })),
    customToken: (uid, claims = {}) =>
      using(async (auth) => {
        if (uid === '' || uid.length > 128)
          throw new PortError('invalid-argument', 'A uid has between 1 and 128 characters.');
        return auth.createCustomToken(uid, { ...claims });
      }),
    revokeSessions: (uid) => using((auth) => auth.revokeRefreshTokens(uid)),
    removeSecondFactors: (uid) =>
      using(async (auth) => {
        await auth.updateUser(uid, { multiFactor: { enrolledFactors: null } });
      }),
    setDisabled: (uid, disabled) =>
      using(async (auth) => {
        await auth.updateUser(uid, { disabled });
      }),
    async remove(uid) {
      await orNull(using((auth) => auth.deleteUser(uid)));
    },
  };
}

function userOf(record: UserRecord): User {
  const { uid, email, emailVerified, displayName, photoURL, phoneNumber, metadata, multiFactor } = record;
  return {
    uid,
    email: email ?? null,
    emailVerified,
    displayName: displayName ?? null,
    photoUrl: photoURL ?? null,
    phoneNumber: phoneNumber ?? null,
    isAnonymous: record.providerData.length === 0 && email === undefined && phoneNumber === undefined,
    providers: record.providerData.map((linked): LinkedProvider => ({
      providerId: linked.providerId as ProviderId,
      uid: linked.uid,
      email: linked.email ?? null,
      phoneNumber: linked.phoneNumber ?? null,
      displayName: linked.displayName ?? null,
    })),
    factors: (multiFactor?.enrolledFactors ?? []).map(factorOf),
    createdAt: Date.parse(metadata.creationTime),
    lastSignInAt: Date.parse(metadata.lastSignInTime ?? metadata.creationTime),
  };
}

function factorOf(factor: MultiFactorInfo): EnrolledFactor {
  const phone = factor.factorId === 'phone' && 'phoneNumber' in factor ? String(factor.phoneNumber) : null;
  return {
    id: factor.uid,
    kind: phone === null ? 'totp' : 'phone',
    displayName: factor.displayName ?? null,
    enrolledAt: factor.enrollmentTime === undefined ? 0 : Date.parse(factor.enrollmentTime),
    phoneHint: phone === null ? null : phone.replace(/\d(?=\d{4})/g, '*'),
  };
}
