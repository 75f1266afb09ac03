/** Content of an event: a part of the domain's own schemas. docs/webhooks.md is generated from it. */
import * as v from 'valibot';
import { alertSchema } from '../alert/schema.ts';
import { idSchema, webAddressSchema } from '../base.ts';
import { incidentSchema } from '../incident/schema.ts';
import { pageSchema } from '../page/schema.ts';
import { picked } from '../picked.ts';
import { alertEventTypes, incidentEventTypes, pageEventTypes, type WebhookEventType } from './fields.ts';
import type { EventEntity } from './event-entity.ts';

const common = ['id', 'revision', 'createdAt', 'createdBy'] as const;

export const sentIncidentSchema = v.object(
  picked(incidentSchema.entries, [
    ...common,
    'number',
    'title',
    'severity',
    'status',
    'roles',
    'serviceIds',
    'times',
    'mergedInto',
  ]),
);
export const sentAlertSchema = v.object(
  picked(alertSchema.entries, [
    ...common,
    'dedupKey',
    'summary',
    'severity',
    'status',
    'count',
    'firing',
    'startsAt',
    'firstAt',
    'lastAt',
    'acknowledgedAt',
    'acknowledgedBy',
    'resolvedAt',
    'suppressedUntilAt',
    'labels',
    'links',
    'serviceId',
    'incidentId',
    'pageId',
  ]),
);
export const sentPageSchema = v.object(
  picked(pageSchema.entries, [
    ...common,
    'subject',
    'incidentId',
    'summary',
    'serviceId',
    'urgency',
    'status',
    'phase',
    'step',
    'loop',
    'nextAt',
    'waitingFor',
    'acknowledgements',
    'endedAt',
  ]),
);

const envelope = {
  /** When the change was made, in ISO 8601. */
  timestamp: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u)),
  /** Screen of the entity. */
  url: webAddressSchema,
};
/** Fields that changed; empty where the entity is new. */
const changed = v.array(v.string());
/** Entries left out of a list that is too long for a request, by field; without the fields that are whole. */
const omitted = v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1)));
const teamId = idSchema;

/** Payload of a delivery, as JSON. */
export const sentEventSchema = v.variant('type', [
  v.object({
    type: v.picklist(incidentEventTypes),
    ...envelope,
    data: v.object({ teamId, changed, omitted, incident: sentIncidentSchema }),
  }),
  v.object({
    type: v.picklist(alertEventTypes),
    ...envelope,
    data: v.object({ teamId, changed, omitted, alert: sentAlertSchema }),
  }),
  v.object({
    type: v.picklist(pageEventTypes),
    ...envelope,
    data: v.object({ teamId, changed, omitted, page: sentPageSchema }),
  }),
  v.object({ type: v.literal('webhook.test'), ...envelope, data: v.object({ teamId }) }),
]);

const schemas = { incident: sentIncidentSchema, alert: sentAlertSchema, page: sentPageSchema } as const;

/** The fields of an entity that are sent. */
export function projected({ kind, entity }: EventEntity): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>(Object.entries(entity));
  return Object.fromEntries(
    Object.keys(schemas[kind].entries).map((name) => [name, fields.get(name) ?? null]),
  );
}

/** UTF-16 units of each list of an event that can be long: the body of a request has 64 KiB at most. */
const mostUnits = 6_000;
const longLists = {
  incident: ['serviceIds'],
  alert: ['labels', 'links'],
  page: ['waitingFor', 'acknowledgements'],
} as const satisfies Readonly<Record<EventEntity['kind'], readonly string[]>>;

/** The event as JSON text, without its `url`. Lists that are too long are cut at the end, and their numbers stand in `omitted`. */
export function eventContent(
  type: WebhookEventType,
  about: EventEntity,
  { changed: names, now }: { readonly changed: readonly string[]; readonly now: number },
): string {
  const entity = new Map(Object.entries(projected(about)));
  const left = new Map<string, number>();
  for (const field of longLists[about.kind]) {
    const { value, omitted } = bounded(entity.get(field));
    entity.set(field, value);
    if (omitted > 0) left.set(field, omitted);
  }
  return JSON.stringify({
    type,
    timestamp: new Date(now).toISOString(),
    data: {
      ...{ teamId: about.entity.teamId, changed: names, omitted: Object.fromEntries(left) },
      [about.kind]: Object.fromEntries(entity),
    },
  });
}

/** The first entries of a list, or of a record; anything else as it is. */
function bounded(value: unknown): { readonly value: unknown; readonly omitted: number } {
  if (typeof value !== 'object' || value === null) return { value, omitted: 0 };
  const entries = Array.isArray(value) ? value : Object.entries(value);
  const first = firstOf(entries, mostUnits);
  return {
    value: Array.isArray(value) ? first : Object.fromEntries(first),
    omitted: entries.length - first.length,
  };
}

/** The beginning of a list that fits. */
function firstOf<T>(items: readonly T[], units: number): readonly T[] {
  let total = 0;
  const end = items.findIndex((item) => (total += JSON.stringify(item).length) > units);
  return end === -1 ? items : items.slice(0, end);
}

const contentSchema = v.looseObject({ type: v.string(), data: v.looseObject({}) });

/** The body that is sent: the event's content with the address of its screen. */
export const sentEvent = (content: string, url: string): string =>
  JSON.stringify({ ...v.parse(contentSchema, JSON.parse(content)), url });

export type SentIncident = v.InferOutput<typeof sentIncidentSchema>;

/** The incident that an event is about; null: none. */
export function sentIncidentOf(content: string): SentIncident | null {
  const { data } = v.parse(contentSchema, JSON.parse(content));
  const incident = v.safeParse(sentIncidentSchema, data['incident']);
  return incident.success ? incident.output : null;
}

/** Content of a test. */
export const testContent = (teamId: string, now: number): string =>
  JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: { teamId } });
