/** Stream of one client over a backend that only hints: finds queries again that may have changed, and publishes the difference. */
import { collectionOf, lastPart } from '#query/paths.ts';
import { toPortError } from '#ports/errors.ts';
import { later } from '#provider-kit/later.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { DocState } from '#query/doc-state.ts';
import type { ChangeHint, HintingBackend } from './hinting-backend.ts';
import {
  answerChange,
  changedPaths,
  type Fetched,
  inconsistent,
  latestStates,
  pathsOfAnswer,
} from './refetched-answers.ts';
import type { SeenVersions } from './seen-versions.ts';
import type {
  AcceptedCommit,
  Commit,
  CommitQueue,
  ListenRequest,
  ListenSubject,
  TransportEvent,
  TransportStream,
} from './transport.ts';

/** Most finds of one target before it is left to the next attempt, so that writers can't keep a stream busy. */
const mostRounds = 10;
const retryMs = 250;

export interface RefetchingStreamOptions {
  readonly backend: HintingBackend;
  readonly versions: SeenVersions;
  readonly clock: Clock;
  readonly pollMs: number;
  readonly queue: CommitQueue;
  readonly next: (event: TransportEvent) => void;
}

interface Target {
  readonly id: number;
  readonly subject: ListenSubject;
  /** Published answer; `null` before the first. */
  published: Fetched | null;
  /** Whether it is to be found again. */
  dirty: boolean;
}

/** Documents of a reply that is held back until they are published. */
interface PendingReply {
  readonly docs: readonly DocState[];
  readonly accepted: readonly AcceptedCommit[];
  readonly settle: () => void;
}

/** Answers as of one state of the store. */
interface Found {
  readonly answers: ReadonlyMap<Target, Fetched>;
  /** Waiting commits that the answers contain. */
  readonly landed: readonly AcceptedCommit[];
}

export class RefetchingStream implements TransportStream {
  private readonly options: RefetchingStreamOptions;
  private readonly targets = new Map<number, Target>();
  /** Oldest first. */
  private readonly replies: PendingReply[] = [];
  private readonly unsubscribe: Unsubscribe;
  /** Version up to which all commits of the queue are published. */
  private landedUpTo = 0;
  private cancelPoll: () => void = () => {};
  private running = false;
  private open = true;

  constructor(options: RefetchingStreamOptions) {
    this.options = options;
    this.unsubscribe = options.backend.watch((hint) => this.hint(hint));
    this.poll(options.pollMs);
  }

  listen({ target, subject }: ListenRequest): void {
    this.targets.set(target, { id: target, subject, published: null, dirty: true });
    this.wake();
  }

  unlisten(target: number): void {
    this.targets.delete(target);
  }

  close(): void {
    this.open = false;
    this.targets.clear();
    this.cancelPoll();
    this.unsubscribe();
    for (const { settle } of this.replies.splice(0)) settle();
  }

  /** Finds again what a commit changes. Of a queued write: resolves once the commit is published, or not carried out. */
  async publishCommit({ queue }: Commit, reply: Promise<AcceptedCommit>): Promise<void> {
    // The sender gets the error.
    const accepted = await reply.catch(() => null);
    if (!accepted) return;
    this.hint(accepted.docs.map(({ path }) => path));
    if (queue !== null) await this.published(accepted.docs, [accepted]);
  }

  /**
   * Resolves once no query holds an older state of these documents, and no commit that they may contain waits.
   * @throws PortError
   */
  async publishReply(docs: readonly DocState[]): Promise<void> {
    const landed = await this.landed(docs.map(({ path }) => path));
    const known = [...docs, ...landed.flatMap((commit) => commit.docs)];
    const outdated = [...this.targets.values()].filter(({ published }) =>
      known.some((doc) => isOlder(published?.get(doc.path), doc)),
    );
    for (const target of outdated) target.dirty = true;
    if (landed.length > 0) this.hint(landed.flatMap((commit) => commit.docs.map(({ path }) => path)));
    if (outdated.length + landed.length > 0) await this.published(known, landed);
    this.noteLanded(landed);
  }

  private noteLanded(commits: readonly AcceptedCommit[]): void {
    for (const { version } of commits) this.landedUpTo = Math.max(this.landedUpTo, version);
  }

  private published(docs: readonly DocState[], accepted: readonly AcceptedCommit[]): Promise<void> {
    if (!this.open) return Promise.resolve();
    return new Promise((settle) => {
      this.replies.push({ docs, accepted, settle });
      this.wake();
    });
  }

  private hint(hint: ChangeHint): void {
    for (const target of this.targets.values())
      if (hint === null || hint.some((path) => concerns(path, target.subject))) target.dirty = true;
    this.wake();
  }

  /** Finds everything again after a while, and from then on in the usual interval. */
  private poll(ms: number): void {
    this.cancelPoll();
    this.cancelPoll = this.options.clock.setTimer(() => {
      this.poll(this.options.pollMs);
      this.hint(null);
    }, ms);
  }

