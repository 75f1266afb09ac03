/** What a machine says: one alert per dedup key while it is not resolved. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { utf8Bytes } from '../text.ts';
import { at, base, id, text, webAddress, wellFormed, wholeNumber } from '../base.ts';
import { privacy } from '../incident/privacy-schema.ts';

export const alertSeverities = ['critical', 'error', 'warning', 'info'] as const;
export const alertSeverity = v.picklist(alertSeverities);
export type AlertSeverity = v.InferOutput<typeof alertSeverity>;

const alertStatuses = ['open', 'acknowledged', 'suppressed', 'resolved'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

const alertLink = v.object({ href: webAddress, text: text(limits.summary) });
export type AlertLink = v.InferOutput<typeof alertLink>;

/** Bytes: below the 1,500 of a field's path, with room for the name of the field that holds it. */
const labelNameBytes = 1_400;
/** Names that a JavaScript object can't hold safely. */
const prototypeNames = ['__proto__', 'constructor', 'prototype'];

/** A name under which a document can hold a label. */
export const labelName = v.pipe(
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

export const alert = v.object({
  ...base,
  ...privacy,
  dedupKey: text(limits.dedupKey),
  summary: text(limits.summary),
  severity: alertSeverity,
  status: v.picklist(alertStatuses),
  /** How often it was triggered while it was not resolved. */
  count: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  /** How many things the sender says are failing in it right now; 0 once resolved. */
  firing: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  /** When the sender says it began. */
  startsAt: at,
  firstAt: at,
  lastAt: at,
  acknowledgedAt: v.nullable(at),
  acknowledgedBy: v.nullable(id),
  resolvedAt: v.nullable(at),
  /** While suppressed: when it opens again by itself. */
  suppressedUntilAt: v.nullable(at),
  labels: v.record(labelName, wellFormed),
  links: v.pipe(v.array(alertLink), v.maxLength(limits.links)),
  serviceId: v.nullable(id),
  integrationId: v.nullable(id),
  incidentId: v.nullable(id),
  /** The page that asks people about it; null if it paged nobody. */
  pageId: v.nullable(id),
});
export type Alert = v.InferInput<typeof alert>;
