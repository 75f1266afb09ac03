/** Placeholder of a server timestamp at the client until the server has set it. Never leaves the client. */
import type { DocValue, Timestamp } from '#ports/docs/values.ts';

export class PendingTimestamp {
  /** Time of the write, by the client's clock. */
  readonly estimate: Timestamp;
  /** The last value that was not pending; `null` for none. */
  readonly previous: DocValue;
  /** Later writes come later in an order. */
  readonly order: number;

  constructor(estimate: Timestamp, previous: DocValue, order: number) {
    this.estimate = estimate;
    this.previous = previous instanceof PendingTimestamp ? previous.previous : previous;
    this.order = order;
    Object.freeze(this);
  }
}

/** Values travel as `DocValue` everywhere; only the order and the reader's copy look for this one. */
export const pendingTimestamp = (estimate: Timestamp, previous: DocValue, order: number): DocValue =>
  new PendingTimestamp(estimate, previous, order) as unknown as DocValue;
