/**
 * TinyBase: a query of its query engine for each live query, ordered by a cell made of the order and the id, because it
 * promises nothing about ties. Indexed single questions read a slice of its index. Times are numbers.
 */
import { createIndexes, createQueries, createStore, type Row as Cells } from 'tinybase';
import type { Engine, Question, Store, Write } from '../engine.ts';
import type { Row } from '../row.ts';

interface Doc {
  readonly id: string;
  readonly cells: Cells;
}

const names = [
  'title',
  'service',
  'assignee',
  'status',
  'severity',
  'score',
  'muted',
  'count',
  'note',
  'at',
  'labels',
  'tags',
];
const cellsOf = ({ id: _id, ...cells }: Row) => cells as unknown as Cells;

class Tiny implements Store<Doc> {
  private readonly store = createStore();
  private readonly queries = createQueries(this.store);
  private readonly indexes = createIndexes(this.store);
  private readonly indexed: boolean;
  private asked = 0;

  constructor(indexed: boolean) {
    this.indexed = indexed;
    if (indexed) this.indexes.setIndexDefinition('by service', 'alerts', 'service', 'score');
  }

  load(rows: Iterable<Row>): void {
    this.store.transaction(() => {
      for (const row of rows) this.store.setRow('alerts', row.id, cellsOf(row));
    });
  }

  get(id: string): Doc {
    return { id, cells: this.store.getRow('alerts', id) };
  }

  find(question: Question): readonly Doc[] {
    const { equal, from = 0, limit } = question;
    if (!this.indexed || !equal.service) {
      const query = this.define(question);
      const docs = this.answer(query, question);
      this.queries.delQueryDefinition(query);
      return docs;
    }
    const docs: Doc[] = [];
    for (const id of this.indexes.getSliceRowIds('by service', equal.service as string)) {
      if ((this.store.getCell('alerts', id, 'score') as number) < from) continue;
      docs.push(this.get(id));
      if (docs.length === limit) break;
    }
    return docs;
  }

  watch(question: Question, next: (docs: readonly Doc[]) => void): () => void {
    const query = this.define(question);
    const show = () => next(this.answer(query, question));
    const listener = this.queries.addResultTableListener(query, show);
    show();
    return () => {
      this.queries.delListener(listener);
      this.queries.delQueryDefinition(query);
    };
  }

  write(write: Write): void {
    if (write.type === 'create') this.store.setRow('alerts', write.row.id, cellsOf(write.row));
    else if (write.type === 'delete') this.store.delRow('alerts', write.id);
    else this.store.setPartialRow('alerts', write.id, write.fields as unknown as Cells);
  }

  close = () => {
    this.queries.destroy();
    this.indexes.destroy();
  };
  readonly idOf = ({ id }: Doc) => id;
  readonly scoreOf = ({ cells }: Doc) => cells['score'] as number;
  readonly rowOf = ({ id, cells }: Doc): Row => {
    const { order: _order, ...fields } = cells;
    return { id, ...fields } as unknown as Row;
  };
  spoil({ cells }: Doc): void {
    Object.assign(cells, { title: 'spoilt' });
    Object.assign(cells['labels'] as object, { env: 'spoilt' });
  }

  private define({ equal, from, orderBy }: Question): string {
    const query = `query ${this.asked++}`;
    this.queries.setQueryDefinition(query, 'alerts', ({ select, where }) => {
      for (const name of names) select(name);
      select((cell, id) => `${String(cell(orderBy)).padStart(16, '0')}${id}`).as('order');
      for (const [name, value] of Object.entries(equal)) where(name, value);
      if (from !== undefined) where((cell) => (cell(orderBy) as number) >= from);
    });
    return query;
  }

  private answer(query: string, { descending, limit }: Question): readonly Doc[] {
    return this.queries
      .getResultSortedRowIds(query, 'order', descending, 0, limit ?? undefined)
      .map((id) => ({ id, cells: this.queries.getResultRow(query, id) as Cells }));
  }
}

export const engine: Engine = { open: ({ indexed }) => new Tiny(indexed) };
