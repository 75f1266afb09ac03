/** Contents of a move, from a source to a kind of target. */
import type { Fitted, MoveFits, MovePage, MoveShelf, MoveSource } from '#provider-kit/move/move-backend.ts';
import type { MovedRecords, MovePart } from '#provider-kit/move/moved-records.ts';

export interface MovePlan {
  readonly source: MoveSource;
  /** Part of each record that moves. */
  readonly policy: MoveFits;
  /** Part of it that the target can store. */
  readonly targetFits: MoveFits;
  /** Gets a line about each step. */
  readonly print: (line: string) => void;
}

/** A record as it arrives. */
export function taken<P extends MovePart>(
  { policy, targetFits }: Pick<MovePlan, 'policy' | 'targetFits'>,
  part: P,
  record: MovedRecords[P],
): Fitted<MovedRecords[P]> {
  const moved: Fitted<MovedRecords[P]> = policy[part](record);
  if (moved.record === null) return moved;
  const fitted: Fitted<MovedRecords[P]> = targetFits[part](moved.record);
  return {
    record: fitted.record,
    losses: [...moved.losses, ...fitted.losses],
    notices: [...(moved.notices ?? []), ...(fitted.notices ?? [])],
  };
}

/** All records of a part, a page at a time. */
export async function* pagesOf<R>(
  shelf: MoveShelf<R>,
  from: string | null = null,
): AsyncGenerator<MovePage<R>> {
  let after = from;
  for (;;) {
    const page = await shelf.page(after);
    yield page;
    if (page.next === null) return;
    after = page.next;
  }
}
