/** Accounts of a move. */
import type { SocialProvider } from '#ports/auth/auth.ts';
import { PortError } from '#ports/errors.ts';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedAccount } from '#provider-kit/move/moved-records.ts';
import { type AccountRecord, type AccountRow, accountOf, putAccount } from '../auth/account-records.ts';
import { storedAuthKeys } from '../auth/auth-keys.ts';
import { movedPasswordOf, storedPasswordOf } from '../auth/password-hashes.ts';
import { sealed, unsealed } from '../auth/secrets.ts';
import type { SqlDatabase } from '../database.ts';
import { pageOfRows, rowsAtOnce } from './row-pages.ts';

export async function accountShelf(database: SqlDatabase): Promise<MoveShelf<MovedAccount>> {
  const { factors: key } = await storedAuthKeys(database);
  return {
    async page(after) {
      const rows = await database.rows<AccountRow>(
        `SELECT * FROM auth_accounts WHERE uid > $1 ORDER BY uid LIMIT ${rowsAtOnce}`,
        [after ?? ''],
      );
      return pageOfRows(
        rows,
        ({ uid }) => uid,
        (row) => movedAccountOf(accountOf(row), key),
      );
    },
    async get(uids) {
      const rows = await database.rows<AccountRow>('SELECT * FROM auth_accounts WHERE uid = ANY($1)', [uids]);
      return rows.map((row) => movedAccountOf(accountOf(row), key));
    },
    async write(records) {
      await database.write(async (sql) => {
        for (const record of records) {
          const [taken] = await sql.rows<{ uid: string }>(
            'SELECT uid FROM auth_accounts WHERE email = $1 AND uid <> $2',
            [record.email, record.uid],
          );
          if (taken)
            throw new PortError(
              'already-exists',
              `The accounts ${taken.uid} and ${record.uid} have the same mail address. Change one of them at the source, and move again into an empty target.`,
            );
          await putAccount(sql, accountRecordOf(record, key));
        }
      });
    },
  };
}

function movedAccountOf(account: AccountRecord, key: string): MovedAccount {
  const { uid, email, emailVerified, displayName, photoUrl, anonymous, emailLink } = account;
  const { claims, disabled, createdAt, lastSignInAt, password } = account;
  return {
    ...{ uid, email, emailVerified, displayName, photoUrl, anonymous, emailLink },
    ...{ claims, disabled, createdAt, lastSignInAt },
    phoneNumber: null,
    social: account.identities.map((one) => ({
      provider: one.provider,
      uid: one.subject,
      email: one.email,
      displayName: one.displayName,
    })),
    password: password === null ? null : movedPasswordOf(password),
    factors: account.factors.map((factor) => ({
      id: factor.id,
      kind: 'totp',
      displayName: factor.displayName,
      enrolledAt: factor.enrolledAt,
      phoneNumber: null,
      secret: unsealed(factor.secret, key),
      usedPeriod: factor.usedPeriod,
    })),
    passkeys: account.passkeys.map(({ hostName = null, ...passkey }) => ({ ...passkey, hostName })),
  };
}

/** Of an account that fits. */
function accountRecordOf(account: MovedAccount, key: string): AccountRecord {
  const { uid, email, emailVerified, displayName, photoUrl, anonymous, emailLink } = account;
  const { claims, disabled, createdAt, lastSignInAt, password } = account;
  return {
    ...{ uid, email, emailVerified, displayName, photoUrl, anonymous, emailLink },
    ...{ claims, disabled, createdAt, lastSignInAt },
    password: password && storedPasswordOf(password),
    identities: account.social.map((one) => ({
      provider: one.provider as SocialProvider,
      subject: one.uid,
      email: one.email,
      displayName: one.displayName,
    })),
    passkeys: account.passkeys.map(({ hostName, ...passkey }) => ({
      ...passkey,
      ...(hostName !== null && { hostName }),
    })),
    factors: account.factors.flatMap(({ id, displayName: name, enrolledAt, secret, usedPeriod }) =>
      secret === null ? [] : [{ id, displayName: name, enrolledAt, secret: sealed(secret, key), usedPeriod }],
    ),
  };
}
