/** Documents as backend code sees them: no rules, no network, no cache. */
import type { DocSnapshot, Write } from '#ports/docs/docs.ts';
import { copyForReader, ownData } from '#provider-kit/docs/own.ts';
import { lastPart } from '#query/paths.ts';
import type { Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerDocs, ServerTransaction } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { nearestOf, rejectNearest, withDistance } from '#query/nearest.ts';
import type { StoredDoc } from '#query/store.ts';
import { platformPath, platformQuery, platformWrite } from '#firebase-rules/platform/arguments.ts';
import type { DocDatabase } from './database.ts';
import { plainData } from './exact-forms.ts';
import { plainNumbers } from './plain-replies.ts';

/** Transactions that meet one another are run again; each time at least one of them gets through. */
const mostAttempts = 1000;
/** Most runs of a transaction that takes too long. */
const mostExpiries = 5;
/** Longest time from the first read to the end, and from one read to the next. */
const longestMs = 270_000;
const longestIdleMs = 60_000;

export function createServerDocs(database: DocDatabase, clock: Clock): ServerDocs {
  return {
    get: async (path) => snapshotOf(platformPath(path), database.get(path)),
    find: async (query) => database.find(plainQuery(query)).map(shown),
    aggregate: async <T extends Parameters<ServerDocs['aggregate']>[1]>(query: Query, aggregates: T) =>
      plainNumbers(database.aggregate(plainQuery(query), aggregates)) as {
        readonly [name in keyof T]: number | null;
      },
    batch: async (writes) => {
      const own = writes.map(platformWrite);
      if (own.length > 0) database.write(own);
    },
    transaction: (run) => transact(database, clock, run),
    newId: () => database.newId(),
    nearest: {
      async find(query, nearest) {
        const own = platformQuery({ ...query, nearest });
        return nearestOf(database.find(own), nearest).map(({ doc, distance }) =>
          snapshotOf(doc.path, { data: ownData(withDistance(plainData(doc.data), distance, nearest)) }),
        );
      },
    },
  };
}

const plainQuery = (query: Query) => rejectNearest(platformQuery(query));

const confirmed = Object.freeze({ fromCache: false, hasPendingWrites: false });

const snapshotOf = (path: string, doc: Pick<StoredDoc, 'data'> | null): DocSnapshot =>
  Object.freeze({
    id: lastPart(path),
    path,
    data: doc && copyForReader(plainData(doc.data)),
    metadata: confirmed,
  });

const shown = (doc: StoredDoc) => snapshotOf(doc.path, doc);

/** Transaction without locks: the documents read must be unchanged when the writes are applied. */
async function transact<T>(
  database: DocDatabase,
  clock: Clock,
  run: (transaction: ServerTransaction) => Promise<T>,
): Promise<T> {
  let expiries = 0;
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const reads = new Reads(database);
    const term = new Term(clock);
    const writes: Write[] = [];
    const reading = () => {
      if (writes.length > 0) throw new PortError('invalid-argument', 'A transaction reads before it writes.');
      term.use();
    };
    const outcome = await settled(
      run({
        get: async (path) => {
          reading();
          return snapshotOf(path, reads.get(platformPath(path)));
        },
        find: async (query) => {
          reading();
          return reads.find(plainQuery(query)).map(shown);
        },
        write: (write) => void writes.push(platformWrite(write)),
      }),
    );
    if (!term.holds()) {
      if (++expiries < mostExpiries) continue;
      throw expired();
    }
    // Reads of two different states may also be why `run` failed.
    if (!reads.hold()) continue;
    if ('error' in outcome) throw outcome.error;
    if (writes.length > 0) database.write(writes);
    return outcome.value;
  }
  throw new PortError('aborted', `The transaction met others ${mostAttempts} times and was given up.`);
}

async function settled<T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error };
  }
}

const expired = () =>
  new PortError(
    'invalid-argument',
    `The transaction has expired: it takes ${longestMs / 1000} s at most, ${longestIdleMs / 1000} s of them idle.`,
  );

/** Time limit of a transaction's reads. */
class Term {
  private readonly clock: Clock;
  private began: number | null = null;
  private used = 0;
  private over = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** @throws PortError invalid-argument when it is over */
  use(): void {
    if (!this.holds()) throw expired();
    this.used = this.clock.now();
    this.began ??= this.used;
  }

  /** Whether the limit is not reached; once it is, it stays so. */
  holds(): boolean {
    if (this.began === null) return true;
    const now = this.clock.now();
    this.over ||= now - this.began > longestMs || now - this.used > longestIdleMs;
    return !this.over;
  }
}

/** Documents and queries that a transaction has read. */
class Reads {
  private readonly database: DocDatabase;
  private readonly docs = new Map<string, StoredDoc | null>();
  private readonly queries: { readonly query: Query; readonly found: readonly StoredDoc[] }[] = [];

  constructor(database: DocDatabase) {
    this.database = database;
  }

  get(path: string): StoredDoc | null {
    const doc = this.database.get(path);
    if (!this.docs.has(path)) this.docs.set(path, doc);
    return doc;
  }

  find(query: Query): readonly StoredDoc[] {
    const found = this.database.find(query);
    this.queries.push({ query, found });
    return found;
  }

  /** Stored documents are never changed, only replaced: the same object is the same state. */
  hold(): boolean {
    for (const [path, doc] of this.docs) if (this.database.get(path) !== doc) return false;
    return this.queries.every(({ query, found }) => {
      const now = this.database.find(query);
      return now.length === found.length && now.every((doc, at) => doc === found[at]);
    });
  }
}
