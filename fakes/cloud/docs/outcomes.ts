/** The last write that was accepted from each queue, so that one sent again is answered again and not done again. */
import type { Accepted } from './protocol.ts';

export type OutcomesData = readonly (readonly [queue: string, accepted: Accepted])[];

export class Outcomes {
  private readonly kept: Map<string, Accepted>;
  private readonly most: number;

  /** `most`: how many queues are remembered, the most recently used ones. */
  constructor(most: number, data: OutcomesData = []) {
    this.most = most;
    this.kept = new Map(data);
  }

  find(queue: string, mutation: string): Accepted | null {
    const last = this.kept.get(queue);
    return last?.mutation === mutation ? last : null;
  }

  keep(queue: string, accepted: Accepted): void {
    this.kept.delete(queue);
    this.kept.set(queue, accepted);
    if (this.kept.size <= this.most) return;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.kept.delete(oldest);
  }

  data(): OutcomesData {
    return [...this.kept];
  }
}
