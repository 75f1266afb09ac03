/** Transactions that are kept at the server: what was read in them must still hold when they are committed. */
import { randomUUID } from 'node:crypto';
import type { CommitReading } from '#fakes/cloud/docs/commit.ts';
import { PortError } from '#ports/errors.ts';
import type { Query } from '#ports/docs/query.ts';

/** Most open transactions; beyond, the oldest ones are dropped. */
const most = 1000;

/** A query and what it found: asked again it must find the same, for what was not there yet has no version to compare. */
export interface Search {
  readonly query: Query;
  readonly found: readonly CommitReading[];
}

export interface Reads {
  readonly readings: readonly CommitReading[];
  readonly searches: readonly Search[];
}

export class DocTransactions {
  private readonly open = new Map<string, { readings: CommitReading[]; searches: Search[] }>();

  begin(): Uint8Array {
    const id = randomUUID();
    this.open.set(id, { readings: [], searches: [] });
    const [oldest] = this.open.keys();
    if (this.open.size > most && oldest !== undefined) this.open.delete(oldest);
    return Buffer.from(id);
  }

  /** @throws PortError invalid-argument for one that has ended */
  note(transaction: Uint8Array, reading: CommitReading): void {
    this.reads(transaction).readings.push(reading);
  }

  /** @throws PortError invalid-argument for one that has ended */
  noteSearch(transaction: Uint8Array, search: Search): void {
    this.reads(transaction).searches.push(search);
  }

  /** Ends it, and says what it has read. @throws PortError invalid-argument */
  end(transaction: Uint8Array): Reads {
    const reads = this.reads(transaction);
    this.open.delete(Buffer.from(transaction).toString());
    return reads;
  }

  private reads(transaction: Uint8Array) {
    const found = this.open.get(Buffer.from(transaction).toString());
    if (!found) throw new PortError('invalid-argument', 'This transaction has ended.');
    return found;
  }
}
