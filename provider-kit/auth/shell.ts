/** The shell of `Auth`: checks and copies of arguments and their defaults, over a provider's driver. */
import type {
  ActionLinkSettings,
  Auth,
  Credential,
  SecondFactorAnswer,
  SignInResult,
} from '#ports/auth/auth.ts';
import { checkAnswer, checkCredential, checkPersistence, checkTexts, isSignInLink } from './checks.ts';

type Reshaped = 'idToken' | 'language' | 'isSignInLink' | 'sendSecondFactorCode' | 'answerSecondFactor';

/**
 * Arguments are checked and copied. Results, errors and order are as `Auth` says. Each is called as a function, without a receiver.
 */
export interface AuthDriver extends Omit<Auth, Reshaped> {
  readonly idToken: (forceRefresh: boolean) => ReturnType<Auth['idToken']>;
  readonly sendSecondFactorCode: (
    challengeId: string,
    factorId: string,
  ) => ReturnType<Auth['sendSecondFactorCode']>;
  readonly answerSecondFactor: (challengeId: string, answer: SecondFactorAnswer) => Promise<SignInResult>;
}

export function authShell(driver: AuthDriver): Auth {
  let language: string | null = null;
  return {
    currentUser: driver.currentUser,
    ready: driver.ready,
    onUserChange: driver.onUserChange,
    onTokenChange: driver.onTokenChange,
    idToken: (options) => driver.idToken(options?.forceRefresh ?? false),
    setPersistence(kind) {
      checkPersistence(kind);
      return driver.setPersistence(kind);
    },
    setLanguage(tag) {
      language = tag;
      driver.setLanguage(tag);
    },
    language: () => language,

    createUser({ email, password }) {
      checkTexts({ email, password });
      return driver.createUser({ email, password });
    },
    signIn: withCredential(driver.signIn),
    signInAnonymously: driver.signInAnonymously,
    signInWithProvider(options) {
      checkTexts({ provider: options.provider });
      return driver.signInWithProvider({ ...options });
    },
    redirectResult: driver.redirectResult,
    signOut: driver.signOut,

    link: withCredential(driver.link),
    unlink: withTexts(['providerId'], driver.unlink),
    reauthenticate: withCredential(driver.reauthenticate),

    updateProfile: (changes) => driver.updateProfile({ ...changes }),
    updatePassword: withTexts(['password'], driver.updatePassword),
    verifyBeforeUpdateEmail: withTexts(['email'], (email, settings) =>
      driver.verifyBeforeUpdateEmail(email, copied(settings)),
    ),
    reload: driver.reload,
    deleteUser: driver.deleteUser,

    sendEmailVerification: (settings) => driver.sendEmailVerification(copied(settings)),
    sendPasswordReset: withTexts(['email'], (email, settings) =>
      driver.sendPasswordReset(email, copied(settings)),
    ),
    sendSignInLink(email, { continueUrl }) {
      checkTexts({ email, continueUrl });
      return driver.sendSignInLink(email, { continueUrl });
    },
    isSignInLink,
    checkActionCode: withTexts(['code'], driver.checkActionCode),
    applyActionCode: withTexts(['code'], driver.applyActionCode),
    confirmPasswordReset: withTexts(['code', 'password'], driver.confirmPasswordReset),
    validatePassword: withTexts(['password'], driver.validatePassword),

    startPhoneVerification: withTexts(['phoneNumber'], driver.startPhoneVerification),
    sendSecondFactorCode({ id }, factorId) {
      checkTexts({ challenge: id, factorId });
      return driver.sendSecondFactorCode(id, factorId);
    },
    answerSecondFactor({ id }, answer) {
      checkTexts({ challenge: id });
      checkAnswer(answer);
      return driver.answerSecondFactor(id, { ...answer });
    },
    startTotpEnrollment: driver.startTotpEnrollment,
    finishTotpEnrollment: withTexts(['sessionId', 'code'], driver.finishTotpEnrollment),
    startPhoneEnrollment: withTexts(['phoneNumber'], driver.startPhoneEnrollment),
    finishPhoneEnrollment: withTexts(['verificationId', 'code'], driver.finishPhoneEnrollment),
    unenrollFactor: withTexts(['factorId'], driver.unenrollFactor),
  };
}

/** A method whose first arguments are texts of these names. */
const withTexts =
  <Args extends readonly unknown[], Result>(names: readonly string[], run: (...args: Args) => Result) =>
  (...args: Args): Result => {
    checkTexts(Object.fromEntries(names.map((name, at) => [name, args[at]])));
    return run(...args);
  };

const withCredential =
  <Given extends Credential, Result>(run: (credential: Given) => Result) =>
  (credential: Given): Result => {
    checkCredential(credential);
    return run({ ...credential });
  };

const copied = (settings: ActionLinkSettings | undefined) => settings && { ...settings };
