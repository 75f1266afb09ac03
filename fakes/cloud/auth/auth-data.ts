/** State of the auth service as plain data. */
import type { ProviderId, SecondFactorChallenge } from '#ports/auth/auth.ts';
import type { Account } from './accounts.ts';
import type { CodesData } from './codes.ts';
import type { Guesses } from './guesses.ts';
import type { AccountSession, Proof } from './sessions.ts';

/** A first proof that waits for the second. */
export interface Pending {
  readonly id: SecondFactorChallenge['id'];
  readonly uid: string;
  readonly proof: Proof;
  readonly providerId: ProviderId;
  /** Session of a reauthentication; `null` for a sign-in. */
  readonly sessionId: string | null;
  readonly expiresAt: number;
}

/** An authenticator app being set up. */
export interface TotpSetup {
  readonly id: string;
  readonly uid: string;
  readonly secret: string;
  readonly expiresAt: number;
}

export interface AuthData {
  readonly accounts: readonly Account[];
  readonly sessions: readonly AccountSession[];
  readonly codes: CodesData;
  readonly guesses: readonly (readonly [string, Guesses])[];
  readonly pending: readonly Pending[];
  readonly setups: readonly TotpSetup[];
  /** Signs the tokens. Absent in an export: loading one makes a new key. */
  readonly key?: string;
  readonly drawn: number;
}

/** Record of the fields that are not in a map. */
export type AuthMeta = Pick<AuthData, 'key' | 'drawn'>;
