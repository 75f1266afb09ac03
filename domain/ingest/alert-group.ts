/** A message about one group of alerts, in the shape that Alertmanager and Grafana share. A group is one alert here. */
import * as v from 'valibot';
import type { AlertLink, AlertSeverity } from '../alert/schema.ts';
import { limits } from '../constants.ts';
import type { Failure } from '../errors.ts';
import { shorten } from '../text.ts';
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

export type ParsedMessage =
  | {
      readonly ok: true;
      readonly signal: Signal;
      /** Sentences on parts that can't be stored as they are. */
      readonly warnings: readonly string[];
    }
  | Failure;

/** Labels as they came: `v.record` would leave out names such as `constructor`. */
const textsSchema = v.custom<Readonly<Record<string, string>>>(
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

/** Fields of a group. */
export const groupFields = {
  groupKey: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'This can’t be blank: it tells one group of alerts from another.'),
  ),
  status,
  groupLabels: v.optional(textsSchema, {}),
  commonLabels: v.optional(textsSchema, {}),
  commonAnnotations: v.optional(textsSchema, {}),
  externalURL: v.optional(v.string(), ''),
  /** No more is counted than people could mean. */
  truncatedAlerts: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.toMaxValue(limits.firing)), 0),
};

/** Fields of one alert of a group. */
export const groupAlertFields = {
  status,
  labels: v.optional(textsSchema, {}),
  annotations: v.optional(textsSchema, {}),
  startsAt: instant,
  generatorURL: v.optional(v.string(), ''),
};

const groupSchema = v.object({ ...groupFields, alerts: v.array(v.object(groupAlertFields)) });
type Group = v.InferOutput<typeof groupSchema>;
type GroupAlert = Group['alerts'][number];

interface GroupReading<Alert extends GroupAlert> {
  readonly group: Omit<Group, 'alerts'> & { readonly alerts: readonly Alert[] };
  readonly now: number;
  /** The name of the group where no annotation and no label gives one. */
  readonly title: string;
  /** Severity where no label has one. */
  readonly severity?: AlertSeverity;
  linksOf(alert: Alert): readonly AlertLink[];
  /** Behind the links of its alerts. */
  readonly groupLink: string;
}

/** A partly resolved group still says firing and still is: what is resolved in it is not counted. */
export function signalOfGroup<Alert extends GroupAlert>({
  group,
  now,
  title,
  severity,
  linksOf,
  groupLink,
}: GroupReading<Alert>): ParsedMessage {
  const isFiring = group.status === 'firing';
  const firing = isFiring ? group.alerts.filter((alert) => alert.status === 'firing') : [];
  // A resolved message speaks of what was firing.
  const subject = firing.length > 0 ? firing : group.alerts;
  const { labels, warnings } = cleanLabels({ ...group.groupLabels, ...group.commonLabels });
  const said = subject.map((alert) => alert.labels['severity'] ?? group.commonLabels['severity']);
  const signal = checkSignal({
    dedupKey: shortKey(group.groupKey),
    action: isFiring ? 'trigger' : 'resolve',
    summary: summarise(group, subject, title),
    severity: worst(said.map((word) => (word === undefined && severity ? severity : severityOf(word)))),
    labels,
    links: cleanLinks([
      ...subject.flatMap((alert) => linksOf(alert)),
      { href: group.externalURL, text: groupLink },
    ]),
    firing: isFiring ? Math.max(1, firing.length + group.truncatedAlerts) : 0,
    startsAt: earliest(
      subject.map((alert) => startOf(alert.startsAt, now)),
      now,
    ),
  });
  return signal.ok ? { ok: true, signal: signal.value, warnings } : signal;
}

/** Links that annotations and the rule give. */
export const annotatedLinks = ({ annotations, generatorURL }: GroupAlert): readonly AlertLink[] => [
  { href: annotations['runbook_url'] ?? '', text: 'Runbook' },
  { href: annotations['dashboard_url'] ?? '', text: 'Dashboard' },
  { href: generatorURL, text: 'Source' },
];

function summarise(group: Omit<Group, 'alerts'>, subject: readonly GroupAlert[], title: string): string {
  const own = subject
    .map((alert) => alert.annotations['summary']?.trim() ?? '')
    .filter((words) => words !== '');
  const common = group.commonAnnotations['summary']?.trim() ?? '';
  const name = Object.values(group.groupLabels).join(' ') || Object.values(group.commonLabels).join(' ');
  const more = subject.length + group.truncatedAlerts - 1;
  const said = common || (own[0] ? own[0] + (more > 0 ? ` (and ${more} more)` : '') : '');
  return shorten(said || name.trim() || title.trim() || group.groupKey, limits.summary);
}

const earliest = (times: readonly number[], now: number) =>
  times.reduce((least, time) => Math.min(least, time), times[0] ?? now);
