/** Schedules that the rota and its reference are compared on, drawn from a number. */
import type { Layer, Override, Schedule } from '#domain/schedule/schema.ts';

const hour = 3_600_000;
const day = 24 * hour;
const people = ['ada', 'lin', 'sam', 'kim', 'zoe'];
const times = ['00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '09:00', '17:30', '22:00', '23:59'];

/** Numbers below a bound, the same ones for the same seed. */
export type Draw = (below: number) => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below);
  };
}

const base = { teamId: 't', createdBy: 'ada', revision: 1 };

/** Layers that hand over often around an instant, with a later version and overrides near it. */
export function drawnSchedule(
  draw: Draw,
  timezone: string,
  around: number,
): { readonly schedule: Schedule; readonly overrides: readonly Override[] } {
  const some = <T>(items: readonly T[]): T => items[draw(items.length)] as T;
  const who = () => people.slice(0, 1 + draw(people.length));
  const layer = (index: number): Layer => {
    const unit = some(['hour', 'day', 'week'] as const);
    const every = unit === 'hour' ? 1 + draw(30) : 1 + draw(3);
    return {
      name: `Layer ${index}`,
      people: who(),
      // Start up to ten days before, at a quarter of an hour.
      startsAt: Math.floor((around - 3 * day - draw(7 * 24 * 4) * (hour / 4)) / (hour / 4)) * (hour / 4),
      unit,
      every,
      restrictions: Array.from({ length: draw(3) }, () => ({
        weekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => draw(3) > 0),
        from: some(times),
        to: some(times),
      })).filter(({ weekdays }) => weekdays.length > 0),
      shadow: index > 0 && draw(6) === 0,
    };
  };
  const layers = () => Array.from({ length: 1 + draw(3) }, (_, index) => layer(index));
  const override = (index: number): Override => {
    const startsAt = around - day + draw(48 * 60) * 60_000;
    return {
      ...base,
      id: `o${index}`,
      createdAt: draw(3),
      scheduleId: draw(8) === 0 ? 'other' : 's',
      startsAt,
      endsAt: startsAt + (1 + draw(20 * 60)) * 60_000,
      userId: some(people),
      insteadOf: draw(2) === 0 ? null : some(people),
    };
  };
  const schedule: Schedule = {
    ...base,
    id: 's',
    createdAt: 0,
    name: 'Drawn',
    timezone,
    layers: layers(),
    versions:
      draw(2) === 0
        ? []
        : [{ takesEffectAt: around + (draw(48) - 24) * (hour / 2), timezone, layers: layers() }],
  };
  return { schedule, overrides: Array.from({ length: draw(3) }, (_, index) => override(index)) };
}
