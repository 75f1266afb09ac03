/** A browser of a person, and whether it has proved that a page reaches it. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { entityFields, epochMsSchema, idSchema, optionalLineSchema, optionalTextSchema } from '../base.ts';

export const deviceSchema = v.object({
  ...entityFields,
  userId: idSchema,
  /** The push registration; null where push is refused or absent, so only the open screen can show a page. */
  registration: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096))),
  label: optionalLineSchema(limits.name),
  userAgent: optionalTextSchema(1_024),
  /** Time of the last proof that it showed a page or a drill. */
  lastShownAt: v.nullable(epochMsSchema),
  lastDrillAt: v.nullable(epochMsSchema),
  /** Time of the last proof by a pushed notification; null: an open page alone has shown something, or the way was not recorded. */
  pushShownAt: v.exactOptional(v.nullable(epochMsSchema), null),
  /** Time at which somebody else registered this browser for themselves; null once its person has dealt with it. */
  takenOverAt: v.exactOptional(v.nullable(epochMsSchema), null),
  /** Time at which its push service dropped the subscription; null once its person has dealt with it. */
  lostAt: v.exactOptional(v.nullable(epochMsSchema), null),
  /** Time at which its person signed out everywhere; null once they have turned it on again. */
  signedOutAt: v.exactOptional(v.nullable(epochMsSchema), null),
  /** Whether it takes notifications only from the home screen (iOS), where Muster is not yet. */
  homeScreenOnly: v.exactOptional(v.boolean(), false),
});
export type Device = v.InferInput<typeof deviceSchema>;
