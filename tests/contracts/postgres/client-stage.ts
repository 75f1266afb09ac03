/** Clients over connections to one server on PostgreSQL, on the contracts' stage. Sign-in is the stage's: an account is whoever names an address. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wireRealtime } from '#adapters/postgres/client/realtime.ts';
import { wireStorage } from '#adapters/postgres/client/storage.ts';
import { openWire } from '#adapters/postgres/client/socket-wire.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { postgresServerDocs } from '#adapters/postgres/docs/server-docs.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { FileGuard } from '#adapters/postgres/files/file-guard.ts';
import { filesHttp } from '#adapters/postgres/files/files-http.ts';
import { filesService } from '#adapters/postgres/files/files-service.ts';
import { GuardedFiles } from '#adapters/postgres/files/guarded-files.ts';
import { PostgresFiles } from '#adapters/postgres/files/postgres-files.ts';
import { PostgresUploads } from '#adapters/postgres/files/postgres-uploads.ts';
import { postgresServerFiles } from '#adapters/postgres/files/server-files.ts';
import { openPostgresRealtime } from '#adapters/postgres/realtime/postgres-realtime.ts';
import { realtimeService } from '#adapters/postgres/realtime/realtime-service.ts';
import { channelPair, type TextChannel } from '#adapters/postgres/wire/channel.ts';
import { clientMessageOf, serverMessageOf } from '#adapters/postgres/wire/messages.ts';
import { WireServer } from '#adapters/postgres/wire/wire-server.ts';
import type { Provider, StageOptions } from '#contracts/harness.ts';
import { off } from '#contracts/off-stage.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { WorkUnderWay } from '#contracts/work-under-way.ts';
import { compileDatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import { compileStorageRules } from '#firebase-rules/rules/rules.ts';
import type { Auth } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { absentPort } from '#provider-kit/absent-port.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import { manifestOf } from '#provider-kit/manifest.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { countSubscriptions, type SubscriptionCount } from '#provider-kit/subscriptions.ts';
import { syncRealtime } from '#sync/realtime/driver.ts';
import { openStore } from './provider.ts';
import { countedService } from './wire-stage.ts';

interface ConnectedClient {
  readonly subscriptions: SubscriptionCount;
  setNetwork(on: boolean): void;
  /** Loses the answer to the next call of this name, and for a moment the connection. */
  loseAnswer(method: string): void;
}

export const postgresClients: Provider = {
  name: 'postgres, over connections',
  manifest: manifestOf('postgres', [
    'realtime',
    'realtime.transactions',
    'realtime.priorities',
    'realtime.lists',
    'realtime.disconnects',
    'realtime.connection',
    'realtime.rules',
    'storage',
    'storage.resumable',
    'storage.metadata',
    'storage.content',
    'storage.ranges',
    'storage.listing',
    'storage.rules',
    'server',
  ]),
  stage: clientStage,
};

const storageRules = new URL('../rules/storage.rules', import.meta.url);

