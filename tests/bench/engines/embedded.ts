/** The embedded provider: its cloud alone, and the whole way through the port of a connected client. */
import { createChannel } from '#fakes/cloud/channel.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { DocState } from '#query/doc-state.ts';
import type { DocsStreamEvent } from '#fakes/cloud/docs/protocol.ts';
import type { FromCloud, ToCloud } from '#fakes/cloud/protocol.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import type { Docs, DocSnapshot, Write as DocWrite } from '#ports/docs/docs.ts';
import type { Order, Query } from '#ports/docs/query.ts';
import { Timestamp, type DocData } from '#ports/docs/values.ts';
import type { Engine, Maybe, Question, Store, Write } from '../engine.ts';
import type { Fields, Row } from '../row.ts';

const collection = 'alerts';
const pathOf = (id: string) => `${collection}/${id}`;

export function queryOf({ equal, from, orderBy, descending, limit }: Question): Query {
  const where = Object.entries(equal).map(([field, value]) => ({ field, op: '==' as const, value }));
  const least = orderBy === 'at' ? Timestamp.fromMillis(from ?? 0) : (from ?? 0);
  const order: Order = { field: orderBy, direction: descending ? 'desc' : 'asc' };
  return {
    collection,
    where: from === undefined ? where : [...where, { field: orderBy, op: '>=', value: least }],
    orderBy: [order],
    ...(limit === null ? {} : { limit }),
  };
}

const fieldsOf = ({ at, ...fields }: Fields): DocData =>
  at === undefined ? (fields as DocData) : { ...fields, at: Timestamp.fromMillis(at) };

function bodyOf({ id: _id, ...fields }: Row): DocData {
  return fieldsOf(fields);
}

function writeOf(write: Write): DocWrite {
  if (write.type === 'create') return { type: 'set', path: pathOf(write.row.id), data: bodyOf(write.row) };
  const path = pathOf(write.id);
  return write.type === 'delete'
    ? { type: 'delete', path }
    : { type: 'update', path, changes: fieldsOf(write.fields) };
}

function rowOf(id: string, data: DocData | null): Row {
  return { ...data, id, at: Number((data?.['at'] as Timestamp | undefined)?.toMillis()) } as Row;
}

async function loadInto(cloud: FakeCloud, rows: Iterable<Row>): Promise<void> {
  for (const row of rows)
    await cloud.server.docs.batch([{ type: 'set', path: pathOf(row.id), data: bodyOf(row) }]);
}

function spoil(data: DocData | null): void {
  for (const part of [data, data?.['labels']])
    try {
      Object.assign(part as object, { title: 'spoilt', env: 'spoilt' });
    } catch {
      // Frozen.
    }
}

interface Shown {
  readonly id: string;
  readonly data: DocData | null;
}

const readers = {
  idOf: ({ id }: Shown) => id,
  scoreOf: ({ data }: Shown) => data?.['score'] as number,
  rowOf: ({ id, data }: Shown) => rowOf(id, data),
  spoil: ({ data }: Shown) => spoil(data),
};

/** The cloud without a client: the server's port, and its stream over the channel. */
class Cloud implements Store<Shown> {
  private readonly cloud = new FakeCloud();
  private readonly channel;
  private readonly targets = new Map<number, Answer>();
  private nextId = 2;

  constructor() {
    const [mine, theirs] = createChannel();
    this.channel = mine;
    this.cloud.accept(theirs);
    mine.onMessage((message) => {
      const { type, id, value } = message as FromCloud & { id?: number; value?: unknown };
      if (type === 'event' && id === 1) this.receive(value as DocsStreamEvent);
    });
    this.say({ type: 'hello', clientId: 'bench', token: null });
    this.say({ type: 'open', id: 1, room: 'docs', topic: 'stream', payload: { queue: null } });
  }

  load = (rows: Iterable<Row>) => loadInto(this.cloud, rows);
  get = (id: string): Promise<Shown> => this.cloud.server.docs.get(pathOf(id));
  find = (question: Question): Promise<readonly Shown[]> => this.cloud.server.docs.find(queryOf(question));
  write = (write: Write) => this.cloud.server.docs.batch([writeOf(write)]);
  close = () => this.cloud.dispose();

  watch(question: Question, next: (docs: readonly Shown[]) => void): () => void {
    const target = this.nextId++;
    this.targets.set(target, new Answer(question, next));
    const what = { query: queryOf(question) };
    this.ask(target, 'listen', { target, what, resume: null });
    return () => {
      this.targets.delete(target);
      this.ask(this.nextId++, 'unlisten', { target });
    };
  }

