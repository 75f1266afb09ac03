/** RxDB on its memory storage. Times are numbers: its schemas are JSON. */
import { createRxDatabase, type MangoQuery, type RxCollection, type RxDatabase, type RxDocument } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { Engine, Question, Store, Write } from '../engine.ts';
import { highestScore, type Row } from '../row.ts';

type Doc = RxDocument<Row>;

const text = { type: 'string', maxLength: 40 } as const;
const count = { type: 'integer', minimum: 0, maximum: highestScore, multipleOf: 1 } as const;
const time = { type: 'integer', minimum: 0, maximum: 4e12, multipleOf: 1 } as const;
const properties = {
  id: text,
  title: { type: 'string' },
  service: text,
  assignee: text,
  status: text,
  severity: count,
  score: count,
  muted: { type: 'boolean' },
  count: { type: 'integer' },
  note: { type: 'string' },
  at: time,
  labels: { type: 'object', properties: { env: text, region: text, zone: text } },
  tags: { type: 'array', items: { type: 'string' } },
} as const;
const required = ['service', 'assignee', 'status', 'score', 'at', 'muted'] as const;
const indexes = [
  ['service', 'score'],
  ['service', 'at'],
  ['assignee', 'status', 'score'],
  ['muted', 'score'],
] as const;

class Rx implements Store<Doc> {
  private readonly db: RxDatabase;
  private readonly docs: RxCollection<Row>;

  constructor(db: RxDatabase, docs: RxCollection<Row>) {
    this.db = db;
    this.docs = docs;
  }

  async load(rows: Iterable<Row>): Promise<void> {
    let some: Row[] = [];
    const store = async () => {
      await this.docs.bulkInsert(some);
      some = [];
    };
    for (const row of rows) if (some.push(row) === 1000) await store();
    await store();
  }

  async get(id: string): Promise<Doc> {
    const doc = await this.docs.findOne(id).exec();
    if (!doc) throw new Error(`no ${id}`);
    return doc;
  }

  find = (question: Question): Promise<readonly Doc[]> => this.docs.find(queryOf(question)).exec();

  watch(question: Question, next: (docs: readonly Doc[]) => void): () => void {
    const subscription = this.docs.find(queryOf(question)).$.subscribe(next);
    return () => subscription.unsubscribe();
  }

  async write(write: Write): Promise<void> {
    if (write.type === 'create') await this.docs.insert(write.row);
    else {
      const doc = await this.get(write.id);
      if (write.type === 'delete') await doc.remove();
      else await doc.patch(write.fields);
    }
  }

  close = async () => void (await this.db.remove());
  readonly idOf = ({ id }: Doc) => id;
  readonly scoreOf = ({ score }: Doc) => score;
  readonly rowOf = (doc: Doc): Row => doc.toMutableJSON();
  spoil(doc: Doc): void {
    Object.assign(doc.toJSON(), { title: 'spoilt' });
    Object.assign(doc.labels, { env: 'spoilt' });
  }
}

function queryOf({ equal, from, orderBy, descending, limit }: Question): MangoQuery<Row> {
  const way = descending ? 'desc' : 'asc';
  return {
    selector: { ...equal, ...(from === undefined ? {} : { [orderBy]: { $gte: from } }) },
    sort: [{ [orderBy]: way }, { id: way }] as NonNullable<MangoQuery<Row>['sort']>,
    ...(limit === null ? {} : { limit }),
  };
}

export const engine: Engine = {
  async open({ indexed }) {
    const db = await createRxDatabase({ name: 'bench', storage: getRxStorageMemory(), multiInstance: false });
    const { alerts } = await db.addCollections<{ alerts: RxCollection<Row> }>({
      alerts: {
        schema: {
          version: 0,
          primaryKey: 'id',
          type: 'object',
          properties,
          required: [...required],
          ...(indexed ? { indexes: indexes.map((fields) => [...fields]) } : {}),
        },
      },
    });
    return new Rx(db, alerts);
  },
};
