/** Documents in PostgreSQL: reads, queries and commits, each in one transaction with the security rules that authorize it. */
import type { Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { operationQueue } from '#provider-kit/operation-queue.ts';
import type { DocState } from '#query/doc-state.ts';
import { evaluate, type Plan } from '#query/plan.ts';
import { createPlanner } from '#query/planner.ts';
import type { StoredDoc } from '#query/store.ts';
import type { ChangeHint, LandedCommit } from '#sync/hinting-backend.ts';
import type { Commit, Expectation } from '#sync/transport.ts';
import type { SqlDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';
import { DocGuard, type GuardOptions } from './doc-guard.ts';
import { docOfRow, type DocRow, readDocs, statesOfText, statesToText, writeDocs } from './doc-rows.ts';
import { type DocIndex, prepareIndexes, type PreparedIndexes } from './doc-indexes.ts';
import { postgresLimits } from './limits.ts';
import { sqlOf } from './query-sql.ts';
import { stagedWrites } from './staged-writes.ts';

export interface PostgresDocsOptions {
  readonly database: SqlDatabase;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Default: everything is allowed. */
  readonly guard?: GuardOptions;
  /** Default: none. */
  readonly indexes?: readonly DocIndex[];
}

/** Author of a request: a caller under the rules, `null` for a visitor who is not signed in, or the server, without rules. */
export type Requester = Caller | 'server' | null;

/** PostgreSQL takes less than 8,000 bytes in a notification. */
const longestHint = 7900;
const hintChannel = 'docs';
/** How long a commit is remembered, so that one sent again is not carried out again. */
const rememberedMicros = 2 * 24 * 3600 * 1_000_000;
/** Old commits are forgotten with each of so many commits. */
const commitsBetweenCleaning = 100;
/** Most commits of a queue that `landed` returns. */
const mostLanded = 64;

export async function openPostgresDocs(options: PostgresDocsOptions): Promise<PostgresDocs> {
  const indexes = await prepareIndexes(options.database, options.indexes ?? []);
  return new PostgresDocs(options, indexes);
}

export class PostgresDocs {
  private readonly database: SqlDatabase;
  private readonly now: () => number;
  private readonly guard: DocGuard | null;
  private readonly indexes: PreparedIndexes;
  private readonly planOf = createPlanner(postgresLimits);
  /** Queue of commits, which lock one row: a commit that waits holds no connection. */
  private readonly inTurn = operationQueue();
  private commits = 0;

  constructor({ database, now, guard }: PostgresDocsOptions, indexes: PreparedIndexes) {
    this.database = database;
    this.now = now;
    this.guard = guard ? new DocGuard(guard) : null;
    this.indexes = indexes;
  }

  /** `null`: there is no such document. @throws PortError permission-denied */
  get(path: string, requester: Requester): Promise<StoredDoc | null> {
    const one = async (sql: Sql) => (await readDocs(sql, [path])).get(path) ?? null;
    const { guard } = this;
    if (!guard || requester === 'server') return one(this.database);
    return this.database.read(async (sql) => {
      await guard.get(sql, path, requester, this.micros());
      return one(sql);
    });
  }

  /** In the query's order, as of one moment. @throws PortError permission-denied, and for an impossible query */
  async find(query: Query, requester: Requester): Promise<readonly StoredDoc[]> {
    const plan = this.planOf(query);
    const { guard } = this;
    if (!guard || requester === 'server') return this.answer(this.database, plan);
    return this.database.read(async (sql) => {
      await guard.find(sql, plan, requester, this.micros());
      return this.answer(sql, plan);
    });
  }

  /**
   * Carries out a commit, once per id. Resolves with the documents afterwards, without those that the requester may not read. `rechecked` are
   * queries that must have the same answer as before.
   * @throws PortError permission-denied, not-found, invalid-argument, failed-precondition, already-exists: nothing has changed then
   */
  commit(
    commit: Commit,
    requester: Requester,
    rechecked: readonly FoundBefore[] = [],
  ): Promise<readonly DocState[]> {
    return this.inTurn(() => this.carryOut(commit, requester, rechecked));
  }

  private carryOut(
    commit: Commit,
    requester: Requester,
    rechecked: readonly FoundBefore[],
  ): Promise<readonly DocState[]> {
    const { id, queue, writes, expects } = commit;
    const author = authorOf(requester);
    return this.database.write(async (sql) => {
      const [store] = await sql.rows<{ version: string }>(
        'UPDATE store SET version = greatest(version + 1, $1) RETURNING version',
        [Math.ceil(this.micros())],
      );
      const version = Number(store?.version);
      const known = await this.known(sql, id, author);
      if (known) return known;
      const stored = await readDocs(
        sql,
        [...writes, ...expects].map(({ path }) => path),
      );
      const dataOf = (path: string) => stored.get(path)?.data ?? null;
      const steps = stagedWrites(writes, dataOf, version);
      const readable = await this.authorize(sql, commit, steps, dataOf, requester, version);
      for (const expectation of expects) verify(expectation, stored);
      for (const before of rechecked) await this.recheck(sql, before);
      for (const { failure } of steps) if (failure) throw failure;
      const left = new Map(steps.map(({ path, after }) => [path, after]));
      const changes = Array.from(left, ([path, data]) => ({ path, data }));
      await writeDocs(sql, changes, version, this.indexes.nested);
      const states: DocState[] = [];
      for (const { path, data } of changes) if (await readable(path)) states.push({ path, data, version });
      await sql.rows('INSERT INTO commits VALUES ($1, $2, $3, $4, $5)', [
        id,
        author,
        queue,
        version,
        statesToText(states),
      ]);
      await this.hint(sql, [...left.keys()]);
      if (this.commits++ % commitsBetweenCleaning === 0)
        await sql.rows('DELETE FROM commits WHERE version < $1', [version - rememberedMicros]);
      return states;
    });
  }

  /** The newest commits of a queue of the requester's above a version, oldest first. */
  async landed(queue: string, after: number, requester: Requester): Promise<readonly LandedCommit[]> {
    const rows = await this.database.rows<{ id: string; version: string; docs: string }>(
      `SELECT id, version, docs FROM commits WHERE queue = $1 AND author = $2 AND version > $3
        ORDER BY version DESC LIMIT ${mostLanded}`,
      [queue, authorOf(requester), Math.floor(after)],
    );
    return rows
      .map(({ id, version, docs }) => ({ id, version: Number(version), docs: statesOfText(docs) }))
      .toReversed();
  }

  /** Publishes paths that have changed; `null` when any may have. */
  watch(next: (hint: ChangeHint) => void): Promise<Unsubscribe> {
    return this.database.listen(hintChannel, (payload) =>
      next(payload === null || payload === 'null' ? null : (JSON.parse(payload) as readonly string[])),
    );
  }

  /** PostgreSQL's plan for a query, as text, for who looks for a missing index. */
  async explain(query: Query): Promise<string> {
    const { text, values } = this.sqlOf(this.planOf(query));
    const rows = await this.database.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  private sqlOf(plan: Plan) {
    return sqlOf(plan, this.indexes.nestedSet(plan.query.collection));
  }

  private async answer(sql: Sql, plan: Plan): Promise<readonly StoredDoc[]> {
    const { text, values } = this.sqlOf(plan);
    return evaluate(plan, (await sql.rows<DocRow>(text, values)).map(docOfRow));
  }

  private async known(sql: Sql, id: string, author: string): Promise<readonly DocState[] | null> {
    const [known] = await sql.rows<{ author: string; docs: string }>(
      'SELECT author, docs FROM commits WHERE id = $1',
      [id],
    );
    if (!known) return null;
    if (known.author === author) return statesOfText(known.docs);
    throw new PortError('invalid-argument', 'Somebody else has used the id of this commit.');
  }

  private async authorize(
    sql: Sql,
    { writes, expects }: Commit,
    steps: Parameters<DocGuard['commit']>[1],
    dataOf: (path: string) => StoredDoc['data'] | null,
    requester: Requester,
    time: number,
  ): Promise<(path: string) => Promise<boolean>> {
    if (!this.guard || requester === 'server') return async () => true;
    const expected = expects.map(({ path }) => path);
    const known = new Map([...writes, ...expects].map(({ path }) => [path, dataOf(path)]));
    return this.guard.commit(sql, steps, expected, known, requester, time);
  }

  private async recheck(sql: Sql, { query, versions }: FoundBefore): Promise<void> {
    if (answerVersions(await this.answer(sql, this.planOf(query))) === versions) return;
    throw new PortError('failed-precondition', `The answer to a query of ${query.collection} has changed.`);
  }

  private async hint(sql: Sql, paths: readonly string[]): Promise<void> {
    // Escaped: a byte for each character.
    const hint = JSON.stringify(paths).replace(/[^\x20-\x7e]/gu, (unit) =>
      Array.from(
        { length: unit.length },
        (_, at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
    await sql.rows('SELECT pg_notify($1, $2)', [
      this.database.channel(hintChannel),
      hint.length > longestHint ? 'null' : hint,
    ]);
  }

  private micros(): number {
    return this.now() * 1000;
  }
}

const authorOf = (requester: Requester): string =>
  requester === null || requester === 'server' ? `${requester}` : `user ${requester.uid}`;

/** A query that was answered before. */
export interface FoundBefore {
  readonly query: Query;
  readonly versions: string;
}

export const answerVersions = (docs: readonly DocState[]): string =>
  JSON.stringify(docs.map(({ path, version }) => [path, version]));

function verify({ path, version }: Expectation, stored: ReadonlyMap<string, StoredDoc>): void {
  const now = stored.get(path)?.version ?? null;
  if (now === version) return;
  throw version === null
    ? new PortError('already-exists', `${path} was read as missing, and is there now.`)
    : new PortError('failed-precondition', `${path} has changed since it was read.`);
}
