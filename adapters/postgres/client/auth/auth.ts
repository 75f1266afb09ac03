/** Sign-in over the connection to the server. */
import type {
  ActionLinkSettings,
  Auth,
  Credential,
  SecondFactorChallenge,
  SignInResult,
  TotpEnrollment,
  User,
} from '#ports/auth/auth.ts';
import { KnownPolicy } from '#provider-kit/auth/policy.ts';
import { authShell } from '#provider-kit/auth/shell.ts';
import { carriesSignInCode } from '#provider-kit/auth/sign-in-link.ts';
import type { StateSignal } from '#sync/transport.ts';
import type { Wire } from '../wire.ts';
import { type PasskeyBrowser, passkeyDriver } from './passkeys.ts';
import { WireSession } from './session.ts';
import { type SocialBrowser, type SocialPurpose, SocialSignInDriver } from './social.ts';
import type { IssuedSession, WireAuthOptions } from './session-options.ts';

export interface WireAuth {
  readonly auth: Auth;
  readonly wire: Wire;
  /** Id of the person signed in; `null` for nobody, and until `ready`. Changes before the first request in that person's name. */
  readonly identity: StateSignal<string | null>;
}

type Signed = { readonly kind: 'issued' } & IssuedSession &
  Pick<Extract<SignInResult, { kind: 'signed-in' }>, 'isNewUser' | 'providerId'>;
type Outcome = Signed | { readonly kind: 'second-factor'; readonly challenge: SecondFactorChallenge };

export interface OpenWireAuthOptions extends Omit<WireAuthOptions, 'arrive'> {
  /** This client's own setting; it may ask for more than the project does. */
  readonly passwordMinLength: number;
  /** `null`: there are no accounts of providers. */
  readonly social: SocialBrowser | null;
  /** `null`: the browser can't use passkeys here. */
  readonly passkeys: PasskeyBrowser | null;
}

