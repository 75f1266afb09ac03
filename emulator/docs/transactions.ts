/** Transactions that are kept at the server: what was read in them must still hold when they are committed. */
import { randomUUID } from 'node:crypto';
import type { Reading } from '#fakes/cloud/docs/commit.ts';
import { PortError } from '#ports/errors.ts';

/** Those that are never ended are forgotten, the oldest first. */
const most = 1000;

export class Transactions {
  private readonly open = new Map<string, Reading[]>();

  begin(): Uint8Array {
    const id = randomUUID();
    this.open.set(id, []);
    const [oldest] = this.open.keys();
    if (this.open.size > most && oldest !== undefined) this.open.delete(oldest);
    return Buffer.from(id);
  }

  /** @throws PortError invalid-argument for one that has ended */
  note(transaction: Uint8Array, reading: Reading): void {
    this.readings(transaction).push(reading);
  }

  /** Ends it, and says what it has read. @throws PortError invalid-argument */
  end(transaction: Uint8Array): readonly Reading[] {
    const readings = this.readings(transaction);
    this.open.delete(Buffer.from(transaction).toString());
    return readings;
  }

  private readings(transaction: Uint8Array): Reading[] {
    const found = this.open.get(Buffer.from(transaction).toString());
    if (!found) throw new PortError('invalid-argument', 'This transaction has ended.');
    return found;
  }
}
