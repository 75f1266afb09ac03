/** The Firebase SDK with its memory cache, without indexes and network: loaded from bundles, written to as offline. */
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  CACHE_SIZE_UNLIMITED,
  collection,
  deleteDoc,
  disableNetwork,
  doc as docRef,
  type DocumentSnapshot,
  type Firestore,
  getDocFromCache,
  getDocsFromCache,
  initializeFirestore,
  limit as limited,
  loadBundle,
  memoryLocalCache,
  memoryLruGarbageCollector,
  onSnapshot,
  orderBy as ordered,
  query,
  setDoc,
  Timestamp,
  updateDoc,
  where,
} from 'firebase/firestore';
import type { Engine, Question, Store, Write } from '../engine.ts';
import type { Fields, Row } from '../row.ts';

type Doc = DocumentSnapshot;
const project = 'bench';
const database = `projects/${project}/databases/(default)/documents`;
const bundleTime = '2026-01-01T00:00:00.000000Z';

const fieldsOf = ({ at, ...fields }: Fields) =>
  at === undefined ? fields : { ...fields, at: Timestamp.fromMillis(at) };

const bodyOf = ({ id: _id, ...fields }: Row) => fieldsOf(fields);

type Json = object | string | number | boolean;

function encode(value: unknown): Json {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return { integerValue: String(value) };
  if (value instanceof Timestamp) return { timestampValue: value.toDate().toISOString() };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encode) } };
  return { mapValue: { fields: encodeFields(value as object) } };
}

const encodeFields = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encode(value)]));

const element = (json: object) => {
  const text = JSON.stringify(json);
  return `${Buffer.byteLength(text)}${text}`;
};

function bundle(id: string, rows: readonly Row[]): string {
  const body = rows
    .map((row) => {
      const name = `${database}/alerts/${row.id}`;
      const times = { createTime: bundleTime, updateTime: bundleTime };
      return (
        element({ documentMetadata: { name, readTime: bundleTime, exists: true } }) +
        element({ document: { name, fields: encodeFields(bodyOf(row)), ...times } })
      );
    })
    .join('');
  const totals = { totalDocuments: rows.length, totalBytes: Buffer.byteLength(body) };
  return element({ metadata: { id, createTime: bundleTime, version: 1, ...totals } }) + body;
}

class Firebase implements Store<Doc> {
  private readonly app: FirebaseApp = initializeApp({ projectId: project, apiKey: 'none' });
  private readonly db: Firestore = initializeFirestore(this.app, {
    localCache: memoryLocalCache({
      garbageCollector: memoryLruGarbageCollector({ cacheSizeBytes: CACHE_SIZE_UNLIMITED }),
    }),
  });

  start = () => disableNetwork(this.db);

  async load(rows: Iterable<Row>): Promise<void> {
    let some: Row[] = [];
    let bundles = 0;
    const store = async () => {
      await loadBundle(this.db, bundle(`bundle ${bundles++}`, some));
      some = [];
    };
    for (const row of rows) if (some.push(row) === 2000) await store();
    if (some.length > 0) await store();
  }

  get = (id: string): Promise<Doc> => getDocFromCache(docRef(this.db, 'alerts', id));

  find = async (question: Question): Promise<readonly Doc[]> =>
    (await getDocsFromCache(this.query(question))).docs;

  watch = (question: Question, next: (docs: readonly Doc[]) => void): (() => void) =>
    onSnapshot(this.query(question), ({ docs }) => next(docs));

  /** Offline its promises stay open. */
  write(write: Write): void {
    const reference = docRef(this.db, 'alerts', write.type === 'create' ? write.row.id : write.id);
    if (write.type === 'create') void setDoc(reference, bodyOf(write.row));
    else if (write.type === 'delete') void deleteDoc(reference);
    else void updateDoc(reference, fieldsOf(write.fields));
  }

  close = () => deleteApp(this.app);
  readonly idOf = ({ id }: Doc) => id;
  readonly scoreOf = (doc: Doc) => doc.get('score') as number;
  readonly rowOf = (doc: Doc): Row => {
    const data = doc.data();
    return { ...data, id: doc.id, at: Number((data?.['at'] as Timestamp | undefined)?.toMillis()) } as Row;
  };
  spoil(doc: Doc): void {
    Object.assign(doc.data() as object, { title: 'spoilt' });
    Object.assign(doc.get('labels') as object, { env: 'spoilt' });
  }

  private query({ equal, from, orderBy, descending, limit }: Question) {
    const least = orderBy === 'at' ? Timestamp.fromMillis(from ?? 0) : from;
    return query(
      collection(this.db, 'alerts'),
      ...Object.entries(equal).map(([name, value]) => where(name, '==', value)),
      ...(from === undefined ? [] : [where(orderBy, '>=', least)]),
      ordered(orderBy, descending ? 'desc' : 'asc'),
      ...(limit === null ? [] : [limited(limit)]),
    );
  }
}

export const engine: Engine = {
  async open() {
    const store = new Firebase();
    await store.start();
    return store;
  },
};
