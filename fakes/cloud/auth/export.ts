/** The part of the accounts that goes into an export. */
import type { CodesData } from './codes.ts';
import type { AuthData } from './auth-data.ts';

const noCodes: CodesData = { emails: [], phones: [], messages: [] };

/**
 * Export without credentials: the key that signs tokens, mailed links and codes, sent messages, secrets of authenticator apps. An
 * app has to be set up again where the file is loaded; passwords are exported as hashes, refresh tokens as digests.
 */
export function exportedAuth({ key: _key, ...data }: AuthData): AuthData {
  const accounts = data.accounts.map((account) => ({
    ...account,
    factors: account.factors.filter(({ secret }) => secret === null),
  }));
  return { ...data, accounts, codes: noCodes, pending: [], setups: [] };
}
