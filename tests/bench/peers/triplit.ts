/** Triplit's client with its memory storage and no server. Times are numbers: there is no schema. */
import { TriplitClient } from '@triplit/client';
import type { Engine, Question, Store, Write } from '../engine.ts';
import type { Row } from '../row.ts';

type Doc = Omit<Row, 'tags'> & { tags: string[] };
/** Query of the builder, for a compiler that tells absent from undefined. */
type Asked = Parameters<TriplitClient['fetch']>[0];
const docOf = (row: Row): Doc => ({ ...row, tags: [...row.tags] });

class Triplit implements Store<Doc> {
  private readonly client = new TriplitClient({ storage: 'memory', autoConnect: false, logLevel: 'error' });

  async load(rows: Iterable<Row>): Promise<void> {
    let some: Row[] = [];
    const store = () =>
      this.client.transact(async (transaction) => {
        for (const row of some) await transaction.insert('alerts', docOf(row));
        some = [];
      });
    for (const row of rows) if (some.push(row) === 1000) await store();
    await store();
  }

  async get(id: string): Promise<Doc> {
    const doc = await this.client.fetchById('alerts', id, { policy: 'local-only' });
    if (!doc) throw new Error(`no ${id}`);
    return doc as unknown as Doc;
  }

  find = (question: Question): Promise<readonly Doc[]> =>
    this.client.fetch(this.query(question), { policy: 'local-only' }) as unknown as Promise<Doc[]>;

  watch = (question: Question, next: (docs: readonly Doc[]) => void): (() => void) =>
    this.client.subscribe(
      this.query(question),
      (docs) => next(docs as unknown as Doc[]),
      (error) => {
        throw error;
      },
      { localOnly: true },
    );

  async write(write: Write): Promise<void> {
    if (write.type === 'create') await this.client.insert('alerts', docOf(write.row));
    else if (write.type === 'delete') await this.client.delete('alerts', write.id);
    else {
      const { tags: _tags, ...fields } = write.fields;
      await this.client.update('alerts', write.id, fields);
    }
  }

  close(): void {}
  readonly idOf = ({ id }: Doc) => id;
  readonly scoreOf = ({ score }: Doc) => score;
  readonly rowOf = (doc: Doc): Row => doc;
  spoil(doc: Doc): void {
    Object.assign(doc, { title: 'spoilt' });
    Object.assign(doc.labels, { env: 'spoilt' });
  }

  private query({ equal, from, orderBy, descending, limit }: Question) {
    const way = descending ? 'DESC' : 'ASC';
    let query = this.client.query('alerts');
    for (const [name, value] of Object.entries(equal)) query = query.Where(name, '=', value);
    if (from !== undefined) query = query.Where(orderBy, '>=', from);
    query = query.Order(orderBy, way).Order('id', way);
    return (limit === null ? query : query.Limit(limit)) as Asked;
  }
}

export const engine: Engine = { open: () => new Triplit() };
