/** The auth port of a Firebase client. Arguments are checked here, at once; the SDK loads on first use. */
import type { ActionLinkSettings, Auth, IdToken, User } from '#ports/auth/auth.ts';
import {
  checkAnswer,
  checkCredential,
  checkPersistence,
  checkTexts,
  isSignInLink,
} from '#provider-kit/auth/checks.ts';
import { CurrentValue } from '#provider-kit/current-value.ts';
import { PortError } from '#ports/errors.ts';
import { whileAlive } from '../alive.ts';
import type { FirebaseContext } from '../context.ts';
import { portErrorFrom } from '../errors.ts';
import { once } from '../lazy.ts';
import type { AuthDriver } from './driver.ts';
import { authCodes } from './errors.ts';

/** `first` is done before the SDK's module is started. */
export function createAuth(context: FirebaseContext, first: () => Promise<void> = async () => {}): Auth {
  let language: string | null = null;
  let user: User | null = null;
  let token: IdToken | null = null;
  const users = new CurrentValue(context, known, () => user);
  const tokens = new CurrentValue(context, known, () => token);
  context.onDispose(() => {
    users.dispose();
    tokens.dispose();
  });
  const driver = once(async () => {
    await first();
    const { startAuth } = await import('./driver.ts');
    const started = startAuth(context, {
      user(next) {
        user = next;
        users.tell(next);
      },
      token(next) {
        token = next;
        tokens.tell(next);
      },
    });
    started.setLanguage(language);
    return started;
  });
  const alive = whileAlive(context);
  const ask = <T>(run: (driver: AuthDriver) => Promise<T>): Promise<T> =>
    alive(async () => {
      try {
        return await run(await driver());
      } catch (error) {
        throw portErrorFrom(authCodes, error);
      }
    });

  function known() {
    return ask((auth) => auth.ready());
  }

  return {
    currentUser: () => user,
    ready: known,
    onUserChange: (next) => users.add(next),
    onTokenChange: (next) => tokens.add(next),
    idToken: (options) => ask((auth) => auth.idToken(options)),
    setPersistence(kind) {
      checkPersistence(kind);
      return ask((auth) => auth.setPersistence(kind));
    },
    setLanguage(tag) {
      language = tag;
      void ask(async (auth) => auth.setLanguage(tag)).catch(() => {});
    },
    language: () => language,

    createUser({ email, password }) {
      checkTexts({ email, password });
      return ask((auth) => auth.createUser({ email, password }));
    },
    signIn(credential) {
      checkCredential(credential);
      const given = { ...credential };
      return ask((auth) => auth.signIn(given));
    },
    signInAnonymously: () => ask((auth) => auth.signInAnonymously()),
    signInWithProvider(options) {
      checkTexts({ provider: options.provider });
      const given = { ...options };
      return ask((auth) => auth.signInWithProvider(given));
    },
    redirectResult: () => ask((auth) => auth.redirectResult()),
    signOut: () => ask((auth) => auth.signOut()),

    link(credential) {
      checkCredential(credential);
      const given = { ...credential };
      return ask((auth) => auth.link(given));
    },
    unlink: (providerId) => ask((auth) => auth.unlink(providerId)),
    reauthenticate(credential) {
      checkCredential(credential);
      const given = { ...credential };
      return ask((auth) => auth.reauthenticate(given));
    },

    updateProfile(changes) {
      const given = { ...changes };
      return ask((auth) => auth.updateProfile(given));
    },
    updatePassword(password) {
      checkTexts({ password });
      return ask((auth) => auth.updatePassword(password));
    },
    verifyBeforeUpdateEmail(email, settings) {
      checkTexts({ email });
      return ask(async (auth) => auth.verifyBeforeUpdateEmail(email, leading(settings)));
    },
    reload: () => ask((auth) => auth.reload()),
    deleteUser: () => ask((auth) => auth.deleteUser()),

    sendEmailVerification: (settings) => ask(async (auth) => auth.sendEmailVerification(leading(settings))),
    sendPasswordReset(email, settings) {
      checkTexts({ email });
      return ask(async (auth) => auth.sendPasswordReset(email, leading(settings)));
    },
    sendSignInLink(email, settings) {
      checkTexts({ email, continueUrl: settings.continueUrl });
      return ask(async (auth) => auth.sendSignInLink(email, leading(settings)));
    },
    isSignInLink,
    checkActionCode(code) {
      checkTexts({ code });
      return ask((auth) => auth.checkActionCode(code));
    },
    applyActionCode(code) {
      checkTexts({ code });
      return ask((auth) => auth.applyActionCode(code));
    },
    confirmPasswordReset(code, password) {
      checkTexts({ code, password });
      return ask((auth) => auth.confirmPasswordReset(code, password));
    },
    validatePassword(password) {
      checkTexts({ password });
      return ask((auth) => auth.validatePassword(password));
    },

    startPhoneVerification(phoneNumber, challenge) {
      checkTexts({ phoneNumber });
      return ask((auth) => auth.startPhoneVerification(phoneNumber, challenge));
    },
    sendSecondFactorCode(challenge, factorId) {
      checkTexts({ challenge: challenge.id, factorId });
      return ask((auth) => auth.sendSecondFactorCode(challenge, factorId));
    },
    answerSecondFactor(challenge, answer) {
      checkAnswer(answer);
      const given = { ...answer };
      return ask((auth) => auth.answerSecondFactor(challenge, given));
    },
    startTotpEnrollment: () => ask((auth) => auth.startTotpEnrollment()),
    finishTotpEnrollment(sessionId, code, displayName) {
      checkTexts({ sessionId, code });
      return ask((auth) => auth.finishTotpEnrollment(sessionId, code, displayName));
    },
    startPhoneEnrollment(phoneNumber, challenge) {
      checkTexts({ phoneNumber });
      return ask((auth) => auth.startPhoneEnrollment(phoneNumber, challenge));
    },
    finishPhoneEnrollment(verificationId, code, displayName) {
      checkTexts({ verificationId, code });
      return ask((auth) => auth.finishPhoneEnrollment(verificationId, code, displayName));
    },
    unenrollFactor(factorId) {
      checkTexts({ factorId });
      return ask((auth) => auth.unenrollFactor(factorId));
    },
  };
}

/**
 * The backend says of an address that it can't read no more than that it may not lead there.
 * @throws auth/invalid-continue-uri
 */
function leading<T extends ActionLinkSettings | undefined>(settings: T): T {
  if (settings && !URL.canParse(settings.continueUrl))
    throw new PortError('auth/invalid-continue-uri', 'A link can lead to an absolute address only.');
  return settings;
}
