/** Uses of every kind of secret of a host, valid and invalid, by browsers and machines. */
import type { SocialBrowser } from '#adapters/postgres/client/auth/social.ts';
import { apiKeyDigest } from '#api/api-key.ts';
import type { CommandInput } from '#api/commands.ts';
import { feedIdOf, feedPath } from '#api/feed-secret.ts';
import { rejection } from '#contracts/harness.ts';
import { credentialOf } from '#demo/accounts.ts';
import { demoTeamId as teamId } from '#demo/team/people.ts';
import type { Backend } from '#ports/backend.ts';
import type { SocialProvider } from '#ports/auth/auth.ts';
import {
  samlAssertion,
  samlForm,
  samlRequestOf,
  samlResponse,
  type SamlSigner,
  signedAssertion,
} from '../../contracts/postgres/saml-stage.ts';
import { hostMember } from './host-member.ts';

const saml = 'saml.company' as SocialProvider;

/** Secrets by kind, and answers to requests that fail. */
export class SecretUses {
  readonly secrets = new Map<string, string>();
  /** Bodies of error answers, and messages of errors. */
  readonly answers: string[] = [];
  private readonly url: URL;
  private readonly members: Backend[] = [];

  constructor(url: URL) {
    this.url = url;
  }

  note(kind: string, secret: string): string {
    this.secrets.set(kind, secret);
    return secret;
  }

  member(social: SocialBrowser | null = null): Backend {
    // Session secrets are in the messages of the browser alone.
    const member = hostMember(
      this.url,
      (message) => {
        for (const [, session = ''] of message.matchAll(/"session":"([^"]{20,})"/gu))
          this.note(`session ${this.secrets.size}`, session);
      },
      social,
    );
    this.members.push(member);
    return member;
  }

  async close(): Promise<void> {
    for (const member of this.members) await member.dispose();
  }

  /** Status of a request; the body of an error is noted. */
  async ask(path: string, init: RequestInit = {}): Promise<number> {
    const response = await fetch(new URL(path, this.url), init);
    const text = await response.text();
    if (response.status >= 400) this.answers.push(text);
    return response.status;
  }

  async failed(run: Promise<unknown>): Promise<void> {
    this.answers.push(String(await rejection(run)));
  }

  async passwords(): Promise<void> {
    const { auth } = this.member();
    const email = 'mara@example.com';
    const password = this.note('password', 'mara’s own password 4711');
    await auth.createUser({ email, password });
    await auth.signOut();
    const wrong = this.note('wrong password', 'not mara’s password 0815');
    await this.failed(auth.signIn({ kind: 'password', email, password: wrong }));
    await auth.signIn({ kind: 'password', email, password });
  }

  /** `linkOf`: link of the mail that was sent. */
  async mailedLinks(email: string, linkOf: () => Promise<string>): Promise<void> {
    const { auth } = this.member();
    await auth.links?.send(email, { continueUrl: `${this.url.origin}/signin` });
    const link = await linkOf();
    this.note('code of a mailed link', new URL(link).searchParams.get('oobCode') ?? link);
    await auth.signIn({ kind: 'email-link', email, link });
    await this.failed(this.member().auth.signIn({ kind: 'email-link', email, link }));
  }

  async apiKeys(right: string, wrong: string): Promise<void> {
    const { auth, functions } = this.member();
    await auth.signIn(credentialOf({ id: 'jonas' }));
    const input: CommandInput<'createApiKey'> = {
      ...{ teamId, commandId: 'key', apiKeyId: 'key-1', name: 'Deploys', days: 30 },
      ...{ scopes: ['read'], digest: apiKeyDigest(this.note('API key', right)), ending: right.slice(-4) },
    };
    await functions.call('createApiKey', input);
    const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
    await this.ask('/api/v1/incidents', by(right));
    await this.ask('/api/v1/incidents/nothing', by(right));
    await this.ask('/api/v1/incidents', by(this.note('wrong API key', wrong)));
    await this.ask(`/api/v1/incidents?key=${right}`);
  }

  async webhooks(): Promise<void> {
    const { auth, functions } = this.member();
    await auth.signIn(credentialOf({ id: 'jonas' }));
    const secret = this.note('webhook secret', `whsec_${Buffer.alloc(32, 'webhook').toString('base64')}`);
    const path = this.note('webhook address', 'T0/B0/address-of-a-webhook');
    const webhook = {
      ...{ teamId, webhookId: 'ops', name: 'Operations', format: 'muster', enabled: true },
      ...{ events: ['incident.declared'], serviceIds: [], severities: [] },
      linkOrigin: 'https://muster.test',
    };
    const access = { url: `https://127.0.0.1:1/${path}`, secret, matrix: null };
    await functions.call('saveWebhook', { ...webhook, commandId: 'hook', access });
    await functions.call('tryWebhook', { teamId, commandId: 'try', webhookId: 'ops' });
    const damaged = { ...access, secret: this.note('damaged webhook secret', 'whsec_not-of-the-form') };
    await this.failed(functions.call('saveWebhook', { ...webhook, commandId: 'bad', access: damaged }));
  }

