/** The realtime database of the Firebase SDK, opened. Loaded when the port is first used. */
import {
  connectDatabaseEmulator,
  type Database,
  type DataSnapshot,
  forceWebSockets,
  get,
  getDatabase,
  goOffline,
  goOnline,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onDisconnect,
  onValue,
  ref,
  runTransaction,
  set,
  setPriority,
  setWithPriority,
  update,
} from 'firebase/database';
import { PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { ChildEvent, Priority, RealtimeSnapshot, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import type { AsyncMethods } from '#provider-kit/lazy-driver.ts';
import type {
  DisconnectRequest,
  RealtimeListener,
  SetRequest,
  UpdateRequest,
  WholeRealtimeDriver,
} from '#provider-kit/realtime/shell.ts';
import type { FirebaseContext } from '../context.ts';
import type { Current } from './current.ts';
import { realtimeError } from './errors.ts';
import { LastWills } from './last-wills.ts';
import { type WriteKeys, PendingWrites } from './pending-writes.ts';
import { placeAt, sdkQuery } from './queries.ts';
import { childOf, snapshotJson, realtimeSnapshotOf } from './snapshots.ts';

// The policy that pages are served under keeps out the other way, which loads scripts: it would be tried in vain.
forceWebSockets();

/** How long the first connection is waited for before a read says that there is none. */
const connectingMs = 10_000;

interface Told {
  readonly connected: Current<boolean>;
  readonly offset: Current<number>;
}

export class FirebaseRealtimeDriver implements Pick<
  WholeRealtimeDriver,
  AsyncMethods<WholeRealtimeDriver> | 'watch' | 'watchChildren' | 'setOnline'
> {
  private readonly db: Database;
  private readonly connected: Current<boolean>;
  private readonly writes = new PendingWrites();
  private readonly wills = new LastWills();
  /** Reads that the server has not answered. */
  private readonly reading = new Set<(error: PortError) => void>();
  /** Is there a connection, or one that is only just being made? */
  private reachable = true;

  constructor({ app, options }: FirebaseContext, { connected, offset }: Told) {
    this.db = getDatabase(app);
    this.connected = connected;
    const local = /^(.*):(\d+)$/.exec(options.local?.realtime ?? '');
    if (local?.[1] !== undefined) connectDatabaseEmulator(this.db, local[1], Number(local[2]));
    onValue(ref(this.db, '.info/connected'), (snapshot) => this.review(snapshot.val() === true));
    onValue(ref(this.db, '.info/serverTimeOffset'), (snapshot) => offset.set(Number(snapshot.val())));
    // Watching the connection alone would not make one.
    goOnline(this.db);
  }

  async get(query: NormalQuery): Promise<RealtimeSnapshot> {
    const asked = sdkQuery(this.db, query);
    const { value, touched } = await this.writes.beside(query.keys, () => this.read(get(asked)));
    if (!touched) return realtimeSnapshotOf(query, value);
    const laidOver = this.read(
      new Promise((resolve, reject) => onValue(asked, resolve, reject, { onlyOnce: true })),
    );
    return realtimeSnapshotOf(query, await laidOver);
  }

  set({ keys, value, priority }: SetRequest): Promise<void> {
    const place = this.at(keys);
    return this.write(keys, () =>
      priority === null ? set(place, value) : setWithPriority(place, value, priority),
    );
  }

  setPriority(keys: WriteKeys, priority: Priority): Promise<void> {
    return this.write(keys, () => setPriority(this.at(keys), priority));
  }

  update(request: UpdateRequest): Promise<void> {
    return this.write(request.keys, () => update(this.at(request.keys), byPath(request)));
  }

  async transaction(
    query: NormalQuery,
    change: (current: Json) => RealtimeValue | undefined,
    applyLocally: boolean,
  ): Promise<{ readonly committed: boolean; readonly snapshot: RealtimeSnapshot }> {
    const { keys } = query;
    const mistakes: unknown[] = [];
    // The SDK is not ready for a function that throws: it would stop in the middle of its own work.
    const careful = (current: unknown): RealtimeValue | undefined => {
      try {
        return change(snapshotJson(current));
      } catch (error) {
        mistakes.push(error);
        return undefined;
      }
    };
    const { committed, snapshot } = await this.write(keys, () =>
      runTransaction(this.at(keys), careful, { applyLocally }),
    );
    if (mistakes.length > 0) throw mistakes[0];
    return { committed, snapshot: realtimeSnapshotOf(query, snapshot) };
  }

  watch(query: NormalQuery, listener: RealtimeListener<RealtimeSnapshot>): Unsubscribe {
    return onValue(
      sdkQuery(this.db, query),
      (snapshot) => listener.next(realtimeSnapshotOf(query, snapshot)),
      (error) => listener.failed(realtimeError(error)),
    );
  }

  watchChildren(query: NormalQuery, listener: RealtimeListener<ChildEvent>): Unsubscribe {
    const asked = sdkQuery(this.db, query);
    const failed = (error: Error) => listener.failed(realtimeError(error));
    const on = (type: ChildEvent['type']) => (snapshot: DataSnapshot, before?: string | null) =>
      listener.next(
        Object.freeze({ type, child: childOf(snapshot.key ?? '', snapshot), previousKey: before ?? null }),
      );
    const removed = on('removed');
    const stops = [
      onChildRemoved(asked, (snapshot) => removed(snapshot), failed),
      onChildAdded(asked, on('added'), failed),
      onChildMoved(asked, on('moved'), failed),
      onChildChanged(asked, on('changed'), failed),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  onDisconnect(request: DisconnectRequest): Promise<void> {
    const leave = onDisconnect(this.at(request.keys));
    return this.wills.leave(() => {
      switch (request.action) {
        case 'set':
          return request.priority === null
            ? leave.set(request.value)
            : leave.setWithPriority(request.value, request.priority);
        case 'update':
          return leave.update(byPath(request));
        case 'cancel':
          return leave.cancel();
      }
    });
  }

  setOnline(online: boolean): void {
    this.reachable = online;
    if (online) return goOnline(this.db);
    goOffline(this.db);
    this.giveUpReads();
  }

  private at(keys: WriteKeys) {
    return placeAt(this.db, keys);
  }

  private review(connected: boolean): void {
    const lost = this.connected.value && !connected;
    this.connected.set(connected);
    if (connected) this.reachable = true;
    if (!lost) return;
    this.reachable = false;
    this.wills.lost();
    this.giveUpReads();
  }

  private write<T>(keys: WriteKeys, written: () => Promise<T>): Promise<T> {
    return this.writes.during(keys, written).catch((error: unknown) => {
      throw realtimeError(error);
    });
  }

  /** Read that fails without a connection, where the SDK would wait. Locally known values come at once. */
  private read(answer: Promise<DataSnapshot>): Promise<DataSnapshot> {
    return new Promise((resolve, reject) => {
      this.reading.add(reject);
      const timer = this.connected.value
        ? undefined
        : setTimeout(() => this.connected.value || reject(unreachable()), this.reachable ? connectingMs : 0);
      answer
        .then(resolve, (error: unknown) => reject(realtimeError(error)))
        .finally(() => {
          clearTimeout(timer);
          this.reading.delete(reject);
        });
    });
  }

  private giveUpReads(): void {
    for (const reject of this.reading) reject(unreachable());
  }
}

const unreachable = () => new PortError('unavailable', 'There is no connection to the realtime database.');

/** Values by their paths relative to the request's. */
const byPath = ({ keys, values }: UpdateRequest): Record<string, RealtimeValue> =>
  Object.fromEntries(values.map((placed) => [placed.keys.slice(keys.length).join('/'), placed.value]));
