/**
 * Alertmanager's webhook, version 4. A message speaks of one group, and a group is one alert: `groupKey` is its dedup
 * key. A partly resolved group still says firing and still is.
 */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { shorten } from '../text.ts';
import type { AlertLink } from '../alert/schema.ts';
import { check, type Failure } from '../errors.ts';
import {
  checkSignal,
  cleanLabels,
  cleanLinks,
  sentTime,
  severityOf,
  shortKey,
  startOf,
  worst,
  type Signal,
} from './signal.ts';

/** Kept as it came: `v.record` would leave out names such as `constructor`. */
const strings = v.custom<Readonly<Record<string, string>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string'),
  'Use an object of texts.',
);
const status = v.picklist(['firing', 'resolved']);
const instant = v.pipe(
  v.string(),
  v.check((moment) => sentTime(moment) !== null, 'Use a time such as 2026-11-20T23:26:12Z.'),
);

const webhook = v.object({
  version: v.literal('4', 'Only webhook version 4 is understood.'),
  groupKey: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'This can’t be blank: it tells one group of alerts from another.'),
  ),
  status,
  groupLabels: v.optional(strings, {}),
  commonLabels: v.optional(strings, {}),
  commonAnnotations: v.optional(strings, {}),
  externalURL: v.optional(v.string(), ''),
  /** No more is counted than people could mean. */
  truncatedAlerts: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.toMaxValue(limits.firing)), 0),
  alerts: v.array(
    v.object({
      status,
      labels: v.optional(strings, {}),
      annotations: v.optional(strings, {}),
      startsAt: instant,
      generatorURL: v.optional(v.string(), ''),
    }),
  ),
});
type Webhook = v.InferOutput<typeof webhook>;

export function parseAlertmanager(
  body: unknown,
  now: number,
): { readonly ok: true; readonly signal: Signal; readonly warnings: readonly string[] } | Failure {
  const checked = check(webhook, body);
  if (!checked.ok) return checked;
  const message = checked.value;
  const firing =
    message.status === 'firing' ? message.alerts.filter((alert) => alert.status === 'firing') : [];
  // A resolved message speaks of what was firing.
  const subject = firing.length > 0 ? firing : message.alerts;
  const { labels, warnings } = cleanLabels({ ...message.groupLabels, ...message.commonLabels });
  const signal = checkSignal({
    dedupKey: shortKey(message.groupKey),
    action: message.status === 'firing' ? 'trigger' : 'resolve',
    summary: summarise(message, subject),
    severity: worst(
      subject.map((alert) => severityOf(alert.labels['severity'] ?? message.commonLabels['severity'])),
    ),
    labels,
    links: links(message, subject),
    firing: message.status === 'firing' ? Math.max(1, firing.length + message.truncatedAlerts) : 0,
    startsAt: earliest(
      subject.map((alert) => startOf(alert.startsAt, now)),
      now,
    ),
  });
  return signal.ok ? { ok: true, signal: signal.value, warnings } : signal;
}

function summarise(message: Webhook, subject: Webhook['alerts']): string {
  const own = subject
    .map((alert) => alert.annotations['summary']?.trim() ?? '')
    .filter((words) => words !== '');
  const common = message.commonAnnotations['summary']?.trim() ?? '';
  const name = Object.values(message.groupLabels).join(' ') || Object.values(message.commonLabels).join(' ');
  const more = subject.length + message.truncatedAlerts - 1;
  const said = common || (own[0] ? own[0] + (more > 0 ? ` (and ${more} more)` : '') : '');
  return shorten(said || name.trim() || message.groupKey, limits.summary);
}

const earliest = (times: readonly number[], now: number) =>
  times.reduce((least, time) => Math.min(least, time), times[0] ?? now);

function links(message: Webhook, subject: Webhook['alerts']): AlertLink[] {
  const found = subject.flatMap((alert) => [
    { href: alert.annotations['runbook_url'] ?? '', text: 'Runbook' },
    { href: alert.annotations['dashboard_url'] ?? '', text: 'Dashboard' },
    { href: alert.generatorURL, text: 'Source' },
  ]);
  return cleanLinks([...found, { href: message.externalURL, text: 'Alertmanager' }]);
}
