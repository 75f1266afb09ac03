/** What this tab holds for one person (or for nobody signed in). Never shown to, or sent as, another. */
import type { ListenRequest } from '#fakes/cloud/docs/protocol.ts';
import type { KeyValueStore } from '../store.ts';
import { LocalDocs } from './local-docs.ts';
import { type Kept, type KeptAnswer, Saved } from './saved.ts';
import type { View } from './view.ts';
import { WriteQueue } from './write-queue.ts';

/** Answers kept for questions that nobody asks at the moment. */
const mostAnswers = 200;

const nothingKept: Kept = { queue: null, index: null, docs: [] };

export class Person {
  readonly uid: string | null;
  /** The queue's name at the server. */
  readonly queueName: string;
  readonly docs: LocalDocs;
  readonly queue: WriteQueue;
  /** Which past of the store `version` belongs to. */
  epoch: string | null = null;
  /** The state of the store that this client was last told of. */
  version = 0;
  /** What was kept through the last reload is here. */
  loaded = false;
  private readonly saved: Saved;
  private readonly answers = new Map<string, KeptAnswer>();
  private readonly active: () => Iterable<View>;
  private loading: Promise<void> | null = null;

  /** `active` are the views of this person that are open now. */
  constructor(uid: string | null, tab: string, store: KeyValueStore, active: () => Iterable<View>) {
    this.uid = uid;
    this.active = active;
    const owner = uid === null ? 'nobody' : `user/${uid}`;
    this.queueName = `${tab}/${owner}`;
    this.docs = new LocalDocs((path) => {
      if (this.loaded) this.saved.docChanged(path);
    });
    this.queue = new WriteQueue(() => {
      // Until what was kept has been read, saving would overwrite it.
      if (this.loaded) this.saved.queueChanged();
    });
    this.saved = new Saved(store, `docs/${tab}/${owner}`, {
      queue: () => this.queue.data(),
      index: () => ({
        epoch: this.epoch,
        version: this.version,
        answers: this.keptAnswers(),
      }),
      doc: (path) => {
        const doc = this.docs.confirmed(path);
        return doc && { path, data: doc.data, version: doc.version };
      },
    });
  }

  load(): Promise<void> {
    this.loading ??= this.read();
    return this.loading;
  }

  /** An answer of the server's came from this past of the store. Versions of another can't be compared with it. */
  meet(epoch: string): void {
    if (this.epoch !== null && this.epoch !== epoch) this.distrust();
    this.epoch = epoch;
  }

  /** The stream told of the store as it is now. */
  see(epoch: string, version: number): void {
    this.meet(epoch);
    if (version < this.version) this.distrust();
    this.version = version;
  }

  /** The answers of open views are others than those that were saved. */
  answersMoved(): void {
    this.saved.answersChanged();
  }

  /** Gives a view the answer that was kept for it, if any. */
  recall(view: View): void {
    const kept = this.answers.get(view.key);
    view.answer.current = false;
    view.answer.keys = kept ? new Set(kept.paths) : null;
    view.answer.since = kept?.since ?? 0;
  }

  /** The view closes: what the server said may serve the next. */
  keep(view: View): void {
    const kept = this.answerOf(view);
    if (!kept) return;
    this.answers.delete(view.key);
    this.answers.set(view.key, kept);
    const [oldest] = this.answers.keys();
    if (this.answers.size > mostAnswers && oldest !== undefined) this.answers.delete(oldest);
    this.saved.answersChanged();
  }

  /** The server will not answer this any more: what it said before is not shown again as its answer. */
  dropAnswer(view: View): void {
    this.answers.delete(view.key);
    view.answer.keys = null;
    view.answer.current = false;
    this.saved.answersChanged();
  }

  keptPaths(key: string): ReadonlySet<string> | null {
    const kept = this.answers.get(key);
    return kept ? new Set(kept.paths) : null;
  }

  resumeOf({ answer }: View): ListenRequest['resume'] {
    if (!answer.keys || this.epoch === null) return null;
    const paths = [...answer.keys].filter((path) => this.docs.confirmed(path)?.data);
    return { epoch: this.epoch, since: answer.current ? this.version : answer.since, paths };
  }

  forgetAll(): void {
    this.answers.clear();
    this.queue.clear();
    this.docs.clear();
    this.epoch = null;
    this.version = 0;
    this.saved.answersChanged();
  }

  private distrust(): void {
    this.docs.distrust();
    this.answers.clear();
    this.version = 0;
  }

  private answerOf({ key, answer }: View): KeptAnswer | null {
    if (!answer.keys) return null;
    return { key, paths: [...answer.keys], since: answer.current ? this.version : answer.since };
  }

  private keptAnswers(): readonly KeptAnswer[] {
    const all = new Map(this.answers);
    for (const view of this.active()) {
      const kept = this.answerOf(view);
      if (kept) all.set(view.key, kept);
    }
    return [...all.values()];
  }

  private async read(): Promise<void> {
    // What can't be read is as good as nothing kept: the server has the documents.
    const { queue, index, docs } = await this.saved.load().catch(() => nothingKept);
    this.epoch = index?.epoch ?? null;
    this.version = index?.version ?? 0;
    for (const answer of index?.answers ?? []) this.answers.set(answer.key, answer);
    for (const state of docs) this.docs.learn(state);
    for (const entry of this.queue.restore(queue)) this.docs.add(entry);
    this.loaded = true;
    this.saved.queueChanged();
  }
}
