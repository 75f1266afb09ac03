/** The auth port of an embedded client. */
import type { Issued, Outcome } from '#fakes/cloud/auth/protocol.ts';
import type {
  ActionLinkSettings,
  Auth,
  LinkableCredential,
  Credential,
  ProviderSignInOptions,
  SignInResult,
  User,
} from '#ports/auth/auth.ts';
import {
  checkAnswer,
  checkCredential,
  checkPersistence,
  checkTexts,
  isSignInLink,
} from '#provider-kit/auth/checks.ts';
import { type PortError, toPortError } from '#ports/errors.ts';
import type { ClientContext } from '../context.ts';
import { KnownPolicy } from './policy.ts';
import { ClientSession } from './session.ts';
import { arrival, closedByUser, leave, Popups } from './social.ts';

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
  /** Runs an account operation in turn, then takes over the user that it returned. */
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

  /** Runs an account operation that issues a session in turn, then takes over session and user. */
  const asSession = (run: () => Promise<Issued>): Promise<User> =>
    session.inTurn(async () => {
      const issued = await run();
      await session.adopt(issued);
      return session.user() ?? issued.user;
    });
  const policy = new KnownPolicy(
    () => session.ask('passwordPolicy', null),
    context.settings.passwordMinLength,
  );
  const popups = new Popups(context, session);

  return {
    currentUser: () => session.user(),
    ready: () => session.ready(),
    onUserChange: (next) => session.users.add(next),
    onTokenChange: (next) => session.tokens.add(next),
    idToken: (options) => session.idToken(options?.forceRefresh ?? false),
    setPersistence(kind) {
      checkPersistence(kind);
      return session.inTurn(() => session.persist(kind));
    },
    setLanguage(tag) {
      language = tag;
    },
    language: () => language,

    createUser(account) {
      const { email, password } = account;
      checkTexts({ email, password });
      return session.inTurn(() =>
        policy.setting(password, async () => signedIn(await session.ask('signUp', { email, password }))),
      );
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
      const credential = await popups.choose(options);
      if (mode === 'redirect') {
        await leave(context, { purpose, credential });
        context.browser.leaveAndReturn();
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
      const run = () => prove('link', given);
      return session.inTurn(() => (given.kind === 'password' ? policy.setting(given.password, run) : run()));
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
      return session.inTurn(() =>
        policy.setting(password, async () =>
          session.adopt(await session.askAs('updatePassword', { password })),
        ),
      );
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
      return done(session.ask('applyActionCode', { code, language }));
    },
    confirmPasswordReset(code, password) {
      checkTexts({ code, password });
      return session.inTurn(() =>
        policy.setting(password, () => done(session.ask('confirmPasswordReset', { code, password }))),
      );
    },
    validatePassword(password) {
      checkTexts({ password });
      return session.ready().then(() => policy.validate(password));
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
      const about = { sessionId, code, language, ...(displayName === undefined ? {} : { displayName }) };
      return asSession(() => session.askAs('finishTotp', about));
    },
    startPhoneEnrollment(phoneNumber) {
      checkTexts({ phoneNumber });
      return session.inTurn(() => session.askAs('startPhoneFactor', { phoneNumber, language }));
    },
    finishPhoneEnrollment(verificationId, code, displayName) {
      checkTexts({ verificationId, code });
      const about = { verificationId, code, language, ...(displayName === undefined ? {} : { displayName }) };
      return asSession(() => session.askAs('finishPhoneFactor', about));
    },
    unenrollFactor(factorId) {
      checkTexts({ factorId });
      return asSession(() => session.askAs('unenroll', { factorId }));
    },
  };
}
