/**
 * Unit of work of one transaction. Reads go to the transaction and are cached; writes are buffered until the handler ends, so a handler may
 * read and change in any order. A read after a change returns the changed entity. Outside effects (pushes, tasks) are collected, and run
 * once the transaction is committed.
 */
import type * as v from 'valibot';
import { documentPaths } from '#api/paths.ts';
import { alertEventOf } from '#domain/alert/history.ts';
import type { EntryProgram, TimelineEvent } from '#domain/timeline/schema.ts';
import { timelineEventOf } from '#domain/timeline/transitions.ts';
import { writtenAtOf } from '#domain/timeline/written-at.ts';
import type { HistoryEvent } from '#domain/transition.ts';
import type { Settings } from '#api/settings.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { ServerPorts, ServerTransaction } from '#ports/server/server.ts';
import { attempt } from './attempt.ts';
import { type Changes, keepCopies } from './copies.ts';
import { lapseMovedRequests } from './cover.ts';
import { removeAskNotices } from '../cover/remove-ask-notices.ts';
import { onCallCheckTask } from '../tasks.ts';
import { noteWebhookChanges } from '../webhooks/note-changes.ts';
import { portErrorOf, CommandFailed } from './command-failed.ts';
import { runEffects, runOwnEffects, type CommitEffect } from './effects.ts';
import { noteUnreadable } from './note-unreadable.ts';
import { keepHolders } from './holders.ts';
import { touchOnCallChecks } from './on-call-checks.ts';
import { currentSettings } from './settings.ts';
import { fromDocument, toDocument, UnreadableDocument } from '#api/codec.ts';

/** Change of one document in a transaction. Null: none before, or none after. A document that was never read counts as new. */
export interface PendingChange {
  readonly before: object | null;
  readonly after: object | null;
}

/** A command, for the entries that tell of what its person did. */
export interface GivenCommand {
  readonly by: string;
  /** Milliseconds since it was given, by the clock of the browser that gave it. */
  readonly ageMs: number;
  /** Program by which it was given. */
  readonly via: EntryProgram;
}

export class UnitOfWork {
  readonly settings: Settings;
  private readonly server: ServerPorts;
  private readonly transaction: ServerTransaction;
  private readonly originals = new Map<string, unknown>();
  private readonly known = new Map<string, unknown>();
  /** `null`: to be deleted. */
  private readonly changed = new Map<string, object | null>();
  private readonly conditions: CommitEffect[] = [];
  private readonly followUps: ((changes: ReadonlyMap<string, PendingChange>) => Promise<void>)[] = [];
  private readonly last: ((changes: ReadonlyMap<string, PendingChange>) => void)[] = [];
  private readonly effects: CommitEffect[] = [];
  /** Documents that could not be read, by path. */
  private readonly unreadable = new Map<string, UnreadableDocument>();
  private sequence = 0;
  private instant: number | null = null;
  private given: GivenCommand | null = null;

  constructor(server: ServerPorts, transaction: ServerTransaction, settings: Settings) {
    this.settings = settings;
    this.server = server;
    this.transaction = transaction;
  }

  /**
   * Server time, the same through all of it. Taken when it is first asked for: a read may have waited for another
   * transaction to end, and what follows must not seem to have happened before that.
   */
  get now(): number {
    return (this.instant ??= this.server.clock.now());
  }

  /** Notes the command that this work carries out. */
  givenBefore(given: GivenCommand): void {
    this.given = given;
  }

  newId(): string {
    return this.server.random.id();
  }

  newSecret(): string {
    return this.server.random.secret();
  }

  /**
   * For a document that the work is about, or without which it may not go on.
   * @throws UnreadableDocument
   */
  async get<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | null> {
    if (!this.known.has(path)) this.learn(path, fromDocument(schema, await this.transaction.get(path)));
    return this.known.get(path) as v.InferOutput<S> | null;
  }

