/** A client's view of the tree: the server's values with the client's own writes applied on top. */
import { disposedError, type PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Realtime, RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import { CurrentValue } from '#provider-kit/current-value.ts';
import { type RealtimeListener, realtimeShell } from '#provider-kit/realtime/shell.ts';
import type { TreeSetting } from '#query/tree/change.ts';
import type { Keys, TreeNode } from '#query/tree/node.ts';
import { QueryFilter } from '#query/tree/query-filter.ts';
import type { ClientParts } from './client-parts.ts';
import { type PlainTree, type TreeWrite, withWrite } from './tree.ts';

interface PendingWrite extends TreeWrite {
  readonly landed: () => void;
  readonly failed: (error: PortError) => void;
}

interface View {
  readonly filter: QueryFilter;
  readonly listener: RealtimeListener<RealtimeSnapshot>;
  /** Last event of its listener; `null` before the first. */
  shown: TreeNode | null;
}

export function minimalRealtime(tree: PlainTree, { client, clock, line }: ClientParts): Realtime {
  /** The tree as the server last told it: as it was when the connection was cut. */
  let base = tree.root;
  let pending: readonly PendingWrite[] = [];
  let sending = false;
  const views = new Set<View>();
  const connected = new CurrentValue<boolean>(
    client,
    () => Promise.resolve(),
    () => line.online(),
  );

  const local = () => pending.reduce((root, write) => withWrite(root, write, clock.now()), base);
  /** Offline, a place is known if a view shows it whole, or if an own write has set it. */
  const isKnown = (keys: Keys) =>
    line.online() ||
    [...views].some(({ filter, shown }) => shown && !filter.filters && isWithin(filter.query.keys, keys)) ||
    pending.some(({ settings }) => settings.some((setting) => isWithin(setting.keys, keys)));
  const refresh = (view: View) => {
    const { filter, listener, shown } = view;
    const { keys } = filter.query;
    if (!shown && !isKnown(keys)) return;
    const node = filter.whole(local().at(keys));
    if (shown?.equals(node)) return;
    view.shown = node;
    listener.next(snapshotIn(filter.query, node));
  };
  const refreshAll = () => views.forEach(refresh);
  const follow = () => {
    if (!line.online()) return;
    base = tree.root;
    refreshAll();
  };
  const send = async () => {
    if (sending) return;
    sending = true;
    for (;;) {
      await Promise.resolve();
      const [next, ...rest] = pending;
      if (!next || !line.online()) break;
      pending = rest;
      tree.write(next);
      next.landed();
    }
    sending = false;
  };
  const write = (settings: readonly TreeSetting[], update: boolean) =>
    new Promise<void>((landed, failed) => {
      pending = [...pending, { settings, update, landed, failed }];
      refreshAll();
      void send();
    });

  client.onDispose(tree.onChange(follow));
  client.onDispose(
    line.onChange((online) => {
      connected.tell(online);
      follow();
      void send();
    }),
  );
  client.onDispose(() => {
    for (const { failed } of pending) failed(disposedError());
    pending = [];
    connected.dispose();
  });

  return realtimeShell(
    {
      async get(query) {
        if (!isKnown(query.keys) || line.online()) await line.request(() => {});
        return snapshotIn(query, new QueryFilter(query).whole(local().at(query.keys)));
      },
      set: (request) => write([request], false),
      update: ({ values }) =>
        write(
          values.map((value) => ({ ...value, priority: null })),
          true,
        ),
      watch(query, listener) {
        const view: View = { filter: new QueryFilter(query), listener, shown: null };
        views.add(view);
        refresh(view);
        return () => views.delete(view);
      },
      watchConnection: (next) => connected.add(next),
      watchServerTimeOffset: (next) => {
        const offset = new CurrentValue<number>(
          client,
          () => Promise.resolve(),
          () => 0,
        );
        return client.isDisposed() ? () => {} : offset.add(next);
      },
    },
    client,
  );
}

const isWithin = (outer: Keys, keys: Keys) => outer.every((key, at) => keys[at] === key);

/** `node` holds what the query shows. */
function snapshotIn({ keys, orderBy }: NormalQuery, node: TreeNode): RealtimeSnapshot {
  return Object.freeze({
    key: keys.at(-1) ?? null,
    path: keys.join('/'),
    value: node.toJson(),
    priority: node.priority,
    children: Array.from(node.ordered(orderBy).entries(), ({ key, node: child }) =>
      Object.freeze({ key, value: child.toJson(), priority: child.priority }),
    ),
  });
}
