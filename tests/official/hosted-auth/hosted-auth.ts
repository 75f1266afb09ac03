/**
 * The hosted Auth service as far as the official part falls short of it, in front of that part: authenticator apps, rules for
 * passwords, who may make accounts, and how long what is handed out is good. Requests and answers are those of the Identity Toolkit's
 * REST interface; what is not played here, the part answers, and it keeps all the accounts.
 */
import { bypass, http } from 'msw';
import { setupServer } from 'msw/node';
import { GuessGuard } from '#fakes/cloud/auth/guesses.ts';
import { ResolvedProject } from '#provider-kit/auth/project.ts';
import type { AuthProject, SignInMethod } from '#ports/auth/project.ts';
import { type Ask, HostedFactors, type PartAccess, secondFactor, shown } from './factors.ts';
import { Links, Pending, sinceNow, Texts } from './lives.ts';
import { PasswordRules } from './passwords.ts';
import { routesOf } from './routes.ts';
import { type Enrollment, type Json, type PartState, Refusal, text } from './wire.ts';

/** Requests to the part are not counted, and take no time. */
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
  private readonly passwords: PasswordRules | null;
  private readonly pending = new Pending();
  private readonly routes: ReturnType<typeof routesOf>;

  constructor(host: string, state: () => PartState, project: AuthProject) {
    this.host = host;
    this.state = state;
    this.passwords = project.passwordPolicy ? new PasswordRules(project) : null;
    const resolved = new ResolvedProject(project);
    const texts = new Texts(resolved.smsPerDay);
    const off: ReadonlySet<SignInMethod> = new Set(project.disabledMethods);
    this.routes = routesOf({
      state,
      project,
      off,
      passwords: this.passwords,
      guesses: new GuessGuard(() => Date.now()),
      links: new Links(),
      texts,
      factors: new HostedFactors(this, resolved, this.pending, texts),
    });
    Object.defineProperties(state(), {
      // The part knows of no second factors but telephones.
      validateMfaEnrollments: { value: (enrollments: readonly Enrollment[]) => enrollments },
      allowPasswordSignup: { value: !off.has('password') },
      enableAnonymousUser: { value: !off.has('anonymous') && project.signUp !== false },
      enableEmailLinkSignin: { value: !off.has('email-link') },
    });
  }

  /** `undefined`: the part answers. */
  async answer(request: Request): Promise<Response | undefined> {
    // Requests with the server's authority, and the part's own for tests.
    if (request.headers.has('authorization')) return undefined;
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (name === 'passwordPolicy') return this.passwords ? Response.json(this.passwords.told()) : undefined;
    if (request.method !== 'POST') return undefined;
    const ask: Ask = (body) => this.ask(request.url, name === 'token' ? form(body) : JSON.stringify(body));
    const sent = await request.clone().text();
    const body =
      name === 'token' ? Object.fromEntries(new URLSearchParams(sent)) : (JSON.parse(sent) as Json);
    try {
      const play = Object.hasOwn(this.routes, name) ? this.routes[name] : undefined;
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

  /** Fields that the part lacks: the beginning of a session, and the kind of second factors. */
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
