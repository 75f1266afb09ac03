/** Exact transport over a backend that only hints: queries that may have changed are found again, and the difference is published. */
import { collectionOf, lastPart } from '#ports/docs/paths.ts';
import { toPortError } from '#ports/errors.ts';
import { later } from '#ports/later.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { DocState } from '#query/doc-state.ts';
import type { TargetChange } from '#query/target-change.ts';
import type { ChangeHint, HintingBackend } from './hinting-backend.ts';
import { type Fetched, inconsistent } from './refetched-answers.ts';
import type {
  AcceptedCommit,
  Commit,
  DocsTransport,
  ListenRequest,
  ListenSubject,
  TransportEvent,
  TransportStream,
} from './transport.ts';

export interface RefetchingOptions {
  readonly clock: Clock;
  /** Interval in which everything is found again, for hints that were lost. Default: 30 s. */
  readonly pollMs?: number;
}

/** All versions of a backend are of one history. */
const epoch = 'refetching';

/** Most finds of one target before it is left to the next attempt, so that writers can't keep a stream busy. */
const mostRounds = 10;
const retryMs = 250;

export function refetching(
  backend: HintingBackend,
  { clock, pollMs = 30_000 }: RefetchingOptions,
): DocsTransport {
  const versions = new Versions();
  const streams = new Set<RefetchingStream>();
  /** Publishes documents of a single reply in queries that hold an older state, with all changes of the same commit, before the reply. */
  const publishFirst = async (docs: readonly DocState[]) => {
    await Promise.all(Array.from(streams, (stream) => stream.publishReply(docs)));
    return docs;
  };
  return {
    async get(path) {
      const doc = versions.stateOf(path, await backend.get(path));
      await publishFirst([doc]);
      return { epoch, ...doc };
    },
    async find(query) {
      const docs = await publishFirst(versions.noteAll(await backend.find(query)));
      return { epoch, version: versions.ofAnswer(), docs };
    },
    async commit(commit, signal) {
      const accepted = backend.commit(commit, signal).then((docs): AcceptedCommit => {
        versions.noteAll(docs);
        return { commit: commit.id, version: versions.latest, results: [], docs };
      });
      await Promise.all(Array.from(streams, (stream) => stream.publishCommit(commit, accepted)));
      return accepted;
    },
    open(_queue, next) {
      const stream = new RefetchingStream(backend, versions, clock, pollMs, next);
      streams.add(stream);
      return {
        listen: (request) => stream.listen(request),
        unlisten: (target) => stream.unlisten(target),
        close() {
          streams.delete(stream);
          stream.close();
        },
      };
    },
    connection: backend.connection,
    identity: backend.identity,
    limits: backend.limits,
    aggregate: backend.aggregate,
    nearest: backend.nearest,
  };
}

class Versions {
  /** Latest version seen, which a missing document gets. */
  latest = 0;

  /** Version of an answer: after all that are known already, and before the next. */
  ofAnswer(): number {
    return this.latest + 0.5;
  }

  noteAll(docs: readonly DocState[]): readonly DocState[] {
    for (const { version } of docs) this.latest = Math.max(this.latest, version);
    return docs;
  }

  stateOf(path: string, doc: DocState | null): DocState {
    this.noteAll(doc ? [doc] : []);
    return doc ?? { path, data: null, version: this.latest };
  }
}

interface Target {
  readonly id: number;
  readonly subject: ListenSubject;
  /** Published answer, by path; `null` before the first. */
  published: Fetched | null;
  /** Whether it is to be found again. */
  dirty: boolean;
}

/** Documents of a reply that is held back until they are published. */
interface PendingReply {
  readonly docs: readonly DocState[];
  /** Commit that was answered. */
  readonly accepted: AcceptedCommit | null;
  readonly settle: () => void;
}

class RefetchingStream implements TransportStream {
  private readonly backend: HintingBackend;
  private readonly versions: Versions;
  private readonly clock: Clock;
  private readonly pollMs: number;
  private readonly next: (event: TransportEvent) => void;
  private readonly targets = new Map<number, Target>();
  /** Replies to queued writes under way, by path. A queued write is shown locally, so no published answer may contain it before its reply. */
  private readonly sending = new Map<string, Promise<unknown>>();
  /** Oldest first. */
  private replies: PendingReply[] = [];
  private readonly unsubscribe: Unsubscribe;
  private cancelPoll: () => void = () => {};
  private running = false;
  private open = true;

