/** A move of everything from one backend to another, which goes on where it was stopped. */
import { PortError } from '#ports/errors.ts';
import type { MoveShelf, MoveTarget, OpenContent } from '#provider-kit/move/move-backend.ts';
import { type MovedRecords, type MovePart, moveParts } from '#provider-kit/move/moved-records.ts';
import { compareEnds, type Comparison } from './compare.ts';
import { type MovePlan, pagesOf, taken } from './move-plan.ts';
import type { MoveState, StateFile } from './state-file.ts';

export interface MoveOptions extends MovePlan {
  readonly target: MoveTarget;
  readonly state: StateFile;
  /** When it began, epoch milliseconds. */
  readonly at: number;
  /** Of a new move. */
  readonly newId: () => string;
  /** Ends the move although both sides differ. */
  readonly acceptDifferences: boolean;
}

/**
 * Moves everything, or the remainder, and compares both sides. Written records stay: repeating the same move continues there. @throws
 * PortError failed-precondition for a target or a source in use; whatever the ends throw
 */
export async function carryOutMove(options: MoveOptions): Promise<Comparison | null> {
  const { source, target, state, print } = options;
  let standing = await begun(options);
  if (standing.phase === 'moving') {
    for (const part of moveParts.slice(moveParts.indexOf(standing.part))) {
      const from = part === standing.part ? standing.after : null;
      standing = await movePart(options, part, standing, from);
    }
    await target.finish();
    standing = { ...standing, phase: 'comparing', after: null };
    if (target.keepsParts) await state.write(standing);
  }
  let comparison: Comparison | null = null;
  if (standing.phase === 'comparing') {
    await source.checkAtRest();
    print('Both sides are compared.');
    comparison = await compareEnds(options);
    if (comparison.differences.length > 0 && !options.acceptDifferences) return comparison;
    await state.write({ ...standing, phase: 'done' });
  }
  await target.setMark(null);
  await state.remove();
  return comparison;
}

/** @throws PortError failed-precondition for a target that holds something else */
async function begun({ source, target, state, newId, at }: MoveOptions): Promise<MoveState> {
  const [kept, mark] = [await state.read(), await target.mark()];
  const ends = { from: source.name, to: target.name };
  if (kept && (kept.from !== ends.from || kept.to !== ends.to))
    throw new PortError(
      'failed-precondition',
      `${state.file} is of another move, from ${kept.from} to ${kept.to}. Finish that one, or name another file with --state.`,
    );
  if (kept && target.keepsParts && (mark === kept.id || kept.phase === 'done')) return kept;
  if (!(await target.isEmpty()))
    throw new PortError(
      'failed-precondition',
      mark === null
        ? `${target.name} is not empty. Nothing is written over: name a new one.`
        : `${target.name} holds a part of another move. Go on with that one by naming its file with --state, or name a new target.`,
    );
  const first: MoveState = {
    ...{ ...ends, id: newId(), at, phase: 'moving', part: moveParts[0], after: null, moved: 0 },
  };
  if (target.keepsParts) await state.write(first);
  await target.setMark(first.id);
  return first;
}

/** Progress is printed each time so many have moved. */
const recordsPerLine = 5000;

async function movePart<P extends MovePart>(
  options: MoveOptions,
  part: P,
  standing: MoveState,
  from: string | null,
): Promise<MoveState> {
  const { source, target, state, print } = options;
  const shelf: MoveShelf<MovedRecords[P]> = source.shelves[part];
  let current: MoveState = { ...standing, part, after: from };
  let count = 0;
  for await (const { records, next } of pagesOf(shelf, from)) {
    const batch = records.flatMap((record) => taken(options, part, record).record ?? []);
    if (batch.length > 0) await write(target.shelves[part], batch, source.contentOf);
    const isStep = Math.floor(count / recordsPerLine) < Math.floor((count + batch.length) / recordsPerLine);
    count += batch.length;
    current = { ...current, after: next, moved: current.moved + batch.length };
    // The state follows the write: a batch may come twice, and is the same then.
    if (target.keepsParts && next !== null) await state.write(current);
    if (isStep && next !== null) print(`${part}: ${count} so far`);
  }
  print(`${part}: ${count}`);
  const following = moveParts[moveParts.indexOf(part) + 1];
  current = { ...current, part: following ?? part, after: following ? null : current.after };
  if (target.keepsParts && following) await state.write(current);
  return current;
}

const write = <R>(shelf: MoveShelf<R>, records: readonly R[], contentOf: OpenContent): Promise<void> =>
  shelf.write(records, contentOf);
