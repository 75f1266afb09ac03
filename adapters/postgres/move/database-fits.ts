/** Part of a move that an installation on PostgreSQL can store. */
import { checkedPath, postgresLimits } from '../docs/limits.ts';
import { documentBytes, longestPathIn } from '#query/size.ts';
import { isPortError } from '#ports/errors.ts';
import { fitAccount, signInNotices } from '#provider-kit/move/fit-account.ts';
import { type Fitted, fits, type MoveFits } from '#provider-kit/move/move-backend.ts';
import type { MovedAccount, MovedDoc } from '#provider-kit/move/moved-records.ts';
import { storedPasswordOf } from '../auth/password-hashes.ts';

export interface DatabaseFitsOptions {
  /** Host name by which people will reach the target; `null`: unknown, and no passkey moves. */
  readonly hostName: string | null;
}

export const databaseFits = ({ hostName }: DatabaseFitsOptions): MoveFits => ({
  settings({ key, value, conditional }) {
    const losses = Object.keys(conditional).length > 0 ? ['values for a condition of the configuration'] : [];
    return { record: value === null ? null : { key, value, conditional: {} }, losses };
  },
  conditions: () => ({
    record: null,
    losses: ['conditions of the configuration: everybody gets the default values'],
  }),
  accounts: (account) => fitPostgresAccount(account, hostName),
  documents: fitDocument,
  files: (file) => ({
    record: { ...file, createdAt: Math.round(file.createdAt), updatedAt: Math.round(file.updatedAt) },
    losses: [],
  }),
  values: fits,
  tasks: ({ id, order, waiting, doneAt }) => ({
    record: {
      ...{ id, order },
      waiting: waiting && { ...waiting, due: Math.ceil(waiting.due) },
      doneAt: doneAt === null ? null : Math.ceil(doneAt),
    },
    losses: [],
  }),
});

/** Browsers offer a passkey only to pages of the host name for which it was made. */
function lostPasskeysAt(hostName: string | null): string {
  const again = 'their people sign in another way and add passkeys again';
  return hostName === null
    ? `: those of the target’s host name move if --to-url gives its address; else ${again}`
    : ` of another or unknown host name: ${again}`;
}

function fitPostgresAccount(given: MovedAccount, hostName: string | null): Fitted<MovedAccount> {
  const { account, losses } = fitAccount(given, {
    takesPassword: (password) => storedPasswordOf(password) !== null,
    takesFactor: ({ kind, secret }) => kind === 'totp' && secret !== null,
    lostFactors: 'second factors',
    takesPasskey: (passkey) => hostName !== null && passkey.hostName === hostName,
    lostPasskeys: lostPasskeysAt(hostName),
  });
  if (account === null) return { record: null, losses };
  const { email, phoneNumber, social, password } = account;
  const lostSocial =
    'accounts of other services: their people sign in where the host is given that service (--sign-in), else by a link that is mailed to them';
  const record = {
    ...account,
    phoneNumber: null,
    emailLink: account.emailLink || (email !== null && password === null),
    createdAt: Math.round(account.createdAt),
    lastSignInAt: Math.round(account.lastSignInAt),
  };
  return {
    record,
    notices: signInNotices(record, false),
    losses: [
      ...losses,
      ...(social.length > 0 ? [lostSocial] : []),
      ...(phoneNumber !== null ? ['phone numbers of accounts'] : []),
    ],
  };
}

function fitDocument(doc: MovedDoc): Fitted<MovedDoc> {
  try {
    checkedPath(doc.path);
  } catch (error) {
    if (isPortError(error) || error instanceof TypeError)
      return { record: null, losses: [`documents: ${error.message}`] };
    throw error;
  }
  const isSmall =
    documentBytes(doc.path, doc.data) <= postgresLimits.documentBytes &&
    longestPathIn(doc.data) <= postgresLimits.fieldPathBytes;
  return isSmall ? fits(doc) : { record: null, losses: ['documents that are larger than the target allows'] };
}
