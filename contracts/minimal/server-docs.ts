/** Documents as backend code sees them. */
import type { Aggregate, DocSnapshot, Write } from '#ports/docs/docs.ts';
import { parseFieldPath } from '#ports/docs/field-path.ts';
import type { Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerDocs, ServerTransaction } from '#ports/server/server.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { ownQuery } from '#provider-kit/docs/check-query.ts';
import { ownWrite } from '#provider-kit/docs/check-writes.ts';
import { copyForReader } from '#provider-kit/docs/own.ts';
import { checkDocumentPath } from '#provider-kit/docs/paths.ts';
import type { Random } from '#provider-kit/random.ts';
import type { DocState } from '#query/doc-state.ts';
import { fieldAt } from '#query/fields.ts';
import { lastPart } from '#query/paths.ts';
import type { PlainStore } from './plain-store.ts';

const mostConflicts = 100;
const mostExpiries = 5;
const longestMs = 270_000;
const longestIdleMs = 60_000;

export function plainServerDocs(store: PlainStore, clock: Clock, random: Random): ServerDocs {
  const commit = (writes: readonly Write[]) =>
    writes.length > 0 && store.commit({ id: random.id(), queue: null, writes, expects: [] });

  /** One run; `null` where it has to be run again. */
  const attempt = async <T>(run: (transaction: ServerTransaction) => Promise<T>) => {
    const reads: (() => unknown)[] = [];
    const writes: Write[] = [];
    const term = new ReadTerm(clock);
    /** A read, done again before the writes: versions tell whether its result is the same. */
    const read = <R>(ask: () => R, versions: (result: R) => string): R => {
      if (writes.length > 0) throw new PortError('invalid-argument', 'A transaction reads before it writes.');
      term.use();
      const result = ask();
      const before = versions(result);
      reads.push(() => versions(ask()) === before);
      return result;
    };
    const outcome = await run({
      async get(path) {
        const known = checkDocumentPath(path);
        return snapshotOf(
          known,
          read(() => store.get(known), versionOf),
        );
      },
      async find(query) {
        const own = ownQuery(query);
        return read(
          () => store.find(own),
          (found) => found.map(versionOf).join(),
        ).map(shown);
      },
      write: (write) => void writes.push(ownWrite(write)),
    }).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (!term.holds()) return 'expired';
    if (!reads.every((holds) => holds())) return 'conflict';
    if ('error' in outcome) throw outcome.error;
    commit(writes);
    return outcome;
  };

  return {
    get: async (path) => snapshotOf(checkDocumentPath(path), store.get(path)),
    find: async (query) => store.find(ownQuery(query)).map(shown),
    aggregate: async <T extends Readonly<Record<string, Aggregate>>>(query: Query, aggregates: T) => {
      const docs = store.find(ownQuery(query));
      const entries = Object.entries(aggregates).map(([name, one]) => [name, aggregated(docs, one)]);
      return Object.fromEntries(entries) as { readonly [name in keyof T]: number | null };
    },
    batch: async (writes) => void commit(writes.map(ownWrite)),
    async transaction(run) {
      let [conflicts, expiries] = [0, 0];
      while (conflicts < mostConflicts && expiries < mostExpiries) {
        const outcome = await attempt(run);
        if (typeof outcome === 'object') return outcome.value;
        if (outcome === 'expired') expiries++;
        else conflicts++;
      }
      throw expiries < mostExpiries
        ? new PortError('aborted', `The transaction met others ${mostConflicts} times.`)
        : new PortError('invalid-argument', 'The transaction took too long.');
    },
    newId: () => random.id(),
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
const versionOf = (doc: DocState | null) => `${doc?.path} ${doc?.version}`;

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
