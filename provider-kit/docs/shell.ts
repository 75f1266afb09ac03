/**
 * The common part of all providers of documents: arguments checked and copied, reads before writes in a transaction,
 * subscriptions that end once. A provider implements the narrower driver.
 */
import type { CompleteDocs } from '#ports/complete.ts';
import { complete } from '../complete.ts';
import { defaultSettings } from '../settings.ts';
import { PortError } from '#ports/errors.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import { ownPlainQuery, ownQueryWithin } from './check-query.ts';
import { ownWriteWithin } from './check-writes.ts';
import type {
  Aggregate,
  Docs,
  DocGroups,
  DocsSync,
  DocSnapshot,
  DocTransaction,
  OfflineDocs,
  QuerySnapshot,
  ReadOptions,
  TransactionOptions,
  WatchOptions,
  Write,
} from '#ports/docs/docs.ts';
import { fieldPathWithin } from './field-names.ts';
import type { ArgumentLimits, DocsLimits } from '#ports/docs/limits.ts';
import { checkDocumentPath } from './paths.ts';
import type { Nearest, Query } from '#ports/docs/query.ts';

/** Arguments are checked, owned and frozen; promises and callbacks are as `Docs` says. */
export interface DocsDriver {
  get(path: string, options: ReadOptions): Promise<DocSnapshot>;
  find(query: Query, options: ReadOptions): Promise<QuerySnapshot>;
  /** Callbacks come later, never inside the call. The driver stops for good once unsubscribed, which happens once. */
  watch(path: string, observer: Required<Observer<DocSnapshot>>, options: WatchOptions): Unsubscribe;
  watchQuery(query: Query, observer: Required<Observer<QuerySnapshot>>, options: WatchOptions): Unsubscribe;
  /** Of no writes: resolves, unless disposed of. */
  commit(writes: readonly Write[]): Promise<void>;
  newId(): string;
}

/** Drivers of the extensions that a provider has. No two have a method of the same name, so that one object may be several of them. */
export interface DocsExtensions {
  readonly offline?: OfflineDocs | null;
  readonly aggregates?: AggregateDriver | null;
  readonly groups?: DocGroups | null;
  readonly nearest?: NearestDriver | null;
  readonly transactions?: TransactionDriver | null;
  readonly sync?: DocsSync | null;
}

export interface AggregateDriver {
  aggregate(
    query: Query,
    aggregates: Readonly<Record<string, Aggregate>>,
  ): Promise<Readonly<Record<string, number | null>>>;
}

export interface TransactionDriver {
  transaction<T>(run: (transaction: DocTransaction) => Promise<T>, options: TransactionOptions): Promise<T>;
}

/** Vector search. */
export interface NearestDriver {
  /** `query.nearest` is set. */
  nearest(query: Query): Promise<QuerySnapshot>;
}

/** A driver of everything but vector search. */
export type WholeDocsDriver = DocsDriver &
  OfflineDocs &
  AggregateDriver &
  DocGroups &
  TransactionDriver &
  DocsSync;

export interface DocsShellOptions {
  readonly limits: DocsLimits;
  /** Told what a subscriber threw; it stops nobody else. Default: an unhandled rejection, for all to see. */
  readonly report?: (error: unknown) => void;
  /** The setting `batchWrites`. */
  readonly batchWrites?: number;
}

/** Shell of a provider that has every extension but vector search. */
export const wholeDocsShell = (driver: WholeDocsDriver, options: DocsShellOptions): CompleteDocs =>
  complete(
    docsShell(driver, options, {
      offline: driver,
      aggregates: driver,
      groups: driver,
      transactions: driver,
      sync: driver,
    }),
  );

