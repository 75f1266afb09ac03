/** The shell of `Auth`: checks and copies of arguments and their defaults, over a provider's driver. */
import type {
  SelfDeletion,
  AccountMail,
  ActionLinkSettings,
  Auth,
  Credential,
  CredentialLinking,
  MessageLanguage,
  PasswordRules,
  SecondFactorAnswer,
  SecondFactors,
  SessionSettings,
  SignInResult,
  SmsFactors,
  TotpFactors,
} from '#ports/auth/auth.ts';
import type { CompleteAuth } from '#ports/complete.ts';
import { complete, everyExtension, type UnionToIntersection } from '../complete.ts';
import { checkAnswer, checkCredential, checkPersistence, checkTexts } from './checks.ts';

type Ask<Port, Name extends keyof NonNullable<Port>> = NonNullable<Port>[Name];

/**
 * Arguments are checked and copied. Results, errors and order are as `Auth` says. Each is called as a function, without a receiver.
 */
export interface AuthDriver extends Omit<CoreMethods, 'idToken'> {
  readonly idToken: (forceRefresh: boolean) => ReturnType<Auth['idToken']>;
}

type CoreMethods = {
  [Name in keyof Auth as Auth[Name] extends (...args: never) => unknown ? Name : never]: Auth[Name];
};

/** Drivers of the extensions. No two have a method of the same name, so that one object may be several of them. */
export interface AuthExtensionDrivers {
  readonly phone: { readonly startPhoneVerification: Ask<Auth['phone'], 'sendCode'> };
  readonly links: {
    readonly sendSignInLink: Ask<Auth['links'], 'send'>;
    readonly isSignInLink: Ask<Auth['links'], 'matches'>;
  };
  readonly guests: { readonly signInAnonymously: Ask<Auth['guests'], 'signIn'> };
  readonly social: {
    readonly providers: NonNullable<Auth['social']>['providers'];
    readonly signInWithProvider: Ask<Auth['social'], 'signIn'>;
    readonly redirectResult: Ask<Auth['social'], 'redirectResult'>;
  };
  readonly linking: CredentialLinking;
  readonly mail: {
    readonly sendEmailVerification: Ask<Auth['mail'], 'sendVerification'>;
    readonly verifyBeforeUpdateEmail: Ask<Auth['mail'], 'changeEmail'>;
    readonly sendPasswordReset: Ask<Auth['mail'], 'sendPasswordReset'>;
    readonly confirmPasswordReset: Ask<Auth['mail'], 'confirmPasswordReset'>;
    readonly checkActionCode: Ask<Auth['mail'], 'checkCode'>;
    readonly applyActionCode: Ask<Auth['mail'], 'applyCode'>;
  };
  readonly factors: {
    readonly answerSecondFactor: (challengeId: string, answer: SecondFactorAnswer) => Promise<SignInResult>;
    readonly unenrollFactor: Ask<Auth['factors'], 'unenroll'>;
  };
  readonly totp: {
    readonly startTotpEnrollment: TotpFactors['start'];
    readonly finishTotpEnrollment: TotpFactors['finish'];
  };
  readonly sms: {
    readonly sendSecondFactorCode: (
      challengeId: string,
      factorId: string,
    ) => ReturnType<SmsFactors['sendCode']>;
    readonly startPhoneEnrollment: SmsFactors['start'];
    readonly finishPhoneEnrollment: SmsFactors['finish'];
  };
  readonly passwordRules: { readonly validatePassword: PasswordRules['validate'] };
  readonly language: { readonly setLanguage: MessageLanguage['set'] };
  readonly session: SessionSettings;
  readonly deletion: SelfDeletion;
}

/** Drivers of the extensions that a provider has. */
export type AuthExtensions = {
  readonly [name in keyof AuthExtensionDrivers]?: AuthExtensionDrivers[name] | null;
};

/** A driver of everything but passkeys. */
export type WholeAuthDriver = AuthDriver & WholeOf<AuthExtensionDrivers>;
type WholeOf<Drivers> = UnionToIntersection<Drivers[keyof Drivers]>;
/** Shell of a provider that has every extension but passkeys. */
export function wholeAuthShell(driver: WholeAuthDriver): CompleteAuth {
  const auth = complete(authShell(driver, everyExtension<WholeAuthDriver, AuthExtensions>(driver)));
  return { ...auth, factors: complete(auth.factors) };
}

