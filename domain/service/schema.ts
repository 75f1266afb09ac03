/** Service that alerts and incidents are about. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { entityFields, idSchema, optionalTextSchema, textSchema } from '../base.ts';
import { weeklyHoursSchema } from '../schedule/weekly-hours.ts';

const supportHoursSchema = weeklyHoursSchema('Add the hours, or choose “Around the clock”.');
export type SupportHours = v.InferInput<typeof supportHoursSchema>;

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
};

export const serviceSchema = v.object({
  ...entityFields,
  ...serviceFields,
  ownerId: v.optional(serviceFields.ownerId, null),
  supportHours: v.optional(serviceFields.supportHours, null),
  dependsOn: v.optional(serviceFields.dependsOn, []),
});
export type Service = v.InferInput<typeof serviceSchema>;
