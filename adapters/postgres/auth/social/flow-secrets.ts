/** Secrets of a sign-in at a provider. */
/** Secrets of one sign-in, by which the provider's answer is known to belong to it. */
export interface SocialChecks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}
