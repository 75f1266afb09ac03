/** The last writes that were accepted from each queue, so that one sent again is answered again and not done again. */
import { type Entry, type Note, type Part, RecordMap } from '../records.ts';
import { withForms } from './exact-forms.ts';
import type { Accepted } from './protocol.ts';

export type OutcomesData = readonly (readonly [
  queue: string,
  accepted: Accepted,
  earlier?: readonly string[],
])[];

type KeptOutcome = readonly [last: Accepted, earlier: readonly string[]];

interface Kept {
  last: Accepted;
  /** Names of those before it. */
  readonly earlier: Set<string>;
}

/**
 * A queue has one write under way at a time, but several tabs may share it: the next sender may begin with another write than the
 * previous one, whose answer was lost. And a browser that died sends writes again whose end was not on its disk (`mostAhead` in
 * `fakes/client/docs/shared-queue.ts`).
 */
const mostEarlier = 32;

export class Outcomes {
  private readonly kept: RecordMap<Kept>;
  private readonly most: number;
  /** The queue that was used last. */
  private latest: string | null = null;

  /** `most`: number of queues remembered, the most recently used ones. `note` gets the queues that change. */
  constructor(most: number, note: Note) {
    this.most = most;
    this.kept = new RecordMap(note);
  }

  /** Parses exported outcomes; the returned function replaces all by them. */
  read(data: OutcomesData): () => void {
    const kept = data.map(([queue, last, earlier = []]): [string, Kept] => {
      for (const { resolved } of last.results) withForms(resolved);
      return [queue, { last, earlier: new Set(earlier) }];
    });
    return () => {
      this.latest = null;
      this.kept.replaceAll(kept);
    };
  }

  part(): Part {
    return this.kept.part(({ last, earlier }): KeptOutcome => [last, [...earlier]]);
  }

  dataOf(entries: readonly Entry[]): OutcomesData {
    return entries.map(([queue, kept]) => [queue, ...(kept as KeptOutcome)]);
  }

  /** Outcome of a mutation before the queue's last one, which its author learns from reading. */
  find(queue: string, mutation: string): Accepted | null {
    const kept = this.kept.get(queue);
    if (kept?.last.mutation === mutation) return kept.last;
    return kept?.earlier.has(mutation) ? { mutation, version: kept.last.version, results: [] } : null;
  }

  last(queue: string): Accepted | null {
    return this.kept.get(queue)?.last ?? null;
  }

  keep(queue: string, last: Accepted): void {
    const kept = this.kept.get(queue) ?? { last, earlier: new Set<string>() };
    const { earlier } = kept;
    if (kept.last !== last) earlier.add(kept.last.mutation);
    const [first] = earlier.size > mostEarlier ? earlier : [];
    if (first !== undefined) earlier.delete(first);
    kept.last = last;
    if (this.latest === queue) {
      this.kept.touch(queue);
      return;
    }
    this.latest = queue;
    this.kept.delete(queue);
    this.kept.set(queue, kept);
    if (this.kept.size <= this.most) return;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.kept.delete(oldest);
  }

  data(): OutcomesData {
    return [...this.kept].map(([queue, { last, earlier }]) => [queue, last, [...earlier]]);
  }
}