  /** For a document that the work can do without: null also for one that can't be read, which is noted (`isUnreadable`). */
  async getReadable<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | null> {
    if (this.isUnreadable(path) && !this.known.has(path)) return null;
    return (await this.passOver(() => this.get(schema, path))) ?? null;
  }

  /** Whether the work has met the document and could not read it. */
  isUnreadable(path: string): boolean {
    return this.unreadable.has(path);
  }

  /**
   * Documents that the query finds, each as this work has changed it; those that can't be read are left out and noted. Documents that
   * the work itself has added, or changed so that it no longer fits, is for the caller to think of.
   */
  async find<S extends v.GenericSchema>(schema: S, query: Query): Promise<v.InferOutput<S>[]> {
    const found: v.InferOutput<S>[] = [];
    for (const snapshot of await this.transaction.find(query))
      found.push(...((await this.passOver(() => this.recall(schema, snapshot))) ?? []));
    return found;
  }

  /**
   * The same, for work that may not pass over any of them.
   * @throws UnreadableDocument
   */
  async findAll<S extends v.GenericSchema>(schema: S, query: Query): Promise<v.InferOutput<S>[]> {
    const snapshots = await this.transaction.find(query);
    return snapshots.flatMap((snapshot) => this.recall(schema, snapshot));
  }

  /** Whether the query finds a document, which may be unreadable. */
  async hasAny(query: Query): Promise<boolean> {
    return (await this.transaction.find(query)).length > 0;
  }

  /** Replaces the whole document. */
  save(path: string, entity: object): void {
    this.known.set(path, entity);
    this.changed.set(path, entity);
  }

  remove(path: string): void {
    this.known.set(path, null);
    this.changed.set(path, null);
  }

  /** Adds to an incident's timeline, in the order of `events`. Returns the id of the last entry; '' for none. */
  appendTimeline(teamId: string, incidentId: string, events: readonly HistoryEvent[]): string {
    let id = '';
    for (const event of events) {
      id = this.newId();
      const place = { id, teamId, incidentId, sequence: this.sequence++, ...this.givenAs(event) };
      this.save(documentPaths.timelineEvent(teamId, incidentId, id), timelineEventOf(event, place));
    }
    return id;
  }

  /** The same, for the history of an alert that belongs to no incident. Events that the history does not list are left out. */
  appendAlertHistory(teamId: string, alertId: string, events: readonly HistoryEvent[]): string {
    let id = '';
    for (const event of events) {
      id = this.newId();
      const place = { id, teamId, alertId, sequence: this.sequence++, ...this.givenAs(event) };
      const kept = alertEventOf(event, place);
      if (kept !== null) this.save(documentPaths.alertEvent(teamId, alertId, id), kept);
    }
    return id;
  }

  /** Time of writing, for consequences of a command (such as notifications): now. Only the person's own action has an earlier time. */
  private givenAs({ at, by }: HistoryEvent): Pick<TimelineEvent, 'writtenAt'> & EntryProgram {
    if (this.given?.by !== by) return {};
    const writtenAt = writtenAtOf(at, this.given.ageMs);
    return { ...(writtenAt !== undefined && { writtenAt }), ...this.given.via };
  }

  /** Adds a step that runs after the handler, with all changes so far by path; it may read and save more. */
  whenDecided(run: (changes: ReadonlyMap<string, PendingChange>) => Promise<void>): void {
    this.followUps.push(run);
  }

  /** Adds a step that runs after those of `whenDecided`, with all writes by path; it may save more. */
  beforeWrites(run: (changes: ReadonlyMap<string, PendingChange>) => void): void {
    this.last.push(run);
  }

  /** Adds a condition of the commit, which runs before it and again with each attempt. If it fails, nothing is stored. */
  beforeCommit(condition: CommitEffect): void {
    this.conditions.push(condition);
  }

  /** Adds an effect that runs after the commit, at most once. The sweep must find again what must not be lost. */
  afterCommit(effect: CommitEffect): void {
    this.effects.push(effect);
  }

