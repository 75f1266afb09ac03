/** Realtime values in PostgreSQL: reads, writes, listens, and writes that are made when a connection ends, however it ends. */
import { isPortError, type PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { ServerRealtime } from '#ports/server/server.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import { checkUpdate, pathKeys } from '#provider-kit/realtime/checks.ts';
import {
  patchChange,
  settingsChange,
  type TreeChange,
  type TreeSetting,
  updateChange,
} from '#query/tree/change.ts';
import type { DisconnectChange } from '#query/tree/disconnect-writes.ts';
import { fromWire, type Keys, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { TreeTransaction } from '#query/tree/protocol.ts';
import type { Patch } from '#query/tree/values.ts';
import { PathTrie } from '#query/tree/path-trie.ts';
import { QueryFilter } from '#query/tree/query-filter.ts';
import type { SqlDatabase } from '../database.ts';
import type { Requester } from '../docs/postgres-docs.ts';
import { DisconnectLeases } from './disconnect-leases.ts';
import { RealtimeGuard, type RealtimeGuardOptions } from './realtime-guard.ts';
import { SharedTree } from './shared-tree.ts';

export interface PostgresRealtimeOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** Default: everything is allowed. */
  readonly guard?: RealtimeGuardOptions;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
}

export interface TreeObserver {
  /** Value of the query, first and after each change. */
  next(node: TreeNode): void;
  /** The listen is over: it is no longer allowed. */
  error(error: PortError): void;
}

interface OpenListen extends TreeObserver {
  readonly filter: QueryFilter;
  readonly requester: Requester;
  shown: TreeNode | null;
  looked: ReturnType<RealtimeGuard['read']>;
}

export async function openPostgresRealtime(options: PostgresRealtimeOptions): Promise<PostgresRealtime> {
  return new PostgresRealtime(options, await SharedTree.open(options.database, options.report));
}

export class PostgresRealtime {
  readonly server: ServerRealtime;
  private readonly options: PostgresRealtimeOptions;
  private readonly tree: SharedTree;
  private readonly guard: RealtimeGuard;
  private readonly listens = new PathTrie<OpenListen>();
  /** Open listens by the places that decided about them. */
  private readonly decided = new PathTrie<OpenListen>();
  private readonly leases: DisconnectLeases;

  constructor(options: PostgresRealtimeOptions, tree: SharedTree) {
    this.options = options;
    this.tree = tree;
    this.guard = new RealtimeGuard(options.guard ?? null, () => options.clock.now());
    tree.onChange((places, root) => {
      runEach(at(places, this.decided), (listen) => this.authorizeAgain(listen));
      runEach(at(places, this.listens), (listen) => this.show(listen, root));
    });
    this.server = {
      get: async (path) => tree.root.at(pathKeys(path)).toJson(),
      update: (values) =>
        this.update(
          [...checkUpdate('', values)].map(([keys, value]) => ({ keys, value, priority: null })),
          'server',
        ),
    };
    this.leases = new DisconnectLeases({ ...options, tree, guard: this.guard });
  }

  /** Value of a query. @throws PortError permission-denied; failed-precondition: a query that no index serves */
  get(query: NormalQuery, requester: Requester): TreeNode {
    this.guard.get(this.tree.root, query, requester);
    return new QueryFilter(query).whole(this.tree.root.at(query.keys));
  }

  /** @throws PortError permission-denied */
  set(setting: TreeSetting, requester: Requester): Promise<void> {
    return this.write((root) => settingsChange(root, [setting], this.now()), requester);
  }

  /** Settings of which none lies within another, all at one moment. @throws PortError permission-denied */
  update(settings: readonly TreeSetting[], requester: Requester): Promise<void> {
    return this.write((root) => updateChange(root, settings, this.now()), requester);
  }

  /** New value of one place, which may be a priority. @throws PortError permission-denied */
  patch(patch: Patch, requester: Requester): Promise<void> {
    return this.write((root) => patchChange(root, patch, this.now()), requester);
  }

  /**
   * Writes on top of each other, all within `keys`, only if `base` is there: false otherwise. For who may read that.
   * @throws PortError permission-denied
   */
  async transaction({ keys, base, writes }: TreeTransaction, requester: Requester): Promise<boolean> {
    const expected = fromWire(base);
    let isSame = false;
    await this.tree.write(async (root) => {
      this.guard.read(root, wholeOf(keys), requester);
      isSame = root.at(keys).equals(expected);
      if (!isSame) return null;
      // All writes of a transaction are one write of their common place.
      const change = { ...settingsChange(root, writes, this.now()), places: [keys] };
      this.guard.write(change, requester);
      return change;
    });
    return isSame;
  }

  /** Whether the rules name no index for a query. */
  lacksIndex(query: NormalQuery): boolean {
    return this.guard.lacksIndex(query);
  }

  /** @throws PortError permission-denied */
  listen(query: NormalQuery, requester: Requester, observer: TreeObserver): Unsubscribe {
    const looked = this.guard.read(this.tree.root, query, requester);
    const listen: OpenListen = {
      next: (node) => observer.next(node),
      error: (error) => observer.error(error),
      ...{ filter: new QueryFilter(query), requester, shown: null, looked },
    };
    this.listens.add(query.keys, listen);
    for (const keys of looked) this.decided.add(keys, listen);
    this.show(listen, this.tree.root);
    return () => this.forget(listen);
  }

  /**
   * Adds or removes disconnect writes of a connection. Stored in the database once this resolves. @throws PortError permission-denied;
   * resource-exhausted: too many disconnect writes of this connection
   */
  async leave(connection: string, change: DisconnectChange, author: Requester): Promise<void> {
    const root = this.tree.root;
    if (change.action === 'set') this.guard.write(settingsChange(root, [change], this.now()), author);
    if (change.action === 'update')
      this.guard.write(updateChange(root, settingsOf(change), this.now()), author);
    await this.leases.hold(connection, change, author);
  }

  /** Makes what was left for the end of a connection. */
  ended(connection: string): Promise<void> {
    return this.leases.end(connection);
  }

  /** Ends listens and renewals. Leases are left to other processes. */
  close(): void {
    this.leases.close();
    this.tree.close();
  }

  private write(make: (root: TreeNode) => TreeChange, requester: Requester): Promise<void> {
    return this.tree.write(async (root) => {
      const change = make(root);
      this.guard.write(change, requester);
      return change;
    });
  }

  private show(listen: OpenListen, root: TreeNode): void {
    const node = listen.filter.whole(root.at(listen.filter.query.keys));
    if (listen.shown?.equals(node)) return;
    listen.shown = node;
    listen.next(node);
  }

  private authorizeAgain(listen: OpenListen): void {
    for (const keys of listen.looked) this.decided.remove(keys, listen);
    try {
      listen.looked = this.guard.read(this.tree.root, listen.filter.query, listen.requester);
      for (const keys of listen.looked) this.decided.add(keys, listen);
    } catch (error) {
      listen.looked = [];
      this.forget(listen);
      if (!isPortError(error, 'permission-denied')) throw error;
      listen.error(error);
    }
  }

  private forget(listen: OpenListen): void {
    this.listens.remove(listen.filter.query.keys, listen);
    for (const keys of listen.looked) this.decided.remove(keys, listen);
  }

  private now(): number {
    return this.options.clock.now();
  }
}

/** Query of the whole content of a place, or of the place of a priority. */
const wholeOf = (keys: Keys): NormalQuery => ({
  keys: keys.at(-1) === priorityKey ? keys.slice(0, -1) : keys,
  ...{ orderBy: 'priority', start: null, end: null, limit: null },
});

const settingsOf = ({ values }: Extract<DisconnectChange, { action: 'update' }>): readonly TreeSetting[] =>
  values.map((value) => ({ ...value, priority: null }));

const at = (places: readonly Keys[], trie: PathTrie<OpenListen>): readonly OpenListen[] => [
  ...new Set(places.flatMap((keys) => [...trie.touching(keys)])),
];
