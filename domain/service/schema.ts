/** What can break, and the keys with which machines say so. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { epochMsSchema, entityFields, idSchema, optionalTextSchema, textSchema } from '../base.ts';

export const serviceSchema = v.object({
  ...entityFields,
  name: textSchema(limits.name),
  description: optionalTextSchema(limits.description),
  /** The policy that pages for it; null pages nobody. */
  policyId: v.nullable(idSchema),
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
