/** Alert of a machine: one per dedup key while it is not resolved. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { utf8Bytes } from '../text.ts';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  sentTextSchema,
  webAddressSchema,
  wellFormedSchema,
  wholeNumberSchema,
} from '../base.ts';
import { privacyFields } from '../incident/privacy-schema.ts';

export const alertSeverities = ['critical', 'error', 'warning', 'info'] as const;
export const alertSeveritySchema = v.picklist(alertSeverities);
export type AlertSeverity = v.InferOutput<typeof alertSeveritySchema>;

/** `joined`: of a page that somebody held when it came; nobody has acknowledged it. */
const alertStatuses = ['open', 'joined', 'acknowledged', 'suppressed', 'resolved'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

const alertLink = v.object({ href: webAddressSchema, text: sentTextSchema(limits.summary) });
export type AlertLink = v.InferOutput<typeof alertLink>;

/** Bytes: below the 1,500 of a field's path, with room for the name of the field that holds it. */
const labelNameBytes = 1_400;
/** Names that a JavaScript object can't hold safely. */
const prototypeNames = ['__proto__', 'constructor', 'prototype'];

/** A name under which a document can hold a label. */
export const labelNameSchema = v.pipe(
  v.string(),
  v.check(
    (name) =>
      name !== '' &&
      !/^__.*__$/su.test(name) &&
      !prototypeNames.includes(name) &&
      name.isWellFormed() &&
      utf8Bytes(name) <= labelNameBytes,
    `A label has a name of 1 to ${labelNameBytes} bytes, other than __…__, constructor and prototype.`,
  ),
);

/** Reason for an alert without a page. */
const unpagedSchema = v.variant('kind', [
  v.object({ kind: v.literal('no-service') }),
  /** Reason: its service has no policy for its urgency. */
  v.object({ kind: v.literal('no-policy') }),
  v.object({ kind: v.literal('policy-gone') }),
  v.object({ kind: v.literal('test-message') }),
  v.object({ kind: v.literal('maintenance'), maintenanceId: idSchema }),
]);
export type Unpaged = v.InferInput<typeof unpagedSchema>;

/** Rule of its integration that an alert went by, as it was named then. */
const alertRouteSchema = v.object({
  /** Null: no rule matched, and the default applied. */
  ruleId: v.nullable(idSchema),
  ruleName: wellFormedSchema,
  /** Name that no service has, so that the default's service is paged; null: the service was found. */
  unknownService: v.nullable(wellFormedSchema),
  /** Severity and summary as they were sent, where the rule changed them. */
  sentSeverity: alertSeveritySchema,
  sentSummary: sentTextSchema(limits.summary),
});
export type AlertRoute = v.InferInput<typeof alertRouteSchema>;

const flappingSchema = v.object({
  times: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  sinceAt: epochMsSchema,
});
export type Flapping = v.InferOutput<typeof flappingSchema>;

export const alertSchema = v.object({
  ...entityFields,
  ...privacyFields,
  dedupKey: sentTextSchema(limits.dedupKey),
  summary: sentTextSchema(limits.summary),
  severity: alertSeveritySchema,
  /** Urgency that a rule chose; null: by the severity. */
  urgency: v.optional(v.nullable(v.picklist(['high', 'low'])), null),
  status: v.picklist(alertStatuses),
  /** Triggers while it was not resolved. */
  count: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  /** Things that fail in it right now, by its sender; 0 once resolved. */
  firing: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  /** Beginning, as the sender gives it. */
  startsAt: epochMsSchema,
  firstAt: epochMsSchema,
  lastAt: epochMsSchema,
  acknowledgedAt: v.nullable(epochMsSchema),
  acknowledgedBy: v.nullable(idSchema),
  resolvedAt: v.nullable(epochMsSchema),
  /** End of the suppression, at which it opens again; null while not suppressed. */
  suppressedUntilAt: v.nullable(epochMsSchema),
  /** Set when the alert opened while flapping: count and start of the openings; such an alert starts without a page. */
  flapping: v.optional(v.nullable(flappingSchema), null),
  labels: v.record(labelNameSchema, wellFormedSchema),
  links: v.pipe(v.array(alertLink), v.maxLength(limits.links)),
  serviceId: v.nullable(idSchema),
  integrationId: v.nullable(idSchema),
  /** Null: its integration has no rules. */
  route: v.optional(v.nullable(alertRouteSchema), null),
  incidentId: v.nullable(idSchema),
  /** The maintenance window that holds its page back; null if none does. */
  heldBy: v.optional(v.nullable(idSchema), null),
  /** Null: it had a page, was to page later, or the reason was not recorded. */
  unpaged: v.optional(v.nullable(unpagedSchema), null),
  /** The page that asks people about it; null if it paged nobody. */
  pageId: v.nullable(idSchema),
});
export type Alert = v.InferInput<typeof alertSchema>;
