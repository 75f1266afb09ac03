/** The hosted realtime service: one tree, its listens, and what clients left to be written when they are gone. */
import { checkUpdate, type NormalQuery, pathKeys } from '#ports/realtime/checks.ts';
import type { ServerRealtime } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import type { CloudService, Platform, Session, Sink } from '../service.ts';
import { type Change, Database } from './database.ts';
import { fromWire, leaf, priorityKey } from './node.ts';
import type { RealtimeOperation, RealtimeOperations, Stamp, Updating } from './protocol.ts';
import { QueryFilter } from './query-filter.ts';
import { Stamps, type StampsData } from './stamps.ts';
import { amended, type Will } from './wills.ts';

/** Queues of clients whose last write is remembered. */
const mostQueues = 10_000;

export interface RealtimeService extends CloudService {
  readonly server: ServerRealtime;
}

interface RealtimeData {
  readonly tree: Json;
  /** Of clients connected when the snapshot was taken: they are gone when it is restored. */
  readonly wills: readonly (readonly Will[])[];
  readonly stamps: StampsData;
}

type Handlers = {
  readonly [name in RealtimeOperation]: (
    payload: RealtimeOperations[name]['payload'],
    session: Session,
  ) => RealtimeOperations[name]['reply'];
};

const settingsOf = ({ values }: Updating) => values.map((value) => ({ ...value, priority: null }));

export function createRealtimeService(platform: Platform): RealtimeService {
  const changed = () => platform.changed('realtime');
  const database = new Database(() => platform.clock.now(), changed);
  const wills = new Map<string, readonly Will[]>();
  let stamps = new Stamps(mostQueues);

  const carryOut = (left: readonly Will[]) => {
    for (const will of left) database.make(database.update(will));
  };
  const disconnected = (session: Session) => {
    const left = wills.get(session.id);
    wills.delete(session.id);
    if (left) carryOut(left);
  };
  const once = (stamp: Stamp, change: () => Change) => {
    if (stamps.has(stamp)) return null;
    database.make(change());
    stamps.keep(stamp);
    return null;
  };

  const requests: Handlers = {
    get: (query) => new QueryFilter(query).whole(database.root().at(query.keys)).toWire(),
    set: (setting) => once(setting.stamp, () => database.settings([setting])),
    update: (updating) => once(updating.stamp, () => database.update(settingsOf(updating))),
    setPriority: ({ stamp, keys, priority }) =>
      once(stamp, () => database.patch({ keys: [...keys, priorityKey], node: leaf(priority) })),
    transaction({ keys, base, writes }) {
      if (!database.root().at(keys).equals(fromWire(base))) return { committed: false };
      database.make(database.settings(writes));
      return { committed: true };
    },
    onDisconnect(will, session) {
      wills.set(session.id, amended(wills.get(session.id) ?? [], will));
      changed();
      return null;
    },
    goodbye(_, session) {
      disconnected(session);
      return null;
    },
  };
  return {
    name: 'realtime',
    requests: requests as CloudService['requests'],
    topics: {
      listen: (query: NormalQuery, _session: Session, sink: Sink) => database.listen(query, sink),
    },
    disconnected,
    snapshot: (): RealtimeData => ({
      tree: database.root().toWire(),
      wills: [...wills.values()],
      stamps: stamps.data(),
    }),
    restore(data) {
      const { tree, wills: left, stamps: kept } = data as RealtimeData;
      // Every client is dropped by this; what they left was meant for the tree as it was.
      wills.clear();
      stamps = new Stamps(mostQueues, kept);
      database.replace(fromWire(tree));
      for (const will of left) carryOut(will);
    },
    server: {
      get: async (path) => database.root().at(pathKeys(path)).toJson(),
      async update(values) {
        const updating = { values: [...checkUpdate('', values)].map(([keys, value]) => ({ keys, value })) };
        database.make(database.update(settingsOf(updating)));
      },
    },
  };
}
