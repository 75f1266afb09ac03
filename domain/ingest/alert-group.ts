/**
 * A message about one group of alerts, in the shape that Alertmanager and Grafana share. A group is one alert here. Only its key must
 * be there: any other part that is missing or odd is left out.
 */
import type { AlertLink, AlertSeverity } from '../alert/schema.ts';
import { limits } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import { shorten } from '../text.ts';
import { fieldsOf, type SentFields, type PartReader } from './parts.ts';
import {
  checkSignal,
  cleanLabels,
  cleanLinks,
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

export interface GroupAlert {
  readonly isFiring: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Null: it names no time. */
  readonly startsAt: number | null;
  readonly generatorURL: string;
  /** As it came, for the parts that only some senders have. */
  readonly fields: SentFields;
}

interface GroupReading {
  readonly body: SentFields;
  readonly now: number;
  /** Alerts that were left out because the message is too large. */
  readonly leftOut: number;
  readonly reader: PartReader;
  /** The name of the group where no annotation and no label gives one. */
  readonly title: string;
  /** Severity where no label has one. */
  severity?(alerts: readonly GroupAlert[]): AlertSeverity | undefined;
  linksOf(alert: GroupAlert): readonly AlertLink[];
  /** Behind the links of its alerts. */
  readonly groupLink: string;
}

/** Checks the version that a message names. */
export function checkVersion({ version }: SentFields, expected: string, rule: string): Failure | null {
  return version === expected || version === Number(expected)
    ? null
    : failure('invalid', { field: 'version', rule });
}

/** A partly resolved group still says firing and still is: what is resolved in it is not counted. */
export function signalOfGroup(reading: GroupReading): ParsedMessage {
  const { body, now, leftOut, reader, title, linksOf, groupLink } = reading;
  const groupKey = reader.text(body['groupKey'], 'groupKey').trim();
  if (groupKey === '')
    return failure('invalid', {
      field: 'groupKey',
      rule: 'groupKey: This can’t be blank: it tells one group of alerts from another.',
    });
  const alerts = alertsOf(body, reader);
  const isFiring = isGroupFiring(body, alerts, reader);
  const firing = isFiring ? alerts.filter((alert) => alert.isFiring) : [];
  // A resolved message speaks of what was firing.
  const subject = firing.length > 0 ? firing : alerts;
  const truncated = Math.min(
    limits.firing,
    leftOut + reader.count(body['truncatedAlerts'] ?? 0, limits.firing, 'truncatedAlerts'),
  );
  const groupLabels = reader.texts(body['groupLabels'], 'groupLabels');
  const commonLabels = reader.texts(body['commonLabels'], 'commonLabels');
  const { labels, warnings } = cleanLabels({ ...groupLabels, ...commonLabels });
  const ofGroup = commonLabels['severity'] ?? groupLabels['severity'];
  const words = subject.length > 0 ? subject.map(({ labels: own }) => own['severity'] ?? ofGroup) : [ofGroup];
  const unnamed = reading.severity?.(alerts);
  const common = reader.texts(body['commonAnnotations'], 'commonAnnotations')['summary']?.trim() ?? '';
  const summary =
    common ||
    summaryOf(subject, truncated) ||
    nameOf(groupLabels) ||
    nameOf(commonLabels) ||
    title.trim() ||
    groupKey;
  const groupUrl = { href: reader.text(body['externalURL'], 'externalURL'), text: groupLink };
  const signal = checkSignal({
    dedupKey: shortKey(groupKey),
    action: isFiring ? 'trigger' : 'resolve',
    summary: shorten(summary, limits.summary),
    severity: worst(words.map((word) => (word === undefined && unnamed ? unnamed : severityOf(word)))),
    labels,
    links: cleanLinks(linksIn(subject, linksOf, groupUrl)),
    firing: isFiring ? Math.min(limits.firing, Math.max(1, firing.length + truncated)) : 0,
    startsAt: subject.reduce((first, alert) => Math.min(first, startOf(alert.startsAt, now)), now),
  });
  return signal.ok
    ? { ok: true, signal: signal.value, warnings: [...warnings, ...reader.warnings()] }
    : signal;
}

function alertsOf(body: SentFields, reader: PartReader): readonly GroupAlert[] {
  return reader.list(body['alerts'], 'alerts').flatMap((element): GroupAlert[] => {
    const fields = fieldsOf(element);
    if (fields === null) {
      reader.leaveOut('alerts');
      return [];
    }
    return [
      {
        isFiring: statusOf(fields, reader) !== 'resolved',
        labels: reader.texts(fields['labels'], 'labels'),
        annotations: reader.texts(fields['annotations'], 'annotations'),
        startsAt: reader.time(fields['startsAt'], 'startsAt'),
        generatorURL: reader.text(fields['generatorURL'], 'generatorURL'),
        fields,
      },
    ];
  });
}

/** Null: it names none that is known. */
function statusOf({ status }: SentFields, reader: PartReader): 'firing' | 'resolved' | null {
  if (status === 'firing' || status === 'resolved') return status;
  reader.leaveOut('status');
  return null;
}

/** In doubt the group fires, unless all of its alerts are resolved. */
function isGroupFiring(body: SentFields, alerts: readonly GroupAlert[], reader: PartReader): boolean {
  const status = statusOf(body, reader);
  if (status !== null) return status === 'firing';
  return alerts.length === 0 || alerts.some((alert) => alert.isFiring);
}

/** Links that annotations and the rule give. */
export const annotatedLinks = ({ annotations, generatorURL }: GroupAlert): readonly AlertLink[] => [
  { href: annotations['runbook_url'] ?? '', text: 'Runbook' },
  { href: annotations['dashboard_url'] ?? '', text: 'Dashboard' },
  { href: generatorURL, text: 'Source' },
];

/** Links of the alerts and then of the group; only as many as are needed are made of a group of thousands. */
function* linksIn(
  subject: readonly GroupAlert[],
  linksOf: GroupReading['linksOf'],
  groupUrl: AlertLink,
): Generator<AlertLink> {
  for (const alert of subject) yield* linksOf(alert);
  yield groupUrl;
}

const nameOf = (labels: Readonly<Record<string, string>>): string => Object.values(labels).join(' ').trim();

function summaryOf(subject: readonly GroupAlert[], truncated: number): string {
  const own = subject
    .map((alert) => alert.annotations['summary']?.trim() ?? '')
    .find((summary) => summary !== '');
  if (own === undefined) return '';
  const more = subject.length + truncated - 1;
  return own + (more > 0 ? ` (and ${more} more)` : '');
}
