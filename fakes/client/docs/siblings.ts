/**
 * Other tabs of this browser with the same person. Each tab has its own connection to the server; they share the queue, and
 * exchange documents, so that any of them can answer from the cache.
 */
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import type { Accepted, DocState } from '#fakes/cloud/docs/protocol.ts';
import { type ErrorData, errorData, errorFrom } from '#provider-kit/error-data.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { guardListener } from '#ports/guard-listener.ts';
import type { Lock, TabStore } from '#provider-kit/tab-store.ts';
import type { Source } from './saved.ts';
import { type KeptAnswer, readWrite, type StoredWrite } from './stored-records.ts';
import type { Outcome } from './write-queue.ts';

/** Changes of one tab's cache, for the others. */
export interface News {
  readonly epoch: string;
  readonly docs: readonly DocState[];
  /** Paths of documents no longer known. */
  readonly gone: readonly string[];
  /** Answers of open queries, and last answers of closed ones. */
  readonly open: readonly KeptAnswer[];
  readonly closed: readonly KeptAnswer[];
}

export interface Hearing {
  /** Runs `run` now or once this tab has loaded the cached state. */
  whenLoaded(run: () => void): void;
  /** A write waits. */
  queued(write: StoredWrite): void;
  settled(id: string, outcome: Outcome): void;
  /** Applies another tab's changes; returns the lowest version that the known documents are of. */
  news(news: News): number;
  /** Removes documents and answers that another tab evicted. */
  collected(docs: readonly string[], answers: readonly string[]): void;
  cleared(): void;
  /** Called when a tab has opened. */
  opened(): void;
  /** Called when a tab has opened or is gone without notice: others take over what it lacks, or what it alone knew. */
  changed(): void;
  /** Answers of this tab's open queries. */
  open(): readonly KeptAnswer[];
  /** Paths of documents whose present state a new tab does not find on the disk, though this tab is to store them. */
  unsaved(): readonly string[];
}

type Said =
  | { readonly kind: 'hello' | 'bye' }
  | { readonly kind: 'here'; readonly open: readonly KeptAnswer[] }
  | { readonly kind: 'queued'; readonly data: unknown }
  | {
      readonly kind: 'settled';
      readonly id: string;
      readonly accepted: Accepted | null;
      readonly error: ErrorData | null;
    }
  | { readonly kind: 'news'; readonly news: News }
  | { readonly kind: 'collected'; readonly docs: readonly string[]; readonly answers: readonly string[] }
  | { readonly kind: 'cleared' };

type Message = Said & { readonly from: string };

interface Sibling {
  /** Answers of its open queries. */
  readonly open: Map<string, KeptAnswer>;
  /** Lock that the tab holds while it lives; acquiring it shows that the tab is gone. */
  readonly lifeline: Lock;
}

export class Siblings {
  private readonly tab: TabStore;
  private readonly topic: string;
  private readonly self: string;
  private readonly source: Source;
  private readonly hearing: Hearing;
  private readonly others = new Map<string, Sibling>();
  /** Changes that the other tabs have not been sent yet. */
  private unsaid: {
    readonly docs: Set<string>;
    readonly open: Set<string>;
    readonly closed: Set<string>;
  } | null = null;
  private readonly stop: Unsubscribe;

  /** `self` names this tab among the others. */
  constructor(tab: TabStore, topic: string, self: string, source: Source, hearing: Hearing) {
    this.tab = tab;
    this.topic = topic;
    this.self = self;
    this.source = source;
    this.hearing = hearing;
    this.stop = tab.onSaid(topic, (message) =>
      hearing.whenLoaded(() => this.hear(decodeMessage(message) as Message)),
    );
    void tab.lock(this.lifeline(self)).held.then(() => this.say({ kind: 'hello' }));
  }

  /** Newest answer of another tab that has the query open. */
  answer(key: string): KeptAnswer | null {
    let newest: KeptAnswer | null = null;
    for (const { open } of this.others.values()) {
      const answer = open.get(key);
      if (answer && answer.since >= (newest?.since ?? 0)) newest = answer;
    }
    return newest;
  }

  *answers(): Generator<KeptAnswer> {
    for (const { open } of this.others.values()) yield* open.values();
  }

  /** Versions can't be compared with those of before. */
  distrust(): void {
    for (const { open } of this.others.values()) open.clear();
  }

