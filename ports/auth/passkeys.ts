/** Sign-in by passkeys. */
import type { SignInResult } from './person.ts';

/** A passkey of an account. Times are epoch milliseconds. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** Last sign-in or proof by it; `null` for none yet. */
  readonly lastUsedAt: number | null;
}

/**
 * Passkeys (WebAuthn): keys in a device, password manager or security key, which verifies the person before it signs. A sign-in by one
 * counts as both factors: no second one is asked for. `add`, `signIn` and `reauthenticate` run the browser's dialog.
 * @throws auth/popup-closed-by-user when that ends without a passkey; auth/cancelled-popup-request when another was asked for
 * meanwhile; auth/invalid-credential for an answer that proves nothing, or comes later than five minutes after the dialog began
 */
export interface Passkeys {
  /** Passkeys of one account, at most. */
  readonly mostPerAccount: number;
  /** Passkeys of the account, oldest first. */
  list(): Promise<readonly Passkey[]>;
  /**
   * Makes a passkey for the account. `name`: 1 to 80 characters, without spaces around it.
   * @throws auth/requires-recent-login more than 5 minutes after the last proof; auth/quota-exceeded beyond `mostPerAccount`;
   * auth/provider-already-linked where the device has one of this account; auth/credential-already-in-use for one of another account;
   * auth/unsupported-first-factor signed in as a guest or by custom token; auth/operation-not-allowed, invalid-argument
   */
  add(name: string): Promise<Passkey>;
  /** @throws not-found, invalid-argument */
  rename(id: string, name: string): Promise<Passkey>;
  /**
   * Removes a passkey; sessions that it began end, except this one.
   * @throws not-found; auth/requires-recent-login; failed-precondition for the last way to sign in to the account
   */
  remove(id: string): Promise<void>;
  /** Signs in as the person of the passkey that is chosen in the browser's dialog. @throws as `Auth.signIn` */
  signIn(): Promise<SignInResult>;
  /** As `Auth.reauthenticate`, by a passkey of the account. */
  reauthenticate(): Promise<SignInResult>;
}
