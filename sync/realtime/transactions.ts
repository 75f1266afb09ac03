/**
 * Transactions: computed here at once from known data, and written only if the server still holds that data. Transactions of one
 * place wait for each other, and waiting ones are sent together.
 */
import type { Keys, TreeNode } from '#query/tree/node.ts';
import type { TreeRequests } from '#query/tree/protocol.ts';
import { parseValue } from '#query/tree/values.ts';
import { PortError } from '#ports/errors.ts';
import { normalQuery } from '#provider-kit/realtime/checks.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import { Overlay } from './overlay.ts';
import type { Sync } from './sync.ts';
import type { TreeAnswer } from './transport.ts';
import { contains, type PendingWrite } from './write-tree.ts';

const maxSends = 25;

export interface TransactionRequest {
  readonly keys: Keys;
  /** Returns a value that was checked and copied. */
  readonly update: (current: Json) => RealtimeValue | undefined;
  readonly applyLocally: boolean;
}

export interface TransactionResult {
  readonly committed: boolean;
  readonly node: TreeNode;
}

type Payload = TreeRequests['transaction']['payload'];
type Send = (payload: Payload, answer: TreeAnswer<TreeRequests['transaction']['reply']>) => void;

/** Result of a run of the transaction function, and the write that shows it. */
interface Outcome {
  readonly value: RealtimeValue;
  readonly node: TreeNode;
  readonly write: PendingWrite;
}

interface Running extends TransactionRequest {
  outcome: Outcome;
  sends: number;
  state: 'waiting' | 'sent' | 'done';
  /** A plain write made here meanwhile takes its place if this one comes back. */
  overridden: boolean;
  readonly stopListening: Unsubscribe;
  resolve(result: TransactionResult): void;
  reject(error: unknown): void;
}

export class Transactions {
  private readonly sync: Sync;
  private readonly send: Send;
  private readonly now: () => number;
  /** Running transactions in the order of their beginning. */
  private readonly running = new Set<Running>();

  /** `now`: server time. */
  constructor(sync: Sync, now: () => number, send: Send) {
    this.sync = sync;
    this.now = now;
    this.send = send;
    sync.onHeard((keys, isNews) => {
      // Data hidden by own writes is no news, but transactions that were sent back have waited for it.
      if (isNews || this.someCameBack(keys)) this.changed(keys);
    });
  }

  run(request: TransactionRequest): Promise<TransactionResult> {
    return new Promise((resolve, reject) => {
      // Listens while it runs, which is how it gets the server's data.
      const query = normalQuery(request.keys.join('/'));
      const stopListening = this.sync.watch(query, { next: () => {}, failed: () => {} });
      try {
        const input = this.sync.latest(request.keys);
        const outcome = this.workOut(request, input);
        if (!outcome) {
          stopListening();
          resolve({ committed: false, node: input });
          return;
        }
        const progress = { outcome, sends: 0, state: 'waiting' as const, overridden: false };
        this.running.add({ ...request, ...progress, stopListening, resolve, reject });
        this.sendReady();
      } catch (error) {
        stopListening();
        reject(error);
      }
    });
  }

  /** A plain write is made here: transactions that touch its place give way, those under way only if they come back. */
  override(keys: Keys): void {
    for (const transaction of this.running) {
      if (!contains(transaction.keys, keys) && !contains(keys, transaction.keys)) continue;
      if (transaction.state === 'sent') transaction.overridden = true;
      else this.abort(transaction, overriddenError());
    }
  }

  /** Runs unsent transactions again after the data of a place has changed. */
  changed(keys: Keys): void {
    const root = this.rootOf(keys);
    const below = [...this.running].filter((transaction) => contains(root, transaction.keys));
    const again = below.filter(({ state }) => state === 'waiting');
    const stale = new Set(again.map(({ outcome }) => outcome.write));
    for (const transaction of again) {
      if (transaction.sends >= maxSends) this.abort(transaction, maxRetriesError());
      else this.workOutAgain(transaction, stale);
    }
    this.sendReady();
  }

