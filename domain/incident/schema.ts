/** The work: one incident, its room's roles and the time of each of its states. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  multilineTextSchema,
  textSchema,
  wholeNumberSchema,
} from '../base.ts';

/** Severities from worst to mildest; remote configuration gives them names. */
export const severities = ['SEV1', 'SEV2', 'SEV3', 'SEV4', 'SEV5'] as const;
export const severitySchema = v.picklist(severities);
export type Severity = v.InferOutput<typeof severitySchema>;

export const incidentStatuses = [
  'triage',
  'investigating',
  'fixing',
  'monitoring',
  'resolved',
  'closed',
  'declined',
  'merged',
] as const;
export const incidentStatusSchema = v.picklist(incidentStatuses);
export type IncidentStatus = v.InferOutput<typeof incidentStatusSchema>;

/** The roles that one person holds at a time. Everyone else in the room is a responder. */
export const roomRoles = ['commander', 'operations', 'communications', 'scribe'] as const;
export const roomRoleSchema = v.picklist(roomRoles);
export type RoomRole = v.InferOutput<typeof roomRoleSchema>;

const offer = v.object({ userId: idSchema, offeredBy: idSchema, offeredAt: epochMsSchema });

export const incidentSchema = v.object({
  ...entityFields,
  number: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  title: textSchema(limits.title),
  severity: severitySchema,
  status: incidentStatusSchema,
  roles: v.object({
    commander: idSchema,
    operations: v.nullable(idSchema),
    communications: v.nullable(idSchema),
    scribe: v.nullable(idSchema),
  }),
  /** Hand-overs that wait to be accepted. */
  offers: v.object({
    commander: v.nullable(offer),
    operations: v.nullable(offer),
    communications: v.nullable(offer),
    scribe: v.nullable(offer),
  }),
  /** Participants, role holders included: the readers of a private incident. */
  people: v.array(idSchema),
  serviceIds: v.array(idSchema),
  private: v.boolean(),
  /** Last time at which each state was entered; null if never. */
  times: v.object({
    triageAt: v.nullable(epochMsSchema),
    investigatingAt: v.nullable(epochMsSchema),
    fixingAt: v.nullable(epochMsSchema),
    monitoringAt: v.nullable(epochMsSchema),
    resolvedAt: v.nullable(epochMsSchema),
    closedAt: v.nullable(epochMsSchema),
    declinedAt: v.nullable(epochMsSchema),
    mergedAt: v.nullable(epochMsSchema),
  }),
  mergedInto: v.nullable(idSchema),
  postmortemPublished: v.boolean(),
  /** Note of the person who closed it; null while it is open, and where none was written. */
  closingNote: v.optional(v.nullable(multilineTextSchema(limits.comment)), null),
});
export type Incident = v.InferInput<typeof incidentSchema>;
