/**
 * Alertmanager's webhook, version 4. A message speaks of one group, and a group is one alert: `groupKey` is its dedup
 * key. A partly resolved group still says firing and still is.
 */
import { Temporal } from 'temporal-polyfill';
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { check, type Refusal } from '../errors.ts';
import { cleanLabels, cleanLinks, severityOf, shorten, shortKey, worst, type Signal } from './signal.ts';

const strings = v.record(v.string(), v.string());
const status = v.picklist(['firing', 'resolved']);
const instant = v.pipe(
  v.string(),
  v.check((moment) => milliseconds(moment) !== null, 'Use a time such as 2026-11-20T23:26:12Z.'),
);

const webhook = v.object({
  version: v.literal('4', 'Only webhook version 4 is understood.'),
  groupKey: v.pipe(v.string(), v.minLength(1)),
  status,
  groupLabels: v.optional(strings, {}),
  commonLabels: v.optional(strings, {}),
  commonAnnotations: v.optional(strings, {}),
  externalURL: v.optional(v.string(), ''),
  truncatedAlerts: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
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
): { readonly ok: true; readonly signal: Signal } | Refusal {
  const checked = check(webhook, body);
  if (!checked.ok) return checked;
  const message = checked.value;
  const firing =
    message.status === 'firing' ? message.alerts.filter((alert) => alert.status === 'firing') : [];
  // A resolved message speaks of what was firing.
  const subject = firing.length > 0 ? firing : message.alerts;
  const began = subject.map((alert) => milliseconds(alert.startsAt) ?? now);
  return {
    ok: true,
    signal: {
      dedupKey: shortKey(message.groupKey),
      action: message.status === 'firing' ? 'trigger' : 'resolve',
      summary: summarise(message, subject),
      severity: worst(
        subject.map((alert) => severityOf(alert.labels['severity'] ?? message.commonLabels['severity'])),
      ),
      labels: cleanLabels({ ...message.groupLabels, ...message.commonLabels }),
      links: links(message, subject),
      count: message.status === 'firing' ? Math.max(1, firing.length + message.truncatedAlerts) : 0,
      startsAt: began.length > 0 ? Math.min(...began) : now,
    },
  };
}

function summarise(message: Webhook, subject: Webhook['alerts']): string {
  const own = subject
    .map((alert) => alert.annotations['summary']?.trim() ?? '')
    .filter((words) => words !== '');
  const common = message.commonAnnotations['summary']?.trim() ?? '';
  const name = Object.values(message.groupLabels).join(' ') || Object.values(message.commonLabels).join(' ');
  const more = subject.length + message.truncatedAlerts - 1;
  const said = common || (own[0] ? own[0] + (more > 0 ? ` (and ${more} more)` : '') : '');
  return shorten(said || name || message.groupKey, limits.summary);
}

function links(message: Webhook, subject: Webhook['alerts']): Signal['links'] {
  const found = subject.flatMap((alert) => [
    { href: alert.annotations['runbook_url'] ?? '', text: 'Runbook' },
    { href: alert.annotations['dashboard_url'] ?? '', text: 'Dashboard' },
    { href: alert.generatorURL, text: 'Source' },
  ]);
  return cleanLinks([...found, { href: message.externalURL, text: 'Alertmanager' }]);
}

function milliseconds(moment: string): number | null {
  try {
    return Temporal.Instant.from(moment).epochMilliseconds;
  } catch {
    return null;
  }
}
