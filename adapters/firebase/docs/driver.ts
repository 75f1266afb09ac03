/** The documents port on the SDK. Loaded with it, when documents are first used. */
import {
  disableNetwork,
  doc,
  type DocumentReference,
  type DocumentSnapshot,
  enableNetwork,
  type Firestore,
  getAggregateFromServer,
  getDoc,
  getDocFromCache,
  getDocFromServer,
  getDocs,
  getDocsFromCache,
  getDocsFromServer,
  onSnapshot,
  onSnapshotsInSync,
  terminate,
  waitForPendingWrites,
  writeBatch,
} from 'firebase/firestore';
import type { ReadOptions } from '#ports/docs/docs.ts';
import type { WholeDocsDriver } from '#provider-kit/docs/shell.ts';
import { PortError } from '#ports/errors.ts';
import { docsError } from './errors.ts';
import { aggregatesFor, queryFor } from './queries.ts';
import { firestoreSnapshot, FirestoreShownDocs } from './snapshots.ts';
import { runFirestoreTransaction } from './transactions.ts';
import { writeTo } from './writes.ts';

export interface SdkDocsOptions {
  /** A fresh Firestore; asked for again when the cache has been cleared. */
  open(): Firestore;
  /** Is there a way to the server, as far as anybody knows? */
  online(): boolean;
  readonly attempts: number;
  /** Deletes what the terminated Firestore stored; resolves at once where nothing is stored. */
  clearPersistence(db: Firestore): Promise<void>;
  /** Subscriptions that are alive. */
  subscriptions(): number;
}

export interface SdkDocs extends Omit<WholeDocsDriver, 'newId' | 'query'> {
  /** Ends all subscriptions, silently, and all connections. Pending writes stay where the cache is persistent. */
  end(): Promise<void>;
}

const offline = (what: string) =>
  new PortError('unavailable', `${what} needs the server, and there is no connection to it.`);

type Source = NonNullable<ReadOptions['source']>;

const many = { default: getDocs, server: getDocsFromServer, cache: getDocsFromCache };

async function one(ref: DocumentReference, source: Source): Promise<DocumentSnapshot> {
  if (source === 'cache') return getDocFromCache(ref);
  if (source === 'server') return getDocFromServer(ref);
  try {
    return await getDoc(ref);
  } catch (error) {
    if (docsError(error).code !== 'unavailable') throw error;
    // Cached absence of a document: the SDK reports it only on a read of the cache alone.
    return getDocFromCache(ref);
  }
}

export function sdkDocs(options: SdkDocsOptions): SdkDocs {
  let db = options.open();
  let enabled = true;
  /** Tells those who wait for what was forgotten. */
  const forgotten = new Set<(error: PortError) => void>();
  const reachable = () => enabled && options.online();
  const forget = (message: string) => {
    for (const reject of forgotten) reject(new PortError('cancelled', message));
    forgotten.clear();
  };
  const untilForgotten = <T>(run: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      forgotten.add(reject);
      run()
        .then(resolve, (error: unknown) => reject(docsError(error)))
        .finally(() => forgotten.delete(reject));
    });

  return {
    get: (path, { source = 'default', serverTimestamps = 'none' }) =>
      told(async () => firestoreSnapshot(await one(doc(db, path), source), serverTimestamps)),

    find: (query, { source = 'default', serverTimestamps = 'none' }) =>
      told(async () => {
        const answer = await many[source](queryFor(db, query));
        return new FirestoreShownDocs(query, serverTimestamps, false).next(answer);
      }),

    aggregate: (query, aggregates) =>
      told(async () => {
        const asked = queryFor(db, query);
        if (!reachable()) throw offline('This');
        return (await getAggregateFromServer(asked, aggregatesFor(aggregates))).data();
      }),

    watch(path, observer, { includeMetadataChanges = false, serverTimestamps = 'none' }) {
      return onSnapshot(
        doc(db, path),
        { includeMetadataChanges },
        {
          next: (snapshot) => observer.next(firestoreSnapshot(snapshot, serverTimestamps)),
          error: (error) => observer.error(docsError(error)),
        },
      );
    },

    watchQuery(query, observer, { includeMetadataChanges = false, serverTimestamps = 'none' }) {
      const shown = new FirestoreShownDocs(query, serverTimestamps, includeMetadataChanges);
      return onSnapshot(
        queryFor(db, query),
        { includeMetadataChanges },
        {
          next: (snapshot) => observer.next(shown.next(snapshot)),
          error: (error) => observer.error(docsError(error)),
        },
      );
    },

    onInSync: (next) => onSnapshotsInSync(db, next),

    commit: (writes) =>
      untilForgotten(async () => {
        const batch = writeBatch(db);
        for (const write of writes) writeTo(batch, db, write);
        await batch.commit();
      }),

    transaction: (run, { attempts = options.attempts }) =>
      told(async () => {
        if (!reachable()) throw offline('A transaction');
        return runFirestoreTransaction(db, run, attempts);
      }, false),

    waitForPendingWrites: () => untilForgotten(() => waitForPendingWrites(db)),

    setNetwork: (on) =>
      told(async () => {
        enabled = on;
        await (on ? enableNetwork(db) : disableNetwork(db));
      }),

    clearCache: () =>
      told(async () => {
        if (options.subscriptions() > 0)
          throw new PortError('failed-precondition', 'The cache can’t be cleared while somebody listens.');
        const old = db;
        let cleared = false;
        try {
          await terminate(old);
          await options.clearPersistence(old);
          cleared = true;
        } finally {
          // The terminated Firestore settles nothing any more, whether its cache could be deleted or not.
          forget(
            cleared
              ? 'The cache was cleared, and this with it.'
              : 'The cache could not be cleared. Writes that it stores are still sent, without an answer here.',
          );
          db = options.open();
          if (!enabled) await disableNetwork(db);
        }
      }),

    end: () => terminate(db),
  };
}

/** `own`: are the errors the SDK's? Those of a caller's function pass as they are. */
async function told<T>(run: () => Promise<T>, own = true): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw own ? docsError(error) : error;
  }
}
