/** Rota of a schedule: dated versions of layers of people taking turns, and overrides on top. `rota.ts` reads it. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { isWithin, spanBounds } from '../span.ts';
import {
  epochMsSchema,
  entityFields,
  idSchema,
  textSchema,
  timezoneSchema,
  wholeNumberSchema,
} from '../base.ts';

const timeOfDay = v.pipe(
  v.string(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Use a time of day such as 09:00.'),
);

/**
 * Hours of the week on a zone's wall clock. The window begins on the listed weekdays (1 is Monday, 7 is Sunday) at `from` and lasts until
 * `to`: on the same day when `to` is later, else on the next.
 */
export const weeklyWindowSchema = v.object({
  weekdays: v.pipe(
    v.array(wholeNumberSchema(1, 7)),
    v.minLength(1, 'Choose at least one day.'),
    v.maxLength(7),
  ),
  from: timeOfDay,
  to: timeOfDay,
});
export type WeeklyWindow = v.InferOutput<typeof weeklyWindowSchema>;

const layerSchema = v.object({
  name: textSchema(limits.name),
  people: v.pipe(
    v.array(idSchema),
    v.minLength(1, 'Add at least one person.'),
    v.maxLength(limits.peoplePerLayer),
  ),
  /** Beginning of the first person's first turn; hand-overs keep its wall-clock time in the schedule's zone. */
  startsAt: epochMsSchema,
  /** A turn lasts `every` of these. */
  unit: v.picklist(['hour', 'day', 'week']),
  every: wholeNumberSchema(1, limits.every),
  /** The layer counts only inside these, in the schedule's zone. None: always. */
  restrictions: v.pipe(v.array(weeklyWindowSchema), v.maxLength(limits.restrictionsPerLayer)),
  /** Whether it is a shadow layer: its people learn along; they are shown, and never paged. */
  shadow: v.optional(v.boolean(), false),
});
export type Layer = v.InferInput<typeof layerSchema>;

const rotaFields = {
  timezone: timezoneSchema,
  /** Layers from the ground up: where two layers have someone, the later one wins. */
  layers: v.pipe(
    v.array(layerSchema),
    v.minLength(1, 'Add at least one layer.'),
    v.maxLength(limits.layers, `A schedule has at most ${limits.layers} layers.`),
  ),
};

const versionSchema = v.object({ takesEffectAt: epochMsSchema, ...rotaFields });
export type Version = v.InferInput<typeof versionSchema>;

/** Fields that an admin writes. */
export const scheduleFields = { name: textSchema(limits.name), ...rotaFields };

export const scheduleSchema = v.object({
  ...entityFields,
  ...scheduleFields,
  /** Later versions of `timezone` and `layers`, by the time at which each takes effect, all different: `versions.ts` reads them. */
  versions: v.optional(v.pipe(v.array(versionSchema), v.maxLength(limits.versions)), []),
});
export type Schedule = v.InferInput<typeof scheduleSchema>;

export const overrideSchema = v.pipe(
  v.object({
    ...entityFields,
    scheduleId: idSchema,
    startsAt: epochMsSchema,
    endsAt: epochMsSchema,
    userId: idSchema,
    /** Person whose turns it replaces; null: everyone's, and gaps. */
    insteadOf: v.nullable(idSchema),
  }),
  v.forward(
    v.check((value) => value.endsAt > value.startsAt, 'The end comes after the start.'),
    ['endsAt'],
  ),
  v.forward(
    v.check((value) => isWithin(value, spanBounds.override), spanBounds.override.sentence),
    ['endsAt'],
  ),
);
export type Override = v.InferInput<typeof overrideSchema>;
