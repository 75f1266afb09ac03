/** Losses of a kill. */
import { type Acknowledged, documentsOfBatch, type Found } from './protocol.ts';

/** Outcome of one kill. */
export interface Outcome {
  readonly acknowledged: number;
  /** Writes that are missing, doubled or partial. */
  readonly lost: readonly string[];
  /** Milliseconds from the restart until the last page was there. */
  readonly pagedMs?: number;
}

export const incidentsOf = (writes: readonly Acknowledged[]): readonly string[] =>
  writes.filter(({ kind }) => kind === 'incident').map(({ id }) => id);

/** Compares the stored state of a round with its acknowledged writes. */
export function checkWrites(found: Found, writes: readonly Acknowledged[]): Outcome {
  const of = (kind: Acknowledged['kind']) =>
    writes.filter((write) => write.kind === kind).map(({ id }) => id);
  const missing = (kind: Acknowledged['kind'], there: readonly string[]) => {
    const set = new Set(there);
    return of(kind)
      .filter((id) => !set.has(id))
      .map(
        (id) =>
          `${kind} ${id} is lost (write ${writes.findIndex((write) => write.id === id) + 1} of ${writes.length})`,
      );
  };
  const profile = Math.max(0, ...of('profile').map(Number));
  const lost = [
    ...missing('document', found.documents),
    ...missing('batch', Object.keys(found.batches)),
    ...missing('count', found.counts),
    ...missing('file', found.files),
    ...missing('value', found.values),
    ...missing('incident', found.incidents),
    ...(found.profile < profile ? [`profile ${profile} is lost: it is ${found.profile}`] : []),
    ...broken(found),
  ];
  return { acknowledged: writes.length, lost };
}

/** Partial batches, and increments that are not counted exactly once. */
const broken = ({ batches, sum, summed }: Found): readonly string[] => [
  ...Object.entries(batches)
    .filter(([, parts]) => parts !== documentsOfBatch)
    .map(([batch, parts]) => `batch ${batch} has ${parts} of its documents`),
  ...(sum === summed ? [] : [`${summed} increments make ${sum}`]),
];
