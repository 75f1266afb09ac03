/** Alert senders of a team: one key each, for one service. */
import * as v from 'valibot';
import { alertSeveritySchema, labelNameSchema } from '../alert/schema.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { isLonger } from '../text.ts';
import { jsonMappingSchema } from '../ingest/json-mapping.ts';
import { epochMsSchema, entityFields, idSchema, textSchema, wholeNumberSchema } from '../base.ts';

const senderKinds = ['alertmanager', 'grafana', 'pagerduty', 'json', 'heartbeat'] as const;
export const senderKindSchema = v.picklist(senderKinds);
export type SenderKind = v.InferOutput<typeof senderKindSchema>;

/** Last characters of a key, to tell keys apart. */
export const keyEndingSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{4}$/u, 'Four characters of the key.'),
);

/** Digest of a key (`api/ingest-key.ts`). */
export const keyIdSchema = v.pipe(
  idSchema,
  v.regex(/^[0-9a-f]{64}$/u, 'The id of a key is 64 hexadecimal digits.'),
);

/** The part that an admin writes. */
export const integrationFields = { name: textSchema(limits.name), serviceId: idSchema };

/** Secret by which a sender signs its messages. The server stores it to check them; no screen shows it. */
export const signingSecretSchema = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]{16,200}$/u, 'Use 16 to 200 letters, digits and signs, without spaces.'),
);

export const integrationSchema = v.object({
  ...entityFields,
  ...integrationFields,
  kind: senderKindSchema,
  /** Last characters of the present key. The key is shown once, and stored where no client may read it. */
  keyEnding: v.pipe(v.string(), v.maxLength(4)),
  /** Number of keys before the present one. */
  keyGeneration: v.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
  /** The key before the last rotation, until it ends; null for none. */
  previousKey: v.optional(v.nullable(v.object({ ending: v.string(), endsAt: epochMsSchema })), null),
  /** Time at which its signing secret was set: from then on only signed messages are accepted. Null: it has none. */
  signatureSetAt: v.optional(v.nullable(epochMsSchema), null),
  /** Reading of plain JSON messages; null for another kind. */
  mapping: v.optional(v.nullable(jsonMappingSchema), null),
  /** Number of its routing rules (`domain/routing`). 0: all its alerts are of its service; else that one is the default. */
  routingRules: v.optional(wholeNumberSchema(0, settingsLimits.routingRules), 0),
  /** Precise to a minute: not every message writes it. */
  lastEventAt: v.nullable(epochMsSchema),
  revokedAt: v.nullable(epochMsSchema),
  /** A copy of the team's `deletedAt`, so that its key is refused without another look-up. */
  teamDeletedAt: v.optional(v.nullable(epochMsSchema), null),
});
export type Integration = v.InferInput<typeof integrationSchema>;

/**
 * Outcome of one message. `dropped`: no alert was open under its dedup key. `filtered`: a routing rule drops it. `refused`: it does not
 * fit; `reason` says why.
 */
const eventResults = [
  'opened',
  'repeated',
  'acknowledged',
  'resolved',
  'dropped',
  'filtered',
  'refused',
] as const;
const eventResultSchema = v.picklist(eventResults);
export type EventResult = v.InferOutput<typeof eventResultSchema>;

/** Beginning of a message that no alert was made of. */
const filteredMessageSchema = v.object({
  dedupKey: v.string(),
  summary: v.string(),
  severity: alertSeveritySchema,
  labels: v.record(labelNameSchema, v.string()),
});
export type FilteredMessage = v.InferInput<typeof filteredMessageSchema>;

/** A message of a sender, or several alike. Without the content of a message that went to an alert: the alert may be private. */
export const integrationEventSchema = v.object({
  ...entityFields,
  integrationId: idSchema,
  result: eventResultSchema,
  alertId: v.nullable(idSchema),
  /** Messages of this minute that it stands for: a note of its own for each would be too many in a storm. */
  times: v.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER), 1),
  /** Of a `filtered` one; null for another. */
  message: v.optional(v.nullable(filteredMessageSchema), null),
  /** Reason of a `refused` one; of an accepted one what was left out of it. '' for none. */
  reason: v.pipe(
    v.string(),
    v.check((reason) => !isLonger(reason, limits.reason), `Use at most ${limits.reason} characters.`),
  ),
});
export type IntegrationEvent = v.InferInput<typeof integrationEventSchema>;
