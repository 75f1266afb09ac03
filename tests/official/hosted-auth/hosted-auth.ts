/**
 * The hosted Auth service as far as the official part falls short of it, in front of that part: authenticator apps, rules for
 * passwords, who may make accounts, and how long what is handed out is good. Requests and answers are those of the Identity Toolkit's
 * REST interface; what is not played here, the part answers, and it keeps all the accounts.
 */
import { bypass, http } from 'msw';
import { setupServer } from 'msw/node';
import { GuessGuard } from '#fakes/cloud/auth/guesses.ts';
import { ResolvedProject } from '#fakes/cloud/auth/project.ts';
import type { AuthProject, SignInMethod } from '#ports/auth/project.ts';
import { type Ask, HostedFactors, type PartAccess, secondFactor, shown } from './factors.ts';
import {
  checkCustomToken,
  checkRecent,
  Links,
  Pending,
  sinceNow,
  sinceOf,
  Texts,
  withSince,
} from './lives.ts';
import { PasswordRules } from './passwords.ts';
import { type Enrollment, type Json, judged, type PartState, type PartUser, Refusal, text } from './wire.ts';

type Answer = (body: Json, ask: Ask) => Promise<Json>;

/** What is asked of the part is not counted, and takes no time. */
const direct = globalThis.fetch;

export interface HostedAuth {
  /** The service of a project, from its beginning. */
  begin(project: AuthProject): void;
  stop(): void;
}

export function playHostedAuth(host: string, state: () => PartState): HostedAuth {
  let played: Played | null = null;
  const server = setupServer(
    http.all(new RegExp(`^http://${host}/`), ({ request }) => played?.answer(request)),
  );
  server.listen({ onUnhandledFrame: 'bypass' });
  return {
    begin(project) {
      played = new Played(host, state, project);
    },
    stop: () => server.close(),
  };
}

class Played implements PartAccess {
  readonly state: () => PartState;
  private readonly host: string;
  private readonly project: AuthProject;
  private readonly factors: HostedFactors;
  private readonly passwords: PasswordRules | null;
  private readonly off: ReadonlySet<SignInMethod>;
  private readonly pending = new Pending();
  private readonly texts: Texts;
  private readonly links = new Links();
  private readonly guesses = new GuessGuard(() => Date.now());

  constructor(host: string, state: () => PartState, project: AuthProject) {
    this.host = host;
    this.state = state;
    this.project = project;
    this.passwords = project.passwordPolicy ? new PasswordRules(project) : null;
    const resolved = new ResolvedProject(project);
    this.texts = new Texts(resolved.smsPerDay);
    this.factors = new HostedFactors(this, resolved, this.pending, this.texts);
    this.off = new Set(project.disabledMethods);
    Object.defineProperties(state(), {
      // The part knows of no second factors but telephones.
      validateMfaEnrollments: { value: (enrollments: readonly Enrollment[]) => enrollments },
      allowPasswordSignup: { value: !this.off.has('password') },
      enableAnonymousUser: { value: !this.off.has('anonymous') && project.signUp !== false },
      enableEmailLinkSignin: { value: !this.off.has('email-link') },
    });
  }

