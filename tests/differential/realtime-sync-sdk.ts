/**
 * The Firebase SDK's own engine of the realtime database, alone: its messages are intercepted, and a server's messages are injected in
 * place of its connection. Uses private names of the SDK; a missing one is reported by the test.
 */
import { deleteApp, initializeApp, setLogLevel } from 'firebase/app';
import {
  type Database,
  type DataSnapshot,
  endAt,
  getDatabase,
  limitToFirst,
  limitToLast,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
  orderByChild,
  orderByKey,
  orderByValue,
  type Query,
  query,
  type QueryConstraint,
  ref,
  set,
  setWithPriority,
  startAt,
  update,
} from 'firebase/database';
import type { ListenEvent } from '#query/tree/protocol.ts';
import type { RealtimeQuery } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';

/** Event of a listener. `about` is the index of its query. */
export interface Told {
  readonly about: number;
  readonly type: 'value' | 'added' | 'changed' | 'moved' | 'removed';
  readonly key: string | null;
  readonly previousKey: string | null;
  readonly value: Json;
}

type Complete = (status: string, data?: unknown) => void;

interface Internals {
  readonly _repo: {
    server_: unknown;
    readonly persistentConnection_: {
      onDataUpdate_(path: string, data: Json, isMerge: boolean, tag: number | null): void;
    };
  };
}

interface InternalQuery {
  readonly _path: { toString(): string };
  readonly _queryIdentifier: string;
}

let opened = 0;
setLogLevel('silent');

export class SdkDatabase {
  readonly told: Told[] = [];
  readonly started: string[] = [];
  readonly stopped: string[] = [];
  private readonly app = initializeApp(
    { databaseURL: 'https://reference.firebaseio.com', projectId: 'reference' },
    `reference-${opened++}`,
  );
  private readonly db: Database & Internals = getDatabase(this.app) as Database & Internals;
  private readonly listens = new Map<string, { readonly tag: number | null; readonly complete: Complete }>();
  private readonly answers: Complete[] = [];

  constructor() {
    this.db._repo.server_ = {
      listen: (asked: InternalQuery, _hash: unknown, tag: number | null, complete: Complete) => {
        this.listens.set(listenId(asked), { tag: tag ?? null, complete });
        this.started.push(listenId(asked));
      },
      unlisten: (asked: InternalQuery) => {
        this.listens.delete(listenId(asked));
        this.stopped.push(listenId(asked));
      },
      put: (_path: string, _data: unknown, complete: Complete) => void this.answers.push(complete),
      merge: (_path: string, _data: unknown, complete: Complete) => void this.answers.push(complete),
    };
  }

  /** Id of a query's listen in `started`, `stopped` and `said`. */
  listenId(asked: RealtimeQuery): string {
    const { startAt: from, endAt: to, limitToFirst: first, limitToLast: last } = asked;
    const whole = !from && !to && first === undefined && last === undefined;
    return listenId((whole ? this.ref(asked.path) : this.query(asked)) as unknown as InternalQuery);
  }

  listen(asked: RealtimeQuery, about: number): () => void {
    const to = this.query(asked);
    const tell = (type: Told['type']) => (child: DataSnapshot, previousKey?: string | null) => {
      const before = type === 'removed' ? null : (previousKey ?? null);
      this.told.push({ about, type, key: child.key, previousKey: before, value: child.exportVal() as Json });
    };
    const ends = [
      onChildRemoved(to, tell('removed')),
      onChildAdded(to, tell('added')),
      onChildMoved(to, tell('moved')),
      onChildChanged(to, tell('changed')),
      onValue(to, (snapshot) => {
        const value = snapshot.exportVal() as Json;
        this.told.push({ about, type: 'value', key: null, previousKey: null, value });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  set(path: string, value: Json, priority: null | number = null): void {
    const at = this.ref(path);
    // Refused on purpose now and then.
    (priority === null ? set(at, value) : setWithPriority(at, value, priority)).catch(() => {});
  }

  update(path: string, values: Readonly<Record<string, Json>>): void {
    update(this.ref(path), values).catch(() => {});
  }

  /** The answer to a write, by its place among all of them. */
  answer(write: number, accepted: boolean): void {
    this.answers[write]?.(accepted ? 'ok' : 'permission_denied');
  }

  /** Applies the server's data of a listen; nothing when it is closed. */
  said(id: string, path: string, { whole, patches }: ListenEvent): void {
    const listen = this.listens.get(id);
    if (!listen) return;
    const { onDataUpdate_: receive } = this.db._repo.persistentConnection_;
    const [only, ...others] = patches;
    if (only && others.length === 0) receive([path, ...only.keys].join('/'), only.value, false, listen.tag);
    else {
      const merged = Object.fromEntries(patches.map(({ keys, value }) => [keys.join('/'), value]));
      receive(path, merged, true, listen.tag);
    }
    if (whole) listen.complete('ok', '');
  }

  dispose(): Promise<void> {
    return deleteApp(this.app);
  }

  private ref(path: string) {
    return path === '' ? ref(this.db) : ref(this.db, path);
  }

  private query({ path, orderBy, ...rest }: RealtimeQuery): Query {
    const constraints: QueryConstraint[] = [];
    if (orderBy === 'key') constraints.push(orderByKey());
    else if (orderBy === 'value') constraints.push(orderByValue());
    else if (typeof orderBy === 'object') constraints.push(orderByChild(orderBy.child));
    if (rest.startAt) constraints.push(startAt(rest.startAt.value, rest.startAt.key));
    if (rest.endAt) constraints.push(endAt(rest.endAt.value, rest.endAt.key));
    if (rest.limitToFirst) constraints.push(limitToFirst(rest.limitToFirst));
    if (rest.limitToLast) constraints.push(limitToLast(rest.limitToLast));
    return query(this.ref(path), ...constraints);
  }
}

const listenId = ({ _path, _queryIdentifier }: InternalQuery) => `${_path.toString()} ${_queryIdentifier}`;
