/** The realtime port over a transport: own writes that show at once, kept while offline, listens that outlast a connection, transactions. */
import { fromWire, type Keys, leaf, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { Stamp } from '#query/tree/protocol.ts';
import { parseValue } from '#query/tree/values.ts';
import {
  type DisconnectBatch,
  type DisconnectChange,
  withDisconnect,
} from '#query/tree/disconnect-writes.ts';
import { CurrentValue } from '#provider-kit/current-value.ts';
import type { Complete } from '#ports/complete.ts';
import { disposedError, PortError } from '#ports/errors.ts';
import { pushKeys } from '#provider-kit/realtime/push-key.ts';
import { type WholeRealtimeDriver, wholeRealtimeShell } from '#provider-kit/realtime/shell.ts';
import type { Priority, Realtime, RealtimeValue } from '#ports/realtime/realtime.ts';
import { Overlay } from './overlay.ts';
import { OperationSender, type SenderAnswer } from './sender.ts';
import { snapshotOf } from './snapshots.ts';
import { Sync } from './sync.ts';
import { Transactions } from './transactions.ts';
import type { RealtimeContext } from './transport.ts';

export function syncRealtime(context: RealtimeContext): Complete<Realtime> {
  const { transport, clock } = context;
  const now = () => clock.now() + transport.serverTimeOffset();
  const sync = new Sync(context);
  const sender = new OperationSender(context);
  const transactions = new Transactions(sync, now, (payload, answer) =>
    sender.send('transaction', payload, answer, false),
  );
  const random = context.random.fork('realtime');
  const queue = `${transport.clientId}/${random.fork('queue').id()}`;
  let wanted = true;
  let connected = false;
  let disposed = false;
  let wills: readonly DisconnectBatch[] = [];
  let writes = 0;
  const known = () => Promise.resolve();
  const connections = new CurrentValue(context, known, () => connected);
  const offsets = new CurrentValue(context, known, () => transport.serverTimeOffset());

  const review = () => {
    const next = wanted && transport.online() && !disposed;
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
  transport.onOnline(review);
  transport.onOffset((offsetMs) => offsets.tell(offsetMs));
  review();
  context.onDispose(() => {
    disposed = true;
    sender.dispose();
    transactions.dispose(disposedError());
    sync.dispose();
    connections.dispose();
    offsets.dispose();
  });

  /** Writes, and shows the write until the server has answered. */
  const write = (
    keys: Keys,
    written: Overlay,
    send: (stamp: Stamp, answer: SenderAnswer<null>) => void,
  ): Promise<void> => {
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
  const driver: WholeRealtimeDriver = {
    async get(query) {
      const cached = sync.cached(query);
      if (cached) return snapshotOf(query, cached);
      if (!wanted) throw new PortError('unavailable', 'The realtime connection is closed.');
      return new Promise((resolve, reject) => {
        transport.ask('get', query, {
          done: (answer) => resolve(snapshotOf(query, sync.over(query, fromWire(answer)))),
          failed: reject,
        });
      });
    },
    set: (request) =>
      write(
        request.keys,
        Overlay.of([[[], parsed(request.keys, request.value, request.priority)]]),
        (stamp, answer) => sender.send('set', { stamp, ...request }, answer),
      ),
    setPriority: (keys, priority) =>
      write([...keys, priorityKey], Overlay.of([[[], leaf(priority)]]), (stamp, answer) =>
        sender.send('setPriority', { stamp, keys, priority }, answer),
      ),
    update({ keys: base, values }) {
      const below = (keys: Keys) => keys.slice(base.length);
      const written = Overlay.of(values.map(({ keys, value }) => [below(keys), parsed(keys, value)]));
      if (written.isEmpty()) return Promise.resolve();
      return write(base, written, (stamp, answer) => sender.send('update', { stamp, values }, answer));
    },
    async transaction(query, change, applyLocally) {
      const { committed, node } = await transactions.run({
        keys: query.keys,
        update: change,
        applyLocally,
      });
      return { committed, snapshot: snapshotOf(query, node) };
    },
    onDisconnect(request) {
      const last: DisconnectChange =
        request.action === 'update' ? { action: 'update', values: request.values } : request;
      return new Promise((resolve, reject) => {
        sender.send('onDisconnect', last, {
          done() {
            wills = withDisconnect(wills, last);
            resolve();
          },
          failed: reject,
        });
      });
    },
    watch: (query, listener) => sync.watch(query, listener),
    watchChildren: (query, { next, failed }) => sync.watch(query, { child: next, failed }),
    newKey: pushKeys(now, (length) => Array.from({ length }, () => random.integer(64))),
    watchConnection: (next) => connections.add(next),
    watchServerTimeOffset: (next) => offsets.add(next),
    setOnline(online) {
      if (wanted === online) return;
      wanted = online;
      if (!online && connected) transport.goodbye();
      review();
    },
  };
  return wholeRealtimeShell(driver, { ...context, isDisposed: () => disposed });
}
