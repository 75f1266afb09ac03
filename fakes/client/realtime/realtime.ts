/** The realtime port of an embedded client. */
import { fromWire, type Keys } from '#fakes/cloud/realtime/node.ts';
import type { LastWill, RealtimeOperation, RealtimeOperations } from '#fakes/cloud/realtime/protocol.ts';
import { parseValue, type Patch } from '#fakes/cloud/realtime/values.ts';
import { amended, type Bequest } from '#fakes/cloud/realtime/wills.ts';
import { isPortError, PortError, toPortError } from '#ports/errors.ts';
import { checkPriority, checkUpdate, checkValue, normalQuery, pathKeys } from '#ports/realtime/checks.ts';
import type { OnDisconnect, Priority, Realtime, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from '../context.ts';
import { CurrentValue } from '../current-value.ts';
import { refused } from '../listeners.ts';
import { pushKeys } from './push-key.ts';
import { Sender } from './sender.ts';
import { Sync } from './sync.ts';
import { Transactions } from './transactions.ts';
import { snapshotOnce, type Watcher } from './view.ts';

export function createRealtime(context: ClientContext): Realtime {
  const { link, clock } = context;
  const now = () => clock.now() + link.serverTimeOffset();
  const sync = new Sync(context);
  const sender = new Sender(context);
  const transactions = new Transactions(sync, sender, now);
  const newKey = pushKeys(context.random.fork('realtime'), now);
  let wanted = true;
  let connected = false;
  let disposed = false;
  let wills: readonly Bequest[] = [];
  const connections = new CurrentValue(context, Promise.resolve(), () => connected);
  const offsets = new CurrentValue(context, Promise.resolve(), () => link.serverTimeOffset());
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
    for (const { keys, value, priority } of left)
      sync.pretend(keys, (existing) => parseValue(value, existing, now(), priority));
  };
  link.onOnline(review);
  link.onOffset((offsetMs) => offsets.tell(offsetMs));
  review();
  context.onDispose(() => {
    disposed = true;
    sender.dispose();
    sync.dispose();
    connections.dispose();
    offsets.dispose();
    for (const release of releases) release();
  });

  const disposedError = () => new PortError('failed-precondition', 'This client has been disposed of.');

  /** Shows the patches until the cloud has answered. */
  const write = async <Name extends RealtimeOperation>(
    operation: Name,
    payload: RealtimeOperations[Name]['payload'],
    patches: readonly Patch[],
  ): Promise<void> => {
    if (disposed) throw disposedError();
    for (const { keys } of patches) transactions.override(keys);
    const shown = sync.write(patches);
    try {
      await sender.send(operation, () => payload);
    } finally {
      sync.settle(shown);
    }
  };
  const parsed = (keys: Keys, value: RealtimeValue, priority: Priority) => ({
    keys,
    node: parseValue(value, sync.known(keys) ?? fromWire(null), now(), priority),
  });
  const will = async (last: LastWill): Promise<void> => {
    if (disposed) throw disposedError();
    await sender.send('onDisconnect', () => last);
    wills = amended(wills, last);
  };
  const watch = (
    target: Parameters<Realtime['watch']>[0],
    watcher: Omit<Watcher, 'failed'>,
    error: ((error: PortError) => void) | undefined,
  ): Unsubscribe => {
    const query = normalQuery(target);
    if (disposed) return refused(disposedError(), error);
    const release = context.trackSubscription();
    releases.add(release);
    const over = () => {
      releases.delete(release);
      release();
    };
    const stop = sync.watch(query, {
      ...watcher,
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
      try {
        if (!wanted) throw new PortError('unavailable', 'The realtime connection is closed.');
        const server = fromWire(await link.request<Json>('realtime', 'get', query));
        return snapshotOnce(query, sync.over(query.keys, server));
      } catch (error) {
        const known = isPortError(error, 'unavailable') && !connected ? sync.knownOf(query) : null;
        if (!known) throw error;
        return snapshotOnce(query, known);
      }
    },
    set(path, value, priority = null) {
      const keys = pathKeys(path);
      checkValue(value, keys.length);
      checkPriority(priority);
      const copy = structuredClone(value);
      return write('set', { keys, value: copy, priority }, [parsed(keys, copy, priority)]);
    },
    setPriority(path, priority) {
      const keys = pathKeys(path);
      checkPriority(priority);
      return write('setPriority', { keys, priority }, [{ keys, priority }]);
    },
    update(path, values) {
      const copies = [...checkUpdate(path, values)].map(([keys, value]) => ({
        keys,
        value: structuredClone(value),
      }));
      const patches = copies.map(({ keys, value }) => parsed(keys, value, null));
      return write('update', { values: copies }, patches);
    },
    remove(path) {
      const keys = pathKeys(path);
      return write('set', { keys, value: null, priority: null }, [parsed(keys, null, null)]);
    },
    newKey(path) {
      pathKeys(path);
      return newKey();
    },
    async transaction(path, update, { applyLocally = true } = {}) {
      const keys = pathKeys(path);
      if (typeof update !== 'function') throw new TypeError('A transaction needs a function.');
      if (disposed) throw disposedError();
      const { committed, node } = await transactions.run({ keys, update, applyLocally });
      return { committed, snapshot: snapshotOnce(normalQuery(path), node) };
    },
    watch: (target, observer) =>
      watch(
        target,
        { value: (snapshot) => observer.next(snapshot) },
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
          checkValue(value, keys.length);
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
