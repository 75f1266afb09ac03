/**
 * Realtime values in PostgreSQL: a log of writes, and in each process the tree that they make. A write holds a lock while it reads
 * the log to its end, so rules and increments see the tree as it is; other processes read the log when they are notified.
 */
import { PortError } from '#ports/errors.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import { runEach } from '#provider-kit/guard-listener.ts';
import { operationQueue } from '#provider-kit/operation-queue.ts';
import type { TreeChange } from '#query/tree/change.ts';
import { fromWire, type Keys, type TreeNode } from '#query/tree/node.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';

/** Places with their new values, all at one moment. */
type LoggedWrites = readonly (readonly [keys: Keys, value: Json])[];

interface LoggedChange {
  readonly version: number;
  readonly writes: LoggedWrites;
}

/** Tree at a version of the log. */
interface VersionedTree {
  readonly root: TreeNode;
  readonly version: number;
}

/** Called after each change, with the places that were written. */
type TreeListener = (places: readonly Keys[], root: TreeNode) => void;

const channel = 'realtime';
/** The tree is stored whole after so many writes, and the log before the tree stored last is removed. */
const writesBetweenTrees = 500;

export class SharedTree {
  private readonly database: SqlDatabase;
  private readonly report: (error: unknown) => void;
  private readonly listeners = new Set<TreeListener>();
  private current: VersionedTree;
  private reading: Promise<void> | null = null;
  private isBehind = false;
  private closed = false;
  private stop: Unsubscribe = () => {};
  /** Sequential writes: concurrent ones would wait for the lock, each with a connection to the database. */
  private readonly inTurn = operationQueue();

  private constructor(database: SqlDatabase, report: (error: unknown) => void, current: VersionedTree) {
    this.database = database;
    this.report = report;
    this.current = current;
  }

  /** @throws PortError unavailable */
  static async open(database: SqlDatabase, report: (error: unknown) => void): Promise<SharedTree> {
    const tree = new SharedTree(database, report, await storedTree(database));
    tree.stop = await database.listen(channel, () => tree.catchUp());
    await tree.readOn();
    return tree;
  }

  get root(): TreeNode {
    return this.current.root;
  }

  onChange(next: TreeListener): Unsubscribe {
    const own: TreeListener = (places, root) => next(places, root);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  /**
   * Makes the change that `make` works out of the tree as it is; `null`: nothing is to be changed. Listeners have been called when it
   * resolves. @throws whatever `make` throws: nothing has changed then
   */
  write(make: (root: TreeNode, sql: Sql) => Promise<TreeChange | null>): Promise<void> {
    return this.inTurn(() => this.writeNow(make));
  }

  private async writeNow(make: (root: TreeNode, sql: Sql) => Promise<TreeChange | null>): Promise<void> {
    const { changes, left } = await this.database.write(async (sql) => {
      const [locked] = await sql.rows<{ version: string }>(
        'UPDATE realtime SET version = version + 1 RETURNING version',
      );
      const version = Number(locked?.version);
      const { tree, changes: earlier } = await readFrom(sql, this.current);
      const change = await make(tree.root, sql);
      const writes = change && change.after !== change.before ? writesOf(change) : null;
      if (!writes) {
        await sql.rows('UPDATE realtime SET version = version - 1');
        return { changes: earlier, left: tree };
      }
      await sql.rows('INSERT INTO realtime_writes VALUES ($1, $2)', [version, JSON.stringify(writes)]);
      const written = { root: withWrites(tree.root, writes), version };
      if (version % writesBetweenTrees === 0) await storeTree(sql, written);
      await sql.rows('SELECT pg_notify($1, $2)', [this.database.channel(channel), String(version)]);
      return { changes: [...earlier, { version, writes }], left: written };
    });
    this.publish(changes);
    this.replace(left);
  }

  close(): void {
    this.closed = true;
    this.stop();
    this.listeners.clear();
  }

  private catchUp(): void {
    if (this.closed) return;
    this.isBehind = true;
    this.reading ??= this.readOn().finally(() => (this.reading = null));
  }

  private async readOn(): Promise<void> {
    do {
      this.isBehind = false;
      try {
        const before = this.current;
        const { tree, changes } = await this.database.read((sql) => readFrom(sql, before));
        if (changes.length > 0 || tree === before) this.publish(changes);
        else this.replace(tree);
      } catch (error) {
        // The next notification, or the connection that is made again, has it read on.
        if (!this.closed) this.report(error);
      }
    } while (this.isBehind && !this.closed);
  }

  private publish(changes: readonly LoggedChange[]): void {
    for (const { version, writes } of changes) {
      if (version !== this.current.version + 1) continue;
      const root = withWrites(this.current.root, writes);
      this.current = { root, version };
      const places = writes.map(([keys]) => keys);
      runEach([...this.listeners], (listener) => listener(places, root));
    }
  }

  /** After a stored tree was read in place of a part of the log. */
  private replace(tree: VersionedTree): void {
    if (tree.version <= this.current.version) return;
    this.current = tree;
    runEach([...this.listeners], (listener) => listener([[]], tree.root));
  }
}

const withWrites = (root: TreeNode, writes: LoggedWrites): TreeNode =>
  writes.reduce((tree, [keys, value]) => tree.with(keys, fromWire(value)), root);

/** Places of a change in their order, each with its value at the end. */
function writesOf({ after, places }: TreeChange): LoggedWrites {
  return places.map((keys) => [keys, after.at(keys).toWire()]);
}

async function storedTree(sql: Sql): Promise<VersionedTree> {
  const [stored] = await sql.rows<{ tree: string; tree_version: string }>(
    'SELECT tree, tree_version FROM realtime',
  );
  if (!stored) throw new PortError('data-loss', 'The row of realtime values is missing.');
  return { root: fromWire(JSON.parse(stored.tree) as Json), version: Number(stored.tree_version) };
}

async function storeTree(sql: Sql, { root, version }: VersionedTree): Promise<void> {
  await sql.rows('DELETE FROM realtime_writes WHERE version <= (SELECT tree_version FROM realtime)');
  await sql.rows('UPDATE realtime SET tree_version = $1, tree = $2', [
    version,
    JSON.stringify(root.toWire()),
  ]);
}

/** The log beyond a tree; without changes where it begins later: the tree is then a stored one. */
async function readFrom(
  sql: Sql,
  known: VersionedTree,
): Promise<{ readonly tree: VersionedTree; readonly changes: readonly LoggedChange[] }> {
  const changes = await changesAfter(sql, known.version);
  const [first] = changes;
  if (!first) {
    const stored = await storedTree(sql);
    return { tree: stored.version > known.version ? stored : known, changes: [] };
  }
  if (first.version === known.version + 1) return { tree: after(known, changes), changes };
  const stored = await storedTree(sql);
  return {
    tree: after(
      stored,
      changes.filter(({ version }) => version > stored.version),
    ),
    changes: [],
  };
}

const after = (tree: VersionedTree, changes: readonly LoggedChange[]): VersionedTree =>
  changes.reduce(({ root }, { version, writes }) => ({ root: withWrites(root, writes), version }), tree);

async function changesAfter(sql: Sql, version: number): Promise<readonly LoggedChange[]> {
  const rows = await sql.rows<{ version: string; writes: string }>(
    'SELECT version, writes FROM realtime_writes WHERE version > $1 ORDER BY version',
    [version],
  );
  return rows.map((row) => ({
    version: Number(row.version),
    writes: JSON.parse(row.writes) as LoggedWrites,
  }));
}
