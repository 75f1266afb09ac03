/**
 * The first proof of an account's address, by its mailbox or by a provider that owns it. Until then anybody may have made the account, so
 * what was tied before goes: password, telephone and social accounts. The caller ends the sessions.
 */
import type { Account } from './accounts.ts';

export interface ProvedAccount {
  readonly account: Account;
  /** The address was proved for the first time. */
  readonly isFirstProof: boolean;
}

export function withProvedAddress(account: Account): ProvedAccount {
  if (account.emailVerified) return { account, isFirstProof: false };
  return {
    account: { ...account, emailVerified: true, password: null, phoneNumber: null, social: [] },
    isFirstProof: true,
  };
}
