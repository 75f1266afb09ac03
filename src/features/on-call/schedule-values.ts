/** A schedule as its form has it: times as they stand on the wall clock of its zone. */
import * as v from 'valibot';
import { textSchema, timezoneSchema, wholeNumberSchema } from '#domain/base.ts';
import { day, limits } from '#domain/constants.ts';
import { isResponder } from '#domain/permissions.ts';
import type { Member } from '#domain/team/schema.ts';
import { type Layer, type Schedule, weeklyWindowSchema } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import type { CommandFields } from '#src/data/client/commands.ts';
import { dayStart, fromLocal, toLocal } from './span.ts';

const localTime = v.pipe(
  v.string(),
  v.check((text) => fromLocal(text, 'UTC') !== null, 'Fill in the date and the time.'),
);

const layerSchema = v.object({
  name: textSchema(limits.name),
  people: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'Add at least one person.'),
    v.maxLength(limits.peoplePerLayer, `A layer has at most ${limits.peoplePerLayer} people.`),
  ),
  starts: localTime,
  unit: v.picklist(['hour', 'day', 'week']),
  every: wholeNumberSchema(1, limits.every),
  restrictions: v.pipe(
    v.array(v.object({ ...weeklyWindowSchema.entries, weekdays: v.array(v.number()) })),
    v.check(
      (windows) => windows.every(({ weekdays }) => weekdays.length > 0),
      'Choose at least one day in each line.',
    ),
  ),
  shadow: v.boolean(),
});
export type LayerValues = v.InferInput<typeof layerSchema>;

export const scheduleFormSchema = v.object({
  name: textSchema(limits.name),
  timezone: timezoneSchema,
  layers: v.pipe(
    v.array(layerSchema),
    v.minLength(1, 'Add at least one layer.'),
    v.maxLength(limits.layers, `A schedule has at most ${limits.layers} layers.`),
    v.check(
      (layers) => new Set(layers.map(({ name }) => name.trim())).size === layers.length,
      'Two layers have the same name. Give each one its own.',
    ),
    v.check(
      (layers) => layers.some(({ shadow }) => !shadow),
      'Somebody must be paged: at least one layer is not a shadow.',
    ),
  ),
  /** Empty: at once. */
  takesEffect: v.union([v.literal(''), localTime], 'Fill in the date and the time.'),
});
export type ScheduleValues = v.InferInput<typeof scheduleFormSchema>;

/** The next Monday at nine. */
const firstHandOver = (now: number, timezone: string): string => {
  const today = dayStart(now, timezone);
  const weekday = (new Date(`${toLocal(today, timezone)}Z`).getUTCDay() + 6) % 7;
  return `${toLocal(today - weekday * day, timezone).slice(0, 10)}T09:00`;
};

export const newLayer = (name: string, now: number, timezone: string): LayerValues => ({
  name,
  people: [],
  starts: firstHandOver(now, timezone),
  unit: 'week',
  every: 1,
  restrictions: [],
  shadow: false,
});

/** A rota to start from: everybody who may be paged, by the week. */
export function sampleSchedule(
  members: readonly Member[],
  now: number,
  teamTimezone: string,
): ScheduleValues {
  const values = scheduleValuesOf(null, now, teamTimezone);
  const people = members.filter(isResponder).map(({ id }) => id);
  return {
    ...values,
    name: 'On call',
    layers: values.layers.map((layer) => ({ ...layer, people: people.slice(0, limits.peoplePerLayer) })),
  };
}

/** Null: a new one. Of the version that holds now. */
export function scheduleValuesOf(
  schedule: Schedule | null,
  now: number,
  teamTimezone: string,
): ScheduleValues {
  if (schedule === null)
    return {
      name: '',
      timezone: teamTimezone,
      layers: [newLayer('Weekly', now, teamTimezone)],
      takesEffect: '',
    };
  const { timezone, layers } = versionAt(schedule, now);
  return {
    name: schedule.name,
    timezone,
    layers: layers.map(({ startsAt, shadow = false, people, restrictions, ...layer }) => ({
      ...layer,
      people: [...people],
      restrictions: [...restrictions],
      starts: toLocal(startsAt, timezone),
      shadow,
    })),
    takesEffect: '',
  };
}

/** The fields of the command. */
export function scheduleInputOf({
  layers,
  takesEffect,
  ...said
}: ScheduleValues): Omit<CommandFields<'saveSchedule'>, 'scheduleId'> & { layers: Layer[] } {
  return {
    ...said,
    layers: layers.map(({ starts, ...layer }) => ({
      ...layer,
      startsAt: fromLocal(starts, said.timezone) ?? 0,
    })),
    takesEffectAt: takesEffect === '' ? null : fromLocal(takesEffect, said.timezone),
  };
}

/** Input of the command for a preview; null while something is missing. */
export function inputIfComplete(values: ScheduleValues): ReturnType<typeof scheduleInputOf> | null {
  const read = v.safeParse(scheduleFormSchema, values);
  return read.success ? scheduleInputOf(read.output) : null;
}
