/** What a machine says: one alert per dedup key while it is not resolved. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, text, webAddress, wholeNumber } from './base.ts';

export const alertSeverities = ['critical', 'error', 'warning', 'info'] as const;
export const alertSeverity = v.picklist(alertSeverities);
export type AlertSeverity = v.InferOutput<typeof alertSeverity>;

const alertStatuses = ['open', 'acknowledged', 'suppressed', 'resolved'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

const alertLink = v.object({ href: webAddress, text: text(limits.summary) });
export type AlertLink = v.InferOutput<typeof alertLink>;

export const alert = v.object({
  ...base,
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
  labels: v.record(v.string(), v.string()),
  links: v.pipe(v.array(alertLink), v.maxLength(limits.links)),
  serviceId: v.nullable(id),
  integrationId: v.nullable(id),
  incidentId: v.nullable(id),
  /** The page that asks people about it; null if it paged nobody. */
  pageId: v.nullable(id),
});
export type Alert = v.InferInput<typeof alert>;
