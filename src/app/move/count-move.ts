/** Dry run of a move: counts what would move, and what is lost. */
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import { movedKey, type MovedRecords, type MovePart, moveParts } from '#provider-kit/move/moved-records.ts';
import { movedGroup, RecordSums } from './canonical.ts';
import { type MovePlan, pagesOf, taken } from './move-plan.ts';

/** Records by group, and what is lost of them, by what. */
export interface MoveCounts {
  readonly groups: ReadonlyMap<string, number>;
  readonly losses: ReadonlyMap<string, number>;
  /** Sentences about single records. */
  readonly notices: readonly string[];
}

/** Counts what would move; nothing is written. @throws PortError data-loss, unavailable */
export async function countMove(plan: MovePlan): Promise<MoveCounts> {
  const sums = new RecordSums();
  const losses = new Map<string, number>();
  const notices: string[] = [];
  const count = async <P extends MovePart>(part: P) => {
    const shelf: MoveShelf<MovedRecords[P]> = plan.source.shelves[part];
    for await (const { records } of pagesOf(shelf))
      for (const record of records) {
        const found = taken(plan, part, record);
        for (const loss of found.losses) losses.set(loss, (losses.get(loss) ?? 0) + 1);
        notices.push(...(found.notices ?? []));
        if (found.record !== null) sums.add(movedGroup(part, movedKey[part](found.record)), '');
      }
  };
  for (const part of moveParts) await count(part);
  return { groups: sums.counts(), losses, notices };
}