export function wireAuth(options: OpenWireAuthOptions): WireAuth {
  let redirected: SocialSignInDriver | null = null;
  const session = new WireSession({ ...options, arrive: async () => redirected?.arrive() });
  const policy = new KnownPolicy(() => session.ask('passwordPolicy', {}), options.passwordMinLength);
  let language: string | null = null;

  const signedIn = async (issued: Signed): Promise<SignInResult> => {
    await session.adopt(issued);
    const { isNewUser, providerId } = issued;
    return { kind: 'signed-in', user: session.user() ?? issued.user, isNewUser, providerId };
  };
  const settled = async (outcome: Outcome): Promise<SignInResult> =>
    outcome.kind === 'issued' ? signedIn(outcome) : outcome;
  /** An operation that gives the person's data. */
  const asPerson = (run: () => Promise<User>): Promise<User> =>
    session.inTurn(async () => {
      const user = await run();
      await session.adoptUser(user);
      return session.user() ?? user;
    });
  /** An operation that gives a session. */
  const asSession = (run: () => Promise<IssuedSession>): Promise<User> =>
    session.inTurn(async () => {
      const issued = await run();
      await session.adopt(issued);
      return session.user() ?? issued.user;
    });
  const about = (settings?: ActionLinkSettings) => ({
    continueUrl: settings?.continueUrl ?? null,
    language,
  });
  const done = async (request: Promise<unknown>): Promise<void> => {
    await request;
  };

  const { client, clock, stores, storage } = options;
  const finish = async (purpose: SocialPurpose, input: object): Promise<SignInResult> =>
    settled(
      purpose === 'sign-in'
        ? await session.ask('finishSocial', { ...input, purpose })
        : await session.askAs('finishSocial', { ...input, purpose }),
    );
  const social =
    options.social &&
    new SocialSignInDriver({
      ...{ client, clock, storage, store: stores.session, browser: options.social },
      begin: (input) => session.ask('beginSocial', input),
      finish: (purpose, input) => session.inTurn(() => finish(purpose, input)),
      // Nothing else is under way yet.
      finishFirst: finish,
    });
  redirected = social;

  const auth = authShell(
    {
      currentUser: () => session.user(),
      ready: () => session.ready(),
      onUserChange: (next) => session.users.add(next),
      idToken: (forceRefresh) => session.idToken(forceRefresh),
      createUser: (account) =>
        session.inTurn(() =>
          policy.setting(account.password, async () => signedIn(await session.ask('signUp', account))),
        ),
      signIn: (credential: Credential) =>
        session.inTurn(async () => settled(await session.ask('signIn', { credential }))),
      signOut: () => session.inTurn(() => session.signOut()),
      reauthenticate: (credential: Credential) =>
        session.inTurn(async () => settled(await session.askAs('reauthenticate', { credential }))),
      updateProfile: ({ displayName, photoUrl }) =>
        asPerson(() =>
          session.askAs('updateProfile', {
            ...(displayName === undefined ? {} : { displayName }),
            ...(photoUrl === undefined ? {} : { photoUrl }),
          }),
        ),
      updatePassword: (password) =>
        session.inTurn(() =>
          policy.setting(password, async () =>
            session.adopt(await session.askAs('updatePassword', { password })),
          ),
        ),
      reload: () => asPerson(() => session.askAs('reload')),
    },
    {
      guests: {
        signInAnonymously: () =>
          session.inTurn(async () => {
            const user = session.user();
            if (user?.isAnonymous)
              return { kind: 'signed-in', user, isNewUser: false, providerId: 'anonymous' };
            return signedIn(await session.ask('signInAnonymously', {}));
          }),
      },
      linking: {
        link(credential) {
          const run = async () => signedIn(await session.askAs('link', { credential }));
          return session.inTurn(() =>
            credential.kind === 'password' ? policy.setting(credential.password, run) : run(),
          );
        },
        unlink: (providerId) => asPerson(() => session.askAs('unlink', { providerId })),
      },
      session: {
        setPersistence: (kind) => session.inTurn(() => session.persist(kind)),
        onTokenChange: (next) => session.tokens.add(next),
      },
      deletion: {
        deleteUser: () =>
          session.inTurn(async () => {
            await session.askAs('deleteUser');
            await session.forget();
          }),
      },
      passwordRules: {
        validatePassword: (password) => session.ready().then(() => policy.validate(password)),
      },
      language: {
        setLanguage(tag) {
          language = tag;
        },
      },
      mail: {
        sendEmailVerification(settings) {
          const given = about(settings);
          return session.inTurn(() => done(session.askAs('sendEmailVerification', given)));
        },
        verifyBeforeUpdateEmail(email, settings) {
          const given = { email, ...about(settings) };
          return session.inTurn(() => done(session.askAs('sendEmailChange', given)));
        },
        sendPasswordReset: (email, settings) =>
          done(session.ask('sendPasswordReset', { email, ...about(settings) })),
        confirmPasswordReset: (code, password) =>
          session.inTurn(() =>
            policy.setting(password, () => done(session.ask('confirmPasswordReset', { code, password }))),
          ),
        checkActionCode: (code) => session.ask('checkActionCode', { code }),
        applyActionCode: (code) => done(session.ask('applyActionCode', { code, language })),
      },
      links: {
        sendSignInLink: (email, settings) =>
          done(session.ask('sendSignInLink', { email, ...about(settings) })),
        isSignInLink: carriesSignInCode,
      },
      factors: {
        answerSecondFactor: (challengeId, answer) =>
          session.inTurn(async () =>
            signedIn(await session.ask('answerSecondFactor', { challengeId, answer })),
          ),
        unenrollFactor: (factorId) => asSession(() => session.askAs('unenroll', { factorId })),
      },
      social,
      totp: {
        startTotpEnrollment: () => session.inTurn(() => session.askAs<TotpEnrollment>('startTotp')),
        finishTotpEnrollment(sessionId, code, displayName) {
          const given = { sessionId, code, language, displayName: displayName ?? null };
          return asSession(() => session.askAs('finishTotp', given));
        },
      },
    },
  );
  const passkeys =
    options.passkeys &&
    passkeyDriver({
      browser: options.passkeys,
      inTurn: (run) => session.inTurn(run),
      ask: (name, input) => session.ask(name, input),
      askAs: (name, input) => session.askAs(name, input),
      finish: (request) => session.inTurn(async () => signedIn((await request()) as Signed)),
    });
  return { auth: { ...auth, passkeys }, wire: session.wire, identity: session.identity };
}
