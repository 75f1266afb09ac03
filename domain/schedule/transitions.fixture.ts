/** Schedules of layers for tests. */
import { day } from '../constants.ts';
import { type Layer, type Schedule } from './schema.ts';
import { saveSchedule } from './transitions.ts';

export const now = Date.UTC(2026, 5, 1, 9);

export const testLayer = (people: string[], more: Partial<Layer> = {}): Layer => ({
  name: 'Weekly',
  people,
  startsAt: now - 100 * day,
  unit: 'day',
  every: 1,
  restrictions: [],
  shadow: false,
  ...more,
});

export const scheduleContent = (layers: Layer[] = [testLayer(['ada', 'lin'])], timezone = 'UTC') => ({
  id: 's',
  teamId: 't',
  name: 'Primary',
  timezone,
  layers,
});

export const by = (at: number) => ({ by: 'jonas', now: at });

export function savedSchedule(
  before: Schedule | null,
  layers: Layer[],
  takesEffectAt: number | null,
  at = now,
): Schedule {
  const change = saveSchedule(before, scheduleContent(layers), takesEffectAt, by(at));
  if (!change.ok) throw new Error(change.error.message);
  return change.state;
}
