/** Ten schedules of 50 people with a turn a day over turns a week, in five time zones. */
import { shiftsBetween } from '#domain/schedule/rota.ts';
import type { Layer, Schedule } from '#domain/schedule/schema.ts';

export const [yearStart, yearEnd] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC'];
export const people = Array.from({ length: 50 }, (_, index) => `person-${index}`);

const layer = (name: string, unit: Layer['unit'], shift: number): Layer => ({
  ...{ name, unit, every: 1, restrictions: [], shadow: false },
  people: [...people.slice(shift), ...people.slice(0, shift)],
  startsAt: Date.UTC(2025, 11, 1, 8),
});

export const schedules = Array.from({ length: 10 }, (_, index): Schedule => {
  const id = `schedule-${index}`;
  return {
    ...{ id, teamId: 'team', createdAt: yearStart, createdBy: 'person-0', revision: 1 },
    name: `Schedule ${index}`,
    timezone: zones[index % zones.length] ?? 'UTC',
    layers: [layer('Days', 'day', index), layer('Weeks', 'week', index * 3)].toReversed(),
  };
});

export const yearOf = (schedule: Schedule) => shiftsBetween(schedule, [], yearStart, yearEnd);