  readonly idOf = readers.idOf;
  readonly scoreOf = readers.scoreOf;
  readonly rowOf = readers.rowOf;
  readonly spoil = readers.spoil;

  private receive({ docs, targets }: DocsStreamEvent): void {
    for (const { target, all, added = all ?? [], removed = [] } of targets)
      this.targets.get(target)?.change(docs, added, removed);
  }

  private ask(id: number, operation: string, payload: unknown): void {
    this.say({ type: 'request', id, room: 'docs', operation, payload });
  }

  private say(message: ToCloud): void {
    this.channel.send(message);
  }
}

/** Answer assembled from the stream's changes, as every listener must. */
class Answer {
  private readonly question: Question;
  private readonly next: (docs: readonly Shown[]) => void;
  private readonly docs: Shown[] = [];
  private readonly byPath = new Map<string, Shown>();

  constructor(question: Question, next: (docs: readonly Shown[]) => void) {
    this.question = question;
    this.next = next;
  }

  change(states: readonly DocState[], added: readonly string[], removed: readonly string[]): void {
    for (const path of removed) this.take(path);
    const isNew = added.length > 20 ? new Set(added) : { has: (path: string) => added.includes(path) };
    for (const { path, data } of states) {
      if (!this.byPath.has(path) && !isNew.has(path)) continue;
      this.take(path);
      const doc = { id: path.slice(collection.length + 1), data };
      this.byPath.set(path, doc);
      this.docs.splice(this.place(doc), 0, doc);
    }
    this.next(this.docs);
  }

  private take(path: string): void {
    const known = this.byPath.get(path);
    if (!known) return;
    this.byPath.delete(path);
    this.docs.splice(this.place(known), 1);
  }

  private place(doc: Shown): number {
    let low = 0;
    let high = this.docs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.docs[middle] as Shown, doc) >= 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private compare(one: Shown, other: Shown): number {
    const { orderBy, descending } = this.question;
    const order =
      orderBy === 'at'
        ? timeOf(one) - timeOf(other)
        : (one.data?.[orderBy] as number) - (other.data?.[orderBy] as number);
    const full = order || (one.id < other.id ? -1 : Number(one.id > other.id));
    return descending ? -full : full;
  }
}

const timeOf = ({ data }: Shown) => Number((data?.['at'] as Timestamp | undefined)?.seconds);

/** Store over the documents port of a client. Another client may make the writes. */
class Client implements Store<DocSnapshot> {
  private readonly cloud: FakeCloud;
  private readonly reader: EmbeddedClient;
  private readonly writer: EmbeddedClient;
  private readonly docs: Docs;

  constructor({ apart = false, rules }: { readonly apart?: boolean; readonly rules?: string }) {
    this.cloud = new FakeCloud(rules === undefined ? {} : { rules: { firestore: rules } });
    this.reader = connect(this.cloud);
    this.docs = this.reader.docs;
    this.writer = apart ? connect(this.cloud) : this.reader;
  }

  async load(rows: Iterable<Row>): Promise<void> {
    await this.cloud.server.docs.batch([{ type: 'set', path: 'settings/access', data: { open: true } }]);
    await loadInto(this.cloud, rows);
  }

  get = (id: string): Maybe<DocSnapshot> => this.docs.get(pathOf(id));
  find = async (question: Question) => (await this.docs.find(queryOf(question))).docs;
  write = (write: Write) => this.writer.docs.write(writeOf(write));
  watch = (question: Question, next: (docs: readonly DocSnapshot[]) => void) =>
    this.docs.watchQuery(queryOf(question), { next: ({ docs }) => next(docs) });

  async close(): Promise<void> {
    await Promise.all([this.reader.dispose(), this.writer.dispose()]);
    this.cloud.dispose();
  }

  readonly idOf = readers.idOf;
  readonly scoreOf = readers.scoreOf;
  readonly rowOf = readers.rowOf;
  readonly spoil = readers.spoil;
}

/** Rules of a small product: a function, a look-up, and a condition on the written data. */
const rules = `
  rules_version = '2';
  service cloud.firestore {
    match /databases/{database}/documents {
      function isOpen() {
        return get(/databases/$(database)/documents/settings/access).data.open == true;
      }
      match /alerts/{id} {
        allow read, delete: if isOpen();
        allow create, update: if isOpen() && request.resource.data.severity in [1, 2, 3, 4, 5];
      }
    }
  }`;

export const cloud: Engine = { open: () => new Cloud() };
export const ownClient: Engine = { open: () => new Client({}) };
export const otherClient: Engine = { open: () => new Client({ apart: true }) };
export const guardedClient: Engine = { open: () => new Client({ rules }) };
