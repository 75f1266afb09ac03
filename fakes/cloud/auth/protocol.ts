/** Messages between an embedded client and the auth service. No password ever goes to a client. */
import type {
  ActionCode,
  IdToken,
  LinkableCredential,
  Credential,
  ProviderId,
  SecondFactorAnswer,
  SecondFactorChallenge,
  SocialProvider,
  TotpEnrollment,
  User,
} from '#ports/auth/auth.ts';
import type { ProjectPasswordPolicy } from '#provider-kit/auth/project.ts';

/** Session as the client stores it. The id token is valid for one hour; the refresh token until it is revoked. */
export interface Issued {
  readonly kind: 'issued';
  readonly user: User;
  readonly token: string;
  /** `null`: the one that the client has. The service keeps only its digest. */
  readonly refreshToken: string | null;
  readonly isNewUser: boolean;
  readonly providerId: IdToken['signInProvider'];
}

export type Outcome = Issued | { readonly kind: 'second-factor'; readonly challenge: SecondFactorChallenge };

/** Identity of a request: an id token, which must still be valid. */
export interface Asking {
  readonly idToken: string;
}

interface Localized {
  readonly language: string | null;
}

interface Linking extends Localized {
  readonly continueUrl: string | null;
}

export interface AuthOperations {
  signUp: { payload: { readonly email: string; readonly password: string }; reply: Issued };
  signInAnonymously: { payload: null; reply: Issued };
  signIn: { payload: { readonly credential: Credential }; reply: Outcome };
  reauthenticate: { payload: Asking & { readonly credential: Credential }; reply: Outcome };
  link: { payload: Asking & { readonly credential: LinkableCredential }; reply: Issued };
  unlink: { payload: Asking & { readonly providerId: ProviderId }; reply: User };
  refresh: { payload: { readonly refreshToken: string }; reply: Issued };
  signOut: { payload: { readonly refreshToken: string }; reply: null };
  lookup: { payload: Asking; reply: User };
  updateProfile: {
    payload: Asking & { readonly displayName?: string | null; readonly photoUrl?: string | null };
    reply: User;
  };
  updatePassword: { payload: Asking & { readonly password: string }; reply: Issued };
  deleteUser: { payload: Asking; reply: null };
  sendEmailChange: { payload: Asking & Linking & { readonly email: string }; reply: null };
  sendEmailVerification: { payload: Asking & Linking; reply: null };
  sendPasswordReset: { payload: Linking & { readonly email: string }; reply: null };
  sendSignInLink: { payload: Linking & { readonly email: string }; reply: null };
  checkActionCode: { payload: { readonly code: string }; reply: ActionCode };
  applyActionCode: { payload: Localized & { readonly code: string }; reply: null };
  confirmPasswordReset: { payload: { readonly code: string; readonly password: string }; reply: null };
  sendPhoneCode: {
    payload: Localized & { readonly phoneNumber: string };
    reply: { readonly verificationId: string };
  };
  sendFactorCode: {
    payload: Localized & { readonly challengeId: string; readonly factorId: string };
    reply: { readonly verificationId: string };
  };
  answerSecondFactor: {
    payload: { readonly challengeId: string; readonly answer: SecondFactorAnswer };
    reply: Issued;
  };
  startTotp: { payload: Asking; reply: TotpEnrollment };
  finishTotp: {
    payload: Asking &
      Localized & { readonly sessionId: string; readonly code: string; readonly displayName?: string };
    reply: Issued;
  };
  startPhoneFactor: {
    payload: Asking & Localized & { readonly phoneNumber: string };
    reply: { readonly verificationId: string };
  };
  finishPhoneFactor: {
    payload: Asking &
      Localized & { readonly verificationId: string; readonly code: string; readonly displayName?: string };
    reply: Issued;
  };
  unenroll: { payload: Asking & { readonly factorId: string }; reply: Issued };
  passwordPolicy: { payload: null; reply: ProjectPasswordPolicy };
  socialAccounts: {
    payload: { readonly provider: SocialProvider };
    reply: readonly { readonly uid: string; readonly email: string; readonly displayName: string }[];
  };
}

export type AuthOperation = keyof AuthOperations;

/** Handlers of some operations. */
export type Handlers<Names extends AuthOperation = AuthOperation> = {
  readonly [name in Names]: (payload: AuthOperations[name]['payload']) => AuthOperations[name]['reply'];
};
