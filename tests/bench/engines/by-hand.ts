/**
 * Lower bound: a `Map`, and a sorted array for each group of queries, written for this work alone. With copies in and out, as every
 * isolating engine must make them; or handing out its own objects.
 */
import type { Engine, Question, Store, Write } from '../engine.ts';
import { matches } from '../reference.ts';
import type { Row } from '../row.ts';

/** A time is an object here, as in every other engine that has them. */
type Doc = Omit<Row, 'at'> & { readonly at: Date };
type Show = (docs: readonly Doc[]) => void;
type Order = Pick<Question, 'orderBy'>;

interface Group {
  /** Documents in ascending order. */
  readonly docs: Doc[];
  readonly listeners: Set<{ readonly question: Question; readonly show: Show }>;
}

/** Queries with the same fields, in one order. */
interface Kind extends Order {
  readonly names: readonly (keyof Question['equal'])[];
  readonly groups: Map<string, Group>;
}

function deepCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy) as T;
  if (value instanceof Date) return new Date(value.getTime()) as T;
  const copy: Record<string, unknown> = {};
  for (const name in value) copy[name] = deepCopy(value[name]);
  return copy as T;
}

const docOf = (row: Row): Doc => ({ ...row, at: new Date(row.at) });
const rowOf = (doc: Doc): Row => ({ ...doc, at: doc.at.getTime() });

const compare = ({ orderBy }: Order, one: Doc, other: Doc) =>
  Number(one[orderBy]) - Number(other[orderBy]) || (one.id < other.id ? -1 : Number(one.id > other.id));

/** The first place that `reached` holds for. */
function firstPlace(docs: readonly Doc[], reached: (doc: Doc) => boolean): number {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (reached(docs[middle] as Doc)) high = middle;
    else low = middle + 1;
  }
  return low;
}

class ByHand implements Store<Doc> {
  private readonly docs = new Map<string, Doc>();
  private readonly kinds = new Map<string, Kind>();
  private readonly copy: <T>(value: T) => T;
  private readonly indexed: boolean;

  constructor(copies: boolean, indexed: boolean) {
    this.copy = copies ? deepCopy : (value) => value;
    this.indexed = indexed;
  }

  load(rows: Iterable<Row>): void {
    for (const row of rows) this.docs.set(row.id, docOf(this.copy(row)));
  }

  get(id: string): Doc {
    const doc = this.docs.get(id);
    if (!doc) throw new Error(`no ${id}`);
    return this.copy(doc);
  }

  find(question: Question): readonly Doc[] {
    if (this.indexed) return this.cut(this.group(question).docs, question);
    const found: Doc[] = [];
    for (const doc of this.docs.values()) if (matches(question, doc as unknown as Row)) found.push(doc);
    found.sort((one, other) => compare(question, one, other));
    return this.cut(found, question);
  }

  watch(question: Question, show: Show): () => void {
    const { listeners, docs } = this.group(question);
    const listener = { question, show };
    listeners.add(listener);
    show(this.cut(docs, question));
    return () => listeners.delete(listener);
  }

  write(write: Write): void {
    if (write.type === 'create') {
      this.replace(null, docOf(this.copy(write.row)));
      return;
    }
    const before = this.docs.get(write.id);
    if (!before) return;
    if (write.type === 'delete') {
      this.docs.delete(write.id);
      this.replace(before, null);
      return;
    }
    const { at, ...fields } = this.copy(write.fields);
    this.replace(before, { ...before, ...fields, at: at === undefined ? before.at : new Date(at) });
  }

  close(): void {}
  readonly idOf = ({ id }: Doc) => id;
  readonly scoreOf = ({ score }: Doc) => score;
  readonly rowOf = rowOf;
  spoil(doc: Doc): void {
    Object.assign(doc, { title: 'spoilt' });
    Object.assign(doc.labels, { env: 'spoilt' });
  }

  private replace(before: Doc | null, after: Doc | null): void {
    if (after) this.docs.set(after.id, after);
    for (const kind of this.kinds.values()) {
      const old = before && this.groupOf(kind, before);
      const now = after && this.groupOf(kind, after);
      const from = old && before ? firstPlace(old.docs, (doc) => compare(kind, doc, before) >= 0) : -1;
      if (old) old.docs.splice(from, 1);
      const to = now && after ? firstPlace(now.docs, (doc) => compare(kind, doc, after) >= 0) : -1;
      if (now && after) now.docs.splice(to, 0, after);
      if (old && old !== now) this.tell(old, from, -1);
      if (now) this.tell(now, old === now ? from : -1, to);
    }
  }

  /** Notifies listeners whose answer reaches one of the places. */
  private tell({ docs, listeners }: Group, from: number, to: number): void {
    for (const { question, show } of listeners) {
      const { limit, descending } = question;
      const reaches = (place: number, length: number) =>
        place >= 0 && (limit === null || (descending ? length - 1 - place : place) < limit);
      const longer = from >= 0 && to < 0 ? docs.length + 1 : docs.length;
      if (reaches(from, longer) || reaches(to, docs.length)) show(this.cut(docs, question));
    }
  }

  private cut(docs: readonly Doc[], { from, limit, orderBy, descending }: Question): readonly Doc[] {
    const start = from === undefined ? 0 : firstPlace(docs, (doc) => Number(doc[orderBy]) >= from);
    const count = Math.min(docs.length - start, limit ?? docs.length);
    const cut: Doc[] = [];
    for (let at = 0; at < count; at++) {
      const doc = docs[descending ? docs.length - 1 - at : start + at];
      if (doc) cut.push(this.copy(doc));
    }
    return cut;
  }

  private group(question: Question): Group {
    const names = Object.keys(question.equal) as Kind['names'];
    const name = `${names.join()}/${question.orderBy}`;
    let kind = this.kinds.get(name);
    if (!kind) {
      kind = { names, orderBy: question.orderBy, groups: new Map() };
      this.kinds.set(name, kind);
      for (const doc of this.docs.values()) this.groupOf(kind, doc).docs.push(doc);
      const { orderBy } = kind;
      for (const { docs } of kind.groups.values())
        docs.sort((one, other) => compare({ orderBy }, one, other));
    }
    return this.groupOf(kind, question.equal);
  }

  private groupOf({ names, groups }: Kind, values: Question['equal']): Group {
    let key = '';
    for (const name of names) key += `${String(values[name])},`;
    let group = groups.get(key);
    if (!group) {
      group = { docs: [], listeners: new Set() };
      groups.set(key, group);
    }
    return group;
  }
}

export const withCopies: Engine = { open: ({ indexed }) => new ByHand(true, indexed) };
export const withoutCopies: Engine = { open: ({ indexed }) => new ByHand(false, indexed) };
