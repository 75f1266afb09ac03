/**
 * Fresh proof of a person, asked for before what changes or ends their account. Firebase renews the time of the last proof when a telephone is tied to
 * an account (`signInWithPhoneNumber` with an ID token) and asks for none before that; so with a borrowed browser anybody could prove
 * themselves by their own telephone. A telephone therefore proves the person only where the account has nothing else.
 */
export interface ProofOfToken {
  /** Time of the last proof; null: the token does not tell. */
  readonly provedAt: number | null;
  /** Method of that proof; null: the token does not tell. */
  readonly provider: string | null;
  /** Methods, or identities, of the account. */
  readonly methods: readonly string[];
}

/** Time of the last proof that counts; null: none. */
export const freshProofAt = ({ provedAt, provider, methods }: ProofOfToken): number | null =>
  provider === 'phone' && methods.some((method) => method !== 'phone') ? null : provedAt;
