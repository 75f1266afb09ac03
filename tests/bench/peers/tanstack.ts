/** TanStack DB: a local-only collection, and a live query collection for each live query. */
import {
  BTreeIndex,
  createCollection,
  createLiveQueryCollection,
  eq,
  gte,
  localOnlyCollectionOptions,
  Query,
  queryOnce,
} from '@tanstack/db';
import type { Engine, Question, Store, Write } from '../engine.ts';
import type { Row } from '../row.ts';

type Doc = Omit<Row, 'at'> & { at: Date };
const docOf = (row: Row): Doc => ({ ...row, at: new Date(row.at) });

const makeCollection = (indexed: boolean) =>
  createCollection(
    localOnlyCollectionOptions<Doc, string>({
      id: 'alerts',
      getKey: ({ id }) => id,
      ...(indexed ? { autoIndex: 'eager', defaultIndexType: BTreeIndex } : { autoIndex: 'off' }),
    }),
  );

class Tanstack implements Store<Doc> {
  private readonly docs: ReturnType<typeof makeCollection>;

  constructor(indexed: boolean) {
    this.docs = makeCollection(indexed);
  }

  load(rows: Iterable<Row>): void {
    let some: Doc[] = [];
    for (const row of rows) {
      some.push(docOf(row));
      if (some.length < 1000) continue;
      this.docs.insert(some);
      some = [];
    }
    if (some.length > 0) this.docs.insert(some);
  }

  get(id: string): Doc {
    const doc = this.docs.get(id);
    if (!doc) throw new Error(`no ${id}`);
    return doc;
  }

  find = (question: Question): Promise<readonly Doc[]> =>
    queryOnce(() => this.query(question)) as unknown as Promise<Doc[]>;

  watch(question: Question, next: (docs: readonly Doc[]) => void): () => void {
    const live = createLiveQueryCollection({ query: () => this.query(question), startSync: true });
    const show = () => next(live.toArray as unknown as Doc[]);
    // Without initial state a subscription gets no removals.
    const subscription = live.subscribeChanges(show, { includeInitialState: true });
    return () => {
      subscription.unsubscribe();
      void live.cleanup();
    };
  }

  write(write: Write): void {
    if (write.type === 'create') this.docs.insert(docOf(write.row));
    else if (write.type === 'delete') this.docs.delete(write.id);
    else
      this.docs.update(write.id, (draft) => {
        const { at, ...fields } = write.fields;
        Object.assign(draft, fields, at === undefined ? {} : { at: new Date(at) });
      });
  }

  close = () => this.docs.cleanup();
  readonly idOf = ({ id }: Doc) => id;
  readonly scoreOf = ({ score }: Doc) => score;
  readonly rowOf = (doc: Doc): Row =>
    Object.fromEntries(
      Object.entries({ ...doc, at: doc.at.getTime() }).filter(([name]) => !name.startsWith('$')),
    ) as unknown as Row;
  spoil(doc: Doc): void {
    Object.assign(doc, { title: 'spoilt' });
    Object.assign(doc.labels, { env: 'spoilt' });
  }

  private query({ equal, from, orderBy, descending, limit }: Question) {
    const way = descending ? 'desc' : 'asc';
    let query = new Query().from({ doc: this.docs });
    for (const [name, value] of Object.entries(equal))
      query = query.where(({ doc }) => eq(doc[name as 'service'], value as string));
    if (from !== undefined)
      query = query.where(({ doc }) =>
        orderBy === 'at' ? gte(doc.at, new Date(from)) : gte(doc.score, from),
      );
    const ordered = query.orderBy(({ doc }) => doc[orderBy], way).orderBy(({ doc }) => doc.id, way);
    return limit === null ? ordered : ordered.limit(limit);
  }
}

export const engine: Engine = { open: ({ indexed }) => new Tanstack(indexed) };