  constructor(
    backend: HintingBackend,
    versions: Versions,
    clock: Clock,
    pollMs: number,
    next: (event: TransportEvent) => void,
  ) {
    this.backend = backend;
    this.versions = versions;
    this.clock = clock;
    this.pollMs = pollMs;
    this.next = next;
    this.unsubscribe = backend.watch((hint) => this.hint(hint));
    this.poll(pollMs);
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
  async publishCommit({ queue, writes }: Commit, reply: Promise<AcceptedCommit>): Promise<void> {
    if (queue !== null) for (const { path } of writes) this.sending.set(path, reply);
    let accepted: AcceptedCommit | null = null;
    try {
      accepted = await reply;
    } catch {
      // The sender gets the error.
    }
    for (const { path } of writes) if (this.sending.get(path) === reply) this.sending.delete(path);
    this.hint(accepted?.docs.map(({ path }) => path) ?? []);
    if (accepted && queue !== null) await this.published(accepted.docs, accepted);
  }

  /** Resolves once no query holds an older state of these documents. */
  async publishReply(docs: readonly DocState[]): Promise<void> {
    const outdated = [...this.targets.values()].filter(({ published }) =>
      docs.some((doc) => isOlder(published?.get(doc.path), doc)),
    );
    for (const target of outdated) target.dirty = true;
    if (outdated.length > 0) await this.published(docs, null);
  }

  private published(docs: readonly DocState[], accepted: AcceptedCommit | null): Promise<void> {
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
    this.cancelPoll = this.clock.setTimer(() => {
      this.poll(this.pollMs);
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
      const pending = this.replies[0] ?? null;
      const fetched = await this.fetch(pending?.docs ?? []);
      if (!this.open) break;
      if (!fetched) {
        this.poll(retryMs);
        break;
      }
      const reply = this.awaited(fetched);
      if (reply || pending !== (this.replies[0] ?? null)) {
        for (const target of fetched.keys()) target.dirty = true;
        await reply?.catch(() => {});
        continue;
      }
      this.publish(fetched, pending?.accepted ?? null);
      if (pending) this.replies.shift();
      pending?.settle();
    }
    this.running = false;
  }

  /** Reply to a write that answers may contain already. */
  private awaited(fetched: ReadonlyMap<Target, Fetched>): Promise<unknown> | null {
    for (const [{ published }, answer] of fetched)
      for (const [path, reply] of this.sending)
        if (published?.get(path)?.version !== answer.get(path)?.version) return reply;
    return null;
  }

  private dirty(): readonly Target[] {
    return [...this.targets.values()].filter(({ dirty }) => dirty);
  }

  /**
   * Answers of the dirty targets, and of those that share a changed document with them, until all have the same state of each document:
   * a query never shows a part of a change. `null` when writers are faster.
   */
  private async fetch(committed: readonly DocState[]): Promise<ReadonlyMap<Target, Fetched> | null> {
    const answers = new Map<Target, Fetched>();
    for (let round = 0; round < mostRounds; round++) {
      const due = this.dirty();
      if (due.length === 0) return answers;
      for (const target of due) target.dirty = false;
      await Promise.all(
        due.map(async (target) => {
          const docs = await this.answer(target);
          if (docs) answers.set(target, docs);
          else answers.delete(target);
        }),
      );
      for (const target of inconsistent([...this.targets.values()], answers, committed)) target.dirty = true;
    }
    for (const target of answers.keys()) target.dirty = true;
    return null;
  }

  /** `null` when the target is over. */
  private async answer(target: Target): Promise<Fetched | null> {
    const { id, subject } = target;
    try {
      const docs =
        'doc' in subject
          ? [this.versions.stateOf(subject.doc, await this.backend.get(subject.doc))]
          : this.versions.noteAll(await this.backend.find(subject.query));
      return this.targets.get(id) === target ? new Map(docs.map((doc) => [doc.path, doc])) : null;
    } catch (error) {
      if (this.targets.get(id) === target) {
        this.targets.delete(id);
        this.next({ type: 'refused', target: id, error: toPortError(error) });
      }
      return null;
    }
  }

  private publish(fetched: ReadonlyMap<Target, Fetched>, accepted: AcceptedCommit | null): void {
    const docs = new Map((accepted?.docs ?? []).map((doc) => [doc.path, doc]));
    const changes: TargetChange[] = [];
    for (const [target, answer] of fetched) {
      const before = target.published;
      target.published = answer;
      for (const doc of answer.values()) if (isChanged(before?.get(doc.path), doc)) docs.set(doc.path, doc);
      const [was, now] = [pathsOf(before), pathsOf(answer)];
      const added = [...now].filter((path) => !was.has(path));
      const removed = [...was].filter((path) => !now.has(path));
      if (!before) changes.push({ target: target.id, all: [...now] });
      else if (added.length + removed.length > 0) changes.push({ target: target.id, added, removed });
    }
    if (docs.size + changes.length === 0 && !accepted) return;
    const held = new Set(
      Array.from(this.targets.values(), ({ published }) => [...pathsOf(published)]).flat(),
    );
    const isStale = (path: string) => !held.has(path) && !docs.has(path);
    this.next({
      type: 'changes',
      epoch,
      version: this.versions.ofAnswer(),
      docs: [...docs.values()],
      targets: changes.map((change) => ({ ...change, stale: change.removed?.filter(isStale) ?? [] })),
      accepted,
    });
  }
}

const pathsOf = (answer: Fetched | null): ReadonlySet<string> =>
  new Set([...(answer?.values() ?? [])].flatMap(({ path, data }) => (data ? [path] : [])));

/** A missing document has the version of its answer, which says nothing. */
const isChanged = (before: DocState | undefined, now: DocState) =>
  !before || (before.version !== now.version && (before.data !== null || now.data !== null));

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