  async senders(key: string): Promise<void> {
    this.note('key of an alert sender', key);
    const wrong = this.note('wrong key of an alert sender', 'f'.repeat(32));
    const init = { method: 'POST', body: '{"title":"Declines"}' };
    await this.ask(`/in/json/${key}`, init);
    await this.ask(`/in/json/${key}`, { ...init, body: '{' });
    await this.ask(`/in/json/${wrong}`, init);
    await this.ask(`/in/jsno/${key}`, init);
    await this.ask(`/v2/enqueue`, { ...init, body: JSON.stringify({ routing_key: wrong }) });
  }

  async feeds(): Promise<void> {
    const { auth, functions } = this.member();
    await auth.signIn(credentialOf({ id: 'jonas' }));
    const secret = this.note('secret of a calendar feed', 'ab'.repeat(20));
    const feed = { teamId, commandId: 'feed', feedId: feedIdOf(secret), scope: 'team', scheduleId: null };
    await functions.call('createFeed', feed);
    await this.ask(feedPath({ teamId, secret }));
    const wrong = this.note('wrong secret of a calendar feed', 'cd'.repeat(20));
    await this.ask(feedPath({ teamId, secret: wrong }));
  }

  async scim(right: string, wrong: string): Promise<void> {
    const by = (token: string, body?: string) => ({
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body !== undefined && { method: 'POST', body }),
    });
    await this.ask('/scim/v2/Users', by(this.note('SCIM token', right), '{"userName":"robin@example.com"}'));
    await this.ask('/scim/v2/Users', by(right, '{'));
    await this.ask('/scim/v2/Groups', by(right, '{}'));
    await this.ask('/scim/v2/Users', by(this.note('wrong SCIM token', wrong)));
    await this.ask(`/scim/v2/Users?token=${right}`);
  }

  /** A forged response, then a sign-in by the provider whose response comes twice. */
  async samlSignIn(signer: SamlSigner, forger: SamlSigner): Promise<void> {
    await this.failed(this.samlSignInBy(forger));
    await this.samlSignInBy(signer);
  }

  private async samlSignInBy(signer: SamlSigner): Promise<void> {
    const listeners = new Set<(ticket: string) => void>();
    let isClosed = false;
    const social: SocialBrowser = {
      providers: [{ id: saml, name: 'Example ID' }],
      openWindow: () => ({
        go: (address) =>
          void this.postedTicket(signer, address).then((ticket) => {
            // The page of a failed sign-in stays until its window is closed.
            isClosed = ticket === '';
            if (!isClosed) for (const next of listeners) next(ticket);
          }),
        isClosed: () => isClosed,
        close() {},
      }),
      onTicket(next) {
        listeners.add(next);
        return () => listeners.delete(next);
      },
      takeTicket: () => null,
      here: () => `${this.url.origin}/`,
      leave: () => {},
    };
    await this.member(social).auth.social?.signIn({ provider: saml });
  }

  /** Posts the provider's response twice; the ticket of the first page, empty for a response that is not accepted. */
  private async postedTicket(signer: SamlSigner, address: string): Promise<string> {
    const { id, relayState } = samlRequestOf(address);
    const { origin } = this.url;
    const claims = {
      ...{ now: Date.now(), inResponseTo: id, subject: 'subject-of-robin', email: 'robin@company.example' },
      ...{ recipient: `${origin}/host/saml/acs`, audience: `${origin}/host/saml/metadata` },
    };
    const form = samlForm(samlResponse(signedAssertion(samlAssertion(claims), signer), id), relayState);
    this.note('RelayState', relayState);
    this.note('SAML response', (new URLSearchParams(form).get('SAMLResponse') ?? '').slice(0, 200));
    this.note('name ID', 'subject-of-robin');
    const post = async () => {
      const init = { method: 'POST', body: new URLSearchParams(form) };
      return (await fetch(new URL('/host/saml/acs', this.url), init)).text();
    };
    const page = await post();
    const [, ticket = ''] = /data-ticket="([^"]+)"/u.exec(page) ?? [];
    if (ticket === '') this.answers.push(page);
    else this.note('ticket of a sign-in', ticket);
    this.answers.push(await post());
    return ticket;
  }

  /** Secrets in addresses that lead nowhere. */
  async lost(): Promise<void> {
    const secret = this.note('secret in an address', 'secret-in-an-address-1234567890');
    for (const path of [
      `/${secret}`,
      `/healthz/${secret}`,
      `/metrics?token=${secret}`,
      `/host/files/teams/${secret}?token=${secret}`,
      `/host/sign-in?code=${secret}&state=${secret}`,
      `/signin?oobCode=${secret}`,
    ]) {
      await this.ask(path);
      await this.ask(path, { method: 'POST', body: secret });
    }
  }
}
