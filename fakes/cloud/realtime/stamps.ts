/** The last write that was made of each queue, so that one sent again is answered again and not made again. */
import { type Note, type Part, RecordMap } from '../records.ts';
import type { Stamp } from '#query/tree/protocol.ts';

export type StampsData = readonly (readonly [queue: string, number: number])[];

export class Stamps {
  private readonly last: RecordMap<number>;
  private readonly most: number;

  /** `most`: number of queues remembered, the most recently used ones. `note` gets the queues that change. */
  constructor(most: number, note: Note) {
    this.most = most;
    this.last = new RecordMap(note);
  }

  replaceAll(data: StampsData): void {
    this.last.replaceAll(data);
  }

  part(): Part {
    return this.last.part();
  }

  has({ queue, number }: Stamp): boolean {
    return (this.last.get(queue) ?? -1) >= number;
  }

  keep({ queue, number }: Stamp): void {
    this.last.delete(queue);
    this.last.set(queue, number);
    if (this.last.size <= this.most) return;
    const [oldest] = this.last.keys();
    if (oldest !== undefined) this.last.delete(oldest);
  }

  data(): StampsData {
    return [...this.last];
  }
}
