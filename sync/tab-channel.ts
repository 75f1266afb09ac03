/**
 * Other tabs of this browser with the same user. Each tab has its own connection to the server; tabs share the queue of writes and
 * exchange documents, so that each tab can answer from the cache.
 */
import { later } from '#provider-kit/later.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { type ErrorData, errorData, errorFrom } from '#provider-kit/error-data.ts';
import type { Lock, TabStore } from '#provider-kit/tab-store.ts';
import type { DocState } from '#query/doc-state.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import type { CacheSource } from './cache-source.ts';
import { type CachedAnswer, type CacheDelta, readWrite, type StoredWrite } from './stored-records.ts';
import type { AcceptedCommit } from './transport.ts';
import type { WriteOutcome } from './write-queue.ts';

/** Message of another tab, or a tab that came or went. */
export type TabEvent =
  /** A write waits. */
  | { readonly type: 'queued'; readonly write: StoredWrite }
  | { readonly type: 'settled'; readonly id: string; readonly outcome: WriteOutcome }
  /** Changes of the cache of the tab `from`. `note` is due once the changes are applied. */
  | { readonly type: 'changes'; readonly from: string; readonly delta: CacheDelta }
  /** Documents and answers that another tab evicted. */
  | { readonly type: 'evicted'; readonly docs: readonly string[]; readonly answers: readonly string[] }
  | { readonly type: 'cleared' }
  /** A tab has opened: `introduce` is due. */
  | { readonly type: 'opened' }
  /** A tab is gone without notice: its writes are taken over from the disk. */
  | { readonly type: 'gone' };

export interface TabChannelOptions {
  readonly tab: TabStore;
  readonly topic: string;
  /** Names this tab among the others. */
  readonly self: string;
  readonly source: CacheSource;
  /** Runs `run` now or once this tab has loaded the cached state. */
  readonly whenLoaded: (run: () => void) => void;
  readonly publish: (event: TabEvent) => void;
}

type Sent =
  | { readonly kind: 'hello' | 'bye' }
  | { readonly kind: 'here'; readonly open: readonly CachedAnswer[] }
  | { readonly kind: 'queued'; readonly data: unknown }
  | {
      readonly kind: 'settled';
      readonly id: string;
      readonly accepted: AcceptedCommit | null;
      readonly error: ErrorData | null;
    }
  | { readonly kind: 'news'; readonly news: CacheDelta }
  | { readonly kind: 'collected'; readonly docs: readonly string[]; readonly answers: readonly string[] }
  | { readonly kind: 'cleared' };

type Message = Sent & { readonly from: string };

interface OtherTab {
  /** Answers of its open queries. */
  readonly open: Map<string, CachedAnswer>;
  /** Lock that the tab holds while it lives; acquiring it shows that the tab is gone. */
  readonly lifeline: Lock;
}

export class TabChannel {
  private readonly options: TabChannelOptions;
  private readonly others = new Map<string, OtherTab>();
  /** Changes that the other tabs have not been sent yet. */
  private unsent: {
    readonly docs: Set<string>;
    readonly open: Set<string>;
    readonly closed: Set<string>;
  } | null = null;
  private readonly stop: Unsubscribe;

  constructor(options: TabChannelOptions) {
    this.options = options;
    const { tab, topic, self, whenLoaded } = options;
    this.stop = tab.onSaid(topic, (message) =>
      whenLoaded(() => this.receive(decodeMessage(message) as Message)),
    );
    void tab.lock(this.lifeline(self)).held.then(() => this.send({ kind: 'hello' }));
  }

  /** Newest answer of another tab that has the query open. */
  answer(key: string): CachedAnswer | null {
    let newest: CachedAnswer | null = null;
    for (const { open } of this.others.values()) {
      const answer = open.get(key);
      if (answer && answer.since >= (newest?.since ?? 0)) newest = answer;
    }
    return newest;
  }

  /** Whether another tab is known. */
  isShared(): boolean {
    return this.others.size > 0;
  }

  *answers(): Generator<CachedAnswer> {
    for (const { open } of this.others.values()) yield* open.values();
  }

  /** Versions can't be compared with those of before. */
  distrust(): void {
    for (const { open } of this.others.values()) open.clear();
  }

  queued(data: unknown): void {
    this.send({ kind: 'queued', data });
  }

  settled(id: string, { accepted, error }: WriteOutcome): void {
    this.send({ kind: 'settled', id, accepted, error: error && errorData(error) });
  }

  docLearned(path: string): void {
    this.later()?.docs.add(path);
  }

