/** Schedules that change as often as a saved one may, in several shapes. */
import { limits } from '#domain/constants.ts';
import { changesPerWeek } from '#domain/schedule/changes.ts';
import type { Layer } from '#domain/schedule/schema.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const time = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
const hours = (from: number, to: number) => ({ weekdays: everyDay, from: time(from), to: time(to) });

/** `people`: at least two, in each layer the most that there may be. */
export function largestSchedules(people: readonly string[]): ReadonlyMap<string, Layer[]> {
  const everybody = Array.from(
    { length: limits.peoplePerLayer },
    (_, index) => people[index % people.length] ?? '',
  );
  const layer = (index: number, more: Partial<Layer>): Layer => ({
    ...{ name: `Layer ${index}`, unit: 'week', every: limits.every, restrictions: [], shadow: false },
    people: [...everybody.slice(index), ...everybody.slice(0, index)],
    startsAt: Date.UTC(2025, 11, 1, 8),
    ...more,
  });
  const windows = (count: number, minutes: number) =>
    Array.from({ length: count }, (_, index) => hours(index * 60 + minutes, index * 60 + minutes + 20));
  return new Map([
    [
      'turns of an hour under five layers of hours',
      [
        layer(0, { unit: 'hour', every: 1 }),
        ...Array.from({ length: 5 }, (_, index) =>
          layer(index + 1, { restrictions: [hours(index * 240, index * 240 + 150)] }),
        ),
      ],
    ],
    [
      'ten layers of hours',
      Array.from({ length: 10 }, (_, index) =>
        layer(index, { every: 1, restrictions: [hours(index * 140, index * 140 + 90)] }),
      ),
    ],
    ['17 windows of a day in one layer', [layer(0, { every: 1, restrictions: windows(17, 30) })]],
  ]);
}

/** Layers that fit, with how often they change. */
export const changesOf = (layers: readonly Layer[]): string =>
  `${changesPerWeek(layers)} of ${limits.changesPerWeek} changes a week`;
