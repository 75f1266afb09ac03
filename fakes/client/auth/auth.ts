/** The auth port of an embedded client. */
import type { Issued, Outcome } from '#fakes/cloud/auth/protocol.ts';
import { maxPasswordLength } from '#fakes/cloud/auth/passwords.ts';
import type {
  ActionLinkSettings,
  Auth,
  LinkableCredential,
  Credential,
  PasswordVerdict,
  ProviderSignInOptions,
  SignInResult,
  User,
} from '#ports/auth/auth.ts';
import { checkAnswer, checkCredential, checkTexts, isSignInLink } from '#ports/auth/checks.ts';
import { PortError, toPortError } from '#ports/errors.ts';
import type { ClientContext } from '../context.ts';
import { ClientSession } from './session.ts';
import { arrival, choose, closedByUser, leave } from './social.ts';

export function createAuth(context: ClientContext): Auth {
  let language: string | null = null;
  let redirected: { readonly result: SignInResult } | { readonly error: PortError } | null = null;
  const session = new ClientSession(context, async () => {
    const redirect = await arrival(context);
    if (!redirect) return;
    const { credential, purpose } = redirect;
    try {
      if (!credential) throw closedByUser();
      redirected = { result: await prove(purpose, credential) };
    } catch (error) {
      redirected = { error: toPortError(error) };
    }
  });

  const signedIn = async (issued: Issued): Promise<SignInResult> => {
    await session.adopt(issued);
    const user = session.user() ?? issued.user;
    return { kind: 'signed-in', user, isNewUser: issued.isNewUser, providerId: issued.providerId };
  };
  const settled = async (outcome: Outcome): Promise<SignInResult> =>
    outcome.kind === 'issued' ? signedIn(outcome) : outcome;
  const prove = async (purpose: NonNullable<ProviderSignInOptions['purpose']>, credential: Credential) => {
    if (purpose === 'reauthenticate') return settled(await session.askAs('reauthenticate', { credential }));
    if (purpose === 'sign-in') return settled(await session.ask('signIn', { credential }));
    if (credential.kind === 'custom-token') throw new TypeError('A custom token can’t be linked.');
    return signedIn(await session.askAs('link', { credential }));
  };
  /** Does something as the person; what the backend then knows of them is known here too. */
  const asPerson = (run: () => Promise<User>): Promise<User> =>
    session.inTurn(async () => {
      const user = await run();
      await session.adoptUser(user);
      return session.user() ?? user;
    });
  const linking = (settings?: ActionLinkSettings) => ({
    continueUrl: settings?.continueUrl ?? null,
    language,
  });
  const done = async (request: Promise<unknown>): Promise<void> => {
    await request;
  };

  const verdict = (password: string): PasswordVerdict => {
    const minLength = context.settings.passwordMinLength;
    const missing: PasswordVerdict['missing'][number][] = [];
    if (password.length < minLength) missing.push('length');
    if (password.length > maxPasswordLength) missing.push('too-long');
    return { ok: missing.length === 0, minLength, maxLength: maxPasswordLength, missing };
  };
  /** Settings may ask for more than the backend does. */
  const checkLength = (password: string): void => {
    const { minLength, missing } = verdict(password);
    if (missing.includes('length'))
      throw new PortError('auth/weak-password', `Use at least ${minLength} characters.`);
  };

  return {
    currentUser: () => session.user(),
    ready: () => session.ready(),
    onUserChange: (next) => session.users.add(next),
    onTokenChange: (next) => session.tokens.add(next),
    idToken: (options) => session.idToken(options?.forceRefresh ?? false),
    setPersistence(kind) {
      if (!['local', 'session', 'memory'].includes(kind))
        throw new TypeError(`There is no persistence ${kind}.`);
      return session.inTurn(() => session.persist(kind));
    },
    setLanguage(tag) {
      language = tag;
    },
    language: () => language,

    createUser(account) {
      const { email, password } = account;
      checkTexts({ email, password });
      return session.inTurn(async () => {
        checkLength(password);
        return signedIn(await session.ask('signUp', { email, password }));
      });
    },
    signIn(credential) {
      checkCredential(credential);
      const given = { ...credential };
      return session.inTurn(() => prove('sign-in', given));
    },
    signInAnonymously: () =>
      session.inTurn(async () => {
        const user = session.user();
        if (user?.isAnonymous) return { kind: 'signed-in', user, isNewUser: false, providerId: 'anonymous' };
        return signedIn(await session.ask('signInAnonymously', null));
      }),
    async signInWithProvider(options) {
      const { mode = 'popup', purpose = 'sign-in' } = options;
      await session.ready();
      const credential = await choose(context, session, options);
      if (mode === 'redirect') {
        await leave(context, { purpose, credential });
        return new Promise<never>(() => {});
      }
      if (!credential) throw closedByUser();
      return session.inTurn(() => prove(purpose, credential));
    },
    async redirectResult() {
      await session.ready();
      const arrived = redirected;
      redirected = null;
      if (arrived && 'error' in arrived) throw arrived.error;
      return arrived?.result ?? null;
    },
    signOut: () => session.inTurn(() => session.signOut()),

    link(credential: LinkableCredential) {
      checkCredential(credential);
      const given = { ...credential };
      return session.inTurn(async () => {
        if (given.kind === 'password') checkLength(given.password);
        return prove('link', given);
      });
    },
    unlink: (providerId) => asPerson(() => session.askAs('unlink', { providerId })),
    reauthenticate(credential) {
      checkCredential(credential);
      const given = { ...credential };
      return session.inTurn(() => prove('reauthenticate', given));
    },

    updateProfile({ displayName, photoUrl }) {
      const changes = {
        ...(displayName === undefined ? {} : { displayName }),
        ...(photoUrl === undefined ? {} : { photoUrl }),
      };
      return asPerson(() => session.askAs('updateProfile', changes));
    },
    updatePassword(password) {
      checkTexts({ password });
      return session.inTurn(async () => {
        checkLength(password);
        await session.adopt(await session.askAs('updatePassword', { password }));
      });
    },
    verifyBeforeUpdateEmail(email, settings) {
      checkTexts({ email });
      const about = { email, ...linking(settings) };
      return session.inTurn(() => done(session.askAs('sendEmailChange', about)));
    },
    reload: () => asPerson(() => session.askAs('lookup', {})),
    deleteUser: () =>
      session.inTurn(async () => {
        await session.askAs('deleteUser', {});
        await session.forget();
      }),

    sendEmailVerification(settings) {
      const about = linking(settings);
      return session.inTurn(() => done(session.askAs('sendEmailVerification', about)));
    },
    sendPasswordReset(email, settings) {
      checkTexts({ email });
      return done(session.ask('sendPasswordReset', { email, ...linking(settings) }));
    },
    sendSignInLink(email, settings) {
      checkTexts({ email, continueUrl: settings.continueUrl });
      return done(session.ask('sendSignInLink', { email, ...linking(settings) }));
    },
    isSignInLink,
    checkActionCode(code) {
      checkTexts({ code });
      return session.ask('checkActionCode', { code });
    },
    applyActionCode(code) {
      checkTexts({ code });
      return done(session.ask('applyActionCode', { code }));
    },
    confirmPasswordReset(code, password) {
      checkTexts({ code, password });
      return session.inTurn(async () => {
        checkLength(password);
        await session.ask('confirmPasswordReset', { code, password });
      });
    },
    validatePassword(password) {
      checkTexts({ password });
      return session.ready().then(() => verdict(password));
    },

    startPhoneVerification(phoneNumber) {
      checkTexts({ phoneNumber });
      return session.ask('sendPhoneCode', { phoneNumber, language });
    },
    sendSecondFactorCode(challenge, factorId) {
      checkTexts({ challenge: challenge.id, factorId });
      return session.ask('sendFactorCode', { challengeId: challenge.id, factorId, language });
    },
    answerSecondFactor(challenge, answer) {
      checkAnswer(answer);
      const about = { challengeId: challenge.id, answer: { ...answer } };
      return session.inTurn(async () => signedIn(await session.ask('answerSecondFactor', about)));
    },
    startTotpEnrollment: () => session.inTurn(() => session.askAs('startTotp', {})),
    finishTotpEnrollment(sessionId, code, displayName) {
      checkTexts({ sessionId, code });
      const about = { sessionId, code, ...(displayName === undefined ? {} : { displayName }) };
      return asPerson(() => session.askAs('finishTotp', about));
    },
    startPhoneEnrollment(phoneNumber) {
      checkTexts({ phoneNumber });
      return session.inTurn(() => session.askAs('startPhoneFactor', { phoneNumber, language }));
    },
    finishPhoneEnrollment(verificationId, code, displayName) {
      checkTexts({ verificationId, code });
      const about = { verificationId, code, ...(displayName === undefined ? {} : { displayName }) };
      return asPerson(() => session.askAs('finishPhoneFactor', about));
    },
    unenrollFactor(factorId) {
      checkTexts({ factorId });
      return asPerson(() => session.askAs('unenroll', { factorId }));
    },
  };
}
