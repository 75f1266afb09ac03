/** Requests that the service answers otherwise than the part, by name. */
import type { GuessGuard } from '#fakes/cloud/auth/guesses.ts';
import type { AuthProject, SignInMethod } from '#ports/auth/project.ts';
import type { Ask, HostedFactors } from './factors.ts';
import { checkCustomToken, checkRecent, type Links, sinceOf, type Texts, withSince } from './lives.ts';
import type { PasswordRules } from './passwords.ts';
import { type Json, orRefusal, type PartState, type PartUser, Refusal, text } from './wire.ts';

type Answer = (body: Json, ask: Ask) => Promise<Json>;

interface Service {
  state(): PartState;
  readonly project: AuthProject;
  readonly off: ReadonlySet<SignInMethod>;
  readonly passwords: PasswordRules | null;
  readonly guesses: GuessGuard;
  readonly links: Links;
  readonly texts: Texts;
  readonly factors: HostedFactors;
}

export function routesOf(service: Service): Readonly<Record<string, Answer>> {
  const { project, passwords, guesses, links, texts, factors } = service;
  const checkOn = (method: SignInMethod): void => {
    if (service.off.has(method)) throw new Refusal('OPERATION_NOT_ALLOWED');
  };
  /** An account made by a sign-in is removed where sign-ins may not make one. */
  const ofNewcomers = async (body: Json, ask: Ask): Promise<Json> => {
    const answer = await ask(body);
    const user = service.state().getUserByLocalId(text(answer, 'localId'));
    if (project.signUp !== false || answer['isNewUser'] !== true || !user) return answer;
    service.state().deleteUser(user);
    throw new Refusal('ADMIN_ONLY_OPERATION');
  };
  return {
    token: async (body, ask) => {
      const { since, inner } = sinceOf(text(body, 'refresh_token'));
      const answer = await ask({ ...body, refresh_token: inner });
      const user = service.state().getUserByLocalId(text(answer, 'user_id'));
      if (since < Number(user?.validSince ?? 0)) throw new Refusal('TOKEN_EXPIRED');
      return { ...answer, refresh_token: withSince(since, text(answer, 'refresh_token')) };
    },
    'accounts:signUp': (body, ask) => {
      if (project.signUp === false && body['idToken'] === undefined)
        throw new Refusal('ADMIN_ONLY_OPERATION');
      passwords?.check(text(body, 'password'));
      return ask(body);
    },
    'accounts:signInWithPassword': async (body, ask) => {
      const about = text(body, 'email').toLowerCase();
      orRefusal(() => guesses.check(about));
      const answer = await ask(body).catch((error: unknown) => {
        if (error instanceof Refusal && /^INVALID_(LOGIN_CREDENTIALS|PASSWORD)/.test(error.message))
          guesses.wrong(about);
        throw error;
      });
      guesses.right(about);
      passwords?.checkUpgrade(text(body, 'password'));
      return answer;
    },
    'accounts:signInWithCustomToken': (body, ask) => {
      checkCustomToken(text(body, 'token'));
      return ask(body);
    },
    'accounts:signInWithEmailLink': (body, ask) => {
      links.check(text(body, 'oobCode'));
      return ofNewcomers(body, ask);
    },
    'accounts:signInWithIdp': (body, ask) => ofNewcomers(body, ask),
    // The hosted service omits empty values.
    'accounts:lookup': async (body, ask) => {
      const answer = await ask(body);
      const users = (answer['users'] ?? []) as readonly PartUser[];
      return {
        ...answer,
        users: users.map(({ mfaInfo = [], ...user }) => (mfaInfo.length > 0 ? { ...user, mfaInfo } : user)),
      };
    },
    'accounts:sendVerificationCode': async (body, ask) => {
      checkOn('phone');
      texts.count(text(body, 'phoneNumber'));
      const answer = await ask(body);
      texts.add(text(answer, 'sessionInfo'), 'sign-in');
      return answer;
    },
    'accounts:signInWithPhoneNumber': (body, ask) => {
      if (body['sessionInfo'] !== undefined) texts.check(text(body, 'sessionInfo'), 'sign-in');
      return ofNewcomers(body, ask);
    },
    'accounts:sendOobCode': async (body, ask) => {
      if (body['requestType'] === 'VERIFY_AND_CHANGE_EMAIL') checkRecent(text(body, 'idToken'));
      if (body['requestType'] === 'PASSWORD_RESET') checkOn('password');
      const { authorizedDomains } = project;
      const lead = text(body, 'continueUrl');
      if (authorizedDomains && URL.canParse(lead) && !authorizedDomains.includes(new URL(lead).hostname))
        throw new Refusal('UNAUTHORIZED_DOMAIN : Domain not allowlisted by project');
      const answer = await ask(body);
      links.note(service.state());
      return answer;
    },
    'accounts:resetPassword': async (body, ask) => {
      links.check(text(body, 'oobCode'));
      passwords?.check(text(body, 'newPassword'));
      const answer = await ask(body);
      if (body['newPassword'] !== undefined) guesses.right(text(answer, 'email'));
      return { ...answer, ...factors.about(text(body, 'oobCode')) };
    },
    'accounts:update': async (body, ask) => {
      links.check(text(body, 'oobCode'));
      const reverted = factors.revert(text(body, 'oobCode'));
      if (reverted) return reverted;
      if (body['password'] !== undefined) {
        checkOn('password');
        checkRecent(text(body, 'idToken'));
      }
      passwords?.check(text(body, 'password'));
      return ask(body);
    },
    'accounts:delete': (body, ask) => {
      checkRecent(text(body, 'idToken'));
      return ask(body);
    },
    'mfaEnrollment:start': (body, ask) => factors.startEnrollment(body, ask),
    'mfaEnrollment:finalize': (body, ask) => factors.finishEnrollment(body, ask),
    'mfaEnrollment:withdraw': (body, ask) => factors.withdraw(body, ask),
    'mfaSignIn:start': (body, ask) => factors.startSignIn(body, ask),
    'mfaSignIn:finalize': (body, ask) => factors.finishSignIn(body, ask),
  };
}
