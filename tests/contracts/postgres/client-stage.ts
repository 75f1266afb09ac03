/** Clients over connections to one server on PostgreSQL, on the contracts' stage. Sign-in is the stage's: an account is whoever names an address. */
import { wireRealtime } from '#adapters/postgres/client/realtime.ts';
import { openWire } from '#adapters/postgres/client/wire.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { openPostgresRealtime } from '#adapters/postgres/realtime/postgres-realtime.ts';
import { realtimeService } from '#adapters/postgres/realtime/realtime-service.ts';
import { channelPair } from '#adapters/postgres/wire/channel.ts';
import { WireServer } from '#adapters/postgres/wire/wire-server.ts';
import type { Provider, StageOptions } from '#contracts/harness.ts';
import { off } from '#contracts/off-stage.ts';
import type { ProviderStage } from '#contracts/stage.ts';
import { compileDatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import type { Auth } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { absentPort } from '#provider-kit/absent-port.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import { manifestOf } from '#provider-kit/manifest.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { resolveSettings } from '#provider-kit/settings.ts';
import { countSubscriptions, type SubscriptionCount } from '#provider-kit/subscriptions.ts';
import { syncRealtime } from '#sync/realtime/driver.ts';
import { openBareDatabase } from './provider.ts';

interface ConnectedClient {
  readonly subscriptions: SubscriptionCount;
  setNetwork(on: boolean): void;
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
    'server',
  ]),
  stage: clientStage,
};

async function clientStage({ rules = {} }: StageOptions): Promise<ProviderStage> {
  const { database, schema: _schema } = await openBareDatabase();
  const work = new WorkUnderWay();
  const rest = () => work.rest();
  const clock = new ManualClock(undefined, rest);
  const random = seededRandom('postgres clients');
  const report = (error: unknown) => console.error(error);
  const realtime = await openPostgresRealtime({
    ...{ database: work.counted(database), clock, report },
    ...(rules.database !== undefined && { guard: { rules: compileDatabaseRules(rules.database) } }),
  });
  let peers = 0;
  const server = new WireServer({
    services: [realtimeService(realtime, clock, report)],
    clock,
    newId: () => `peer ${++peers}`,
    sessionOf: async (secret) => ({ id: secret, caller: { uid: secret, claims: {} } }),
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
    let uid: string | null = null;
    let isDisposed = false;
    const ending: (() => void)[] = [];
    const subscriptions = countSubscriptions();
    const wire = openWire({
      connect() {
        const [browser, end] = channelPair();
        server.accept(end);
        return browser;
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
      storage: absentPort('storage'),
      messaging: absentPort('messaging'),
      config: absentPort('config'),
      performance: absentPort('performance'),
      capabilities: postgresClients.manifest,
      settings: resolveSettings({}),
      control: null,
      async dispose() {
        isDisposed = true;
        runEach(ending.splice(0), (end) => end());
        wire.close();
      },
    };
    clients.set(backend, { subscriptions, setNetwork: (on) => wire.setNetwork(on) });
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
    server: { realtime: realtime.server, clock: { now: () => clock.now() } },
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
      await database.close();
    },
    lacks: 'The stage has no sign-in of its own, and can’t start the server again.',
  };
}

/** Requests to the database. */
class WorkUnderWay {
  private count = 0;

  /** The database, with its requests counted while they are under way. */
  counted(database: SqlDatabase): SqlDatabase {
    const own: Partial<SqlDatabase> = {
      rows: (...query) => this.run(() => database.rows(...query)),
      read: (run) => this.run(() => database.read(run)),
      write: (run) => this.run(() => database.write(run)),
    };
    return new Proxy(database, {
      get: (target, name): unknown => Reflect.get(own, name) ?? Reflect.get(target, name).bind(target),
    });
  }

  /** Waits until nothing is left to do without time, and no request is under way. */
  async rest(): Promise<void> {
    do for (await settle(); this.count > 0; await settle()) await new Promise((next) => setTimeout(next, 1));
    while (this.count > 0);
  }

  private async run<T>(request: () => Promise<T>): Promise<T> {
    this.count++;
    try {
      return await request();
    } finally {
      this.count--;
    }
  }
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
