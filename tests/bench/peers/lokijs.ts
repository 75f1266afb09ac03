/**
 * LokiJS: a dynamic view for each live query, read when it says that it was rebuilt. Times are numbers: it makes
 * numbers of dates that it indexes.
 */
import Loki from 'lokijs';
import type { Engine, Question, Store, Write } from '../engine.ts';
import type { Row } from '../row.ts';

type Stored = Row & LokiObj;

class Lokis implements Store<Stored> {
  private readonly docs: Collection<Row>;
  private views = 0;

  constructor(indexed: boolean) {
    const indices: (keyof Row)[] = ['service', 'assignee', 'status', 'muted', 'score', 'at'];
    this.docs = new Loki('bench').addCollection<Row>('alerts', {
      unique: ['id'],
      indices: indexed ? indices : [],
    });
  }

  load(rows: Iterable<Row>): void {
    for (const row of rows) this.docs.insert({ ...row });
  }

  get(id: string): Stored {
    const doc = this.docs.by('id', id);
    if (!doc) throw new Error(`no ${id}`);
    return doc as Stored;
  }

  find({ equal, from, orderBy, descending, limit }: Question): readonly Stored[] {
    const least = from === undefined ? {} : { [orderBy]: { $gte: from } };
    const found = this.docs.chain().find({ ...equal, ...least } as LokiQuery<Stored>);
    const sorted = found.compoundsort([
      [orderBy, descending],
      ['id', descending],
    ]);
    return (limit === null ? sorted : sorted.limit(limit)).data();
  }

  watch(
    { equal, orderBy, descending, limit }: Question,
    next: (docs: readonly Stored[]) => void,
  ): () => void {
    const view = this.docs.addDynamicView(`view ${this.views++}`);
    view.applyFind(equal as LokiQuery<Stored>);
    view.applySortCriteria([
      [orderBy, descending],
      ['id', descending],
    ]);
    const show = () => {
      if (limit === null) next(view.data());
      else {
        sort(view);
        next(view.branchResultset().limit(limit).data());
      }
    };
    view.on('rebuild', show);
    show();
    return () => this.docs.removeDynamicView(view.name);
  }

  write(write: Write): void {
    if (write.type === 'create') this.docs.insert({ ...write.row });
    else if (write.type === 'delete') this.docs.remove(this.get(write.id));
    else this.docs.update(Object.assign(this.get(write.id), write.fields));
  }

  close(): void {}
  readonly idOf = ({ id }: Stored) => id;
  readonly scoreOf = ({ score }: Stored) => score;
  readonly rowOf = ({ $loki: _number, meta: _meta, ...row }: Stored): Row => row;
  spoil(doc: Stored): void {
    Object.assign(doc, { title: 'spoilt' });
    Object.assign(doc.labels, { env: 'spoilt' });
  }
}

/** Sorts a view without reading all of its documents. */
function sort(view: DynamicView<Row>): void {
  (view as unknown as { performSortPhase(options: object): void }).performSortPhase({
    suppressRebuildEvent: true,
  });
}

export const engine: Engine = { open: ({ indexed }) => new Lokis(indexed) };
