/** Comparison of both ends of a move: counts and digests of each group, then the first differences by name. */
import type { MoveForms, MoveShelf, MoveTarget } from '#provider-kit/move/move-backend.ts';
import { movedKey, type MovedRecords, type MovePart, moveParts } from '#provider-kit/move/moved-records.ts';
import { canonicalText, movedGroup, RecordSums } from './canonical.ts';
import { type MovePlan, pagesOf, taken } from './move-plan.ts';

export interface Comparison {
  /** Records by group, as they are at the target. */
  readonly groups: ReadonlyMap<string, number>;
  /** Parts that the target can't tell. */
  readonly uncompared: readonly MovePart[];
  /** Sentences about the first records that differ; empty when all are equal. */
  readonly differences: readonly string[];
}

const mostDifferences = 10;

interface Ends extends Pick<MovePlan, 'source' | 'policy' | 'targetFits'> {
  readonly target: MoveTarget;
}

export async function compareEnds(ends: Ends): Promise<Comparison> {
  const { target } = ends;
  const here = new RecordSums();
  const there = new RecordSums();
  const parts = moveParts.filter((part) => !target.blind.has(part));
  for (const part of parts) await addSums(ends, part, here, there);
  const differing = new Set(here.differing(there));
  const differences: string[] = [];
  if (differing.size > 0)
    for (const part of parts) {
      if (differences.length >= mostDifferences) break;
      await addDifferences(ends, part, differing, differences);
    }
  return { groups: there.counts(), uncompared: [...target.blind], differences };
}

/** A record of the source as the target gives it; `null`: it does not move. */
function expected<P extends MovePart>(ends: Ends, part: P, record: MovedRecords[P]): MovedRecords[P] | null {
  const { record: moved } = taken(ends, part, record);
  const readBack: MoveForms[P] | undefined = ends.target.readBack?.[part];
  return moved === null || !readBack ? moved : readBack(moved);
}

async function addSums<P extends MovePart>(
  ends: Ends,
  part: P,
  here: RecordSums,
  there: RecordSums,
): Promise<void> {
  const [from, to]: readonly MoveShelf<MovedRecords[P]>[] = [
    ends.source.shelves[part],
    ends.target.shelves[part],
  ];
  const keyOf: (record: MovedRecords[P]) => string = movedKey[part];
  if (!from || !to) return;
  for await (const { records } of pagesOf(from))
    for (const record of records) {
      const arriving = expected(ends, part, record);
      if (arriving !== null) here.add(movedGroup(part, keyOf(arriving)), canonicalText(arriving));
    }
  for await (const { records } of pagesOf(to))
    for (const record of records) there.add(movedGroup(part, keyOf(record)), canonicalText(record));
}

async function addDifferences<P extends MovePart>(
  ends: Ends,
  part: P,
  groups: ReadonlySet<string>,
  found: string[],
): Promise<void> {
  const from: MoveShelf<MovedRecords[P]> = ends.source.shelves[part];
  const to: MoveShelf<MovedRecords[P]> = ends.target.shelves[part];
  const keyOf: (record: MovedRecords[P]) => string = movedKey[part];
  const arriving = (record: MovedRecords[P]) => expected(ends, part, record) ?? [];
  const textsOf = (records: readonly MovedRecords[P][]) =>
    new Map(
      records.flatMap((record) => {
        const key = keyOf(record);
        return groups.has(movedGroup(part, key)) ? [[key, canonicalText(record)] as const] : [];
      }),
    );
  const note = (sentence: string) => {
    if (found.length < mostDifferences) found.push(sentence);
  };
  for await (const { records } of pagesOf(from)) {
    const here = textsOf(records.flatMap(arriving));
    const there = textsOf(here.size > 0 ? await to.get([...here.keys()]) : []);
    for (const [key, text] of here)
      if (!there.has(key)) note(`${part}: ${key} is missing at the target.`);
      else if (there.get(key) !== text) note(`${part}: ${key} is another one at the target.`);
    if (found.length >= mostDifferences) return;
  }
  for await (const { records } of pagesOf(to)) {
    const there = textsOf(records);
    const here = textsOf(there.size > 0 ? (await from.get([...there.keys()])).flatMap(arriving) : []);
    for (const key of there.keys()) if (!here.has(key)) note(`${part}: ${key} is at the target alone.`);
    if (found.length >= mostDifferences) return;
  }
}
