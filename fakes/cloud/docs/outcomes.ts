/** The last writes that were accepted from each queue, so that one sent again is answered again and not done again. */
import * as v from 'valibot';
import { type Entry, type Note, type Part, readEach, RecordMap, type SetAsideRecords } from '../records.ts';
import { storedAs, storedNumber } from '../stored.ts';
import { withForms } from './exact-forms.ts';
import type { Accepted } from './protocol.ts';

export type OutcomesData = readonly (readonly [
  queue: string,
  accepted: Accepted,
  earlier?: readonly StoredEarlier[],
])[];

/** Records of 2026-11-24 and before hold the name alone. */
type StoredEarlier = Accepted | string;

type KeptOutcome = readonly [last: Accepted, earlier: readonly StoredEarlier[]];

interface Kept {
  last: Accepted;
  /** Outcomes before it, oldest first, by mutation. */
  readonly earlier: Map<string, Accepted>;
}

/**
 * A queue has one write under way at a time, but several tabs may share it: the next sender may begin with another write than the
 * previous one, whose answer was lost. And a browser that died sends writes again whose end was not on its disk (`mostAhead` in
 * `sync/shared-write-queue.ts`).
 */
const mostEarlier = 32;

/**
 * Most results kept of a queue's earlier writes together: a batch may have hundreds, and the record is stored with every write. A write
 * whose results are not kept is answered without them, and its author learns the documents from reading.
 */
const mostEarlierResults = 100;

const accepted = v.looseObject({
  mutation: v.string(),
  version: storedNumber,
  results: v.array(v.looseObject({ version: storedNumber, resolved: v.looseObject({}) })),
});

const storedOutcome = storedAs<KeptOutcome>(v.tuple([accepted, v.array(v.union([v.string(), accepted]))]));

function keptOf(last: Accepted, stored: readonly StoredEarlier[]): Kept {
  const earlier = stored.map((one) =>
    typeof one === 'string' ? { mutation: one, version: last.version, results: [] } : one,
  );
  for (const { results } of [last, ...earlier]) for (const { resolved } of results) withForms(resolved);
  return { last, earlier: new Map(earlier.map((one) => [one.mutation, one])) };
}

/** Keeps the newest outcomes, and the newest results. */
function bound(earlier: Map<string, Accepted>): void {
  const [first] = earlier.size > mostEarlier ? earlier.keys() : [];
  if (first !== undefined) earlier.delete(first);
  let results = 0;
  for (const one of [...earlier.values()].toReversed()) {
    results += one.results.length;
    if (results > mostEarlierResults) earlier.set(one.mutation, { ...one, results: [] });
  }
}

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
    const kept = data.map(([queue, last, earlier = []]): [string, Kept] => [queue, keptOf(last, earlier)]);
    return () => {
      this.latest = null;
      this.kept.replaceAll(kept);
    };
  }

  part(): Part {
    return this.kept.part(({ last, earlier }): KeptOutcome => [last, [...earlier.values()]]);
  }

  dataOf(part: string, entries: readonly Entry[], setAside: SetAsideRecords): OutcomesData {
    return readEach(part, entries, setAside, (kept, queue) => {
      const [last, earlier] = storedOutcome(kept);
      keptOf(last, earlier);
      return [queue, last, earlier] as const;
    });
  }

  /** Outcome of a mutation that was accepted, if it is still known. */
  find(queue: string, mutation: string): Accepted | null {
    const kept = this.kept.get(queue);
    if (kept?.last.mutation === mutation) return kept.last;
    return kept?.earlier.get(mutation) ?? null;
  }

  last(queue: string): Accepted | null {
    return this.kept.get(queue)?.last ?? null;
  }

  keep(queue: string, last: Accepted): void {
    const kept = this.kept.get(queue) ?? { last, earlier: new Map<string, Accepted>() };
    const { earlier } = kept;
    if (kept.last !== last) earlier.set(kept.last.mutation, kept.last);
    bound(earlier);
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
    return [...this.kept].map(([queue, { last, earlier }]) => [queue, last, [...earlier.values()]]);
  }
}
