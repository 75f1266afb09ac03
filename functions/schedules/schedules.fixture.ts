/** A schedule of nights for tests. */

export const layerOf = (people: string[], more: object = {}) => ({
  name: 'Weekly',
  people,
  startsAt: Date.UTC(2026, 0, 5, 8),
  unit: 'week' as const,
  every: 1,
  restrictions: [],
  shadow: false,
  ...more,
});

export const nightsSchedule = {
  scheduleId: 'nights',
  name: 'Nights',
  timezone: 'Europe/Berlin',
  layers: [layerOf(['diego', 'priya'])],
  takesEffectAt: null,
};
