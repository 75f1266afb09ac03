/** Push services that a team's pages can't be sent to. A document per team, written by functions; admins read it. */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema } from '../base.ts';

const pushOutageSchema = v.object({
  /** Host of the push service. */
  host: v.pipe(v.string(), v.minLength(1), v.maxLength(259)),
  sinceAt: epochMsSchema,
  /** Time of the last failure, to within some minutes. */
  lastFailedAt: epochMsSchema,
  /** People to whose devices a push failed, up to a limit. */
  userIds: v.array(idSchema),
});
export type PushOutage = v.InferInput<typeof pushOutageSchema>;

/** `id`: the team's. */
export const pushOutagesSchema = v.object({ ...entityFields, outages: v.array(pushOutageSchema) });
export type PushOutages = v.InferInput<typeof pushOutagesSchema>;
