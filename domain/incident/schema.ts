/** The work: one incident, its room's roles and the time of each of its states. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, text, wholeNumber } from '../base.ts';

/** From worst to mildest; remote configuration gives them names. */
export const severities = ['SEV1', 'SEV2', 'SEV3', 'SEV4', 'SEV5'] as const;
export const severity = v.picklist(severities);
export type Severity = v.InferOutput<typeof severity>;

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
export const incidentStatus = v.picklist(incidentStatuses);
export type IncidentStatus = v.InferOutput<typeof incidentStatus>;

/** The roles that one person holds at a time. Everyone else in the room is a responder. */
export const roomRoles = ['commander', 'operations', 'communications', 'scribe'] as const;
export const roomRole = v.picklist(roomRoles);
export type RoomRole = v.InferOutput<typeof roomRole>;

const offer = v.object({ userId: id, offeredBy: id, offeredAt: at });

export const incident = v.object({
  ...base,
  number: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  title: text(limits.title),
  severity,
  status: incidentStatus,
  roles: v.object({
    commander: id,
    operations: v.nullable(id),
    communications: v.nullable(id),
    scribe: v.nullable(id),
  }),
  /** Hand-overs that wait to be accepted. */
  offers: v.object({
    commander: v.nullable(offer),
    operations: v.nullable(offer),
    communications: v.nullable(offer),
    scribe: v.nullable(offer),
  }),
  /** Everyone in it, role holders included. Who may read it, if it is private. */
  people: v.array(id),
  serviceIds: v.array(id),
  private: v.boolean(),
  /** When each state was entered, the last time; null if never. */
  times: v.object({
    triageAt: v.nullable(at),
    investigatingAt: v.nullable(at),
    fixingAt: v.nullable(at),
    monitoringAt: v.nullable(at),
    resolvedAt: v.nullable(at),
    closedAt: v.nullable(at),
    declinedAt: v.nullable(at),
    mergedAt: v.nullable(at),
  }),
  mergedInto: v.nullable(id),
  postmortemPublished: v.boolean(),
  /** What was written when it was closed; null while it is open, and where nothing was written. */
  closingNote: v.optional(v.nullable(text(limits.comment)), null),
});
export type Incident = v.InferInput<typeof incident>;
