/** The Firebase SDK's own engine, alone: memory cache, no network. */
import { deleteApp, FirebaseError, initializeApp } from 'firebase/app';
import {
  and,
  collection,
  collectionGroup,
  disableNetwork,
  doc,
  type DocumentSnapshot,
  endAt,
  endBefore,
  type Firestore,
  getDocFromCache,
  getDocs,
  getDocsFromCache,
  initializeFirestore,
  limit,
  limitToLast,
  loadBundle,
  memoryLocalCache,
  memoryLruGarbageCollector,
  or,
  orderBy,
  type Query as SdkQuery,
  query,
  type QueryFieldFilterConstraint,
  type QueryFilterConstraint,
  type QuerySnapshot,
  startAfter,
  startAt,
  terminate,
  where,
  type WhereFilterOp,
  writeBatch,
} from 'firebase/firestore';
import type { Write } from '#ports/docs/docs.ts';
import type { Cursor, Filter, Query } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { bundleOf, type Known } from './bundle.ts';
import { fieldOfSdk, toSdk } from './translate.ts';

const projectId = 'demo-differential';

export interface ReferenceSdk {
  readonly db: Firestore;
  /** Adds documents as if a server had confirmed them. */
  learn(docs: readonly Known[]): Promise<void>;
  /** Adds a pending write that is never sent. @throws FirebaseError for data that can't be written */
  write(writes: readonly Write[]): void;
  /** `null` when nothing is known of it. */
  get(path: string): Promise<DocumentSnapshot | null>;
  /** @throws FirebaseError */
  find(query: SdkQuery, asked: Query): Promise<QuerySnapshot>;
  /** @throws FirebaseError */
  query(asked: Query, placeOf: (path: string) => DocumentSnapshot | undefined): SdkQuery;
  dispose(): Promise<void>;
}

let opened = 0;

export async function openReferenceSdk(): Promise<ReferenceSdk> {
  const app = initializeApp({ projectId }, `reference-${++opened}`);
  const db = initializeFirestore(app, {
    localCache: memoryLocalCache({ garbageCollector: memoryLruGarbageCollector() }),
  });
  await disableNetwork(db);
  let bundles = 0;
  return {
    db,
    learn: async (docs) => {
      if (docs.length > 0) await loadBundle(db, bundleOf(`bundle-${++bundles}`, projectId, docs));
    },
    write(writes) {
      const batch = writeBatch(db);
      for (const write of writes) {
        const ref = doc(db, write.path);
        if (write.type === 'delete') batch.delete(ref);
        else if (write.type === 'update') {
          const [first, ...others] = Object.entries(write.changes).flatMap(([field, value]) => [
            fieldOfSdk(field),
            toSdk(db, value),
          ]);
          if (first === undefined) batch.update(ref, {});
          else batch.update(ref, first as never, ...(others as [unknown]));
        } else if (write.merge === undefined) batch.set(ref, toSdk(db, write.data) as object);
        else {
          const options =
            write.merge === true ? { merge: true } : { mergeFields: write.merge.map(fieldOfSdk) };
          batch.set(ref, toSdk(db, write.data) as object, options);
        }
      }
      void batch.commit();
    },
    async get(path) {
      try {
        return await getDocFromCache(doc(db, path));
      } catch (error) {
        if (error instanceof FirebaseError && error.code === 'unavailable') return null;
        throw error;
      }
    },
    // Only the read that may use a server refuses a limit from the end without an order.
    find: (built, { limitToLast: last }) => (last === undefined ? getDocsFromCache(built) : getDocs(built)),
    query: (asked, placeOf) => build(db, asked, placeOf),
    async dispose() {
      await terminate(db);
      await deleteApp(app);
    },
  };
}

function build(
  db: Firestore,
  asked: Query,
  placeOf: (path: string) => DocumentSnapshot | undefined,
): SdkQuery {
  const base = asked.group ? collectionGroup(db, asked.collection) : collection(db, asked.collection);
  const others = [
    ...(asked.orderBy ?? []).map(({ field, direction }) => orderBy(fieldOfSdk(field), direction)),
    ...(asked.start ? [startOf(db, asked.start, placeOf)] : []),
    ...(asked.end ? [endOf(db, asked.end, placeOf)] : []),
    ...(asked.limit === undefined ? [] : [limit(asked.limit)]),
    ...(asked.limitToLast === undefined ? [] : [limitToLast(asked.limitToLast)]),
  ];
  const filters = (asked.where ?? []).map((filter) => filterOf(db, filter));
  const simple = (asked.where ?? []).every((filter) => 'op' in filter);
  if (simple) return query(base, ...(filters as QueryFieldFilterConstraint[]), ...others);
  return query(base, and(...filters), ...others);
}

function filterOf(db: Firestore, filter: Filter): QueryFilterConstraint {
  if ('and' in filter) return and(...filter.and.map((inner) => filterOf(db, inner)));
  if ('or' in filter) return or(...filter.or.map((inner) => filterOf(db, inner)));
  return where(fieldOfSdk(filter.field), filter.op satisfies WhereFilterOp, toSdk(db, filter.value));
}

type Places = (path: string) => DocumentSnapshot | undefined;

const startOf = (db: Firestore, cursor: Cursor, placeOf: Places) =>
  (cursor.inclusive ? startAt : startAfter)(...placeArguments(db, cursor, placeOf));
const endOf = (db: Firestore, cursor: Cursor, placeOf: Places) =>
  (cursor.inclusive ? endAt : endBefore)(...placeArguments(db, cursor, placeOf));

function placeArguments(db: Firestore, { at, values }: Cursor, placeOf: Places): unknown[] {
  if (!at) return (values ?? []).map((value: DocValue) => toSdk(db, value));
  const place = placeOf(at.path);
  if (!place) throw new Error(`The SDK knows nothing of ${at.path}.`);
  return [place];
}
