/** Expected answers of every engine, computed the plain way: filter, sort, cut. */
import type { Question, Write } from './engine.ts';
import { type Row, rowAt } from './row.ts';
import { idOfWrite, written } from './workload.ts';

/** The part of an answer that a callback is compared with. */
export interface Expected {
  readonly ids: readonly string[];
  readonly scores: readonly number[];
}

/** Changed answers of one write. */
export type Effects = readonly (readonly [question: number, answer: Expected])[];

/** The place that one write leaves in an answer without a limit, and the one it takes. -1 for none. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly id: string;
  readonly score: number;
}

export const matches = ({ equal, from, orderBy }: Question, row: Row): boolean =>
  Object.entries(equal).every(([name, value]) => row[name as keyof Row] === value) &&
  (from === undefined || row[orderBy] >= from);

export function inOrder({ orderBy, descending }: Question): (one: Row, other: Row) => number {
  const way = descending ? -1 : 1;
  return (one, other) => way * (one[orderBy] - other[orderBy] || (one.id < other.id ? -1 : 1));
}

export function answer(question: Question, candidates: Iterable<Row>): readonly Row[] {
  const found = [...candidates].filter((row) => matches(question, row)).sort(inOrder(question));
  return question.limit === null ? found : found.slice(0, question.limit);
}

export const expected = (answered: readonly Row[]): Expected => ({
  ids: answered.map(({ id }) => id),
  scores: answered.map(({ score }) => score),
});

/** Rows as they change, and groups of rows with equal values of a query's fields. */
export class Reference {
  private readonly rows = new Map<string, Row>();
  private readonly groups = new Map<string, Set<string>>();
  private readonly questions = new Map<string, { readonly question: Question; readonly at: number }[]>();

  constructor(questions: readonly Question[], size: number) {
    for (const [at, question] of questions.entries()) {
      const key = keyOf(question);
      this.questions.set(key, [...(this.questions.get(key) ?? []), { question, at }]);
    }
    for (let index = 0; index < size; index++) this.put(rowAt(index, size));
  }

  answerOf(question: Question): readonly Row[] {
    const group = [...(this.groups.get(keyOf(question)) ?? [])];
    return answer(
      question,
      group.flatMap((id) => this.rows.get(id) ?? []),
    );
  }

  write(write: Write): { readonly before: Row | null; readonly after: Row | null } {
    const id = idOfWrite(write);
    const before = this.rows.get(id) ?? null;
    const after = written(before, write);
    this.drop(id);
    if (after) this.put(after);
    return { before, after };
  }

  /** Answers that the write changes, in membership, order or the content of a member. */
  effects(write: Write): Effects {
    const before = this.rows.get(idOfWrite(write)) ?? null;
    const after = written(before, write);
    const keys = new Set([before, after].flatMap((row) => (row ? keysOf(row) : [])));
    const touched = [...keys].flatMap((key) =>
      (this.questions.get(key) ?? []).map((one) => ({ ...one, was: this.answerOf(one.question) })),
    );
    this.write(write);
    return touched.flatMap(({ at, question, was }) => {
      const is = this.answerOf(question);
      const same = is.length === was.length && is.every((row, place) => row === was[place]);
      return same ? [] : [[at, expected(is)] as const];
    });
  }

  private put(row: Row): void {
    this.rows.set(row.id, row);
    for (const key of keysOf(row)) {
      const group = this.groups.get(key) ?? new Set<string>();
      this.groups.set(key, group.add(row.id));
    }
  }

  private drop(id: string): void {
    const row = this.rows.get(id);
    if (!row) return;
    this.rows.delete(id);
    for (const key of keysOf(row)) this.groups.get(key)?.delete(id);
  }
}

const keyOf = ({ equal }: Question) => Object.entries(equal).join('&');
const keysOf = ({ service, assignee, status, muted }: Row) => [
  `service,${service}`,
  `assignee,${assignee}&status,${status}`,
  `assignee,${assignee}`,
  `status,${status}`,
  `muted,${muted}`,
];

/** Moves of one large answer under these writes, and the answer that they start from. */
export function largeMoves(question: Question, writes: readonly Write[], size: number) {
  const reference = new Reference([], size);
  const start = reference.answerOf(question);
  const order = inOrder(question);
  const now = [...start];
  const placeOf = (row: Row) => {
    let low = 0;
    let high = now.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (order(now[middle] as Row, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const moves = writes.map((write): Move | null => {
    const { before, after } = reference.write(write);
    const from = before && matches(question, before) ? placeOf(before) : -1;
    if (from >= 0) now.splice(from, 1);
    const to = after && matches(question, after) ? placeOf(after) : -1;
    if (to >= 0 && after) now.splice(to, 0, after);
    return from < 0 && to < 0 ? null : { from, to, id: idOfWrite(write), score: after?.score ?? 0 };
  });
  return { start: expected(start), moves };
}