/** Without passkeys: a provider that has them adds `checkedPasskeys`, a module that pages of other providers don't load. */
export function authShell(driver: AuthDriver, extensions: AuthExtensions = {}): Auth {
  return {
    currentUser: driver.currentUser,
    ready: driver.ready,
    onUserChange: driver.onUserChange,
    idToken: (options) => driver.idToken(options?.forceRefresh ?? false),
    createUser({ email, password }) {
      checkTexts({ email, password });
      return driver.createUser({ email, password });
    },
    signIn: withCredential(driver.signIn),
    signOut: driver.signOut,
    reauthenticate: withCredential(driver.reauthenticate),
    updateProfile: (changes) => driver.updateProfile({ ...changes }),
    updatePassword: withTexts(['password'], driver.updatePassword),
    reload: driver.reload,
    phone: over(extensions.phone, (phone) => ({
      sendCode: withTexts(['phoneNumber'], phone.startPhoneVerification),
    })),
    links: over(extensions.links, (links) => ({
      send(email, { continueUrl }) {
        checkTexts({ email, continueUrl });
        return links.sendSignInLink(email, { continueUrl });
      },
      matches: links.isSignInLink,
    })),
    guests: over(extensions.guests, (guests) => ({ signIn: guests.signInAnonymously })),
    social: over(extensions.social, (social) => ({
      providers: social.providers,
      signIn(options) {
        checkTexts({ provider: options.provider });
        return social.signInWithProvider({ ...options });
      },
      redirectResult: social.redirectResult,
    })),
    linking: over(extensions.linking, (linking) => ({
      link: withCredential(linking.link),
      unlink: withTexts(['providerId'], linking.unlink),
    })),
    mail: over(extensions.mail, mailOf),
    factors: over(extensions.factors, (factors) => factorsOf(factors, extensions)),
    passwordRules: over(extensions.passwordRules, (rules) => ({
      validate: withTexts(['password'], rules.validatePassword),
    })),
    language: over(extensions.language, languageOf),
    session: over(extensions.session, (session) => ({
      setPersistence(kind) {
        checkPersistence(kind);
        return session.setPersistence(kind);
      },
      onTokenChange: session.onTokenChange,
    })),
    deletion: over(extensions.deletion, (deletion) => ({ deleteUser: deletion.deleteUser })),
    passkeys: null,
  };
}

const over = <Driver, Extension>(
  driver: Driver | null | undefined,
  shell: (driver: Driver) => Extension,
): Extension | null => (driver ? shell(driver) : null);

const mailOf = (mail: AuthExtensionDrivers['mail']): AccountMail => ({
  sendVerification: (settings) => mail.sendEmailVerification(copied(settings)),
  changeEmail: withTexts(['email'], (email, settings) =>
    mail.verifyBeforeUpdateEmail(email, copied(settings)),
  ),
  sendPasswordReset: withTexts(['email'], (email, settings) =>
    mail.sendPasswordReset(email, copied(settings)),
  ),
  confirmPasswordReset: withTexts(['code', 'password'], mail.confirmPasswordReset),
  checkCode: withTexts(['code'], mail.checkActionCode),
  applyCode: withTexts(['code'], mail.applyActionCode),
});

const factorsOf = (
  factors: AuthExtensionDrivers['factors'],
  { totp, sms }: Pick<AuthExtensions, 'totp' | 'sms'>,
): SecondFactors => ({
  answer({ id }, answer) {
    checkTexts({ challenge: id });
    checkAnswer(answer);
    return factors.answerSecondFactor(id, { ...answer });
  },
  unenroll: withTexts(['factorId'], factors.unenrollFactor),
  totp: over(totp, (apps) => ({
    start: apps.startTotpEnrollment,
    finish: withTexts(['sessionId', 'code'], apps.finishTotpEnrollment),
  })),
  sms: over(sms, (texts) => ({
    sendCode({ id }, factorId) {
      checkTexts({ challenge: id, factorId });
      return texts.sendSecondFactorCode(id, factorId);
    },
    start: withTexts(['phoneNumber'], texts.startPhoneEnrollment),
    finish: withTexts(['verificationId', 'code'], texts.finishPhoneEnrollment),
  })),
});

function languageOf(driver: AuthExtensionDrivers['language']): MessageLanguage {
  let language: string | null = null;
  return {
    set(tag) {
      language = tag;
      driver.setLanguage(tag);
    },
    current: () => language,
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
