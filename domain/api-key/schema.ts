/** API keys of a team: a program with one acts for the member who made it, within the key's scopes. */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, textSchema, wholeNumberSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';

/** `read`: what members see. `respond`: incidents, pages and alerts. `configure`: schedules, policies, services and runbooks. */
export const apiScopes = ['read', 'respond', 'configure'] as const;
const apiScopeSchema = v.picklist(apiScopes);
export type ApiScope = v.InferOutput<typeof apiScopeSchema>;

/** Digest of a key (`api/api-key.ts`). */
export const apiKeyDigestSchema = v.pipe(
  idSchema,
  v.regex(/^[0-9a-f]{64}$/u, 'The digest of a key is 64 hexadecimal digits.'),
);

/** Last characters of a key, to tell keys apart. */
export const apiKeyEndingSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{4}$/u, 'Four characters of the key.'),
);

/** The part that a person chooses. */
export const apiKeyFields = {
  name: textSchema(limits.name),
  scopes: v.pipe(
    v.array(apiScopeSchema),
    v.minLength(1, 'Choose at least one.'),
    v.maxLength(apiScopes.length),
    v.check((scopes) => new Set(scopes).size === scopes.length, 'Choose each once.'),
  ),
};

/** Days until a key expires. */
export const apiKeyDaysSchema = wholeNumberSchema(
  settingsLimits.apiKeyDays.min,
  settingsLimits.apiKeyDays.max,
);

/** `createdBy` is the member for whom it acts. */
export const apiKeySchema = v.object({
  ...entityFields,
  ...apiKeyFields,
  ending: v.pipe(v.string(), v.maxLength(4)),
  expiresAt: epochMsSchema,
  /** Precise to a minute: not every request writes it. Null: never. */
  lastUsedAt: v.nullable(epochMsSchema),
  revokedAt: v.nullable(epochMsSchema),
});
export type ApiKey = v.InferInput<typeof apiKeySchema>;

/** Stored under a key's digest, where no client may read it. */
export const apiKeyDigestRecordSchema = v.object({ teamId: idSchema, apiKeyId: idSchema });
