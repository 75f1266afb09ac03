/** An OpenID Connect provider on this machine, and browsers that sign in there. */
import { OAuth2Server } from 'oauth2-mock-server';
import type { SocialBrowser, SocialWindow } from '#adapters/postgres/client/auth/social.ts';
import type { PostgresAuth } from '#adapters/postgres/auth/postgres-auth.ts';
import type { SocialProviderSet } from '#adapters/postgres/auth/social/social-providers.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { WorkUnderWay } from '#contracts/work-under-way.ts';

/** Addresses to which providers send browsers back. */
export const socialAddresses = {
  redirectUri: 'http://localhost/host/sign-in',
  saml: { metadata: 'http://localhost/host/saml/metadata', answers: 'http://localhost/host/saml/acs' },
};

/** Claims of the person who signs in there; each client has an account of that person. */
type PersonClaims = Readonly<Record<string, unknown>>;

export interface IdentityProvider {
  readonly providers: SocialProviderSet;
  /** Changes what it says of the person. */
  says(claims: PersonClaims): void;
  close(): Promise<void>;
}

const ids = ['google.com', 'github.com', 'oidc.example', 'oidc.other'] as const;

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, 'localhost');
  let said: PersonClaims = { email: 'robin.castillo@example.com', name: 'Robin Castillo' };
  server.service.on('beforeTokenSigning', (token: { readonly payload: Record<string, unknown> }) => {
    const client = String(token.payload['aud'] ?? '');
    Object.assign(token.payload, { sub: `${client}-robin.castillo` }, said);
  });
  const issuer = server.issuer.url ?? '';
  return {
    providers: Object.fromEntries(
      ids.map((id) => [id, { name: id, issuer, clientId: id, clientSecret: 'secret of the client' }]),
    ),
    says(claims) {
      said = claims;
    },
    close: () => server.stop(),
  };
}

/** Windows of one browser: the person is signed in at the provider already, which sends each back at once. */
export class StagedSocialBrowser implements SocialBrowser {
  /** Query of the address that the provider last sent a window back to. */
  lastQuery = '';
  readonly providers = ids.map((id) => ({ id, name: id }));
  private readonly auth: () => PostgresAuth;
  private readonly work: WorkUnderWay;
  private readonly listeners = new Set<(ticket: string) => void>();
  private ticket: string | null = null;
  private closesWindows = false;
  private isSlow = false;
  /** Addresses of closed windows whose tickets have not arrived. */
  private readonly late: string[] = [];

  constructor(auth: () => PostgresAuth, work: WorkUnderWay) {
    this.auth = auth;
    this.work = work;
  }

  /** The person closes each window from now on, instead of signing in. */
  declines(): void {
    this.closesWindows = true;
  }

  /** Windows are closed before their tickets arrive, which is at `arrive`. */
  delays(): void {
    this.isSlow = true;
  }

  /** Whether a window has closed whose ticket has not arrived. */
  isWaiting(): boolean {
    return this.late.length > 0;
  }

  async arrive(): Promise<void> {
    for (const address of this.late.splice(0)) this.bring(await this.signInAt(address));
  }

  openWindow = (): SocialWindow => {
    let isClosed = false;
    return {
      go: (address) => {
        if (this.isSlow) this.late.push(address);
        if (this.closesWindows || this.isSlow) isClosed = true;
        else void this.work.during(async () => this.bring(await this.signInAt(address)));
      },
      isClosed: () => isClosed,
      close() {
        isClosed = true;
      },
    };
  };

  onTicket = (next: (ticket: string) => void) => {
    this.listeners.add(next);
    return () => this.listeners.delete(next);
  };

  takeTicket = () => {
    const { ticket } = this;
    this.ticket = null;
    return ticket;
  };

  here = () => 'http://localhost/';

  leave = (address: string) =>
    void this.work.during(async () => {
      this.ticket = await this.signInAt(address);
    });

  /** Follows the provider's redirect; what the server hands over. */
  async signInAt(address: string): Promise<string> {
    const answer = await fetch(address, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    this.lastQuery = back.search;
    return (await this.auth().answerFromProvider(back.search)).ticket ?? '';
  }

  bring(ticket: string): void {
    runEach([...this.listeners], (next) => next(ticket));
  }
}
