/**
 * What is the same for every provider of documents: arguments checked and copied, reads before writes in a transaction,
 * subscriptions that end once. A provider implements the narrower driver.
 */
import { PortError } from '../errors.ts';
import type { Observer, Unsubscribe } from '../shared.ts';
import { ownQuery } from './check-query.ts';
import { checkWriteSize, ownWrite } from './check-writes.ts';
import type {
  Aggregate,
  Docs,
  DocSnapshot,
  DocTransaction,
  QuerySnapshot,
  ReadOptions,
  TransactionOptions,
  WatchOptions,
  Write,
} from './docs.ts';
import { parseFieldPath } from './field-path.ts';
import { checkDocumentPath } from './paths.ts';
import type { Query } from './query.ts';

/** Arguments are checked, owned and frozen; promises and callbacks are as `Docs` says. */
export interface DocsDriver {
  get(path: string, options: ReadOptions): Promise<DocSnapshot>;
  find(query: Query, options: ReadOptions): Promise<QuerySnapshot>;
  aggregate(
    query: Query,
    aggregates: Readonly<Record<string, Aggregate>>,
  ): Promise<Readonly<Record<string, number | null>>>;
  /** Callbacks come later, never inside the call. The driver stops for good once unsubscribed, which happens once. */
  watch(path: string, observer: Required<Observer<DocSnapshot>>, options: WatchOptions): Unsubscribe;
  watchQuery(query: Query, observer: Required<Observer<QuerySnapshot>>, options: WatchOptions): Unsubscribe;
  onInSync(next: () => void): Unsubscribe;
  /** Of no writes: resolves, unless disposed of. */
  commit(writes: readonly Write[]): Promise<void>;
  transaction<T>(run: (transaction: DocTransaction) => Promise<T>, options: TransactionOptions): Promise<T>;
  waitForPendingWrites(): Promise<void>;
  setNetwork(enabled: boolean): Promise<void>;
  clearCache(): Promise<void>;
  newId(): string;
}

/** `report` is told what a subscriber threw; it stops nobody else. Default: an unhandled rejection, for all to see. */
export function docsShell(driver: DocsDriver, report: (error: unknown) => void = unhandled): Docs {
  return {
    get: (path, options = {}) => driver.get(checkDocumentPath(path), options),
    find: (query, options = {}) => driver.find(ownQuery(query), options),
    aggregate<T extends Readonly<Record<string, Aggregate>>>(query: Query, aggregates: T) {
      const answer = driver.aggregate(ownQuery(query), ownAggregates(aggregates));
      return answer as Promise<{ readonly [name in keyof T]: number | null }>;
    },
    watch(path, observer, options = {}) {
      const checked = checkDocumentPath(path);
      return guarded(observer, report, (safe) => driver.watch(checked, safe, options));
    },
    watchQuery(query, observer, options = {}) {
      const checked = ownQuery(query);
      return guarded(observer, report, (safe) => driver.watchQuery(checked, safe, options));
    },
    onInSync: (next) => guarded({ next }, report, ({ next: safe }) => driver.onInSync(() => safe(undefined))),
    write: (write) => commit(driver, [write]),
    batch: (writes) => commit(driver, writes),
    transaction: (run, options = {}) =>
      driver.transaction((transaction) => run(readsFirst(transaction)), options),
    waitForPendingWrites: () => driver.waitForPendingWrites(),
    setNetwork: (enabled) => driver.setNetwork(enabled),
    clearCache: () => driver.clearCache(),
    newId: () => driver.newId(),
  };
}

function commit(driver: DocsDriver, writes: readonly Write[]): Promise<void> {
  const own = writes.map(ownWrite);
  try {
    own.forEach(checkWriteSize);
  } catch (error) {
    return Promise.reject(error);
  }
  return driver.commit(Object.freeze(own));
}

function ownAggregates<T extends Readonly<Record<string, Aggregate>>>(aggregates: T): T {
  for (const aggregate of Object.values(aggregates)) {
    if ('sum' in aggregate) parseFieldPath(aggregate.sum);
    else if ('average' in aggregate) parseFieldPath(aggregate.average);
    else if (!('count' in aggregate)) throw new TypeError('An aggregate is a count, a sum or an average.');
  }
  return Object.freeze({ ...aggregates });
}

function readsFirst(transaction: DocTransaction): DocTransaction {
  let wrote = false;
  return {
    get(path) {
      const checked = checkDocumentPath(path);
      if (!wrote) return transaction.get(checked);
      return Promise.reject(new PortError('invalid-argument', 'A transaction reads before it writes.'));
    },
    write(write) {
      const own = ownWrite(write);
      checkWriteSize(own);
      wrote = true;
      transaction.write(own);
    },
  };
}

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
