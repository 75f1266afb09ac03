/** Audit entry of a command: author, time, and the changed fields, before and after. Written once, never changed. */
import * as v from 'valibot';
import { entityFields, idSchema, wholeNumberSchema } from '../base.ts';

/** The bounds of one entry, so that it fits a document whatever a command changes. */
export const auditLimits = { changes: 20, fields: 60, value: 300, label: 140 } as const;

/** `JSON.stringify` of the value, at most `auditLimits.value` characters and then `…`; null: there was nothing. */
const valueSchema = v.nullable(v.string());

const fieldChangeSchema = v.object({
  /** A dot leads into a map: `roles.commander`. */
  field: v.string(),
  before: valueSchema,
  after: valueSchema,
});
export type FieldChange = v.InferOutput<typeof fieldChangeSchema>;

/** Entity that a command changed; also the command's subject. */
const subjectEntries = {
  /** The entity's name in `api/paths.ts`: `incident`, `member`, `runbook` … */
  kind: v.string(),
  id: v.string(),
  /** Name of the changed thing at that time; empty for one without a name. */
  label: v.string(),
};

const entityChangeSchema = v.object({
  ...subjectEntries,
  /** `added` has no values before, `removed` none after. */
  change: v.picklist(['added', 'changed', 'removed']),
  fields: v.array(fieldChangeSchema),
});
export type EntityChange = v.InferOutput<typeof entityChangeSchema>;

/** `id` is the command's id, `createdBy` who gave it, `createdAt` when it was carried out. */
export const auditEntrySchema = v.object({
  ...entityFields,
  /** Name in the team at the time. */
  byName: v.string(),
  command: v.string(),
  subject: v.object(subjectEntries),
  /** `kind:id` of the subject, for lists of what was done to one thing. */
  about: v.string(),
  /** The incident that the subject is, or belongs to. */
  incidentId: v.nullable(idSchema),
  /** Whether a device sent it on its own: receipts, registrations. */
  automatic: v.boolean(),
  changes: v.array(entityChangeSchema),
  /** Fields that were left out beyond `auditLimits`. */
  omitted: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
});
export type AuditEntry = v.InferInput<typeof auditEntrySchema>;
