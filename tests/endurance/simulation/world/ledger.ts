/**
 * Independent record of Muster's server code: each run, each commit with its reads, each push. The invariants read it, so that they
 * check what happened and not what the code reports.
 */
import { decodeData } from '#api/codec.ts';
import type { Write } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { OutgoingPush, ServerPorts, ServerTransaction } from '#ports/server/server.ts';

export type Entity = Readonly<Record<string, unknown>>;

/** A run of a function. */
export interface Run {
  /** `call:NAME`, `http`, `task:NAME`, `schedule:NAME`. */
  readonly operation: string;
  /** Caller; `null` for nobody. */
  readonly uid: string | null;
  readonly input: unknown;
}

export interface Commit {
  readonly run: Run;
  /** Server time, epoch milliseconds. */
  readonly at: number;
  readonly reads: ReadonlyMap<string, Entity | null>;
  /** Written documents by path; `null` for deleted ones. */
  readonly writes: ReadonlyMap<string, Entity | null>;
}

export interface Push {
  readonly id: string;
  readonly at: number;
  readonly registration: string;
  readonly message: OutgoingPush;
}

/** Events for invariants. */
export interface Listener {
  /** `before`: the earlier documents, by path. */
  committed?(commit: Commit, before: (path: string) => Entity | null): void;
  /** Called at the end of a run with the documents read at its decision, and its error unless it succeeded. */
  ended?(run: Run, reads: ReadonlyMap<string, Entity | null>, error: unknown): void;
}

/** Documents by path, also listed by collection: invariants ask for collections after each move. */
class Entities extends Map<string, Entity> {
  private readonly collections = new Map<string, Map<string, Entity>>();

  override set(path: string, entity: Entity): this {
    const collection = path.slice(0, path.lastIndexOf('/'));
    const known = this.collections.get(collection) ?? new Map<string, Entity>();
    this.collections.set(collection, known.set(path, entity));
    return super.set(path, entity);
  }

  override delete(path: string): boolean {
    this.collections.get(path.slice(0, path.lastIndexOf('/')))?.delete(path);
    return super.delete(path);
  }

  in(collection: string): readonly (readonly [path: string, entity: Entity])[] {
    return [...(this.collections.get(collection) ?? [])];
  }
}

export class Ledger {
  readonly pushes: Push[] = [];
  /** Paths below the address of links in mails of backend code. */
  readonly mailLinks: string[] = [];
  /** Registrations whose push service can't be reached. */
  readonly unreachable = new Set<string>();
  /** Present documents of the server code; at first the seeded ones. */
  readonly documents = new Entities();
  private readonly deciding = new Set<Attempt>();
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Present state of a document, and its state after each commit under way: clients may get it before the run does. */
  soon(path: string): readonly (Entity | null)[] {
    const decided = [...this.deciding].map(({ writes }) => writes.get(path) ?? null);
    return [this.documents.get(path) ?? null, ...decided];
  }

  /** Writes of the commits under way. */
  underWay(): readonly (readonly [path: string, entity: Entity])[] {
    return [...this.deciding].flatMap(({ writes }) =>
      [...writes].flatMap(([path, entity]) => (entity === null ? [] : [[path, entity] as const])),
    );
  }

  /** Documents directly in a collection. */
  in(collection: string): readonly (readonly [path: string, entity: Entity])[] {
    return this.documents.in(collection);
  }

  /** The functions with their runs recorded. */
  watched({ callables, http, schedules, tasks }: Required<FunctionSet>): Required<FunctionSet> {
    return {
      callables: each(callables, (run, name) => (input, context) => {
        const uid = context.caller?.uid ?? null;
        return this.run({ operation: `call:${name}`, uid, input }, context, (server) =>
          run(input, { ...context, ...server }),
        );
      }),
      http: (request, server) =>
        this.run({ operation: 'http', uid: null, input: request }, server, (own) => http(request, own)),
      schedules: each(schedules, ({ everyMs, run }, name) => ({
        everyMs,
        run: (server) => this.run({ operation: `schedule:${name}`, uid: null, input: null }, server, run),
      })),
      tasks: each(
        tasks,
        (run, name) => (payload, server) =>
          this.run({ operation: `task:${name}`, uid: null, input: payload }, server, (own) =>
            run(payload, own),
          ),
      ),
    };
  }

  private async run<T>(run: Run, server: ServerPorts, go: (server: ServerPorts) => Promise<T>): Promise<T> {
    let reads: ReadonlyMap<string, Entity | null> = new Map();
    const attempt = (last: Attempt) => {
      reads = last.reads;
    };
    const end = (error: unknown) => {
      for (const listener of this.listeners) listener.ended?.(run, reads, error);
    };
    try {
      const answer = await go(this.spied(run, server, attempt));
      end(null);
      return answer;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  private spied(run: Run, server: ServerPorts, tried: (attempt: Attempt) => void): ServerPorts {
    const { docs, push, clock } = server;
    let transactions = 0;
    return {
      ...server,
      docs: {
        ...docs,
        transaction: async (decide) => {
          let last = new Attempt();
          const first = transactions++ === 0;
          try {
            const value = await docs.transaction((own) => {
              this.deciding.delete(last);
              last = new Attempt();
              this.deciding.add(last);
              // Later transactions of a run are not the requested one but its effects.
              if (first) tried(last);
              return decide(last.over(own));
            });
            // Listed as under way until it is in `documents`: a client may get it before.
            if (last.writes.size > 0)
              this.commit({ run, at: clock.now(), reads: last.reads, writes: last.writes });
            return value;
          } finally {
            this.deciding.delete(last);
          }
        },
      },
      push: {
        ...push,
        send: async (registration, message) => {
          if (this.unreachable.has(registration)) throw pushServiceDown();
          const sent = await push.send(registration, message);
          this.pushes.push({ id: sent.id, at: clock.now(), registration, message });
          return sent;
        },
      },
    };
  }

  private commit(commit: Commit): void {
    for (const listener of this.listeners)
      listener.committed?.(commit, (path) => this.documents.get(path) ?? null);
    for (const [path, entity] of commit.writes)
      if (entity === null) this.documents.delete(path);
      else this.documents.set(path, entity);
  }
}

const pushServiceDown = () =>
  new PortError('unavailable', 'No such host.', { details: { pushService: 'push.example' } });

/** An attempt of a transaction. */
class Attempt {
  readonly reads = new Map<string, Entity | null>();
  readonly writes = new Map<string, Entity | null>();

  over(own: ServerTransaction): ServerTransaction {
    return {
      get: async (path) => {
        const snapshot = await own.get(path);
        this.reads.set(path, snapshot.data && entityOf(snapshot.data));
        return snapshot;
      },
      find: async (query) => {
        const found = await own.find(query);
        for (const { path, data } of found) this.reads.set(path, data && entityOf(data));
        return found;
      },
      write: (write) => {
        own.write(write);
        this.writes.set(write.path, written(write));
      },
    };
  }
}

function written(write: Write): Entity | null {
  if (write.type === 'delete') return null;
  if (write.type === 'set' && write.merge === undefined) return entityOf(write.data);
  throw new Error(`The server code writes ${write.path} in a way that nobody here has thought of.`);
}

export const entityOf = (data: object): Entity => decodeData(data) as Entity;

function each<T, U>(
  all: Readonly<Record<string, T>>,
  change: (one: T, name: string) => U,
): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one, name)]));
}
