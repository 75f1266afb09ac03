/** Sign-in on PostgreSQL on the contracts' stage: browsers over connections, functions, and no other port. */
import { wireAuth } from '#adapters/postgres/client/auth/auth.ts';
import { wireFunctions } from '#adapters/postgres/client/functions.ts';
import type { Wire } from '#adapters/postgres/client/wire.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import type { PasswordCost } from '#adapters/postgres/auth/password-hashes.ts';
import {
  openPostgresAuth,
  type PostgresAuth,
  type PostgresAuthOptions,
} from '#adapters/postgres/auth/postgres-auth.ts';
import type { SocialProviderSet } from '#adapters/postgres/auth/social/social-providers.ts';
import type { PasskeyBrowser } from '#adapters/postgres/client/auth/passkeys.ts';
import type { SocialBrowser } from '#adapters/postgres/client/auth/social.ts';
import { functionService } from '#adapters/postgres/wire/function-service.ts';
import { WireServer } from '#adapters/postgres/wire/wire-server.ts';
import type { Provider, StageOptions } from '#contracts/harness.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { WorkUnderWay } from '#contracts/work-under-way.ts';
import type { AuthProject } from '#ports/auth/project.ts';
import type { Backend } from '#ports/backend.ts';
import type { InboxMessage } from '#ports/control.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import type { CallContext, FunctionSet } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';
import { absentPort } from '#provider-kit/absent-port.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { manifestOf } from '#provider-kit/manifest.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { noObserver, StorageHealth } from '#provider-kit/storage-health.ts';
import { countSubscriptions, type SubscriptionCount } from '#provider-kit/subscriptions.ts';
import type { TabStores } from '#provider-kit/tab-store.ts';
import { openBareDatabase } from './provider.ts';
import { startIdentityProvider, socialAddresses, StagedSocialBrowser } from './social-stage.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { countedService, newTabShelf, openTabStores, type TabShelf, wireTo } from './wire-stage.ts';

/** Little, so that tests can make many accounts. */
const cheapPasswords = { N: 1024, r: 8, p: 1 };

/** A server of a team: its sign-in, and the connections that it serves. */
export interface AuthServer {
  readonly auth: PostgresAuth;
  readonly wire: WireServer;
  readonly work: WorkUnderWay;
  /** Newest first. */
  readonly inbox: readonly InboxMessage[];
  /** Errors that are in no answer. */
  readonly reported: readonly unknown[];
  close(): Promise<void>;
}

interface AuthServerOptions {
  readonly functions: FunctionSet;
  readonly auth?: AuthProject;
  readonly passwordCost?: PasswordCost;
  readonly providers?: SocialProviderSet;
  /** Default: notices are in the inbox. */
  readonly sendNotice?: PostgresAuthOptions['sendNotice'];
}

export async function openAuthServer(
  database: SqlDatabase,
  clock: Clock,
  {
    functions,
    auth: project = {},
    passwordCost = cheapPasswords,
    providers = {},
    ...more
  }: AuthServerOptions,
): Promise<AuthServer> {
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const work = new WorkUnderWay();
  const inbox: InboxMessage[] = [];
  const auth = await openPostgresAuth({
    database,
    clock,
    project,
    origin: 'http://localhost',
    social: { providers, addresses: socialAddresses },
    sendMail({ to, subject, text, link }) {
      const id = String(inbox.length);
      inbox.unshift({ id, channel: 'email', to, subject, body: text, action: link, sentAt: clock.now() });
    },
    ...(more.sendNotice && { sendNotice: more.sendNotice }),
    passwordCost,
    report,
  });
  let peers = 0;
  const wire: WireServer = new WireServer({
    services: [auth.service, functionService(runnerOf(functions))].map((service) =>
      countedService(service, work),
    ),
    clock,
    newId: () => `peer ${++peers}`,
    sessionOf: (secret) => work.during(() => auth.sessionOf(secret)),
    report,
  });
  const unwatch = await auth.watch(() => wire.connected());
  return {
    auth,
    wire,
    work,
    inbox,
    reported,
    async close() {
      unwatch();
      wire.close();
      await auth.close();
    },
  };
}

const runnerOf =
  ({ callables }: FunctionSet) =>
  async (name: string, input: Json, caller: CallContext['caller']): Promise<Json> => {
    const run = callables[name];
    if (!run) throw new PortError('not-found', `There is no function ${name}.`);
    return (await run(input, { caller } as CallContext)) as Json;
  };

const manifest = manifestOf('postgres', [
  'auth.password',
  'auth.links',
  'auth.guests',
  'auth.custom-token',
  'auth.linking',
  'auth.mail',
  'auth.totp',
  'auth.password-rules',
  'auth.language',
  'auth.session',
  'auth.deletion',
  'auth.social',
  'auth.passkeys',
  'functions',
  'functions.stream',
  'functions.cancellation',
  'server',
]);

