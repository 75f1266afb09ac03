/** Who is on call when: layers of people taking turns, and overrides on top. `rota.ts` reads them. */
import * as v from 'valibot';
import { day, limits } from '../constants.ts';
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
 * A layer counts only inside its restrictions, in the schedule's zone. Each begins on the listed weekdays (1 is Monday,
 * 7 is Sunday) at `from` and lasts until `to`: on the same day when `to` is later, else on the next.
 */
const restriction = v.object({
  weekdays: v.pipe(v.array(wholeNumberSchema(1, 7)), v.minLength(1), v.maxLength(7)),
  from: timeOfDay,
  to: timeOfDay,
});
export type Restriction = v.InferOutput<typeof restriction>;

const layer = v.object({
  name: textSchema(limits.name),
  people: v.pipe(
    v.array(idSchema),
    v.minLength(1, 'Add at least one person.'),
    v.maxLength(limits.peoplePerLayer),
  ),
  /** When the first person's first turn begins; hand-overs keep its wall-clock time in the schedule's zone. */
  startsAt: epochMsSchema,
  /** A turn lasts `every` of these. */
  unit: v.picklist(['hour', 'day', 'week']),
  every: wholeNumberSchema(1, limits.every),
  /** None: always. */
  restrictions: v.pipe(v.array(restriction), v.maxLength(limits.restrictionsPerLayer)),
});
export type Layer = v.InferInput<typeof layer>;

export const scheduleSchema = v.object({
  ...entityFields,
  name: textSchema(limits.name),
  timezone: timezoneSchema,
  /** From the ground up: where two layers have someone, the later one wins. */
  layers: v.pipe(v.array(layer), v.minLength(1), v.maxLength(limits.layers)),
});
export type Schedule = v.InferInput<typeof scheduleSchema>;

export const overrideSchema = v.pipe(
  v.object({
    ...entityFields,
    scheduleId: idSchema,
    startsAt: epochMsSchema,
    endsAt: epochMsSchema,
    userId: idSchema,
    /** Takes only this person's turns; null takes everyone's, and fills gaps. */
    insteadOf: v.nullable(idSchema),
  }),
  v.forward(
    v.check((value) => value.endsAt > value.startsAt, 'The end comes after the start.'),
    ['endsAt'],
  ),
  v.forward(
    v.check(
      (value) => value.endsAt - value.startsAt <= limits.overrideDays * day,
      `An override lasts at most ${limits.overrideDays} days.`,
    ),
    ['endsAt'],
  ),
);
export type Override = v.InferInput<typeof overrideSchema>;
