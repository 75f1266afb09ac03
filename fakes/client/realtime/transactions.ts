/** Transactions: worked out here, written only if the server still holds what they were worked out from. */
import { empty, fromWire, type Keys, type TreeNode } from '#fakes/cloud/realtime/node.ts';
import { parseValue } from '#fakes/cloud/realtime/values.ts';
import { PortError } from '#ports/errors.ts';
import { checkValue } from '#ports/realtime/checks.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import type { PendingWrite } from './pending.ts';
import type { Sender } from './sender.ts';
import type { Sync } from './sync.ts';

const maxAttempts = 25;

interface Running {
  readonly keys: Keys;
  readonly cancel: () => void;
}

export interface TransactionRequest {
  readonly keys: Keys;
  readonly update: (current: Json) => RealtimeValue | undefined;
  readonly applyLocally: boolean;
}

export interface TransactionResult {
  readonly committed: boolean;
  readonly node: TreeNode;
}

interface Attempt {
  readonly base: TreeNode;
  readonly value: RealtimeValue;
  readonly shown: PendingWrite | null;
}

export class Transactions {
  private readonly sync: Sync;
  private readonly sender: Sender;
  private readonly now: () => number;
  private readonly running = new Set<Running>();

  constructor(sync: Sync, sender: Sender, now: () => number) {
    this.sync = sync;
    this.sender = sender;
    this.now = now;
  }

  /** A plain write at this place was made here: whatever was being worked out about it is void. */
  override(keys: Keys): void {
    for (const running of this.running) if (related(running.keys, keys)) running.cancel();
  }

  run(request: TransactionRequest): Promise<TransactionResult> {
    return new Promise((resolve, reject) => {
      const state: { attempt: Attempt | null } = { attempt: null };
      const running: Running = {
        keys: request.keys,
        cancel: () => {
          this.finish(running, state.attempt);
          reject(new PortError('realtime/overridden-by-set', 'Another write here took its place.'));
        },
      };
      this.running.add(running);
      this.attempts(request, state, running)
        .then(resolve, reject)
        .finally(() => this.finish(running, state.attempt));
    });
  }

  private async attempts(
    request: TransactionRequest,
    state: { attempt: Attempt | null },
    running: Running,
  ): Promise<TransactionResult> {
    const { keys } = request;
    let current = this.sync.known(keys) ?? empty;
    for (let tries = 0; tries < maxAttempts && this.running.has(running); tries++) {
      const attempt = this.attempt(request, current);
      if (!attempt) return { committed: false, node: current };
      state.attempt = attempt;
      const payload = () =>
        this.running.has(running) ? { keys, base: attempt.base.toWire(), value: attempt.value } : null;
      const { committed, value } = await this.sender.send('transaction', payload, { again: false });
      if (committed) return { committed, node: fromWire(value) };
      this.takeBack(attempt);
      state.attempt = null;
      current = this.sync.over(keys, fromWire(value));
    }
    throw new PortError('realtime/max-retries', `The value changed ${maxAttempts} times meanwhile.`);
  }

  private attempt({ keys, update, applyLocally }: TransactionRequest, base: TreeNode): Attempt | null {
    const value = update(base.toJson());
    if (value === undefined) return null;
    checkValue(value, keys.length);
    const node = parseValue(value, base, this.now(), base.priority);
    return { base, value, shown: applyLocally ? this.sync.write([{ keys, node }]) : null };
  }

  private takeBack({ shown }: Attempt): void {
    if (shown) this.sync.settle(shown);
  }

  private finish(running: Running, attempt: Attempt | null): void {
    if (this.running.delete(running) && attempt) this.takeBack(attempt);
  }
}

const related = (one: Keys, other: Keys) =>
  one.every((key, index) => index >= other.length || other[index] === key);