  /** Rejects all transactions; nothing is listened to any more. */
  dispose(error: PortError): void {
    for (const transaction of this.running) {
      transaction.state = 'done';
      transaction.reject(error);
    }
    this.running.clear();
  }

  private workOut({ keys, update, applyLocally }: TransactionRequest, input: TreeNode): Outcome | null {
    const value = update(input.toJson());
    if (value === undefined) return null;
    const node = parseValue(value, input, this.now(), input.priority);
    const write = this.sync.write(keys, Overlay.of([[[], node]]), applyLocally);
    return { value, node, write };
  }

  private workOutAgain(transaction: Running, stale: Set<PendingWrite>): void {
    const { write } = transaction.outcome;
    const input = this.sync.latest(transaction.keys, stale);
    try {
      const outcome = this.workOut(transaction, input);
      stale.delete(write);
      if (outcome) {
        transaction.outcome = outcome;
        this.sync.settle(write, true);
        return;
      }
      this.finish(transaction, true);
      transaction.resolve({ committed: false, node: input });
    } catch (error) {
      stale.delete(write);
      this.abort(transaction, error);
    }
  }

  private sendReady(): void {
    const roots = new Set([...this.running].map(({ keys }) => this.rootOf(keys).join('/')));
    for (const root of roots) {
      const { keys } = normalQuery(root);
      const group = [...this.running].filter((transaction) => contains(keys, transaction.keys));
      if (group.every(({ state }) => state === 'waiting') && this.mayBeSent(keys, group))
        this.sendGroup(keys, group);
    }
  }

  /** A transaction refused because the server's data differs is sent again only once that data is known. */
  private mayBeSent(keys: Keys, group: readonly Running[]): boolean {
    return group.every(({ sends }) => sends === 0) || this.sync.hasHeard(keys) || !this.sync.listensTo(keys);
  }

  private sendGroup(keys: Keys, group: readonly Running[]): void {
    const own = new Set(group.map(({ outcome }) => outcome.write));
    const base = this.sync.latest(keys, own).toWire();
    const writes = group.map((transaction) => ({
      keys: transaction.keys,
      value: transaction.outcome.value,
      priority: transaction.outcome.node.priority,
    }));
    for (const transaction of group) {
      transaction.state = 'sent';
      transaction.sends++;
    }
    this.send(
      { keys, base, writes },
      {
        done: ({ committed }) => this.answered(keys, group, committed),
        failed: (error) => {
          for (const transaction of group) this.abort(transaction, error);
          this.changed(keys);
        },
      },
    );
  }

  private answered(keys: Keys, group: readonly Running[], committed: boolean): void {
    for (const transaction of group) {
      if (transaction.state === 'done') continue;
      if (committed) {
        this.finish(transaction, false);
        transaction.resolve({ committed: true, node: transaction.outcome.node });
      } else if (transaction.overridden) this.abort(transaction, overriddenError());
      else transaction.state = 'waiting';
    }
    if (committed) this.sendReady();
    else this.changed(keys);
  }

  private someCameBack(keys: Keys): boolean {
    return [...this.running].some(
      ({ keys: other, state, sends }) =>
        state === 'waiting' && sends > 0 && (contains(keys, other) || contains(other, keys)),
    );
  }

  private abort(transaction: Running, error: unknown): void {
    if (transaction.state === 'done') return;
    this.finish(transaction, true);
    transaction.reject(error);
  }

  private finish(transaction: Running, revert: boolean): void {
    transaction.state = 'done';
    this.running.delete(transaction);
    this.sync.settle(transaction.outcome.write, revert);
    transaction.stopListening();
  }

  /** The highest place above `keys` that a transaction is about; `keys` itself when there is none. */
  private rootOf(keys: Keys): Keys {
    let root = keys;
    for (const { keys: other } of this.running)
      if (other.length < root.length && contains(other, keys)) root = other;
    return root;
  }
}

const overriddenError = () =>
  new PortError('realtime/overridden-by-set', 'Another write here took its place.');
const maxRetriesError = () =>
  new PortError('realtime/max-retries', `The value changed ${maxSends} times meanwhile.`);
