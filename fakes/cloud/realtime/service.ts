/** The hosted realtime service: one tree, its listens, and what clients left to be written when they are gone. */
import { checkUpdate, type NormalQuery, pathKeys } from '#ports/realtime/checks.ts';
import type { ServerRealtime } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import type { CloudService, Platform, Session, Sink } from '../service.ts';
import { Listens } from './listens.ts';
import { empty, fromWire, type TreeNode } from './node.ts';
import {
  isWhole,
  type LastWill,
  type RealtimeOperation,
  type RealtimeOperations,
  type SetPayload,
  type UpdatePayload,
} from './protocol.ts';
import { applied, parseValue, type Patch } from './values.ts';
import { amended, type Bequest } from './wills.ts';
import { QueryWindow } from './window.ts';

export interface RealtimeService extends CloudService {
  readonly server: ServerRealtime;
}

interface RealtimeData {
  readonly tree: Json;
  /** Of clients connected when the snapshot was taken: they are gone when it is restored. */
  readonly wills: readonly (readonly Bequest[])[];
}

type Handlers = {
  readonly [name in RealtimeOperation]: (
    payload: RealtimeOperations[name]['payload'],
    session: Session,
  ) => RealtimeOperations[name]['reply'];
};

export function createRealtimeService(platform: Platform): RealtimeService {
  let root: TreeNode = empty;
  let listens = new Listens();
  const wills = new Map<string, readonly Bequest[]>();

  const write = (patches: readonly Patch[]) => {
    const before = root;
    for (const patch of patches) root = applied(root, patch);
    if (root === before) return;
    platform.changed('realtime');
    listens.tell(
      patches.map(({ keys }) => keys),
      before,
      root,
    );
  };
  const setPatch = ({ keys, value, priority }: SetPayload): Patch => ({
    keys,
    node: parseValue(value, root.at(keys), platform.clock.now(), priority),
  });
  const update = ({ values }: UpdatePayload) =>
    write(values.map(({ keys, value }) => setPatch({ keys, value, priority: null })));
  /** Written together, each as if the ones before it were written already. */
  const carryOut = (bequests: readonly Bequest[]) => {
    for (const bequest of bequests) write([setPatch(bequest)]);
  };
  const disconnected = (session: Session) => {
    const left = wills.get(session.id);
    wills.delete(session.id);
    if (left) carryOut(left);
  };

  const requests: Handlers = {
    get: (query) => find(root, query),
    set(payload) {
      write([setPatch(payload)]);
      return null;
    },
    update(payload) {
      update(payload);
      return null;
    },
    setPriority({ keys, priority }) {
      write([{ keys, priority }]);
      return null;
    },
    transaction({ keys, base, value }) {
      const current = root.at(keys);
      if (!current.equals(fromWire(base))) return { committed: false, value: current.toWire() };
      write([setPatch({ keys, value, priority: current.priority })]);
      return { committed: true, value: root.at(keys).toWire() };
    },
    onDisconnect(will: LastWill, session) {
      wills.set(session.id, amended(wills.get(session.id) ?? [], will));
      platform.changed('realtime');
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
      listen: (query: NormalQuery, _session: Session, sink: Sink) => listens.open(query, root, sink),
    },
    disconnected,
    snapshot: (): RealtimeData => ({ tree: root.toWire(), wills: [...wills.values()] }),
    restore(data) {
      const { tree, wills: left } = data as RealtimeData;
      // Every client is dropped by this; what they left was meant for the tree as it was.
      wills.clear();
      listens = new Listens();
      root = fromWire(tree);
      for (const bequests of left) carryOut(bequests);
    },
    server: {
      get: async (path) => root.at(pathKeys(path)).toJson(),
      async update(values) {
        update({ values: [...checkUpdate('', values)].map(([keys, value]) => ({ keys, value })) });
      },
    },
  };
}

function find(root: TreeNode, query: NormalQuery): Json {
  const parent = root.at(query.keys);
  if (isWhole(query)) return parent.toWire();
  const window = new QueryWindow(query);
  window.update(window.allKeys(parent), parent);
  return window.toWire();
}
