/** Configuration of a team as text: its parts by id, in the domain's own fields. Keys and secrets are no part of it. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { jsonMappingSchema } from '#domain/ingest/json-mapping.ts';
import { heartbeatFields } from '#domain/heartbeat/schema.ts';
import { integrationFields } from '#domain/integration/schema.ts';
import { policyFields, thenPolicyIdSchema } from '#domain/policy/schema.ts';
import { routingRulesSchema } from '#domain/routing/schema.ts';
import { runbookFields } from '#domain/runbook/schema.ts';
import { scheduleFields } from '#domain/schedule/schema.ts';
import { serviceFields } from '#domain/service/schema.ts';

/** A time in the form of RFC 3339, as milliseconds. */
const timeSchema = v.pipe(
  v.string(),
  v.isoTimestamp('Use a time such as 2026-01-05T09:00:00Z.'),
  v.transform((text) => Date.parse(text)),
);

const layerSchema = v.strictObject({ ...scheduleFields.layers.item.entries, startsAt: timeSchema });

const kindSchemas = {
  schedules: v.strictObject({
    ...scheduleFields,
    layers: v.pipe(v.array(layerSchema), v.minLength(1, 'Add at least one layer.')),
  }),
  policies: v.strictObject({ ...policyFields, thenPolicyId: thenPolicyIdSchema }),
  services: v.strictObject(serviceFields),
  runbooks: v.strictObject(runbookFields),
  /** Existing integrations only: they are created in Muster, where the key is shown once. */
  integrations: v.strictObject({
    ...integrationFields,
    /** Mapping of plain JSON; null for other senders. Left as it is where the text does not name it. */
    mapping: v.exactOptional(v.nullable(jsonMappingSchema)),
  }),
  /** Of existing heartbeats, by the integration's id. */
  heartbeats: v.strictObject(heartbeatFields),
  /** Routing rules by the integration's id; its service is the default. */
  routing: v.strictObject({ rules: routingRulesSchema }),
} as const;
export type ConfigKind = keyof typeof kindSchemas;

/** In the order in which they are applied: what is referred to comes first. */
export const configKinds = [
  'schedules',
  'policies',
  'services',
  'runbooks',
  'integrations',
  'heartbeats',
  'routing',
] as const satisfies readonly ConfigKind[];

export type ConfigEntry<K extends ConfigKind> = v.InferOutput<(typeof kindSchemas)[K]>;

const byId = <S extends v.GenericSchema>(schema: S) => v.exactOptional(v.record(idSchema, schema));

/** The whole file. Parts of the team that it does not name are left unchanged. */
export const configTextSchema = v.strictObject({
  schedules: byId(kindSchemas.schedules),
  policies: byId(kindSchemas.policies),
  services: byId(kindSchemas.services),
  runbooks: byId(kindSchemas.runbooks),
  integrations: byId(kindSchemas.integrations),
  heartbeats: byId(kindSchemas.heartbeats),
  routing: byId(kindSchemas.routing),
});
export type ConfigText = v.InferOutput<typeof configTextSchema>;
