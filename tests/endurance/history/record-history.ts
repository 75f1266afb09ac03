/** Clients over connections to two servers of one database, who read, write and listen to registers; all that they see is recorded. */
import { machineClock } from '#adapters/node/machine-clock.ts';
import { openWire } from '#adapters/postgres/client/socket-wire.ts';
import { wireDocs } from '#adapters/postgres/client/docs-backend.ts';
import { type DatabaseOptions, openDatabase } from '#adapters/postgres/database.ts';
import { docsService } from '#adapters/postgres/docs/docs-service.ts';
import { openPostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { channelPair, type TextChannel } from '#adapters/postgres/wire/channel.ts';
import { WireServer } from '#adapters/postgres/wire/wire-server.ts';
import { query } from '#ports/docs/query.ts';
import { isPortError } from '#ports/errors.ts';
import { type Random, seededRandom } from '#provider-kit/random.ts';
import type { ChangeHint } from '#sync/hinting-backend.ts';
import { refetching } from '#sync/refetching.ts';
import { CurrentSignal } from '#sync/signal.ts';
import type {
  AcceptedCommit,
  Commit,
  DocsTransport,
  TransportEvent,
  TransportStream,
} from '#sync/transport.ts';
import type { History, RecordedAnswer, RecordedCommit, RecordedListener, Versions } from './history.ts';

export interface HistoryOptions {
  readonly connection: DatabaseOptions['connection'];
  readonly schema: string;
  readonly seed: string;
  readonly clients: number;
  /** Commits and queries that each client tries. */
  readonly operations: number;
}

const registers = Array.from({ length: 6 }, (_, number) => `registers/${number}`);
const all = query('registers');
const percent = { query: 15, disconnect: 6, remove: 15, blind: 25 } as const;

const retryMs = 20;

const pick = <T>(random: Random, items: readonly T[], most: number): readonly T[] =>
  items
    .map((item) => [random.next(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .slice(0, 1 + random.integer(most))
    .map(([, item]) => item);

async function openServer({ connection, schema }: HistoryOptions, name: string) {
  const report = (error: unknown) => console.error(error);
  const database = await openDatabase({ connection, schema, connections: 6, report });
  const store = await openPostgresDocs({ database, now: () => machineClock.now() });
  const listeners = new Set<(hint: ChangeHint) => void>();
  await store.watch((hint) => listeners.forEach((next) => next(hint)));
  const watch = (next: (hint: ChangeHint) => void) => {
    listeners.add(next);
    return () => listeners.delete(next);
  };
  let peers = 0;
  const server = new WireServer({
    services: [docsService(store, watch)],
    clock: machineClock,
    newId: () => `${name} ${++peers}`,
    sessionOf: async (secret) => ({ id: secret, caller: { uid: secret, claims: {} } }),
    report,
  });
  return { server, database };
}

/** Moments of a history. */
class Recorder {
  private moment = 0;
  readonly commits: RecordedCommit[] = [];
  readonly answers: RecordedAnswer[] = [];

  now(): number {
    return ++this.moment;
  }
}

export async function recordHistory(options: HistoryOptions): Promise<History> {
  const servers = [await openServer(options, 'one'), await openServer(options, 'other')];
  const random = seededRandom(options.seed);
  const recorder = new Recorder();
  const clients = Array.from({ length: options.clients }, (_, number) => {
    const { server } = servers[number % servers.length] ?? {};
    if (!server) throw new Error('There is no server.');
    return new Client(`client ${number}`, server, recorder, random.fork(`${number}`));
  });
  await Promise.all(clients.map((client) => client.run(options.operations)));
  const newest = (await clients[0]?.writeAll()) ?? 0;
  await Promise.all(clients.map((client) => client.sawAll(newest)));
  const listeners = clients.map((client) => client.close());
  for (const { server, database } of servers) {
    server.close();
    await database.close();
  }
  return { commits: recorder.commits, answers: recorder.answers, listeners };
}

class Client {
  private readonly name: string;
  private readonly recorder: Recorder;
  private readonly random: Random;
  private readonly transport: DocsTransport;
  private readonly listener: Listener;
  private readonly closeWire: () => void;
  private channel: TextChannel | null = null;
  private numbers = 0;

  constructor(name: string, server: WireServer, recorder: Recorder, random: Random) {
    this.name = name;
    this.recorder = recorder;
    this.random = random;
    const wire = openWire({
      connect: () => {
        const [browser, end] = channelPair();
        server.accept(end);
        this.channel = end;
        return browser;
      },
      clock: machineClock,
      random: random.fork('wire'),
      session: () => name,
      sessionOver: () => {},
    });
    this.closeWire = () => wire.close();
    this.transport = refetching(wireDocs(wire, new CurrentSignal<string | null>(name)), {
      clock: machineClock,
      pollMs: 3000,
      report: (error) => console.error(error),
    });
    this.listener = new Listener(this.transport, name);
  }

  async run(operations: number): Promise<void> {
    for (let number = 0; number < operations; number++) {
      const chance = this.random.integer(100);
      if (chance < percent.disconnect) this.channel?.close();
      if (chance < percent.query) await this.query();
      else await this.commit();
    }
  }

  /** Sets each register, which all listeners hear of. Returns the version. */
  async writeAll(): Promise<number> {
    const id = `${this.name}/last`;
    return this.record(
      id,
      new Map(),
      new Map(registers.map((path) => [path, id] as const)),
      this.recorder.now(),
    );
  }

  sawAll(version: number): Promise<void> {
    return this.listener.sawAll(version);
  }

  close(): RecordedListener {
    const states = this.listener.close();
    this.closeWire();
    return { client: this.name, states };
  }

  private async query(): Promise<void> {
    const began = this.recorder.now();
    const { docs } = await persist(() => this.transport.find(all));
    const ended = this.recorder.now();
    this.recorder.answers.push({
      ...{ began, ended },
      versions: new Map(docs.map(({ path, version }) => [path, version])),
      values: new Map(docs.map(({ path, data }) => [path, String(data?.['value'])])),
    });
  }

  /** Reads some registers one after the other, then writes some, relying on what it has read. */
  private async commit(): Promise<void> {
    const { random, recorder } = this;
    const began = recorder.now();
    const reads = new Map<string, number | null>();
    if (random.integer(100) >= percent.blind)
      for (const path of pick(random, registers, 3)) {
        const { data, version } = await persist(() => this.transport.get(path));
        reads.set(path, data === null ? null : version);
      }
    const id = `${this.name}/${++this.numbers}`;
    const writes = new Map(
      pick(random, registers, 3).map(
        (path) => [path, random.integer(100) < percent.remove ? null : id] as const,
      ),
    );
    await this.record(id, reads, writes, began);
  }

  /** Version of the commit; 0 when what it relies on has changed. */
  private async record(
    id: string,
    reads: RecordedCommit['reads'],
    writes: RecordedCommit['writes'],
    began: number,
  ): Promise<number> {
    const accepted = await this.send({
      ...{ id, queue: null },
      writes: Array.from(writes, ([path, value]) =>
        value === null ? { type: 'delete', path } : { type: 'set', path, data: { value } },
      ),
      expects: Array.from(reads, ([path, version]) => ({ path, version })),
    });
    const version = accepted?.docs[0]?.version;
    if (version === undefined) return 0;
    this.recorder.commits.push({ id, version, reads, writes, began, ended: this.recorder.now() });
    return version;
  }

  /** Again with the same id until it is answered. `null`: what it relies on has changed. */
  private async send(commit: Commit): Promise<AcceptedCommit | null> {
    try {
      return await persist(() => this.transport.commit(commit));
    } catch (error) {
      if (isPortError(error, 'failed-precondition', 'already-exists')) return null;
      throw error;
    }
  }
}

/** Again while there is no connection. */
async function persist<T>(run: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await run();
    } catch (error) {
      if (!isPortError(error, 'unavailable', 'aborted')) throw error;
      await new Promise<void>((resolve) => machineClock.setTimer(resolve, retryMs));
    }
}

/** Listens to all registers. */
class Listener {
  private readonly states: Versions[] = [];
  private readonly stream: TransportStream;
  private current = new Map<string, number>();
  private newest = 0;
  private changed = () => {};

  constructor(transport: DocsTransport, name: string) {
    const queue = { queueName: name, mayWrite: () => true };
    this.stream = transport.open(queue, (event) => this.hear(event));
    this.listen();
  }

  private listen(): void {
    this.stream.listen({ target: 1, subject: { query: all }, resume: null });
  }

  /** Resolves once a state contains the commit with that version. */
  async sawAll(version: number): Promise<void> {
    while (this.newest < version) await new Promise<void>((resolve) => (this.changed = resolve));
  }

  close(): readonly Versions[] {
    this.stream.close();
    return this.states;
  }

  private hear(event: TransportEvent): void {
    if (event.type === 'refused') return void machineClock.setTimer(() => this.listen(), retryMs);
    if (event.type === 'ended') throw new Error('The stream was ended.', { cause: event.error });
    const next = new Map(event.targets.some((target) => target.all) ? [] : this.current);
    for (const { path, data, version } of event.docs) {
      this.newest = Math.max(this.newest, version);
      if (data === null) next.delete(path);
      else next.set(path, version);
    }
    for (const { removed = [] } of event.targets) for (const path of removed) next.delete(path);
    this.current = next;
    this.states.push(new Map(next));
    this.changed();
  }
}
