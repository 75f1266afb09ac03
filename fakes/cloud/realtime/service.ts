/** The hosted realtime service: one tree, its listens, and the disconnect writes of clients. */
import * as v from 'valibot';
import { isPortError } from '#ports/errors.ts';
import { checkUpdate, pathKeys } from '#provider-kit/realtime/checks.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { ServerRealtime } from '#ports/server/server.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import type { TreeChange } from '#query/tree/change.ts';
import { fromWire, leaf, priorityKey, type TreeNode } from '#query/tree/node.ts';
import { QueryFilter } from '#query/tree/query-filter.ts';
import type { DatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import { Crashed } from '../crash.ts';
import { readableEntries, readEach, RecordMap, type SetAsideRecords, serviceRecords } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import type { Session, Sink } from '../session.ts';
import { storedAs, storedNumber } from '../stored.ts';
import { realtimePayloads } from './check-payload.ts';
import { Database } from './database.ts';
import { authOf, Guard } from './guard.ts';
import { hashOf } from './hash.ts';
import type { Stamp, Updating } from '#query/tree/protocol.ts';
import type { RealtimeOperation, RealtimeOperations } from './protocol.ts';
import { Stamps, type StampsData } from './stamps.ts';
import { changedRecords, recordedTree, treePart } from './tree-records.ts';
import { withDisconnect, type DisconnectBatch } from '#query/tree/disconnect-writes.ts';

/** Queues of clients whose last write is remembered. */
const mostQueues = 10_000;

export interface RealtimeService extends CloudService {
  readonly server: ServerRealtime;
  /** Replaces the rules, also for open listens. */
  publishRules(rules: DatabaseRules): void;
}

interface RealtimeData {
  readonly tree: Json;
  /** Disconnect writes of the clients of the snapshot: they are gone when it is restored. */
  readonly wills: readonly (readonly DisconnectBatch[])[];
  readonly stamps: StampsData;
}

type Handlers = {
  readonly [name in RealtimeOperation]: (
    payload: RealtimeOperations[name]['payload'],
    session: Session,
  ) => RealtimeOperations[name]['reply'];
};

const settingsOf = ({ values }: Updating) => values.map((value) => ({ ...value, priority: null }));

const storedStamp = storedAs<number>(storedNumber);
const storedWills = storedAs<readonly DisconnectBatch[]>(
  v.array(v.array(v.looseObject({ keys: v.array(v.string()), value: v.unknown() }))),
);

export function createRealtimeService(platform: Platform): RealtimeService {
  const database: Database = new Database(
    () => platform.clock.now(),
    (change) => {
      platform.changed('realtime', function* () {
        for (const path of changedRecords(change)) yield `node/${path}`;
      });
      guard.changed(change.places);
    },
  );
  const guard: Guard = new Guard(platform, () => database.root());
  const note = (key: string) => platform.changed('realtime', () => [key]);
  const wills = new RecordMap<readonly DisconnectBatch[]>((session) => note(`will/${session}`));
  const stamps = new Stamps(mostQueues, (queue) => note(`stamp/${queue}`));

  const write = (change: TreeChange, session: Session) => {
    guard.write(change, session);
    database.make(change);
  };
  const disconnected = (session: Session) => {
    const left = wills.get(session.id) ?? [];
    wills.delete(session.id);
    for (const will of left) {
      try {
        write(database.update(will), session);
      } catch (error) {
        // Writes that are no longer allowed are dropped; there is no client to notify.
        if (!isPortError(error, 'permission-denied', 'unauthenticated')) throw error;
      }
    }
  };
  const once = (
    operation: RealtimeOperation,
    stamp: Stamp | null,
    session: Session,
    change: () => TreeChange,
  ) => {
    if (stamp && stamps.has(stamp)) return null;
    const made = change();
    const diesAfter = platform.faults.crash('realtime', operation);
    try {
      // The tree is exchanged in one step, so a batch that is not through has changed nothing.
      if (diesAfter !== null && diesAfter < made.places.length) throw new Crashed();
      write(made, session);
      if (stamp) stamps.keep(stamp);
    } finally {
      if (diesAfter !== null) platform.crash();
    }
    return null;
  };

  const requests: Handlers = {
    get(query, session) {
      guard.get(query, session);
      return new QueryFilter(query).whole(database.root().at(query.keys)).toWire();
    },
    set: (setting, session) => once('set', setting.stamp, session, () => database.settings([setting])),
    update: (updating, session) =>
      once('update', updating.stamp, session, () => database.update(settingsOf(updating))),
    setPriority: ({ stamp, keys, priority }, session) =>
      once('setPriority', stamp, session, () =>
        database.patch({ keys: [...keys, priorityKey], node: leaf(priority) }),
      ),
    transaction({ keys, writes, ...expected }, session) {
      // The answer says whether the expected value is the stored one: only to whoever may read that.
      guard.compare(keys, session);
      const held = database.root().at(keys);
      const same = 'hash' in expected ? hashOf(held) === expected.hash : held.equals(fromWire(expected.base));
      if (!same) return { committed: false };
      // All writes of a transaction are one write of their common place.
      write({ ...database.settings(writes), places: [keys] }, session);
      return { committed: true };
    },
    onDisconnect(will, session) {
      if (will.action === 'set') guard.write(database.settings([will]), session);
      if (will.action === 'update') guard.write(database.update(settingsOf(will)), session);
      wills.set(session.id, withDisconnect(wills.get(session.id) ?? [], will));
      return null;
    },
    identity: (_, session) => authOf(session),
    goodbye(_, session) {
      disconnected(session);
      return null;
    },
  };
  const listen = (query: NormalQuery, session: Session, sink: Sink) => {
    let stop: Unsubscribe = () => {};
    const forget = guard.listen(query, session, (error) => {
      close();
      sink.end(error);
    });
    const close = () => {
      stop();
      forget();
    };
    stop = database.listen(query, sink, guard.lacksIndex(query));
    return close;
  };
  /** Drops every client; their disconnect writes were meant for the tree as it was. */
  const restored = (tree: TreeNode, left: RealtimeData['wills'], kept: StampsData) => {
    wills.replaceAll([]);
    stamps.replaceAll(kept);
    database.replace(tree);
    for (const session of left) makeAll(session);
  };
  const makeAll = (session: readonly DisconnectBatch[]) => {
    for (const bequest of session.flat()) database.make(database.update([bequest]));
  };
  return {
    name: 'realtime',
    payloads: realtimePayloads,
    requests,
    topics: { listen },
    disconnected,
    identified: (session) => guard.identified(session),
    snapshot: (): RealtimeData => ({
      tree: database.root().toWire(),
      wills: [...wills.values()],
      stamps: stamps.data(),
    }),
    restore(data) {
      const { tree, wills: left, stamps: kept } = data as RealtimeData;
      restored(fromWire(tree), left, kept);
    },
    records: serviceRecords(
      { node: treePart(() => database.root()), will: wills.part(), stamp: stamps.part() },
      ({ node, will, stamp }, aside) => {
        restored(recordedTree(node, aside), [], readableEntries('stamp', stamp, aside, storedStamp));
        const unreadable = new Set<string>();
        const notedAside: SetAsideRecords = (key, error) => {
          unreadable.add(key);
          aside(key, error);
        };
        readEach('will', will, notedAside, (left) => makeAll(storedWills(left)));
        for (const [session] of will) if (!unreadable.has(`will/${session}`)) note(`will/${session}`);
      },
    ),
    publishRules: (rules) => guard.publish(rules),
    server: {
      get: async (path) => database.root().at(pathKeys(path)).toJson(),
      async update(values) {
        const updating = { values: [...checkUpdate('', values)].map(([keys, value]) => ({ keys, value })) };
        database.make(database.update(settingsOf(updating)));
      },
    },
  };
}
