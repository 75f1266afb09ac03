/** Service that alerts and incidents are about. */
import * as v from 'valibot';
import { alertSeverities, alertSeveritySchema } from '../alert/schema.ts';
import { constants, limits } from '../constants.ts';
import { entityFields, idSchema, optionalTextSchema, textSchema, wholeNumberSchema } from '../base.ts';
import { weeklyHoursSchema } from '../schedule/weekly-hours.ts';

const supportHoursSchema = weeklyHoursSchema('Add the hours, or choose “Around the clock”.');
export type SupportHours = v.InferInput<typeof supportHoursSchema>;

/** Joining of alerts to a page of the service that others started. */
export const joiningSchema = v.object({
  /** Severities that join; another one pages by itself. */
  severities: v.pipe(
    v.array(alertSeveritySchema),
    v.minLength(1, 'Choose a severity, or switch joining off.'),
    v.maxLength(alertSeverities.length),
  ),
  /** Time after the first alert of a page in which others join it. */
  minutes: wholeNumberSchema(limits.joiningMinutes.min, limits.joiningMinutes.max),
});
export type Joining = v.InferInput<typeof joiningSchema>;

export const defaultJoining: Joining = {
  severities: [...alertSeverities],
  minutes: constants.stormWindowMinutes,
};

/** Fields of a service that an admin enters. */
export const serviceFields = {
  name: textSchema(limits.name),
  description: optionalTextSchema(limits.description),
  /** The policy that pages for it; null pages nobody. */
  policyId: v.nullable(idSchema),
  /** The policy that pages for it at low urgency; null: the same. */
  lowPolicyId: v.optional(v.nullable(idSchema), null),
  /** The member who looks after it; null for nobody. */
  ownerId: v.nullable(idSchema),
  /** Support hours; null: around the clock. */
  supportHours: v.nullable(supportHoursSchema),
  /** The services that it can't do without. */
  dependsOn: v.pipe(
    v.array(idSchema),
    v.maxLength(limits.dependencies, `A service depends on at most ${limits.dependencies} others.`),
  ),
  /** Null: each alert pages by itself. */
  joining: v.optional(v.nullable(joiningSchema), defaultJoining),
};

export const serviceSchema = v.object({
  ...entityFields,
  ...serviceFields,
  ownerId: v.optional(serviceFields.ownerId, null),
  supportHours: v.optional(serviceFields.supportHours, null),
  dependsOn: v.optional(serviceFields.dependsOn, []),
});
export type Service = v.InferInput<typeof serviceSchema>;