async function clientStage({ rules = {} }: StageOptions): Promise<ProviderStage> {
  const work = new WorkUnderWay();
  const rest = () => work.rest();
  const clock = new ManualClock(undefined, rest);
  const now = () => clock.now();
  const { database, store } = await openStore({ now });
  const random = seededRandom('postgres clients');
  const report = (error: unknown) => console.error(error);
  const realtime = await openPostgresRealtime({
    ...{ database: countedDatabase(database, work), clock, report },
    ...(rules.database !== undefined && { guard: { rules: compileDatabaseRules(rules.database) } }),
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-files-'));
  const files = new PostgresFiles({
    ...{ database, store: diskFileStore(folder), clock, random: random.fork('files'), report },
  });
  const guard = new FileGuard({
    ...{ database, now, rules: compileStorageRules(await readFile(storageRules, 'utf8')) },
  });
  const guarded = new GuardedFiles(files, guard);
  const uploads = new PostgresUploads({ database, files, guard, clock, report });
  const callerOf = async (secret: string) => ({ uid: secret, claims: {} });
  const answer = filesHttp({ below: '/files/', files, guarded, uploads, callerOf, report });
  const http = createServer((request, response) => {
    void work.during(() => answer(request, response, new URL(request.url ?? '', 'http://host')));
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}/files/`;
  let peers = 0;
  const server = new WireServer({
    services: [realtimeService(realtime, clock, report), filesService(guarded, uploads)].map((service) =>
      countedService(service, work),
    ),
    clock,
    newId: () => `peer ${++peers}`,
    sessionOf: async (secret) => ({ id: secret, caller: await callerOf(secret) }),
    report,
  });
  const clients = new Map<Backend, ConnectedClient>();
  const clientOf = (client: Backend): ConnectedClient => {
    const connected = clients.get(client);
    if (!connected) throw new Error('This client is not of this stage.');
    return connected;
  };
  const connect = async (): Promise<Backend> => {
    const number = clients.size + 1;
    const settings = resolveSettings({});
    let uid: string | null = null;
    let isDisposed = false;
    const ending: (() => void)[] = [];
    const subscriptions = countSubscriptions();
    const network = new ClientNetwork(work);
    let lost: string | null = null;
    const wire = openWire({
      connect() {
        const [browser, end] = channelPair();
        server.accept(end);
        return losingAnswers(browser, (method) => {
          if (method !== lost) return false;
          lost = null;
          return true;
        });
      },
      ...{ clock, random: random.fork(`wire/${number}`) },
      session: () => uid,
      sessionOver: () => {},
    });
    const client: PortClient = {
      trackSubscription: subscriptions.trackSubscription,
      onDispose: (run) => void ending.push(run),
      isDisposed: () => isDisposed,
    };
    const { storage } = wireStorage({
      ...{ client, wire, clock, random: random.fork(`storage/${number}`), address },
      fetch: (url, request) => network.fetch(url, request),
      session: () => uid,
      ready: () => Promise.resolve(),
      ...{ uploadRetryMs: settings.uploadRetryMs, operationRetryMs: settings.operationRetryMs },
    });
    const backend: Backend = {
      auth: signInOf(
        () => uid,
        (next) => {
          uid = next;
          wire.greet();
        },
      ),
      docs: absentPort('docs'),
      realtime: syncRealtime({
        ...client,
        transport: wireRealtime(wire, clock, `client ${number}`),
        ...{ clock, random: random.fork(`client/${number}`) },
      }),
      functions: absentPort('functions'),
      storage,
      messaging: absentPort('messaging'),
      config: absentPort('config'),
      performance: absentPort('performance'),
      capabilities: postgresClients.manifest,
      settings,
      control: null,
      async dispose() {
        isDisposed = true;
        runEach(ending.splice(0), (end) => end());
        wire.close();
      },
    };
    clients.set(backend, {
      subscriptions,
      setNetwork(on) {
        network.set(on);
        wire.setNetwork(on);
      },
      loseAnswer: (method) => (lost = method),
    });
    await rest();
    return backend;
  };
  return {
    connect,
    async setNetwork(client, on) {
      clientOf(client).setNetwork(on);
      await rest();
    },
    async kill(client) {
      clientOf(client).setNetwork(false);
      await rest();
    },
    loseAnswer: async (client, service, operation) =>
      clientOf(client).loseAnswer(`${service === 'storage' ? 'files' : service}.${operation}`),
    server: {
      docs: postgresServerDocs(store, clock, random.fork('docs')),
      realtime: realtime.server,
      storage: postgresServerFiles(files),
      clock: { now },
    },
    async advance(ms) {
      await clock.advance(ms);
      await rest();
    },
    settle: rest,
    openSubscriptions: (client) => clientOf(client).subscriptions.open(),
    async dispose() {
      server.close();
      await rest();
      realtime.close();
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
      await database.close();
      await rm(folder, { recursive: true });
    },
    lacks: 'The stage has no sign-in of its own, and can’t start the server again.',
  };
}

/** A channel that breaks in place of the answer to a call, and is made again. */
function losingAnswers(channel: TextChannel, isLost: (method: string) => boolean): TextChannel {
  let lost: number | null = null;
  let closed = () => {};
  return {
    ...{ onClose: (next) => channel.onClose((closed = next)), close: () => channel.close() },
    send(text) {
      const message = clientMessageOf(text);
      if (message.type === 'call' && isLost(message.method)) lost = message.id;
      channel.send(text);
    },
    onText: (next) =>
      channel.onText((text) => {
        const message = serverMessageOf(text);
        if (message.type !== 'answer' || message.id !== lost) return next(text);
        channel.close();
        closed();
      }),
  };
}

/** Requests of a client over HTTP, which fail while its network is cut. */
class ClientNetwork {
  private readonly work: WorkUnderWay;
  private cut = new AbortController();

  constructor(work: WorkUnderWay) {
    this.work = work;
  }

  set(on: boolean): void {
    if (on) this.cut = new AbortController();
    else this.cut.abort();
  }

  fetch(url: string, request: RequestInit): Promise<Response> {
    const signal = AbortSignal.any([this.cut.signal, ...(request.signal ? [request.signal] : [])]);
    return this.work.during(async () => {
      const response = await fetch(url, { ...request, signal });
      // All of it, so that it counts as under way until then.
      return new Response(await response.arrayBuffer(), response);
    });
  }
}

/** The database, with its requests counted while they are under way. */
function countedDatabase(database: SqlDatabase, work: WorkUnderWay): SqlDatabase {
  const own: Partial<SqlDatabase> = {
    rows: (...query) => work.during(() => database.rows(...query)),
    read: (run) => work.during(() => database.read(run)),
    write: (run) => work.during(() => database.write(run)),
  };
  return new Proxy(database, {
    get: (target, name): unknown => Reflect.get(own, name) ?? Reflect.get(target, name).bind(target),
  });
}

function signInOf(current: () => string | null, become: (uid: string | null) => void): Auth {
  const requests: Readonly<Record<string, unknown>> = {
    createUser: async ({ email }: { email: string }) => become(email.slice(0, email.indexOf('@'))),
    signOut: async () => become(null),
    currentUser: () => {
      const uid = current();
      return uid === null ? null : { uid };
    },
  };
  return new Proxy({} as Auth, {
    get: (_target, name) => requests[String(name)] ?? off('It has no sign-in of its own.'),
  });
}
