/**
 * Sign-in and accounts. The core is email and password; further ways to sign in, messages to the address, second factors and the
 * settings of a session are extensions, `null` where a provider lacks them.
 */
import type { Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';
import type { Passkeys } from './passkeys.ts';
import type {
  Credential,
  EnrolledFactor,
  IdToken,
  LinkableCredential,
  ProviderId,
  SecondFactorAnswer,
  SecondFactorChallenge,
  SignInResult,
  SocialProvider,
  User,
} from './person.ts';

export type { Passkey, Passkeys } from './passkeys.ts';
export type {
  Credential,
  EnrolledFactor,
  FactorKind,
  IdToken,
  LinkableCredential,
  LinkedProvider,
  ProviderId,
  SecondFactorAnswer,
  SecondFactorChallenge,
  SignInResult,
  SocialProvider,
  User,
} from './person.ts';

/**
 * `local`: until sign-out, in this tab and every other of this browser, those already open too: each follows the sign-in,
 * change or sign-out of another within a second or so. `session`: this tab, until it closes. `memory`: until this page is left.
 */
export type AuthPersistence = 'local' | 'session' | 'memory';

/** Where a link in an email leads, once the person has followed it. */
export interface ActionLinkSettings {
  /** An absolute URL of this application. */
  readonly continueUrl: string;
}

export interface ActionCode {
  readonly operation:
    | 'reset-password'
    | 'verify-email'
    | 'recover-email'
    | 'verify-and-change-email'
    | 'revert-second-factor'
    | 'sign-in';
  /** Address of the account; `null` for a sign-in link, where the person enters the address. */
  readonly email: string | null;
  readonly previousEmail: string | null;
  /** The second factor that was added, for a code that can revert its enrolment; else `null`. */
  readonly factor: EnrolledFactor | null;
}

/** Password rules that a password can break. */
export type PasswordFault = 'length' | 'too-long' | 'lowercase' | 'uppercase' | 'digit' | 'symbol';

/** Result of a check against the password rules; `ok`: no rule is broken. */
export interface PasswordVerdict {
  readonly ok: boolean;
  readonly minLength: number;
  readonly maxLength: number | null;
  /** Broken rules, in the order of `PasswordFault`. */
  readonly missing: readonly PasswordFault[];
  /** The characters that count as symbols. */
  readonly symbols: string;
  /**
   * Whether the backend rejects passwords that break the rules; false: the result is only a hint. Passwords shorter
   * than 6 characters are always rejected.
   */
  readonly enforced: boolean;
}

/** Bot protection of a phone sign-in: `id` of the element into which a challenge may be drawn. */
export interface PhoneChallenge {
  readonly containerId: string;
}

export interface TotpEnrollment {
  /** Base32, to type by hand. */
  readonly secret: string;
  /** `otpauth://…`, to draw as a QR code. */
  readonly uri: string;
  readonly algorithm: 'SHA1';
  readonly digits: number;
  readonly periodSeconds: number;
  /** Id of the enrolment, passed to `finish`. */
  readonly sessionId: string;
  readonly expiresAt: number;
}

export interface ProviderSignInOptions {
  readonly provider: SocialProvider;
  /** `redirect` leaves the page; its result is read by `redirectResult` on return. Default `popup`. */
  readonly mode?: 'popup' | 'redirect';
  /** Default `sign-in`. */
  readonly purpose?: 'sign-in' | 'link' | 'reauthenticate';
  readonly scopes?: readonly string[];
  readonly loginHint?: string;
}

/** Sign-in by a code that is sent to a phone. */
export interface PhoneSignIn {
  /**
   * Sends a code by text message; the returned `verificationId` goes into a `phone` credential. @throws
   * auth/invalid-phone-number, auth/quota-exceeded, auth/too-many-requests, auth/operation-not-allowed,
   * auth/unsupported-first-factor
   */
  sendCode(phoneNumber: string, challenge?: PhoneChallenge): Promise<{ readonly verificationId: string }>;
}

/** Sign-in by a link that is sent by email: the address of the page that it leads to is an `email-link` credential. */
export interface EmailLinks {
  /** Sends a sign-in link. @throws auth/missing-email, auth/invalid-email */
  send(email: string, settings: ActionLinkSettings): Promise<void>;
  /** Whether a URL is a sign-in link. Decided locally. */
  matches(url: string): boolean;
}

/** Accounts without a credential. */
export interface GuestAccounts {
  /**
   * Signs in with a new account that has no credential. A guest who is signed in already stays the same.
   * @throws auth/admin-restricted-operation where guests are switched off
   */
  signIn(): Promise<SignInResult>;
}

/** A service whose accounts sign in. */
export interface OfferedProvider {
  readonly id: SocialProvider;
  /** Display name of the service, as in “Continue with …”. */
  readonly name: string;
}

/** Sign-in with an account of another service. */
export interface SocialSignIn {
  /** Services that the backend is set up for; `null` where only the application's own configuration knows them. */
  readonly providers: readonly OfferedProvider[] | null;
  /**
   * Popup or redirect. A redirect never resolves: the page is left.
   * @throws auth/popup-blocked, auth/popup-closed-by-user, auth/cancelled-popup-request when another popup was asked for
   * meanwhile, and what `signIn`, `link` and `reauthenticate` throw; an `oidc.` or `saml.` account never gets the account that has
   * its address: auth/account-exists-with-different-credential
   */
  signIn(options: ProviderSignInOptions): Promise<SignInResult>;
  /** The result of the redirect that led here, once; `null` when there was none. */
  redirectResult(): Promise<SignInResult | null>;
}

/** Several credentials of one account. */
export interface CredentialLinking {
  /**
   * Ties another credential to the account; a guest becomes a full account with the same uid. Whether it counts as a proof of the
   * person (`authenticatedAt`) is the provider's: a caller who needs one asks for it.
   * @throws auth/provider-already-linked, auth/credential-already-in-use, auth/email-already-in-use,
   * auth/account-exists-with-different-credential (a phone that another account has), auth/unsupported-first-factor (a
   * phone, with a second factor set up), auth/weak-password, auth/operation-not-allowed, auth/requires-recent-login where the
   * provider asks for a proof before
   */
  link(credential: LinkableCredential): Promise<SignInResult>;
  /**
   * Removes a credential. `password` also removes the address, unless a social account has verified it.
   * @throws auth/no-such-provider
   */
  unlink(providerId: ProviderId): Promise<User>;
}

/** Messages to the account's address, and the codes that their links carry. */
export interface AccountMail {
  /** @throws auth/missing-email for an account without an address, such as a guest's; auth/invalid-continue-uri, auth/unauthorized-continue-uri */
  sendVerification(settings?: ActionLinkSettings): Promise<void>;
  /**
   * Sends a link; the address changes once it is followed, and a link to take that back goes to the earlier one. Either ends
   * every session of the account.
   * @throws auth/requires-recent-login, auth/email-already-in-use, auth/invalid-continue-uri, auth/unauthorized-continue-uri
   */
  changeEmail(email: string, settings?: ActionLinkSettings): Promise<void>;
  /**
   * Sends a link that sets a new password. Under enumeration protection the call also resolves for an address without
   * an account.
   * @throws auth/user-not-found, auth/missing-email, auth/invalid-email
   */
  sendPasswordReset(email: string, settings?: ActionLinkSettings): Promise<void>;
  /**
   * Sets the new password. Every session of the account ends, and the address counts as confirmed.
   * @throws auth/weak-password, auth/password-does-not-meet-requirements, auth/invalid-action-code,
   * auth/expired-action-code
   */
  confirmPasswordReset(code: string, password: string): Promise<void>;
  /** Purpose of a code from an email, without using it. @throws auth/invalid-action-code, auth/expired-action-code */
  checkCode(code: string): Promise<ActionCode>;
  /**
   * Applies a code, once. Not for codes of password resets and of sign-in links.
   * @throws auth/invalid-action-code, auth/expired-action-code, auth/email-already-in-use
   */
  applyCode(code: string): Promise<void>;
}

/**
 * Second factors of accounts, and the second step of a sign-in.
 * Setting one up: @throws auth/unverified-email, auth/requires-recent-login, auth/operation-not-allowed,
 * auth/unsupported-first-factor (signed in as a guest, by phone or by custom token), auth/maximum-second-factor-count-exceeded
 */
export interface SecondFactors {
  /**
   * @throws auth/invalid-verification-code, auth/invalid-verification-id, auth/code-expired, auth/multi-factor-info-not-found,
   * auth/too-many-requests
   */
  answer(challenge: SecondFactorChallenge, answer: SecondFactorAnswer): Promise<SignInResult>;
  /** @throws auth/multi-factor-info-not-found */
  unenroll(factorId: string): Promise<User>;
  readonly totp: TotpFactors | null;
  readonly sms: SmsFactors | null;
}

/** Authenticator apps. */
export interface TotpFactors {
  start(): Promise<TotpEnrollment>;
  /**
   * Verifies the first code and enrols the factor. Every other session of the account ends; a message with a link to
   * revert the change goes to the address.
   */
  finish(sessionId: string, code: string, displayName?: string): Promise<User>;
}

/** Codes by text message. */
export interface SmsFactors {
  /** Sends the code for the second step of a sign-in. */
  sendCode(challenge: SecondFactorChallenge, factorId: string): Promise<{ readonly verificationId: string }>;
  /** @throws auth/second-factor-already-in-use */
  start(phoneNumber: string, challenge?: PhoneChallenge): Promise<{ readonly verificationId: string }>;
  /** As `finish` of an authenticator app. */
  finish(verificationId: string, code: string, displayName?: string): Promise<User>;
}

/** Rules of the project for passwords, beyond a least length. */
export interface PasswordRules {
  /** Checks a password before it is sent as one: by the project's rules, as far as they are known when offline. */
  validate(password: string): Promise<PasswordVerdict>;
}

/** Language of emails, text messages and challenges. */
export interface MessageLanguage {
  /** A BCP 47 tag, `null` for the backend's own. */
  set(tag: string | null): void;
  current(): string | null;
}

/** The stored session and its tokens. */
export interface SessionSettings {
  /** Sets the store of the session. Applies to the person now signed in, and to later sign-ins. Default `local`. */
  setPersistence(kind: AuthPersistence): Promise<void>;
  /** The token at each change of the person and at each renewal: as `onUserChange`. */
  onTokenChange(next: (token: IdToken | null) => void): Unsubscribe;
}

/** Deletion of an account by its owner. */
export interface SelfDeletion {
  /** Deletes the account for good and signs out. @throws auth/requires-recent-login */
  deleteUser(): Promise<void>;
}

/**
 * A method that needs the person rejects with `unauthenticated` when nobody is signed in; one that needs the backend, with
 * `auth/network-request-failed` when it is out of reach. A session that ended elsewhere (revoked, account gone or
 * disabled) ends here at the next use: `auth/user-token-expired` or `auth/user-disabled`, and nobody is signed in; a token
 * handed out before may go on being accepted by other services until it expires. Changes take place in the order in which they
 * were asked for. @throws TypeError for arguments of the wrong type, at once
 */
export interface Auth {
  /** The person, or `null` when nobody is signed in or it is not yet known; `ready` tells these two apart. */
  currentUser(): User | null;
  /** Resolves once a remembered session has been restored, or found to be absent. */
  ready(): Promise<User | null>;
  /**
   * The person now and at each later change. The first call comes asynchronously, once `ready` has resolved, never inside
   * this call. Fires for sign-in, sign-out and a change of account, and of the person's own data made here.
   */
  onUserChange(next: (user: User | null) => void): Unsubscribe;
  /**
   * A token that is valid for 30 s or more, renewed if necessary; `null` when nobody is signed in. The call waits for
   * `ready`, but not for a change in progress: until that has finished, the token is of the person signed in before.
   */
  idToken(options?: { readonly forceRefresh?: boolean }): Promise<IdToken | null>;

  /**
   * Creates the account and signs in.
   * @throws auth/email-already-in-use, auth/invalid-email, auth/missing-email, auth/missing-password, auth/weak-password,
   * auth/password-does-not-meet-requirements (its details say what is `missing`), auth/operation-not-allowed,
   * auth/admin-restricted-operation where people may not make accounts themselves
   */
  createUser(account: { readonly email: string; readonly password: string }): Promise<SignInResult>;
  /**
   * Signs in; the person signed in before is signed out. A kind of credential that the provider lacks is
   * auth/operation-not-allowed.
   * @throws auth/invalid-credential (under enumeration protection), auth/wrong-password, auth/user-not-found,
   * auth/missing-password, auth/user-disabled, auth/invalid-email, auth/too-many-requests (lifted by time, and by a new
   * password), auth/invalid-verification-code, auth/invalid-verification-id, auth/code-expired, auth/invalid-action-code,
   * auth/expired-action-code, auth/invalid-custom-token, auth/operation-not-allowed, auth/admin-restricted-operation,
   * auth/account-exists-with-different-credential, auth/unsupported-first-factor (a phone, with a second factor set up),
   * auth/password-does-not-meet-requirements where old passwords must be renewed, auth/network-request-failed
   */
  signIn(credential: Credential): Promise<SignInResult>;
  /** Signs out, also offline. No effect when nobody is signed in. */
  signOut(): Promise<void>;
  /**
   * Verifies the person's identity again.
   * @throws auth/user-mismatch, auth/invalid-credential, auth/wrong-password
   */
  reauthenticate(credential: Credential): Promise<SignInResult>;

  /** Changes fields of the profile: `null` clears a field, an absent field is unchanged. */
  updateProfile(changes: {
    readonly displayName?: string | null;
    readonly photoUrl?: string | null;
  }): Promise<User>;
  /**
   * Every other session of the account ends.
   * @throws auth/requires-recent-login more than 5 minutes after the last proof; auth/weak-password,
   * auth/password-does-not-meet-requirements
   */
  updatePassword(password: string): Promise<void>;
  /** Reads the person's data anew from the backend. */
  reload(): Promise<User>;

  readonly phone: PhoneSignIn | null;
  readonly links: EmailLinks | null;
  readonly guests: GuestAccounts | null;
  readonly social: SocialSignIn | null;
  readonly linking: CredentialLinking | null;
  readonly mail: AccountMail | null;
  readonly factors: SecondFactors | null;
  readonly passwordRules: PasswordRules | null;
  readonly language: MessageLanguage | null;
  readonly session: SessionSettings | null;
  readonly deletion: SelfDeletion | null;
  readonly passkeys: Passkeys | null;
}

export const authToken = portToken<Auth>('auth');
