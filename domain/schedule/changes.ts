/** How often a schedule can change: its cost, wherever its shifts are computed. */
import { limits } from '../constants.ts';
import type { Layer } from './schema.ts';

const turnsPerWeek = { hour: 168, day: 7, week: 1 } as const;

/** Beginnings of turns, and beginnings and ends of windows, of a layer within a week. */
const changesOfLayer = ({ people, unit, every, restrictions }: Layer): number => {
  const turns = people.length > 1 ? turnsPerWeek[unit] / every : 0;
  const windows = restrictions.reduce((sum, { weekdays }) => sum + new Set(weekdays).size, 0);
  return turns + 2 * windows;
};

/** Of all layers together. */
export const changesPerWeek = (layers: readonly Layer[]): number =>
  Math.ceil(layers.reduce((sum, layer) => sum + changesOfLayer(layer), 0));

/** Null: they do not change too often. */
export function tooManyChanges(layers: readonly Layer[]): string | null {
  const changes = changesPerWeek(layers);
  if (changes <= limits.changesPerWeek) return null;
  const [count, most] = [changes, limits.changesPerWeek].map((one) => one.toLocaleString('en'));
  return `The turns and hours of these layers change ${count} times a week, and a schedule may change ${most} times. Make turns longer, or take out some hours or layers.`;
}
