/** The realtime port of an embedded client. */
import { fromWire, type Keys, leaf, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { LastWill, Stamp } from '#fakes/cloud/realtime/protocol.ts';
import { parseValue } from '#query/tree/values.ts';
import { amended, type Will } from '#fakes/cloud/realtime/wills.ts';
import { CurrentValue } from '#provider-kit/current-value.ts';
import { disposedError, PortError, toPortError } from '#ports/errors.ts';
import { failedSubscription } from '#provider-kit/listeners.ts';
import {
  checkPriority,
  checkUpdate,
  checkValue,
  normalQuery,
  pathKeys,
} from '#provider-kit/realtime/checks.ts';
import { pushKeys } from '#provider-kit/realtime/push-key.ts';
import type { OnDisconnect, Priority, Realtime, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from '../context.ts';
import { Overlay } from './overlay.ts';
import { Sender, type SenderAnswer } from './sender.ts';
import { snapshotOf } from './snapshots.ts';
import { type Listener, Sync } from './sync.ts';
import { Transactions } from './transactions.ts';

export function createRealtime(context: ClientContext): Realtime {
  const { link, clock } = context;
  const now = () => clock.now() + link.serverTimeOffset();
  const sync = new Sync(context);
  const sender = new Sender(context);
  const transactions = new Transactions(sync, now, (payload, answer) =>
    sender.send('transaction', payload, answer, false),
  );
  const random = context.random.fork('realtime');
  const newKey = pushKeys(now, (length) => Array.from({ length }, () => random.integer(64)));
  const queue = `${link.clientId}/${random.fork('queue').id()}`;
  let wanted = true;
  let connected = false;
  let disposed = false;
  let wills: readonly Will[] = [];
  let writes = 0;
  const known = () => Promise.resolve();
  const connections = new CurrentValue(context, known, () => connected);
  const offsets = new CurrentValue(context, known, () => link.serverTimeOffset());
  const releases = new Set<() => void>();

  const review = () => {
    const next = wanted && link.online() && !disposed;
    if (next === connected) return;
    connected = next;
    sync.setConnected(next);
    sender.setConnected(next);
    if (!next) carryOutWills();
    connections.tell(next);
  };
  /** The server is writing them now; here they show at once. */
  const carryOutWills = () => {
    const left = wills;
    wills = [];
    for (const { keys, value, priority } of left.flat()) {
      sync.pretend(keys, parseValue(value, sync.latest(keys), now(), priority));
      transactions.override(keys);
    }
  };
  link.onOnline(review);
  link.onOffset((offsetMs) => offsets.tell(offsetMs));
  review();
  context.onDispose(() => {
    disposed = true;
    sender.dispose();
    transactions.dispose(disposedError());
    sync.dispose();
    connections.dispose();
    offsets.dispose();
    for (const release of releases) release();
  });

  /** Writes, and shows the write until the cloud has answered. */
  const write = (
    keys: Keys,
    written: Overlay,
    send: (stamp: Stamp, answer: SenderAnswer<null>) => void,
  ): Promise<void> => {
    if (disposed) return Promise.reject(disposedError());
    const places = [...written.places(keys)].map(([place]) => place);
    const shown = sync.write(keys, written);
    for (const place of places) transactions.override(place);
    for (const place of places) transactions.changed(place);
    return new Promise((resolve, reject) => {
      send(
        { queue, number: writes++ },
        {
          done(_, resent) {
            sync.settle(shown, false);
            if (resent) sync.listenAnew(places);
            resolve();
          },
          failed(error) {
            sync.settle(shown, true);
            for (const place of places) transactions.changed(place);
            reject(error);
          },
        },
      );
    });
  };
  const parsed = (keys: Keys, value: RealtimeValue, priority: Priority = null): TreeNode =>
    parseValue(value, sync.latest(keys), now(), priority);
  const set = (keys: Keys, value: RealtimeValue, priority: Priority) =>
    write(keys, Overlay.of([[[], parsed(keys, value, priority)]]), (stamp, answer) =>
      sender.send('set', { stamp, keys, value, priority }, answer),
    );
  const will = (last: LastWill): Promise<void> => {
    if (disposed) return Promise.reject(disposedError());
    return new Promise((resolve, reject) => {
      sender.send('onDisconnect', last, {
        done() {
          wills = amended(wills, last);
          resolve();
        },
        failed: reject,
      });
    });
  };
  const watch = (
    target: Parameters<Realtime['watch']>[0],
    listener: Omit<Listener, 'failed'>,
    error: ((error: PortError) => void) | undefined,
  ): Unsubscribe => {
    const query = normalQuery(target);
    if (disposed) return failedSubscription(disposedError(), error);
    const release = context.trackSubscription();
    releases.add(release);
    const over = () => {
      releases.delete(release);
      release();
    };
    const stop = sync.watch(query, {
      ...listener,
      failed: (reason) => {
        over();
        error?.(toPortError(reason));
      },
    });
    return () => {
      stop();
      over();
    };
  };

  return {
    async get(target) {
      const query = normalQuery(target);
      if (disposed) throw disposedError();
      const cached = sync.cached(query);
      if (cached) return snapshotOf(query, cached);
      if (!wanted) throw new PortError('unavailable', 'The realtime connection is closed.');
      return new Promise((resolve, reject) => {
        link.ask<Json>('realtime', 'get', query, {
          done: (answer) => resolve(snapshotOf(query, sync.over(query, fromWire(answer)))),
          failed: reject,
        });
      });
    },
    set(path, value, priority = null) {
      const keys = pathKeys(path);
      checkValue(value, keys);
      checkPriority(priority);
      return set(keys, structuredClone(value), priority);
    },
    setPriority(path, priority) {
      const keys = pathKeys(path);
      checkPriority(priority);
      return write([...keys, priorityKey], Overlay.of([[[], leaf(priority)]]), (stamp, answer) =>
        sender.send('setPriority', { stamp, keys, priority }, answer),
      );
    },
    update(path, values) {
      const copies = [...checkUpdate(path, values)].map(([keys, value]) => ({
        keys,
        value: structuredClone(value),
      }));
      const base = pathKeys(path);
      const below = (keys: Keys) => keys.slice(base.length);
      const written = Overlay.of(copies.map(({ keys, value }) => [below(keys), parsed(keys, value)]));
      if (written.isEmpty() && !disposed) return Promise.resolve();
      return write(base, written, (stamp, answer) =>
        sender.send('update', { stamp, values: copies }, answer),
      );
    },
    remove: (path) => set(pathKeys(path), null, null),
    newKey(path) {
      pathKeys(path);
      return newKey();
    },
    async transaction(path, update, { applyLocally = true } = {}) {
      const keys = pathKeys(path);
      if (typeof update !== 'function') throw new TypeError('A transaction needs a function.');
      if (disposed) throw disposedError();
      const { committed, node } = await transactions.run({ keys, update, applyLocally });
      return { committed, snapshot: snapshotOf(normalQuery(path), node) };
    },
    watch: (target, observer) =>
      watch(
        target,
        { next: (snapshot) => observer.next(snapshot) },
        observer.error && ((error) => observer.error?.(error)),
      ),
    watchChildren: (target, observer) =>
      watch(
        target,
        { child: (event) => observer.next(event) },
        observer.error && ((error) => observer.error?.(error)),
      ),

    onDisconnect(path): OnDisconnect {
      const keys = pathKeys(path);
      return {
        set(value, priority = null) {
          checkValue(value, keys);
          checkPriority(priority);
          return will({ action: 'set', keys, value: structuredClone(value), priority });
        },
        update(values) {
          const copies = [...checkUpdate(path, values)].map(([at, value]) => ({
            keys: at,
            value: structuredClone(value),
          }));
          return will({ action: 'update', values: copies });
        },
        remove: () => will({ action: 'set', keys, value: null, priority: null }),
        cancel: () => will({ action: 'cancel', keys }),
      };
    },
    watchConnection: (next) => connections.add(next),
    watchServerTimeOffset: (next) => offsets.add(next),
    setOnline(online) {
      if (wanted === online) return;
      wanted = online;
      if (!online && connected) link.request('realtime', 'goodbye', null).catch(() => {});
      review();
    },
  };
}