  /** `undefined`: the part answers. */
  async answer(request: Request): Promise<Response | undefined> {
    // With the server's authority, and what the part has for tests.
    if (request.headers.has('authorization')) return undefined;
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (name === 'passwordPolicy') return this.passwords ? Response.json(this.passwords.told()) : undefined;
    if (request.method !== 'POST') return undefined;
    const ask: Ask = (body) => this.ask(request.url, name === 'token' ? form(body) : JSON.stringify(body));
    const sent = await request.clone().text();
    const body =
      name === 'token' ? Object.fromEntries(new URLSearchParams(sent)) : (JSON.parse(sent) as Json);
    try {
      const play = Object.hasOwn(this.played, name) ? this.played[name] : undefined;
      return Response.json(this.handedOut(await (play ? play(body, ask) : ask(body))));
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.answer, { status: 400 });
      throw error;
    }
  }

  async issue(user: Parameters<PartAccess['issue']>[0], provider: string, factor?: Enrollment) {
    const refreshToken = this.state().createRefreshTokenFor(user, provider, {
      secondFactor: factor && secondFactor(factor),
    });
    const issued = await this.ask(
      `http://${this.host}/securetoken.googleapis.com/v1/token?key=played`,
      form({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    );
    return { idToken: issued['id_token'], refreshToken: issued['refresh_token'] };
  }

  link(mode: string, oobCode: string): string {
    const query = new URLSearchParams({ mode, oobCode, apiKey: 'played', lang: 'en' });
    return `http://${this.host}/emulator/action?${query}`;
  }

  private readonly played: Readonly<Record<string, Answer>> = {
    token: async (body, ask) => {
      const { since, inner } = sinceOf(text(body, 'refresh_token'));
      const answer = await ask({ ...body, refresh_token: inner });
      const user = this.state().getUserByLocalId(text(answer, 'user_id'));
      if (since < Number(user?.validSince ?? 0)) throw new Refusal('TOKEN_EXPIRED');
      return { ...answer, refresh_token: withSince(since, text(answer, 'refresh_token')) };
    },
    'accounts:signUp': (body, ask) => {
      if (this.project.signUp === false && body['idToken'] === undefined)
        throw new Refusal('ADMIN_ONLY_OPERATION');
      this.passwords?.check(text(body, 'password'));
      return ask(body);
    },
    'accounts:signInWithPassword': async (body, ask) => {
      const about = text(body, 'email').toLowerCase();
      judged(() => this.guesses.check(about));
      const answer = await ask(body).catch((error: unknown) => {
        if (error instanceof Refusal && /^INVALID_(LOGIN_CREDENTIALS|PASSWORD)/.test(error.message))
          this.guesses.wrong(about);
        throw error;
      });
      this.guesses.right(about);
      this.passwords?.checkUpgrade(text(body, 'password'));
      return answer;
    },
    'accounts:signInWithCustomToken': (body, ask) => {
      checkCustomToken(text(body, 'token'));
      return ask(body);
    },
    'accounts:signInWithEmailLink': (body, ask) => {
      this.links.check(text(body, 'oobCode'));
      return this.ofNewcomers(body, ask);
    },
    'accounts:signInWithIdp': (body, ask) => this.ofNewcomers(body, ask),
    // The hosted service leaves out what is empty.
    'accounts:lookup': async (body, ask) => {
      const answer = await ask(body);
      const users = (answer['users'] ?? []) as readonly PartUser[];
      return {
        ...answer,
        users: users.map(({ mfaInfo = [], ...user }) => (mfaInfo.length > 0 ? { ...user, mfaInfo } : user)),
      };
    },
    'accounts:sendVerificationCode': async (body, ask) => {
      this.checkOn('phone');
      this.texts.count(text(body, 'phoneNumber'));
      const answer = await ask(body);
      this.texts.add(text(answer, 'sessionInfo'), 'sign-in');
      return answer;
    },
    'accounts:signInWithPhoneNumber': (body, ask) => {
      if (body['sessionInfo'] !== undefined) this.texts.check(text(body, 'sessionInfo'), 'sign-in');
      return this.ofNewcomers(body, ask);
    },
    'accounts:sendOobCode': async (body, ask) => {
      if (body['requestType'] === 'VERIFY_AND_CHANGE_EMAIL') checkRecent(text(body, 'idToken'));
      if (body['requestType'] === 'PASSWORD_RESET') this.checkOn('password');
      const { authorizedDomains } = this.project;
      const lead = text(body, 'continueUrl');
      if (authorizedDomains && URL.canParse(lead) && !authorizedDomains.includes(new URL(lead).hostname))
        throw new Refusal('UNAUTHORIZED_DOMAIN : Domain not allowlisted by project');
      const answer = await ask(body);
      this.links.note(this.state());
      return answer;
    },
    'accounts:resetPassword': async (body, ask) => {
      this.links.check(text(body, 'oobCode'));
      this.passwords?.check(text(body, 'newPassword'));
      const answer = await ask(body);
      if (body['newPassword'] !== undefined) this.guesses.right(text(answer, 'email'));
      return { ...answer, ...this.factors.about(text(body, 'oobCode')) };
    },
    'accounts:update': async (body, ask) => {
      this.links.check(text(body, 'oobCode'));
      const reverted = this.factors.revert(text(body, 'oobCode'));
      if (reverted) return reverted;
      if (body['password'] !== undefined) {
        this.checkOn('password');
        checkRecent(text(body, 'idToken'));
      }
      this.passwords?.check(text(body, 'password'));
      return ask(body);
    },
    'accounts:delete': (body, ask) => {
      checkRecent(text(body, 'idToken'));
      return ask(body);
    },
    'mfaEnrollment:start': (body, ask) => this.factors.startEnrollment(body, ask),
    'mfaEnrollment:finalize': (body, ask) => this.factors.finishEnrollment(body, ask),
    'mfaEnrollment:withdraw': (body, ask) => this.factors.withdraw(body, ask),
    'mfaSignIn:start': (body, ask) => this.factors.startSignIn(body, ask),
    'mfaSignIn:finalize': (body, ask) => this.factors.finishSignIn(body, ask),
  };

  private checkOn(method: SignInMethod): void {
    if (this.off.has(method)) throw new Refusal('OPERATION_NOT_ALLOWED');
  }

  /** An account that was made by signing in, where nobody may make one, is not kept. */
  private async ofNewcomers(body: Json, ask: Ask): Promise<Json> {
    const answer = await ask(body);
    const user = this.state().getUserByLocalId(text(answer, 'localId'));
    if (this.project.signUp !== false || answer['isNewUser'] !== true || !user) return answer;
    this.state().deleteUser(user);
    throw new Refusal('ADMIN_ONLY_OPERATION');
  }

  /** What the part leaves out: since when a session is, and what kind the second factors are of. */
  private handedOut(answer: Json): Json {
    const { refreshToken, mfaPendingCredential } = answer;
    const user = this.state().getUserByLocalId(text(answer, 'localId'));
    return {
      ...answer,
      ...(typeof refreshToken === 'string' && { refreshToken: sinceNow(refreshToken) }),
      ...(typeof mfaPendingCredential === 'string' && {
        mfaPendingCredential: this.pending.add(mfaPendingCredential),
        mfaInfo: (user?.mfaInfo ?? []).map(shown),
      }),
    };
  }

  private async ask(url: string, body: string | URLSearchParams): Promise<Json> {
    const headers = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
    const response = await direct(bypass(url, { method: 'POST', headers, body }));
    const answer = (await response.json()) as Json & { readonly error?: { readonly message?: string } };
    if (!response.ok) throw new Refusal(answer.error?.message ?? '', answer);
    return answer;
  }
}

const form = (body: Json): URLSearchParams =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
