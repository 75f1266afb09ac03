/** Accounts with the server's authority, over the local part. */
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type UserRecord } from 'firebase-admin/auth';
import type { User } from '#ports/auth/auth.ts';
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import { projectId } from './parts.ts';

const codes: Readonly<Record<string, PortErrorCode>> = {
  'auth/uid-already-exists': 'already-exists',
  'auth/email-already-exists': 'auth/email-already-in-use',
  'auth/user-not-found': 'auth/user-not-found',
  'auth/claims-too-large': 'invalid-argument',
};

export function serverUsers(host: string): { readonly users: ServerUsers; close(): Promise<void> } {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = host;
  const app = initializeApp({ projectId }, 'server');
  const auth = getAuth(app);
  const using = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      const code = codes[(error as { readonly code?: string }).code ?? ''] ?? 'unknown';
      throw new PortError(code, String(error), { cause: error });
    }
  };
  const orNull = async (found: Promise<UserRecord>): Promise<User | null> => {
    try {
      return userOf(await using(() => found));
    } catch (error) {
      if (error instanceof PortError && error.code === 'auth/user-not-found') return null;
      throw error;
    }
  };
  const users: ServerUsers = {
    get: (uid) => orNull(auth.getUser(uid)),
    byEmail: (email) => orNull(auth.getUserByEmail(email)),
    create: (account) => using(async () => userOf(await auth.createUser(account))),
    setClaims: (uid, claims) => using(() => auth.setCustomUserClaims(uid, claims)),
    customToken: (uid, claims) => using(() => auth.createCustomToken(uid, claims)),
    revokeSessions: (uid) => using(() => auth.revokeRefreshTokens(uid)),
    setDisabled: (uid, disabled) => using(async () => void (await auth.updateUser(uid, { disabled }))),
    async remove(uid) {
      if (await users.get(uid)) await using(() => auth.deleteUser(uid));
    },
  };
  return { users, close: () => deleteApp(app) };
}

const userOf = (record: UserRecord): User => ({
  uid: record.uid,
  email: record.email ?? null,
  emailVerified: record.emailVerified,
  displayName: record.displayName ?? null,
  photoUrl: record.photoURL ?? null,
  phoneNumber: record.phoneNumber ?? null,
  isAnonymous: record.providerData.length === 0,
  providers: [],
  factors: [],
  createdAt: Date.parse(record.metadata.creationTime),
  lastSignInAt: Date.parse(record.metadata.lastSignInTime),
});
