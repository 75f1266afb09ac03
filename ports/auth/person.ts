/** A person as the provider describes them, and the credentials that prove an identity. */
/**
 * `oidc.` and `saml.`: providers that the project has configured, under an id of the project's choice. Accounts are
 * told apart by that id and the provider's own id of the person, never by the address: an address counts as verified
 * only if the provider says so.
 */
export type SocialProvider =
  | 'google.com'
  | 'github.com'
  | 'apple.com'
  | 'microsoft.com'
  | `oidc.${string}`
  | `saml.${string}`;
export type ProviderId = 'password' | 'phone' | SocialProvider;

/**
 * A sign-in method of an account. `password` also stands for links by email: backends don't tell whether a password was
 * set.
 */
export interface LinkedProvider {
  readonly providerId: ProviderId;
  /** The account's id at that provider: an email address, a phone number or the provider's own id. */
  readonly uid: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly displayName: string | null;
}

/** A person as the provider knows them: plain data, a new object after every change. Times are epoch milliseconds. */
export interface User {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  readonly phoneNumber: string | null;
  readonly isAnonymous: boolean;
  readonly providers: readonly LinkedProvider[];
  readonly factors: readonly EnrolledFactor[];
  readonly createdAt: number;
  readonly lastSignInAt: number;
}

/** Method of a sign-in. */
type TokenProvider = ProviderId | 'passkey' | 'anonymous' | 'custom';

/** A token that tells the backend who is calling. */
export interface IdToken {
  readonly token: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Time of the person's last sign-in or reauthentication. */
  readonly authenticatedAt: number;
  /** A link sent by email counts as `password`. */
  readonly signInProvider: TokenProvider;
  /** `passkey`: the passkey that signed in, which counts as both factors. */
  readonly secondFactor: FactorKind | 'passkey' | null;
}

/** Credential of a sign-in, by its kind. */
export type Credential =
  | { readonly kind: 'password'; readonly email: string; readonly password: string }
  | { readonly kind: 'email-link'; readonly email: string; readonly link: string }
  | { readonly kind: 'phone'; readonly verificationId: string; readonly code: string }
  | { readonly kind: 'custom-token'; readonly token: string }
  | {
      readonly kind: 'social';
      readonly provider: SocialProvider;
      readonly idToken?: string;
      readonly accessToken?: string;
      readonly nonce?: string;
    };

export type LinkableCredential = Exclude<Credential, { readonly kind: 'custom-token' }>;

export type FactorKind = 'totp' | 'phone';

export interface EnrolledFactor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly displayName: string | null;
  readonly enrolledAt: number;
  /** The number with all but its last digits hidden; `null` for an authenticator app. */
  readonly phoneHint: string | null;
}

/** Challenge for the second factor, after the first one was accepted. The id is valid for one hour and one success. */
export interface SecondFactorChallenge {
  readonly id: string;
  readonly factors: readonly EnrolledFactor[];
}

export type SecondFactorAnswer =
  | { readonly kind: 'totp'; readonly factorId: string; readonly code: string }
  | { readonly kind: 'phone'; readonly verificationId: string; readonly code: string };

export type SignInResult =
  | {
      readonly kind: 'signed-in';
      readonly user: User;
      readonly isNewUser: boolean;
      readonly providerId: TokenProvider;
    }
  | { readonly kind: 'second-factor'; readonly challenge: SecondFactorChallenge };
