/** What can break, and the keys with which machines say so. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import {
  epochMsSchema,
  entityFields,
  idSchema,
  optionalTextSchema,
  textSchema,
  timezoneSchema,
} from '../base.ts';
import { weeklyWindowSchema } from '../schedule/schema.ts';

const supportHoursSchema = v.object({
  timezone: timezoneSchema,
  windows: v.pipe(
    v.array(weeklyWindowSchema),
    v.minLength(1, 'Add the hours, or choose “Around the clock”.'),
    v.maxLength(limits.restrictionsPerLayer),
  ),
});
export type SupportHours = v.InferInput<typeof supportHoursSchema>;

/** What an admin writes of it. */
export const serviceFields = {
  name: textSchema(limits.name),
  description: optionalTextSchema(limits.description),
  /** The policy that pages for it; null pages nobody. */
  policyId: v.nullable(idSchema),
  /** The member who looks after it; null for nobody. */
  ownerId: v.nullable(idSchema),
  /** When it is supported; null: around the clock. */
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

const senderKinds = ['alertmanager', 'pagerduty'] as const;
const senderKind = v.picklist(senderKinds);
export type SenderKind = v.InferOutput<typeof senderKind>;

export const integrationSchema = v.object({
  ...entityFields,
  name: textSchema(limits.name),
  serviceId: idSchema,
  kind: senderKind,
  /** Its last four characters, to tell keys apart. The key is shown once, and kept where no client may read it. */
  keyEnding: v.pipe(v.string(), v.maxLength(4)),
  lastEventAt: v.nullable(epochMsSchema),
  revokedAt: v.nullable(epochMsSchema),
  /** A copy of the team's `deletedAt`, so that its key is refused without another look-up. */
  teamDeletedAt: v.optional(v.nullable(epochMsSchema), null),
});
export type Integration = v.InferInput<typeof integrationSchema>;
