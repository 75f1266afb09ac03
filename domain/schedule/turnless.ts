/**
 * People of a layer who never have a turn: daily turns of seven people with hours on weekdays leave two of them out, since theirs always
 * fall on the weekend. Computed on a clock that is never changed, over one whole cycle of turns and weeks.
 */
import { createZone } from './rota-zone.ts';
import { unitLength } from './rota-layer.ts';
import type { Layer } from './schema.ts';
import { openBetween } from './weekly-windows.ts';

const week = unitLength.week;
const utc = createZone('UTC');

/** Empty where the layer has no restrictions. */
export function turnlessPeople(layer: Layer, timezone: string): readonly string[] {
  const { people, restrictions, startsAt, every, unit } = layer;
  if (restrictions.length === 0) return [];
  const length = every * unitLength[unit];
  const anchor = createZone(timezone).wallClock(startsAt);
  const waiting = new Set(people.map((_, index) => index));
  // At most 168 rounds, since a turn lasts whole hours.
  const rounds = week / greatestCommonDivisor(people.length * length, week);
  for (let turn = 0; turn < rounds * people.length && waiting.size > 0; turn += 1) {
    const index = turn % people.length;
    const begins = anchor + ((turn * length) % week);
    // A person may be named twice.
    if (
      waiting.has(index) &&
      openBetween(restrictions, utc, begins, begins + Math.min(length, week)).length > 0
    )
      waiting.delete(index);
  }
  const taken = new Set(people.filter((_, index) => !waiting.has(index)));
  return [...new Set(people)].filter((userId) => !taken.has(userId));
}

function greatestCommonDivisor(one: number, other: number): number {
  let [larger, smaller] = [one, other];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