  queued(data: unknown): void {
    this.say({ kind: 'queued', data });
  }

  settled(id: string, { accepted, error }: Outcome): void {
    this.say({ kind: 'settled', id, accepted, error: error && errorData(error) });
  }

  docLearned(path: string): void {
    this.later()?.docs.add(path);
  }

  answerChanged(key: string): void {
    this.later()?.open.add(key);
  }

  answerClosed(key: string): void {
    const unsaid = this.later();
    unsaid?.open.delete(key);
    unsaid?.closed.add(key);
  }

  collected(docs: readonly string[], answers: readonly string[]): void {
    this.say({ kind: 'collected', docs, answers });
  }

  cleared(): void {
    this.say({ kind: 'cleared' });
  }

  bye(): void {
    this.tell();
    this.say({ kind: 'bye' });
    this.stop();
  }

  /** Batch of changes to be sent soon; `null` without other tabs. */
  private later(): typeof this.unsaid {
    if (this.others.size === 0) return null;
    if (!this.unsaid) queueMicrotask(guardListener(() => this.tell()));
    return (this.unsaid ??= { docs: new Set(), open: new Set(), closed: new Set() });
  }

  private tell(): void {
    const { unsaid, source } = this;
    this.unsaid = null;
    const { epoch } = source.state();
    if (!unsaid || epoch === null) return;
    const answers = (keys: Iterable<string>) => [...keys].flatMap((key) => source.answer(key) ?? []);
    this.say({
      kind: 'news',
      news: {
        epoch,
        ...this.docsAt(unsaid.docs),
        open: answers(unsaid.open),
        closed: answers(unsaid.closed),
      },
    });
  }

  /** Tells a new tab of this one: its answers, and the documents without which they can't be continued. */
  private introduce(): void {
    const open = this.hearing.open();
    const unsaved = this.hearing.unsaved();
    const { epoch } = this.source.state();
    if (unsaved.length === 0 || epoch === null) this.say({ kind: 'here', open });
    else this.say({ kind: 'news', news: { epoch, ...this.docsAt(unsaved), open, closed: [] } });
  }

  private docsAt(paths: Iterable<string>): Pick<News, 'docs' | 'gone'> {
    const docs: DocState[] = [];
    const gone: string[] = [];
    for (const path of paths) {
      const doc = this.source.doc(path);
      if (doc) docs.push(doc);
      else gone.push(path);
    }
    return { docs, gone };
  }

  private lifeline(tab: string): string {
    return `${this.topic}/tab/${tab}`;
  }

  private say(said: Said): void {
    const message: Message = { ...said, from: this.self };
    this.tab.say(this.topic, encodeMessage(message));
  }

  private hear(message: Message): void {
    const { hearing } = this;
    switch (message.kind) {
      case 'hello':
        this.meet(message.from);
        this.introduce();
        hearing.opened();
        hearing.changed();
        return;
      case 'here':
        for (const answer of message.open) this.meet(message.from).open.set(answer.key, answer);
        this.meet(message.from);
        return;
      case 'bye':
        this.others.get(message.from)?.lifeline.release();
        this.others.delete(message.from);
        return;
      case 'queued':
        hearing.queued(readWrite(message.data));
        return;
      case 'settled': {
        const { id, accepted, error } = message;
        if (accepted) hearing.settled(id, { accepted, error: null });
        else if (error) hearing.settled(id, { accepted: null, error: errorFrom(error) });
        return;
      }
      case 'news': {
        const { open } = this.meet(message.from);
        const since = hearing.news(message.news);
        for (const answer of message.news.open)
          open.set(answer.key, { ...answer, since: Math.min(answer.since, since) });
        for (const { key } of message.news.closed) open.delete(key);
        return;
      }
      case 'collected':
        hearing.collected(message.docs, message.answers);
        return;
      case 'cleared':
        hearing.cleared();
    }
  }

  private meet(from: string): Sibling {
    const known = this.others.get(from);
    if (known) return known;
    const lifeline = this.tab.lock(this.lifeline(from));
    const sibling: Sibling = { open: new Map(), lifeline };
    this.others.set(from, sibling);
    void lifeline.held.then(() => {
      lifeline.release();
      if (this.others.get(from) !== sibling) return;
      this.others.delete(from);
      this.hearing.changed();
    });
    return sibling;
  }
}