  private wake(): void {
    if (this.running || !this.open) return;
    this.running = true;
    later(() => void this.run());
  }

  /** Publishes until nothing is left to do. */
  private async run(): Promise<void> {
    while (this.open && (this.replies.length > 0 || this.dirty().length > 0)) {
      const reply = this.replies[0] ?? null;
      const found = await this.find(reply?.docs ?? []);
      if (!this.open) break;
      if (!found) {
        this.poll(retryMs);
        break;
      }
      this.publish(found.answers, [...(reply?.accepted ?? []), ...found.landed]);
      this.noteLanded(found.landed);
      if (reply) this.replies.shift();
      reply?.settle();
    }
    this.running = false;
  }

  private dirty(): readonly Target[] {
    return [...this.targets.values()].filter(({ dirty }) => dirty);
  }

  /**
   * Answers of the dirty targets, and of those that share a changed document with them, until all have the same state of each document
   * and of each waiting commit: a query never shows a part of a change, nor a commit twice. `null` when writers are faster, or a request
   * fails.
   */
  private async find(replied: readonly DocState[]): Promise<Found | null> {
    const answers = new Map<Target, Fetched>();
    const landed = new Map<string, AcceptedCommit>();
    for (let round = 0; round < mostRounds; round++) {
      const due = this.dirty();
      if (due.length === 0) return { answers, landed: [...landed.values()] };
      for (const target of due) target.dirty = false;
      await Promise.all(
        due.map(async (target) => {
          const docs = await this.answer(target);
          if (docs) answers.set(target, docs);
          else answers.delete(target);
        }),
      );
      const paths = [...answers].flatMap(([{ published }, answer]) => changedPaths(published, answer));
      const commits = await this.landed(paths).catch(() => null);
      if (!commits) break;
      // Whether an answer contains a commit that was not known before it was found is unknown: it is found again.
      for (const commit of commits)
        if (!landed.has(commit.commit)) this.hint(commit.docs.map(({ path }) => path));
      for (const commit of commits) landed.set(commit.commit, commit);
      const known = [...replied, ...[...landed.values()].flatMap(({ docs }) => docs)];
      for (const target of inconsistent([...this.targets.values()], answers, known)) target.dirty = true;
    }
    for (const target of answers.keys()) target.dirty = true;
    return null;
  }

  /** Commits of the queue that were carried out and are not published; asked for when one may write these documents. @throws PortError */
  private async landed(paths: readonly string[]): Promise<readonly AcceptedCommit[]> {
    const { backend, queue, versions } = this.options;
    if (paths.length === 0 || !queue.mayWrite(paths)) return [];
    const commits = await backend.landed(queue.queueName, this.landedUpTo);
    return commits.map(({ id, version, docs }) => ({ ...versions.accepted(id, docs), version }));
  }

  /** `null` when the target is over. */
  private async answer(target: Target): Promise<Fetched | null> {
    const { id, subject } = target;
    const { backend, versions, next } = this.options;
    try {
      const docs =
        'doc' in subject
          ? [versions.stateOf(subject.doc, await backend.get(subject.doc))]
          : versions.noteAll(await backend.find(subject.query));
      return this.targets.get(id) === target ? new Map(docs.map((doc) => [doc.path, doc])) : null;
    } catch (error) {
      if (this.targets.get(id) === target) {
        this.targets.delete(id);
        next({ type: 'refused', target: id, error: toPortError(error) });
      }
      return null;
    }
  }

  private publish(found: ReadonlyMap<Target, Fetched>, accepted: readonly AcceptedCommit[]): void {
    const docs = latestStates(accepted.flatMap((commit) => commit.docs));
    const changes = [...found].flatMap(([target, answer]) => {
      const { published } = target;
      target.published = answer;
      return answerChange(target.id, published, answer, docs) ?? [];
    });
    if (docs.size + changes.length + accepted.length === 0) return;
    const held = new Set(
      [...this.targets.values()].flatMap(({ published }) => [...pathsOfAnswer(published)]),
    );
    const isStale = (path: string) => !held.has(path) && !docs.has(path);
    const { versions, next } = this.options;
    next({
      type: 'changes',
      epoch: versions.epoch,
      version: versions.ofAnswer(),
      docs: [...docs.values()],
      targets: changes.map((change) => ({ ...change, stale: change.removed?.filter(isStale) ?? [] })),
      accepted,
    });
  }
}

/** Whether a held state of a document is not that of a reply; a reply may be the older one, too. */
const isOlder = (held: DocState | undefined, reply: DocState) =>
  held !== undefined &&
  (held.version < reply.version
    ? held.data !== null || reply.data !== null
    : held.data !== null && reply.data === null);

/** Whether a changed document or collection may change an answer. */
function concerns(path: string, subject: ListenSubject): boolean {
  if ('doc' in subject) return path === subject.doc || path === collectionOf(subject.doc);
  const { collection, group } = subject.query;
  return [path, collectionOf(path)].some((name) =>
    group ? lastPart(name) === lastPart(collection) : name === collection,
  );
}
