/** Effect of a schedule's change on people: time gained and lost. */
import type { Shift } from './rota.ts';

/** A time with another person after the change; null for nobody. */
export interface ShiftChange {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Differences of two lists without gaps over the same span, as `shiftsBetween` returns them. Neighbours with the same change are
 * merged.
 */
export function shiftChanges(before: readonly Shift[], after: readonly Shift[]): readonly ShiftChange[] {
  const edges = [...new Set([...before, ...after].flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))];
  const found: { startsAt: number; endsAt: number; before: string | null; after: string | null }[] = [];
  const [earlier, later] = [cursorOf(before), cursorOf(after)];
  const sorted = edges.toSorted((one, other) => one - other);
  for (const [index, startsAt] of sorted.slice(0, -1).entries()) {
    const endsAt = sorted[index + 1] ?? startsAt;
    const [was, is] = [earlier(startsAt), later(startsAt)];
    if (was === is) continue;
    const last = found.at(-1);
    if (last && last.endsAt === startsAt && last.before === was && last.after === is) last.endsAt = endsAt;
    else found.push({ startsAt, endsAt, before: was, after: is });
  }
  return found;
}

/** Holder of an instant; called in ascending order. */
function cursorOf(shifts: readonly Shift[]): (at: number) => string | null {
  let index = 0;
  return (at) => {
    while ((shifts[index]?.endsAt ?? Number.POSITIVE_INFINITY) <= at) index += 1;
    return shifts[index]?.userId ?? null;
  };
}

/** Time that one person gains and loses. */
export interface PersonChange {
  readonly userId: string;
  readonly gains: readonly ShiftChange[];
  readonly loses: readonly ShiftChange[];
  /** Milliseconds; negative for somebody who loses more. */
  readonly difference: number;
}

/** Changes by person, those with the largest difference first. */
export function changesByPerson(changes: readonly ShiftChange[]): readonly PersonChange[] {
  const people = new Set(changes.flatMap(({ before, after }) => [before, after]));
  return [...people]
    .flatMap((userId) => {
      if (userId === null) return [];
      const gains = changes.filter(({ after }) => after === userId);
      const loses = changes.filter(({ before }) => before === userId);
      return [{ userId, gains, loses, difference: total(gains) - total(loses) }];
    })
    .toSorted(
      (one, other) =>
        Math.abs(other.difference) - Math.abs(one.difference) || (one.userId < other.userId ? -1 : 1),
    );
}

/** Milliseconds in all. */
export const total = (spans: readonly Pick<Shift, 'startsAt' | 'endsAt'>[]): number =>
  spans.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0);