  /** Hands the writes to the transaction; returns what is left to do after it. */
  async flush(): Promise<readonly CommitEffect[]> {
    for (const run of this.followUps) await run(this.changes());
    const decided: Changes = {
      changed: this.changed,
      original: (path) => (this.originals.get(path) as object | null | undefined) ?? undefined,
      get: (schema, path) => this.get(schema, path),
      getReadable: (schema, path) => this.getReadable(schema, path),
      isUnreadable: (path) => this.isUnreadable(path),
      find: (schema, query) => this.find(schema, query),
      findAll: (schema, query) => this.findAll(schema, query),
      save: (path, entity) => this.save(path, entity),
      remove: (path) => this.remove(path),
    };
    keepHolders(decided);
    await keepCopies(decided);
    await lapseMovedRequests(decided, () => this.now);
    await removeAskNotices(decided, (effect) => this.afterCommit(effect));
    for (const { teamId, id: userId, dueAt: at } of await touchOnCallChecks(decided, () => this.now)) {
      const task = { at, id: `${onCallCheckTask}-${userId}-${at}` };
      this.afterCommit(async ({ tasks }) => {
        await attempt(() => tasks.enqueue(onCallCheckTask, { teamId, userId }, task));
      });
    }
    await noteWebhookChanges(decided, {
      now: () => this.now,
      newId: () => this.newId(),
      afterCommit: (effect) => this.afterCommit(effect),
    });
    const changes = this.changes();
    for (const run of this.last) run(changes);
    for (const condition of this.conditions) await condition(this.server);
    for (const [path, entity] of this.changed)
      this.transaction.write(
        entity === null ? { type: 'delete', path } : { type: 'set', path, data: toDocument(entity) },
      );
    const unreadable = [...this.unreadable.values()];
    if (unreadable.length > 0) this.afterCommit((server) => noteUnreadable(server, unreadable));
    return this.effects;
  }

  private changes(): ReadonlyMap<string, PendingChange> {
    return new Map(
      [...this.changed].map(([path, after]) => {
        const before = (this.originals.get(path) as object | null | undefined) ?? null;
        return [path, { before, after }] as const;
      }),
    );
  }

  private async passOver<T>(read: () => T | Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      this.unreadable.set(error.path, error);
      return null;
    }
  }

  private learn(path: string, entity: unknown): void {
    this.known.set(path, entity);
    this.originals.set(path, entity);
  }

  private recall<S extends v.GenericSchema>(schema: S, snapshot: DocSnapshot): v.InferOutput<S>[] {
    if (!this.known.has(snapshot.path)) this.learn(snapshot.path, fromDocument(schema, snapshot));
    const entity = this.known.get(snapshot.path);
    return entity === null ? [] : [entity as v.InferOutput<S>];
  }
}

interface TransactOptions {
  /** Effects go on after the answer, where the provider's runtime can (`ServerBackground`). Default: the caller waits for them. */
  readonly background?: boolean;
}

/**
 * Carries out `run` in one transaction, then its effects. An effect that fails is reported, and neither undoes the work nor hides its
 * answer.
 * @throws PortError for a refusal, with the domain's error in its details; nothing has changed then
 */
export async function transact<T>(
  server: ServerPorts,
  run: (work: UnitOfWork) => Promise<T>,
  { background = false }: TransactOptions = {},
): Promise<T> {
  const settings = await currentSettings(server.config);
  const outcome = await server.docs.transaction(async (transaction) => {
    const work = new UnitOfWork(server, transaction, settings);
    try {
      const value = await run(work);
      return { ok: true, value, effects: await work.flush() } as const;
    } catch (error) {
      if (error instanceof CommandFailed) return { ok: false, error: error.error } as const;
      throw error;
    }
  });
  if (!outcome.ok) throw portErrorOf(outcome.error);
  const { effects, value } = outcome;
  if (background) server.background.run(() => runEffects(server, effects));
  else await runOwnEffects(server, effects);
  return value;
}
