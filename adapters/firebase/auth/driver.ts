/** The auth port on firebase/auth, arguments checked already. Loaded when the port is first used. */
import {
  type Auth as SdkAuth,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  linkWithCredential,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signOut,
  unlink,
  updatePassword,
  updateProfile,
  type UserCredential,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import type {
  Credential,
  LinkableCredential,
  ProviderSignInOptions,
  SignInResult,
} from '#ports/auth/auth.ts';
import type { WholeAuthDriver } from '#provider-kit/auth/shell.ts';
import type { AsyncMethods } from '#provider-kit/lazy-driver.ts';
import { once } from '#provider-kit/once.ts';
import { PortError } from '#ports/errors.ts';
import type { FirebaseContext } from '../context.ts';
import { portErrorFrom } from '../errors.ts';
import { whenPageIdle } from '../idle.ts';
import { providerOf, sdkCredential, signedIn } from './credentials.ts';
import { authCodes } from './errors.ts';
import { halfWay } from './half-way.ts';
import type { Factors } from './factors.ts';
import { checkCode, follow, sdkLink, sdkLinkTo } from './mail.ts';
import { returnsFromRedirect } from './persistence.ts';
import { plainNumber, sendCode } from './phone.ts';
import { SdkPasswordPolicy } from './policy.ts';
import { type Audience, FirebaseSession } from './session.ts';
import type * as SocialAccounts from './social.ts';
import { claimsOf } from './token.ts';
import { lookAgain } from './user.ts';

/** Methods of the driver that may wait for the SDK. */
export type LoadedAuth = Pick<WholeAuthDriver, AsyncMethods<WholeAuthDriver> | 'setLanguage'>;

const appName = 'Muster';

export function startAuth(context: FirebaseContext, audience: Audience): LoadedAuth {
  const { app, options, settings } = context;
  let redirected: { readonly result: SignInResult } | { readonly error: PortError } | null = null;
  const arrive = async (sdk: SdkAuth): Promise<void> => {
    if (!returnsFromRedirect({ name: app.name, apiKey: options.project.apiKey })) return;
    try {
      const { returned } = await import('./social.ts');
      const back = await returned(sdk);
      if (back) redirected = { result: await orChallenge(back.providerId, async () => back.result) };
    } catch (error) {
      redirected = { error: portErrorFrom(authCodes, error) };
    }
  };
  const session = new FirebaseSession(context, audience, arrive);
  const factors = once(async () => new (await import('./factors.ts')).Factors(session, appName));
  /** Result of a sign-in: a person, or the wish for a second proof. */
  const orChallenge = async (
    providerId: Parameters<typeof signedIn>[1],
    run: () => Promise<UserCredential>,
  ): Promise<SignInResult> => {
    try {
      return signedIn(await run(), providerId);
    } catch (error) {
      const half = halfWay(error);
      if (!half) throw error;
      return (await factors()).challenge(half, providerId);
    }
  };
  const policy = new SdkPasswordPolicy(session.sdk, settings.passwordMinLength);

  const prove = (credential: Credential, run: () => Promise<UserCredential>): Promise<SignInResult> =>
    session.inTurn(() => orChallenge(providerOf(credential), run));
  /** Does something as the person, and gives what is then known of them. */
  const asPerson = (run: Parameters<typeof session.asPerson<unknown>>[0]) =>
    session.inTurn(async () => {
      await session.asPerson(run);
      return session.person();
    });
  const withFactors = <T>(run: (known: Factors) => Promise<T>) =>
    session.inTurn(async () => run(await factors()));
  const { sdk } = session;
  let social: typeof SocialAccounts | null = null;
  const socialAccounts = async () => (social ??= await import('./social.ts'));
  whenPageIdle(context, async () => {
    await session.ready();
    await (await socialAccounts()).prepare(sdk);
  });

  return {
    ready: () => session.ready(),
    idToken: (forceRefresh) => session.idToken(forceRefresh),
    setPersistence: (kind) => session.inTurn(() => session.persist(kind)),
    setLanguage(tag) {
      sdk.languageCode = tag;
    },

    createUser: ({ email, password }) =>
      session.inTurn(() =>
        policy.setting(password, async () =>
          signedIn(await createUserWithEmailAndPassword(sdk, email, password), 'password'),
        ),
      ),
    signIn: (credential) =>
      prove(credential, async () =>
        credential.kind === 'custom-token'
          ? signInWithCustomToken(sdk, credential.token)
          : signInWithCredential(sdk, sdkCredential(credential)),
      ),
    signInAnonymously: () => session.inTurn(async () => signedIn(await signInAnonymously(sdk), 'anonymous')),
    async signInWithProvider(options: ProviderSignInOptions) {
      await session.ready();
      const { byPopup, byRedirect } = social ?? (await socialAccounts());
      if (options.mode === 'redirect') return byRedirect(session, options);
      // Not in turn: another popup takes the place of one that is open.
      const result = await orChallenge(options.provider, () => byPopup(session, options));
      session.publish();
      return result;
    },
    async redirectResult() {
      await session.ready();
      const arrived = redirected;
      redirected = null;
      if (arrived && 'error' in arrived) throw arrived.error;
      return arrived?.result ?? null;
    },
    signOut: () => session.inTurn(() => signOut(sdk)),

    link(credential: LinkableCredential) {
      const run = () => session.asPerson(async (user) => linkWithCredential(user, sdkCredential(credential)));
      return prove(credential, () =>
        credential.kind === 'password' ? policy.setting(credential.password, run) : run(),
      );
    },
    unlink: (providerId) => asPerson(async (user) => lookAgain(await unlink(user, providerId))),
    reauthenticate: (credential) =>
      prove(credential, () =>
        session.asPerson(async (user) => {
          if (credential.kind !== 'custom-token')
            return reauthenticateWithCredential(user, sdkCredential(credential));
          // The SDK can only sign in with it, which would replace whoever is signed in.
          if (claimsOf(credential.token)?.['uid'] !== user.uid)
            throw new PortError('auth/user-mismatch', 'This proves to be somebody else.');
          return signInWithCustomToken(sdk, credential.token);
        }),
      ),

    updateProfile: ({ displayName, photoUrl }) =>
      asPerson((user) =>
        updateProfile(user, {
          // The empty text takes it away everywhere; `null` is refused by the official local part (firebase-tools 6424).
          ...(displayName !== undefined && { displayName: displayName ?? '' }),
          ...(photoUrl !== undefined && { photoURL: photoUrl ?? '' }),
        }),
      ),
    updatePassword: (password) =>
      session.inTurn(() =>
        policy.setting(password, () => session.asPerson((user) => updatePassword(user, password))),
      ),
    async verifyBeforeUpdateEmail(email, settings) {
      const link = sdkLink(settings);
      return session.inTurn(() => session.asPerson((user) => verifyBeforeUpdateEmail(user, email, link)));
    },
    reload: () => asPerson(lookAgain),
    deleteUser: () => session.inTurn(() => session.asPerson(deleteUser)),

    async sendEmailVerification(settings) {
      const link = sdkLink(settings);
      return session.inTurn(() => session.asPerson((user) => sendEmailVerification(user, link)));
    },
    sendPasswordReset: async (email, settings) => sendPasswordResetEmail(sdk, email, sdkLink(settings)),
    sendSignInLink: async (email, settings) =>
      sendSignInLinkToEmail(sdk, email, { ...sdkLinkTo(settings), handleCodeInApp: true }),
    checkActionCode: (code) => checkCode(sdk, code),
    applyActionCode: (code) => follow(sdk, code),
    confirmPasswordReset: (code, password) =>
      policy.setting(password, () => confirmPasswordReset(sdk, code, password)),
    validatePassword: (password) => policy.validate(password),

    startPhoneVerification: (phoneNumber, challenge) => sendCode(sdk, plainNumber(phoneNumber), challenge),
    sendSecondFactorCode: async (id, factorId) => (await factors()).sendCode(id, factorId),
    answerSecondFactor: (id, answer) => withFactors((known) => known.answer(id, answer)),
    startTotpEnrollment: () => withFactors((known) => known.startTotp()),
    finishTotpEnrollment: (id, code, name) => withFactors((known) => known.finishTotp(id, code, name)),
    startPhoneEnrollment: (number, challenge) => withFactors((known) => known.startPhone(number, challenge)),
    finishPhoneEnrollment: (id, code, name) => withFactors((known) => known.finishPhone(id, code, name)),
    unenrollFactor: (factorId) => withFactors((known) => known.unenroll(factorId)),
  };
}
