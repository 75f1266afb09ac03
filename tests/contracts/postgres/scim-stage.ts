/** A host over PostgreSQL and HTTP with a company's provider, which signs people in by SAML and keeps users by SCIM. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { newScimToken } from '#adapters/postgres/auth/scim/scim-tokens.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { startHttpServer } from '#adapters/postgres/host/http-server.ts';
import {
  type HostedApplication,
  openPostgresHost,
  type PostgresHostOptions,
} from '#adapters/postgres/host/postgres-host.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { HeardDatabase } from './heard-database.ts';
import { openBareDatabase } from './provider.ts';
import {
  newSigner,
  samlAssertion,
  samlForm,
  samlProviderOf,
  samlRequestOf,
  samlResponse,
  signedAssertion,
} from './saml-stage.ts';
import { wireTo } from './wire-stage.ts';

export const company = 'saml.company' as const;
const [signer, ours, theirs] = [await newSigner(), newScimToken(), newScimToken()];

const bare: HostedApplication = {
  functions: { callables: {} },
  rules: {
    firestore: everything('cloud.firestore', '/databases/{database}/documents/{any=**}'),
    storage: everything('firebase.storage', '/b/{bucket}/o/{any=**}'),
    database: '{"rules":{}}',
  },
  indexes: [],
};

function everything(service: string, place: string): string {
  return `rules_version = '2'; service ${service} { match ${place} { allow read, write: if false; } }`;
}

export interface ScimReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export async function openScimStage(
  more: Partial<Pick<PostgresHostOptions, 'application' | 'endMemberships' | 'sendNotice'>> = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-scim-'));
  const { database: inner } = await openBareDatabase();
  const heard = new HeardDatabase(inner);
  const clock = new ManualClock(undefined, () => heard.rest());
  const provider = { ...samlProviderOf([signer.certificate]), scimTokens: [ours.digest] };
  const host = await openPostgresHost({
    application: bare,
    ...{ database: heard.database, files: diskFileStore(folder), origin: 'http://localhost', clock },
    random: seededRandom('scim'),
    sendMail: () => {},
    push: { contact: 'mailto:test@example.com' },
    auth: { passwordCost: { N: 1024, r: 8, p: 1 } },
    providers: { [company]: provider, 'saml.other': { ...provider, scimTokens: [theirs.digest] } },
    taskPollMs: 7 * 24 * 3_600_000,
    ...{ http: null, workers: null },
    report: (error, from) => console.error(from, error),
    ...more,
  });
  const server = await startHttpServer({
    ...{ host: '127.0.0.1', port: 0, clock: machineClock },
    origins: (port) => [`http://127.0.0.1:${port}`],
    accept: (channel, network) => host.wire.accept(channel, network),
    site: (_request, response) => response.end(),
    files: (request, response, target) => host.serveFiles(request, response, target),
    signIn: (query) => host.signInPage(query),
    ...{ saml: host.saml, scim: host.auth.scim },
    isRoute: () => false,
    handleRoute: (request) => host.functions.answerHttp(request),
    health: async () => ({ ok: true, facts: {} }),
    metrics: async () => '',
    loggedPaths: [],
    onRequest: () => {},
    onFailure: (what, error) => console.error(what, error),
  });
  await host.start();
  onTestFinished(async () => {
    await server.stop();
    await host.stop();
    await inner.close();
    await rm(folder, { recursive: true });
  });
  const ask = async (
    method: string,
    place: string,
    body: unknown = null,
    { token = ours.token, headers = {} }: { token?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<ScimReply> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/scim/v2${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      body: body === null ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const read = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: answer.status, headers: answer.headers, body: read };
  };
  /** Connection of a browser; `signedIn` names the session by the secret of `signInByCompany`. */
  const wire = () => {
    let secret: string | null = null;
    const over: string[] = [];
    const connection = wireTo(() => host.wire, {
      ...{ clock, random: seededRandom('browser'), online: true },
      session: () => secret,
      sessionOver: (ended) => over.push(ended),
    });
    onTestFinished(() => connection.close());
    return {
      ...{ over, call: connection.call.bind(connection), open: connection.open.bind(connection) },
      signedIn(by: string) {
        secret = by;
        connection.greet();
      },
    };
  };
  return { host, clock, ask, heard, database: heard.database, others: theirs.token, port: server.port, wire };
}

export type ScimStage = Awaited<ReturnType<typeof openScimStage>>;

/** Signs a person in by the company's provider. Rejects as the sign-in does. */
export async function signInByCompany(
  { host, clock }: ScimStage,
  wire: { call(name: string, input: unknown): Promise<unknown> },
  { subject, email }: { readonly subject: string; readonly email: string },
) {
  const begun = (await wire.call('auth.beginSocial', { provider: company })) as {
    flow: string;
    address: string;
  };
  const { id, relayState } = samlRequestOf(begun.address);
  const claims = { now: clock.now(), inResponseTo: id, subject, email };
  const xml = samlResponse(signedAssertion(samlAssertion(claims), signer), id);
  const { ticket } = await host.auth.answerFromSamlProvider(samlForm(xml, relayState));
  return (await wire.call('auth.finishSocial', {
    ...{ flow: begun.flow, ticket: ticket ?? '', purpose: 'sign-in' },
  })) as { readonly user: { readonly uid: string }; readonly secret: string; readonly isNewUser: boolean };
}
