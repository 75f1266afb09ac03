/** Passkeys of accounts. */
import type { Passkey } from '#ports/auth/auth.ts';

export interface PasskeyRecord {
  readonly id: string;
  /** Id that its authenticator has given it, in base64url. */
  readonly credential: string;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  /** Signatures so far; 0 where the authenticator does not count. */
  readonly counter: number;
  /** Ways to reach its authenticator, for the browser. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Relying party id, to which browsers bind it. Absent: made before it was stored, and not used since. */
  readonly hostName?: string;
}

export const passkeyOf = ({ id, name, createdAt, lastUsedAt }: PasskeyRecord): Passkey => ({
  id,
  name,
  createdAt,
  lastUsedAt,
});
