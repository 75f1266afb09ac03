/** Readable resources of the HTTP API: for each collection its fields, their order, and its filters. */
import * as v from 'valibot';
import { alertSchema } from '#domain/alert/schema.ts';
import { apiKeySchema } from '#domain/api-key/schema.ts';
import { epochMsSchema, idSchema, textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { integrationSchema } from '#domain/integration/schema.ts';
import { routingSchema } from '#domain/routing/schema.ts';
import { runbookSchema } from '#domain/runbook/schema.ts';
import { picked } from '#domain/picked.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';

function withoutTeam<E extends v.ObjectEntries & { readonly teamId: unknown }>({
  teamId: _team,
  ...kept
}: E) {
  return v.object(kept);
}

const common = ['id', 'createdAt', 'createdBy', 'revision'] as const;

export const apiItems = {
  Incident: v.object(
    picked(incidentSchema.entries, [
      ...common,
      ...(['number', 'title', 'severity', 'status', 'roles', 'people', 'serviceIds'] as const),
      ...(['times', 'mergedInto', 'closingNote'] as const),
    ]),
  ),
  TimelineEvent: timelineEventSchema,
  Alert: v.object(
    picked(alertSchema.entries, [
      ...common,
      ...(['dedupKey', 'summary', 'severity', 'status', 'count', 'firing', 'startsAt', 'firstAt'] as const),
      ...(['lastAt', 'acknowledgedAt', 'acknowledgedBy', 'resolvedAt', 'suppressedUntilAt'] as const),
      ...(['labels', 'links', 'serviceId', 'integrationId', 'incidentId', 'pageId'] as const),
    ]),
  ),
  Page: v.object(
    picked(pageSchema.entries, [
      ...common,
      ...(['subject', 'incidentId', 'summary', 'serviceId', 'alertCount', 'urgency', 'policyId'] as const),
      ...(['status', 'phase', 'policyIndex', 'step', 'loop', 'nextAt', 'snoozedUntilAt'] as const),
      ...(['waitingFor', 'notified', 'acknowledgements'] as const),
    ]),
  ),
  Service: withoutTeam(serviceSchema.entries),
  Schedule: withoutTeam(scheduleSchema.entries),
  Override: withoutTeam(overrideSchema.entries),
  Policy: withoutTeam(policySchema.entries),
  Runbook: withoutTeam(runbookSchema.entries),
  /** Without anything of its key. */
  Integration: v.object(
    picked(integrationSchema.entries, [
      ...common,
      ...(['name', 'serviceId', 'kind', 'mapping', 'routingRules', 'lastEventAt', 'revokedAt'] as const),
    ]),
  ),
  /** The id is the integration's. */
  Heartbeat: v.object(
    picked(heartbeatSchema.entries, [
      ...common,
      ...(['intervalMinutes', 'graceMinutes', 'lastBeatAt', 'dueAt', 'missedAt'] as const),
    ]),
  ),
  /** The id is the integration's. */
  Routing: withoutTeam(routingSchema.entries),
  Member: v.object(picked(memberSchema.entries, ['id', 'displayName', 'role', 'timezone'])),
  OnCall: v.object({
    scheduleId: idSchema,
    scheduleName: textSchema(limits.name),
    /** Null: nobody. */
    userId: v.nullable(idSchema),
    displayName: v.nullable(v.string()),
    /** Beginning of the next hand-over; null: none is known. */
    untilAt: v.nullable(epochMsSchema),
  }),
  Key: v.object({
    ...picked(apiKeySchema.entries, ['id', 'name', 'scopes', 'createdAt', 'expiresAt']),
    team: v.object(picked(teamSchema.entries, ['id', 'name', 'timezone'])),
    actsFor: v.object(picked(memberSchema.entries, ['id', 'displayName', 'role'])),
  }),
} as const;
export type ApiItemName = keyof typeof apiItems;

interface ApiCollection {
  readonly item: ApiItemName;
  readonly stored: v.GenericSchema<unknown, { readonly id: string }>;
  /** Field of the order, the newest first; null: by id. A time is stored as a timestamp. */
  readonly order: { readonly field: string; readonly isTime: boolean } | null;
  /** Its documents may belong to a private incident. */
  readonly hasPrivate: boolean;
  readonly filters: Readonly<Record<string, v.GenericSchema<unknown, string | number>>>;
  readonly hasSingle: boolean;
  /** Read only with the scope `configure`, of a key whose maker may configure the team. */
  readonly forAdmins: boolean;
}

/** A number in an address. */
const numberFilter = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/u), v.transform(Number));

const plain = { order: null, hasPrivate: false, filters: {}, hasSingle: false, forAdmins: false } as const;

/** By the name of the collection, which is the last part of its path, in the store and in the API. */
export const apiCollections = {
  incidents: {
    item: 'Incident',
    stored: incidentSchema,
    order: { field: 'number', isTime: false },
    hasPrivate: true,
    filters: { status: incidentSchema.entries.status, number: numberFilter },
    hasSingle: true,
    forAdmins: false,
  },
  alerts: {
    item: 'Alert',
    stored: alertSchema,
    order: { field: 'lastAt', isTime: true },
    hasPrivate: true,
    filters: { status: alertSchema.entries.status },
    hasSingle: true,
    forAdmins: false,
  },
  pages: {
    item: 'Page',
    stored: pageSchema,
    order: { field: 'createdAt', isTime: true },
    hasPrivate: true,
    filters: { status: pageSchema.entries.status, incidentId: idSchema },
    hasSingle: true,
    forAdmins: false,
  },
  services: { ...plain, item: 'Service', stored: serviceSchema },
  schedules: { ...plain, item: 'Schedule', stored: scheduleSchema },
  overrides: { ...plain, item: 'Override', stored: overrideSchema },
  policies: { ...plain, item: 'Policy', stored: policySchema },
  runbooks: { ...plain, item: 'Runbook', stored: runbookSchema },
  integrations: { ...plain, item: 'Integration', stored: integrationSchema, forAdmins: true },
  heartbeats: { ...plain, item: 'Heartbeat', stored: heartbeatSchema },
  routings: { ...plain, item: 'Routing', stored: routingSchema, forAdmins: true },
  members: { ...plain, item: 'Member', stored: memberSchema },
} as const satisfies Readonly<Record<string, ApiCollection>>;
export type ApiCollectionName = keyof typeof apiCollections;

export const apiCollectionOf = (name: ApiCollectionName): ApiCollection => apiCollections[name];

export const isApiCollection = (name: string): name is ApiCollectionName =>
  Object.hasOwn(apiCollections, name);

/** Entries of a list, at most and by default. */
export const apiPageSize = { most: 200, usual: 50 } as const;