  answerChanged(key: string): void {
    this.later()?.open.add(key);
  }

  answerClosed(key: string): void {
    const unsent = this.later();
    unsent?.open.delete(key);
    unsent?.closed.add(key);
  }

  evicted(docs: readonly string[], answers: readonly string[]): void {
    this.send({ kind: 'collected', docs, answers });
  }

  cleared(): void {
    this.send({ kind: 'cleared' });
  }

  bye(): void {
    this.flush();
    this.send({ kind: 'bye' });
    this.stop();
  }

  /** Sends a new tab the answers of this tab's open queries, and the documents without which they can't be continued. */
  introduce(open: readonly CachedAnswer[], unsaved: readonly string[]): void {
    const { epoch } = this.options.source.state();
    if (unsaved.length === 0 || epoch === null) this.send({ kind: 'here', open });
    else this.send({ kind: 'news', news: { epoch, ...this.docsAt(unsaved), open, closed: [] } });
  }

  /** Notes the answers of another tab; the documents known here are of the version `since`. */
  note(
    from: string,
    { open, closed = [] }: Pick<CacheDelta, 'open'> & Partial<CacheDelta>,
    since: number,
  ): void {
    const answers = this.meet(from).open;
    for (const answer of open) answers.set(answer.key, { ...answer, since: Math.min(answer.since, since) });
    for (const { key } of closed) answers.delete(key);
  }

  /** Batch of changes to be sent soon; `null` without other tabs. */
  private later(): typeof this.unsent {
    if (this.others.size === 0) return null;
    if (!this.unsent) later(() => this.flush());
    return (this.unsent ??= { docs: new Set(), open: new Set(), closed: new Set() });
  }

  private flush(): void {
    const { unsent } = this;
    const { source } = this.options;
    this.unsent = null;
    const { epoch } = source.state();
    if (!unsent || epoch === null) return;
    const answers = (keys: Iterable<string>) => [...keys].flatMap((key) => source.answer(key) ?? []);
    this.send({
      kind: 'news',
      news: {
        epoch,
        ...this.docsAt(unsent.docs),
        open: answers(unsent.open),
        closed: answers(unsent.closed),
      },
    });
  }

  private docsAt(paths: Iterable<string>): Pick<CacheDelta, 'docs' | 'gone'> {
    const docs: DocState[] = [];
    const gone: string[] = [];
    for (const path of paths) {
      const doc = this.options.source.doc(path);
      if (doc) docs.push(doc);
      else gone.push(path);
    }
    return { docs, gone };
  }

  private lifeline(tab: string): string {
    return `${this.options.topic}/tab/${tab}`;
  }

  private send(sent: Sent): void {
    const { tab, topic, self } = this.options;
    const message: Message = { ...sent, from: self };
    tab.say(topic, encodeMessage(message));
  }

  private receive(message: Message): void {
    const { publish } = this.options;
    switch (message.kind) {
      case 'hello':
        this.meet(message.from);
        publish({ type: 'opened' });
        return;
      case 'here':
        // Documents here may be of an earlier version than those there.
        this.note(message.from, message, this.options.source.state().version);
        return;
      case 'bye':
        this.others.get(message.from)?.lifeline.release();
        this.others.delete(message.from);
        return;
      case 'queued':
        publish({ type: 'queued', write: readWrite(message.data) });
        return;
      case 'settled': {
        const { id, accepted, error } = message;
        // Tabs of an earlier version send no documents.
        if (accepted)
          publish({
            type: 'settled',
            id,
            outcome: { accepted: { ...accepted, docs: accepted.docs ?? [] }, error: null },
          });
        else if (error)
          publish({ type: 'settled', id, outcome: { accepted: null, error: errorFrom(error) } });
        return;
      }
      case 'news':
        this.meet(message.from);
        publish({ type: 'changes', from: message.from, delta: message.news });
        return;
      case 'collected':
        publish({ type: 'evicted', docs: message.docs, answers: message.answers });
        return;
      case 'cleared':
        publish({ type: 'cleared' });
    }
  }

  private meet(from: string): OtherTab {
    const known = this.others.get(from);
    if (known) return known;
    const lifeline = this.options.tab.lock(this.lifeline(from));
    const sibling: OtherTab = { open: new Map(), lifeline };
    this.others.set(from, sibling);
    void lifeline.held.then(() => {
      lifeline.release();
      if (this.others.get(from) !== sibling) return;
      this.others.delete(from);
      this.options.publish({ type: 'gone' });
    });
    return sibling;
  }
}
