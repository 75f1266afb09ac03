/** Documents as backend code sees them, over a store that gets, finds, and commits what still holds. */
import type { Aggregate, DocSnapshot, Write } from '#ports/docs/docs.ts';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import type { Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerDocs, ServerTransaction } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { copyForReader } from '#provider-kit/docs/own.ts';
import type { Random } from '#provider-kit/random.ts';
import type { ArgumentChecks } from './arguments.ts';
import type { DocState } from './doc-state.ts';
import { fieldAt } from './fields.ts';
import { rejectNearest } from './nearest.ts';
import { lastPart } from './paths.ts';

/** Reads of a transaction. */
export interface TransactionReads {
  /** By path; `null` for a missing document. */
  readonly docs: ReadonlyMap<string, DocState | null>;
  readonly answers: readonly { readonly query: Query; readonly docs: readonly DocState[] }[];
}

/** Requests with the server's authority. Arguments are checked. */
export interface ServerDocStore {
  get(path: string): Promise<DocState | null>;
  /** In the query's order. */
  find(query: Query): Promise<readonly DocState[]>;
  /**
   * Carries out the writes, which may be none, if documents and answers still have the versions that were read. Resolves with
   * whether they had.
   * @throws PortError for writes that can't be carried out
   */
  commit(writes: readonly Write[], reads: TransactionReads): Promise<boolean>;
}

export interface ServerDocsOptions {
  readonly clock: Clock;
  /** Of ids. */
  readonly random: Random;
  readonly checks: Pick<ArgumentChecks, 'path' | 'query' | 'write'>;
}

const nothingRead: TransactionReads = { docs: new Map(), answers: [] };

const mostConflicts = 100;
const mostExpiries = 5;
const longestMs = 270_000;
const longestIdleMs = 60_000;
/** Longest wait for the previous run, in milliseconds: that run may be waiting for this one. */
const longestTurnMs = 1000;

export function serverDocsOver(
  store: ServerDocStore,
  { clock, random, checks }: ServerDocsOptions,
): ServerDocs {
  const turns = new Turns(clock);
  const plainQuery = (query: Query) => rejectNearest(checks.query(query));
  /** A run; a text where the transaction must be retried. */
  const attempt = async <T>(run: (transaction: ServerTransaction) => Promise<T>) => {
    const docs = new Map<string, DocState | null>();
    const answers: { query: Query; docs: readonly DocState[] }[] = [];
    const writes: Write[] = [];
    const term = new ReadTerm(clock);
    let isConsistent = true;
    const beginRead = () => {
      if (writes.length > 0) throw new PortError('invalid-argument', 'A transaction reads before it writes.');
      term.use();
    };
    const outcome = await run({
      async get(path) {
        const known = checks.path(path);
        beginRead();
        const doc = await store.get(known);
        if (docs.has(known) && docs.get(known)?.version !== doc?.version) isConsistent = false;
        docs.set(known, doc);
        return snapshotOf(known, doc);
      },
      async find(query) {
        const own = plainQuery(query);
        beginRead();
        const found = await store.find(own);
        answers.push({ query: own, docs: found });
        return found.map(shown);
      },
      write: (write) => void writes.push(checks.write(write)),
    }).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (!term.holds()) return 'expired';
    const held = isConsistent && (await store.commit('error' in outcome ? [] : writes, { docs, answers }));
    if (!held) return 'conflict';
    if ('error' in outcome) throw outcome.error;
    return outcome;
  };

  return {
    async get(path) {
      const known = checks.path(path);
      return snapshotOf(known, await store.get(known));
    },
    find: async (query) => (await store.find(plainQuery(query))).map(shown),
    aggregate: async <T extends Readonly<Record<string, Aggregate>>>(query: Query, aggregates: T) => {
      const docs = await store.find(plainQuery(query));
      const entries = Object.entries(aggregates).map(([name, one]) => [name, aggregated(docs, one)]);
      return Object.fromEntries(entries) as { readonly [name in keyof T]: number | null };
    },
    async batch(writes) {
      const own = writes.map(checks.write);
      if (own.length > 0) await store.commit(own, nothingRead);
    },
    async transaction(run) {
      let [conflicts, expiries] = [0, 0];
      while (conflicts < mostConflicts && expiries < mostExpiries) {
        // Many that meet each other would all be run again each time one of them ends.
        const outcome = conflicts === 0 ? await attempt(run) : await turns.take(() => attempt(run));
        if (typeof outcome === 'object') return outcome.value;
        if (outcome === 'expired') expiries++;
        else conflicts++;
      }
      throw expiries < mostExpiries
        ? new PortError('aborted', `The transaction met others ${mostConflicts} times.`)
        : new PortError('invalid-argument', 'The transaction took too long.');
    },
    newId: () => random.id(),
    nearest: null,
  };
}

const confirmed = Object.freeze({ fromCache: false, hasPendingWrites: false });
const snapshotOf = (path: string, doc: DocState | null): DocSnapshot =>
  Object.freeze({
    id: lastPart(path),
    path,
    data: doc?.data ? copyForReader(doc.data) : null,
    metadata: confirmed,
  });
const shown = (doc: DocState) => snapshotOf(doc.path, doc);

function aggregated(docs: readonly DocState[], aggregate: Aggregate): number | null {
  if ('count' in aggregate) return docs.length;
  const path = parseFieldPath('sum' in aggregate ? aggregate.sum : aggregate.average);
  const numbers = docs
    .map(({ data }) => data && fieldAt(data, path))
    .filter((value) => typeof value === 'number');
  const sum = numbers.reduce((total, number) => total + number, 0);
  if ('sum' in aggregate) return sum;
  return numbers.length === 0 ? null : sum / numbers.length;
}

/** Runs one after another. */
class Turns {
  private readonly clock: Clock;
  private last: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  async take<T>(run: () => Promise<T>): Promise<T> {
    const before = this.last;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.last = ended;
    const late = Promise.withResolvers<void>();
    const cancel = this.clock.setTimer(late.resolve, longestTurnMs);
    await Promise.race([before, late.promise]);
    cancel();
    try {
      return await run();
    } finally {
      end();
    }
  }
}

/** How long what a transaction has read holds. */
class ReadTerm {
  private readonly clock: Clock;
  private began: number | null = null;
  private used = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** @throws PortError invalid-argument when it is over */
  use(): void {
    if (!this.holds()) throw new PortError('invalid-argument', 'The transaction took too long.');
    this.used = this.clock.now();
    this.began ??= this.used;
  }

  holds(): boolean {
    const now = this.clock.now();
    return this.began === null || (now - this.began <= longestMs && now - this.used <= longestIdleMs);
  }
}
