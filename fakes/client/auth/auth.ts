/** The auth port of an embedded client. */
import type { Issued, Outcome } from '#fakes/cloud/auth/protocol.ts';
import type {
  ActionLinkSettings,
  Credential,
  ProviderSignInOptions,
  SignInResult,
  User,
} from '#ports/auth/auth.ts';
import type { CompleteAuth } from '#ports/complete.ts';
import { wholeAuthShell } from '#provider-kit/auth/shell.ts';
import { type PortError, toPortError } from '#ports/errors.ts';
import type { ClientContext } from '../context.ts';
import { KnownPolicy } from '#provider-kit/auth/policy.ts';
import { ClientSession } from './session.ts';
import { carriesSignInCode } from '#provider-kit/auth/sign-in-link.ts';
import { arrival, closedByUser, leave, Popups } from './social.ts';

export function createAuth(context: ClientContext): CompleteAuth {
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

  return wholeAuthShell({
    currentUser: () => session.user(),
    ready: () => session.ready(),
    onUserChange: (next) => session.users.add(next),
    onTokenChange: (next) => session.tokens.add(next),
    isSignInLink: carriesSignInCode,
    idToken: (forceRefresh) => session.idToken(forceRefresh),
    setPersistence: (kind) => session.inTurn(() => session.persist(kind)),
    setLanguage(tag) {
      language = tag;
    },

    createUser: (account) =>
      session.inTurn(() =>
        policy.setting(account.password, async () => signedIn(await session.ask('signUp', account))),
      ),
    signIn: (credential) => session.inTurn(() => prove('sign-in', credential)),
    signInAnonymously: () =>
      session.inTurn(async () => {
        const user = session.user();
        if (user?.isAnonymous) return { kind: 'signed-in', user, isNewUser: false, providerId: 'anonymous' };
        return signedIn(await session.ask('signInAnonymously', null));
      }),
    providers: null,
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

    link(credential) {
      const run = () => prove('link', credential);
      return session.inTurn(() =>
        credential.kind === 'password' ? policy.setting(credential.password, run) : run(),
      );
    },
    unlink: (providerId) => asPerson(() => session.askAs('unlink', { providerId })),
    reauthenticate: (credential) => session.inTurn(() => prove('reauthenticate', credential)),

    updateProfile({ displayName, photoUrl }) {
      const changes = {
        ...(displayName === undefined ? {} : { displayName }),
        ...(photoUrl === undefined ? {} : { photoUrl }),
      };
      return asPerson(() => session.askAs('updateProfile', changes));
    },
    updatePassword: (password) =>
      session.inTurn(() =>
        policy.setting(password, async () =>
          session.adopt(await session.askAs('updatePassword', { password })),
        ),
      ),
    verifyBeforeUpdateEmail(email, settings) {
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
    sendPasswordReset: (email, settings) =>
      done(session.ask('sendPasswordReset', { email, ...linking(settings) })),
    sendSignInLink: (email, settings) => done(session.ask('sendSignInLink', { email, ...linking(settings) })),
    checkActionCode: (code) => session.ask('checkActionCode', { code }),
    applyActionCode: (code) => done(session.ask('applyActionCode', { code, language })),
    confirmPasswordReset: (code, password) =>
      session.inTurn(() =>
        policy.setting(password, () => done(session.ask('confirmPasswordReset', { code, password }))),
      ),
    validatePassword: (password) => session.ready().then(() => policy.validate(password)),

    startPhoneVerification: (phoneNumber) => session.ask('sendPhoneCode', { phoneNumber, language }),
    sendSecondFactorCode: (challengeId, factorId) =>
      session.ask('sendFactorCode', { challengeId, factorId, language }),
    answerSecondFactor: (challengeId, answer) =>
      session.inTurn(async () => signedIn(await session.ask('answerSecondFactor', { challengeId, answer }))),
    startTotpEnrollment: () => session.inTurn(() => session.askAs('startTotp', {})),
    finishTotpEnrollment(sessionId, code, displayName) {
      const about = { sessionId, code, language, ...(displayName === undefined ? {} : { displayName }) };
      return asSession(() => session.askAs('finishTotp', about));
    },
    startPhoneEnrollment(phoneNumber) {
      const about = { phoneNumber, language };
      return session.inTurn(() => session.askAs('startPhoneFactor', about));
    },
    finishPhoneEnrollment(verificationId, code, displayName) {
      const about = { verificationId, code, language, ...(displayName === undefined ? {} : { displayName }) };
      return asSession(() => session.askAs('finishPhoneFactor', about));
    },
    unenrollFactor: (factorId) => asSession(() => session.askAs('unenroll', { factorId })),
  });
}
