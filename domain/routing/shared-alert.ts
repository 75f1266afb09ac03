/** An alert of several dedup keys: it is resolved once all of them are. */
import * as v from 'valibot';
import { idSchema, wholeNumberSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { sha256Hex } from '../digest.ts';

export const sharedAlertSchema = v.object({
  alertId: idSchema,
  /** Failing things by dedup key (its digest), of those that are not resolved. */
  firing: v.record(v.string(), wholeNumberSchema(0, limits.firing)),
  /** Whether there were more keys than are remembered: then nobody knows when the last one is resolved. */
  over: v.optional(v.boolean(), false),
});
export type SharedAlert = v.InferInput<typeof sharedAlertSchema>;

export const sharedAlertId = (integrationId: string, text: string): string =>
  sha256Hex(`${integrationId}\n${text}`).slice(0, 40);

const digestOf = (dedupKey: string): string => sha256Hex(dedupKey).slice(0, 16);

/** With a key that fires. */
export function withFiring(shared: SharedAlert, dedupKey: string, firing: number): SharedAlert {
  const key = digestOf(dedupKey);
  if (!Object.hasOwn(shared.firing, key) && Object.keys(shared.firing).length >= settingsLimits.sharedKeys)
    return { ...shared, over: true };
  return { ...shared, firing: { ...shared.firing, [key]: Math.min(firing, limits.firing) } };
}

/** Without a key that is resolved. */
export function withoutFiring(shared: SharedAlert, dedupKey: string): SharedAlert {
  const { [digestOf(dedupKey)]: _, ...firing } = shared.firing;
  return { ...shared, firing };
}

export const isAllResolved = ({ firing, over = false }: SharedAlert): boolean =>
  !over && Object.keys(firing).length === 0;

/** Failing things of all keys. */
export const sumOfFiring = ({ firing }: SharedAlert): number =>
  Math.min(
    limits.firing,
    Object.values(firing).reduce((sum, one) => sum + one, 0),
  );
