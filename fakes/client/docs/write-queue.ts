/** Writes that the server has not answered yet, oldest first. One is sent at a time, so they land in the order made. */
import { decodeMessage, encodeMessage } from '#fakes/cloud/codec.ts';
import { type Mutation, mutationOf } from '#fakes/cloud/docs/mutate.ts';
import type { Write } from '#ports/docs/docs.ts';
import { ownWrite } from '#ports/docs/check-writes.ts';
import { PortError } from '#ports/errors.ts';
import { Timestamp } from '#ports/docs/values.ts';

export interface QueuedWrite {
  /** Names it to the server, however often it is sent. */
  readonly id: string;
  readonly writes: readonly Write[];
  readonly mutations: readonly Mutation[];
  /** When it was made, by this client's clock. */
  readonly at: Timestamp;
  /** Later ones have a greater one. */
  readonly order: number;
  /** Resolves once accepted; rejects with the server's refusal. */
  readonly done: Promise<void>;
  settle(error: PortError | null): void;
}

interface StoredWrite {
  readonly id: string;
  readonly at: number;
  readonly writes: readonly Write[];
}

export class WriteQueue {
  private entries: QueuedWrite[] = [];
  private order = 0;
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  head(): QueuedWrite | null {
    return this.entries[0] ?? null;
  }

  all(): readonly QueuedWrite[] {
    return this.entries;
  }

  add(id: string, writes: readonly Write[], atMs: number): QueuedWrite {
    const entry = entryOf(id, writes, atMs, ++this.order);
    this.entries.push(entry);
    this.changed();
    return entry;
  }

  /** Takes out the head, if it is still this one; whoever waits for it is told. */
  shift(id: string, error: PortError | null): QueuedWrite | null {
    const [head] = this.entries;
    if (head?.id !== id) return null;
    this.entries.shift();
    this.changed();
    head.settle(error);
    return head;
  }

  clear(): readonly QueuedWrite[] {
    const { entries } = this;
    this.entries = [];
    this.changed();
    for (const entry of entries)
      entry.settle(new PortError('cancelled', 'The cache was cleared, and this waiting write with it.'));
    return entries;
  }

  /** Plain data, for `restore`. */
  data(): unknown {
    return this.entries.map(({ id, at, writes }) => encodeMessage({ id, at: at.toMillis(), writes }));
  }

  /** Puts what was kept from before the page was reloaded in front. Returns all entries, in order. */
  restore(data: unknown): readonly QueuedWrite[] {
    if (!Array.isArray(data)) return this.entries;
    const kept = data.map((item) => decodeMessage(item) as StoredWrite);
    const since = this.entries;
    this.order = 0;
    const entries = kept.map(({ id, writes, at }) => {
      const entry = entryOf(id, writes.map(ownWrite), at, ++this.order);
      // Whoever made it is gone with the page that it was made on.
      entry.done.catch(() => {});
      return entry;
    });
    this.entries = [...entries, ...since.map((entry) => ({ ...entry, order: ++this.order }))];
    return this.entries;
  }
}

function entryOf(id: string, writes: readonly Write[], atMs: number, order: number): QueuedWrite {
  let settle: QueuedWrite['settle'] = () => {};
  const done = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  return {
    id,
    writes,
    mutations: writes.map(mutationOf),
    at: Timestamp.fromMillis(atMs),
    order,
    done,
    settle,
  };
}