export function docsShell(
  driver: DocsDriver,
  options: DocsShellOptions,
  extensions: DocsExtensions = {},
): Docs {
  const { limits, report = unhandled, batchWrites = defaultSettings.batchWrites } = options;
  const { offline, aggregates, groups, nearest, transactions, sync } = extensions;
  const ownPath = (path: string) => checkDocumentPath(path, limits);
  const ownQuery = (query: Query) => {
    const own = ownPlainQuery(limits, query);
    if (own.group && !groups)
      throw new TypeError('This backend has no queries of a group: `docs.groups` is null.');
    return own;
  };
  const ownWrite = (write: Write) => ownWriteWithin(limits, write);
  return {
    get: (path, options = {}) => driver.get(ownPath(path), options),
    find: (query, options = {}) => driver.find(ownQuery(query), options),
    watch(path, observer, options = {}) {
      const checked = ownPath(path);
      return guarded(observer, report, (safe) => driver.watch(checked, safe, options));
    },
    watchQuery(query, observer, options = {}) {
      const checked = ownQuery(query);
      return guarded(observer, report, (safe) => driver.watchQuery(checked, safe, options));
    },
    write: (write) => driver.commit(Object.freeze([ownWrite(write)])),
    batch(writes) {
      const own = Object.freeze(writes.map(ownWrite));
      const excess = tooMany(own.length, batchWrites);
      return excess ? Promise.reject(excess) : driver.commit(own);
    },
    newId: () => driver.newId(),
    limits,
    offline: offline
      ? {
          waitForPendingWrites: () => offline.waitForPendingWrites(),
          setNetwork: (enabled) => offline.setNetwork(enabled),
          clearCache: () => offline.clearCache(),
        }
      : null,
    aggregates: aggregates
      ? {
          compute<T extends Readonly<Record<string, Aggregate>>>(query: Query, wanted: T) {
            const answer = aggregates.aggregate(ownQuery(query), ownAggregates(wanted, limits));
            return answer as Promise<{ readonly [name in keyof T]: number | null }>;
          },
        }
      : null,
    groups: groups ? { query: (name, ...parts) => groups.query(name, ...parts) } : null,
    nearest: nearest
      ? {
          find: (query, wanted: Nearest) =>
            nearest.nearest(ownQueryWithin(limits, { ...ownQuery(query), nearest: wanted })),
        }
      : null,
    transactions: transactions
      ? {
          run: (run, given = {}) =>
            transactions.transaction(
              (transaction) => inOrder(run, transaction, { ownPath, ownWrite, batchWrites }),
              given,
            ),
        }
      : null,
    sync: sync
      ? {
          onInSync: (next) =>
            guarded({ next }, report, ({ next: safe }) => sync.onInSync(() => safe(undefined))),
        }
      : null,
  };
}

function tooMany(count: number, most: number): PortError | null {
  return count > most
    ? new PortError('invalid-argument', `${count} writes are too many at once; at most ${most} were agreed.`)
    : null;
}

function ownAggregates<T extends Readonly<Record<string, Aggregate>>>(
  aggregates: T,
  limits: ArgumentLimits,
): T {
  for (const aggregate of Object.values(aggregates)) {
    if ('sum' in aggregate) fieldPathWithin(limits, aggregate.sum);
    else if ('average' in aggregate) fieldPathWithin(limits, aggregate.average);
    else if (!('count' in aggregate)) throw new TypeError('An aggregate is a count, a sum or an average.');
  }
  return Object.freeze({ ...aggregates });
}

interface Checks {
  ownPath(path: string): string;
  ownWrite(write: Write): Write;
  readonly batchWrites: number;
}

/** However `run` takes the refusal of a late read, or of a write too many: the transaction fails of it and writes nothing. */
async function inOrder<T>(
  run: (transaction: DocTransaction) => Promise<T>,
  transaction: DocTransaction,
  { ownPath, ownWrite, batchWrites }: Checks,
): Promise<T> {
  let written = 0;
  const refused: PortError[] = [];
  const refuse = (error: PortError) => {
    refused.push(error);
    return error;
  };
  const answer: unknown = run({
    get(path) {
      const checked = ownPath(path);
      if (written === 0) return transaction.get(checked);
      return Promise.reject(
        refuse(new PortError('invalid-argument', 'A transaction reads before it writes.')),
      );
    },
    write(write) {
      const own = ownWrite(write);
      const excess = tooMany(++written, batchWrites);
      if (excess) throw refuse(excess);
      transaction.write(own);
    },
  });
  if (!isThenable(answer)) throw new TypeError('What a transaction runs must return a promise.');
  const result = (await answer) as T;
  const [first] = refused;
  if (first) throw first;
  return result;
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** An observer that hears nothing after its end, whose throws stay its own; and how to end it. */
function guarded<T>(
  observer: Observer<T>,
  report: (error: unknown) => void,
  subscribe: (safe: Required<Observer<T>>) => Unsubscribe,
): Unsubscribe {
  let ended = false;
  const call = (run: () => void) => {
    if (ended) return;
    try {
      run();
    } catch (error) {
      report(error);
    }
  };
  const unsubscribe = subscribe({
    next: (value) => call(() => observer.next(value)),
    error: (error) =>
      call(() => {
        ended = true;
        observer.error?.(error);
      }),
  });
  return () => {
    const first = !ended;
    ended = true;
    if (first) unsubscribe();
  };
}

function unhandled(error: unknown): void {
  void Promise.reject(error);
}
