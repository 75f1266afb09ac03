/** Maintenance windows: times in which alerts are recorded and page nobody. */
import * as v from 'valibot';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  optionalTextSchema,
  textSchema,
  timezoneSchema,
  wholeNumberSchema,
} from '../base.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';

/** A label that an alert must have, with this value. */
const matcherSchema = v.object({
  label: textSchema(limits.name),
  value: optionalTextSchema(limits.summary),
});

/** The part that an admin writes. */
export const maintenanceFields = {
  name: textSchema(limits.name),
  /** Services whose alerts it holds; null: those of the whole team. */
  serviceIds: v.nullable(
    v.pipe(
      v.array(idSchema),
      v.minLength(1, 'Choose at least one service, or the whole team.'),
      v.maxLength(
        settingsLimits.maintenanceServices,
        `Choose at most ${settingsLimits.maintenanceServices} services.`,
      ),
    ),
  ),
  /** Matchers: of these services, only alerts that fit all of them. */
  matchers: v.pipe(
    v.array(matcherSchema),
    v.maxLength(
      settingsLimits.maintenanceMatchers,
      `Use at most ${settingsLimits.maintenanceMatchers} labels.`,
    ),
  ),
  /** Zone of its wall clock: a window that recurs keeps its time of day. */
  timezone: timezoneSchema,
  startsAt: epochMsSchema,
  endsAt: epochMsSchema,
  /** Null: it takes place once. */
  recurrence: v.nullable(
    v.object({ unit: v.picklist(['day', 'week']), every: wholeNumberSchema(1, limits.every) }),
  ),
};

export const maintenanceSchema = v.object({
  ...entityFields,
  ...maintenanceFields,
  /** Ended for good before its time; null: it was not. */
  endedAt: v.nullable(epochMsSchema),
  /** Time of the server's next run for it: at its next beginning or end, or at once after a change. Null: it is over. */
  dueAt: v.nullable(epochMsSchema),
});
export type Maintenance = v.InferInput<typeof maintenanceSchema>;
