/**
 * Writes that the server has not answered yet, oldest first. All tabs of one browser hold the same queue: whoever makes a
 * write counts on from the latest that it knows, so a write that follows another is behind it everywhere.
 */
import type { Write } from '#ports/docs/docs.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { type Mutation, mutationOf } from '#query/mutation.ts';
import { encodeMessage } from '#query/value-codec.ts';
import type { StoredWrite } from './stored-records.ts';
import type { AcceptedCommit } from './transport.ts';

export interface QueuedWrite {
  /** Names it to the server, however often it is sent. */
  readonly id: string;
  readonly writes: readonly Write[];
  readonly mutations: readonly Mutation[];
  /** Time of the write, by its client's clock. */
  readonly at: Timestamp;
  /** Later ones have a greater one; of two made at once in different tabs, the ids decide. */
  readonly order: number;
  /** Resolves once accepted; rejects with the server's refusal. */
  readonly done: Promise<void>;
  settle(error: PortError | null): void;
}

/** WriteOutcome of a waiting write. */
export type WriteOutcome =
  | { readonly accepted: AcceptedCommit; readonly error: null }
  | { readonly accepted: null; readonly error: PortError };

/** Number of settled writes that are remembered, so that late messages about a settled write are recognized. */
const leastSettled = 200;

export const compareQueued = (
  one: Pick<QueuedWrite, 'order' | 'id'>,
  other: Pick<QueuedWrite, 'order' | 'id'>,
): number => one.order - other.order || (one.id < other.id ? -1 : Number(one.id > other.id));

export class WriteQueue {
  private readonly entries: QueuedWrite[] = [];
  private readonly byId = new Map<string, QueuedWrite>();
  private latest = 0;
  private settled = new Map<string, WriteOutcome>();
  /** Outcomes of the writes settled before those in `settled`. */
  private settledEarlier = new Map<string, WriteOutcome>();

  head(): QueuedWrite | null {
    return this.entries[0] ?? null;
  }

  all(): readonly QueuedWrite[] {
    return this.entries;
  }

  /** A new write, behind all that are known. */
  add(id: string, writes: readonly Write[], atMs: number): QueuedWrite {
    const entry = entryOf({ id, writes, at: atMs, order: this.latest + 1 });
    this.put(entry);
    return entry;
  }

  /** A write of another tab, or of an earlier page; `null` when it is known, or was settled. */
  hear(stored: StoredWrite): QueuedWrite | null {
    if (this.outcome(stored.id) || this.byId.has(stored.id)) return null;
    const entry = entryOf(stored);
    // The caller waits in another tab, or is gone.
    entry.done.catch(() => {});
    this.put(entry);
    return entry;
  }

  /** New writes come after this order, for a queue whose stored writes are not known. */
  countFrom(order: number): void {
    this.latest = Math.max(this.latest, order);
  }

  /** Removes a write and settles its promise; `null` when it is not in the queue (any more, or yet). */
  take(id: string, outcome: WriteOutcome): QueuedWrite | null {
    this.settled.set(id, outcome);
    if (this.settled.size >= leastSettled) {
      this.settledEarlier = this.settled;
      this.settled = new Map();
    }
    const entry = this.byId.get(id);
    if (!entry) return null;
    this.entries.splice(this.entries.indexOf(entry), 1);
    this.byId.delete(id);
    entry.settle(outcome.error);
    return entry;
  }

  /** WriteOutcome of a write, if known. */
  outcome(id: string): WriteOutcome | null {
    return this.settled.get(id) ?? this.settledEarlier.get(id) ?? null;
  }

  clear(): void {
    const error = new PortError('cancelled', 'The cache was cleared, and this waiting write with it.');
    for (const { id } of [...this.entries]) this.take(id, { accepted: null, error });
  }

  private put(entry: QueuedWrite): void {
    this.latest = Math.max(this.latest, entry.order);
    const at = this.entries.findLastIndex((other) => compareQueued(other, entry) < 0) + 1;
    this.entries.splice(at, 0, entry);
    this.byId.set(entry.id, entry);
  }
}

/** Documents that the write changes. */
export const pathsOfWrite = ({ mutations }: QueuedWrite): ReadonlySet<string> =>
  new Set(mutations.map(({ path }) => path));

/** The write as plain data, for `readWrite`. */
export const queuedData = ({ id, order, at, writes }: QueuedWrite): unknown =>
  encodeMessage({ id, order, at: at.toMillis(), writes } satisfies StoredWrite);

function entryOf({ id, order, at, writes }: StoredWrite): QueuedWrite {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    id,
    writes,
    mutations: writes.map(mutationOf),
    at: Timestamp.fromMillis(at),
    order,
    done: promise,
    settle: (error) => (error ? reject(error) : resolve()),
  };
}