/** A page of a browser. */
interface AuthBrowser {
  readonly backend: Backend;
  readonly stores: TabStores;
  readonly wire: Wire;
  readonly subscriptions: SubscriptionCount;
}

interface Tab extends Omit<AuthBrowser, 'backend'> {
  readonly shelf: TabShelf;
  readonly social: StagedSocialBrowser;
  readonly authenticator: SoftwareAuthenticator;
  isOnline: boolean;
}

let clients = 0;

export function openAuthBrowser(
  server: Pick<AuthServer, 'wire'>,
  clock: Clock,
  shelf: TabShelf = newTabShelf(),
  changes: Partial<ClientSettings> = {},
  online = true,
  social: SocialBrowser | null = null,
  passkeys: PasskeyBrowser | null = null,
): AuthBrowser {
  const subscriptions = countSubscriptions();
  const random = seededRandom(`client ${++clients}`);
  const stores = openTabStores(shelf);
  const settings = resolveSettings(changes);
  const endings: (() => void)[] = [];
  let disposed = false;
  const client = {
    trackSubscription: () => subscriptions.trackSubscription(),
    onDispose: (run: () => void) => void endings.push(run),
    isDisposed: () => disposed,
  };
  const { auth, wire } = wireAuth({
    client,
    clock,
    stores,
    storage: new StorageHealth(noObserver),
    passwordMinLength: settings.passwordMinLength,
    social,
    passkeys,
    connect: (session) => wireTo(() => server.wire, { clock, random, online, ...session }),
  });
  const ready = () => auth.ready();
  const backend: Backend = {
    auth,
    docs: absentPort('docs'),
    realtime: absentPort('realtime'),
    functions: wireFunctions({ client, wire, clock, ready, timeoutMs: settings.callTimeoutMs }),
    storage: absentPort('storage'),
    messaging: absentPort('messaging'),
    config: absentPort('config'),
    performance: absentPort('performance'),
    capabilities: manifest,
    settings,
    control: null,
    async dispose() {
      disposed = true;
      for (const end of endings) end();
      wire.close();
      stores.local.close();
    },
  };
  return { backend, stores, wire, subscriptions };
}

export const postgresAuthProvider: Provider = {
  name: 'postgres, sign-in',
  manifest,
  stage: authStage,
};

async function authStage(options: StageOptions): Promise<ProviderStage> {
  const { database } = await openBareDatabase();
  const rest = async () => {
    do {
      await server.work.rest();
      await server.auth.rest();
      await settle();
    } while (server.work.isBusy());
  };
  const clock = new ManualClock(undefined, rest);
  const issuer = await startIdentityProvider();
  const server = await openAuthServer(database, clock, { ...options, providers: issuer.providers });
  const newSocial = () => new StagedSocialBrowser(() => server.auth, server.work);
  const tabs = new Map<Backend, Tab>();
  const tabOf = (client: Backend): Tab => {
    const tab = tabs.get(client);
    if (!tab) throw new Error('This client is not of this stage.');
    return tab;
  };
  const open = async (
    shelf: TabShelf,
    changes: Partial<ClientSettings> = {},
    online = true,
    social = newSocial(),
    authenticator = new SoftwareAuthenticator(),
  ) => {
    const { backend, ...tab } = openAuthBrowser(server, clock, shelf, changes, online, social, authenticator);
    tabs.set(backend, { ...tab, shelf, social, authenticator, isOnline: online });
    await rest();
    return backend;
  };
  const crash = async (client: Backend) => {
    const { stores, wire } = tabOf(client);
    stores.local.close();
    wire.setNetwork(false);
    await rest();
  };
  return {
    connect: ({ settings } = {}) => open(newTabShelf(), settings),
    async reload(client) {
      const { shelf, isOnline, social, authenticator } = tabOf(client);
      await crash(client);
      return open(shelf, {}, isOnline, social, authenticator);
    },
    openTab(client) {
      const { shelf, authenticator } = tabOf(client);
      return open(newTabShelf(shelf.browser), {}, true, newSocial(), authenticator);
    },
    async setNetwork(client, on) {
      const tab = tabOf(client);
      tab.isOnline = on;
      tab.wire.setNetwork(on);
      await rest();
    },
    kill: crash,
    openSubscriptions: (client) => tabOf(client).subscriptions.open(),
    server: { users: server.auth.users, clock: { now: () => clock.now() } },
    async inbox() {
      await rest();
      return server.inbox;
    },
    async advance(ms) {
      await clock.advance(ms);
      await rest();
    },
    settle: rest,
    async dispose() {
      await server.close();
      await issuer.close();
      await database.close();
    },
    lacks: 'The stage has sign-in and functions alone.',
  };
}
