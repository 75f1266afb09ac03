/**
 * Grafana's webhook: messages of managed alerts (version 1), and those of the alerting before it, which have no version. A test of
 * the contact point is an alert of severity info, unless its labels say otherwise.
 */
import { limits } from '../constants.ts';
import { failure } from '../errors.ts';
import { shorten } from '../text.ts';
import {
  annotatedLinks,
  checkVersion,
  type GroupAlert,
  type ParsedMessage,
  signalOfGroup,
} from './alert-group.ts';
import { type SentFields, fieldsOf, PartReader } from './parts.ts';
import { checkSignal, cleanLabels, cleanLinks, shortKey } from './signal.ts';

const legacyStates: readonly unknown[] = ['alerting', 'no_data', 'ok', 'paused'];

/** `leftOut`: alerts of the group that were left out because the message is too large. */
export function parseGrafana(message: unknown, now: number, leftOut = 0): ParsedMessage {
  const body = fieldsOf(message);
  if (body === null)
    return failure('invalid', {
      field: '',
      rule: 'Use the message that Grafana sends without a custom payload. Another shape fits an integration for plain JSON.',
    });
  return 'ruleName' in body && !('version' in body)
    ? parseLegacy(body, now)
    : parseManaged(body, now, leftOut);
}

function parseManaged(body: SentFields, now: number, leftOut: number): ParsedMessage {
  const rule = 'version: Only version 1 of Grafana’s messages is understood.';
  const otherVersion = checkVersion(body, '1', rule);
  if (otherVersion) return otherVersion;
  const reader = new PartReader();
  const link = ({ fields }: GroupAlert, name: string, text: string) => ({
    href: reader.text(fields[name], name),
    text,
  });
  return signalOfGroup({
    body,
    now,
    leftOut,
    reader,
    title: reader.text(body['title'], 'title'),
    severity: (alerts) => (isTest(alerts) ? 'info' : undefined),
    linksOf: (alert) => [
      ...annotatedLinks(alert),
      link(alert, 'dashboardURL', 'Dashboard'),
      link(alert, 'panelURL', 'Panel'),
      link(alert, 'silenceURL', 'Silence in Grafana'),
    ],
    groupLink: 'Grafana',
  });
}

/** The labels that Grafana gives the alert by which a contact point is tested. */
const isTest = (alerts: readonly GroupAlert[]): boolean =>
  alerts.length > 0 &&
  alerts.every(({ labels }) => labels['alertname'] === 'TestAlert' && labels['instance'] === 'Grafana');

function parseLegacy(body: SentFields, now: number): ParsedMessage {
  const reader = new PartReader();
  const ruleName = reader.text(body['ruleName'], 'ruleName').trim();
  if (ruleName === '')
    return failure('invalid', {
      field: 'ruleName',
      rule: 'ruleName: This can’t be blank: it tells one rule from another.',
    });
  const { state } = body;
  if (!legacyStates.includes(state))
    return failure('invalid', { field: 'state', rule: `state: Use one of ${legacyStates.join(', ')}.` });
  const isFiring = state === 'alerting' || state === 'no_data';
  const ruleId = idOf(body['ruleId']);
  const { labels, warnings } = cleanLabels({
    ...reader.texts(body['tags'], 'tags'),
    rule: ruleName,
    state: String(state),
  });
  const message = reader.text(body['message'], 'message').trim();
  const signal = checkSignal({
    dedupKey: shortKey(`grafana:${idOf(body['orgId']) ?? 1}:${ruleId ?? ruleName}`),
    action: isFiring ? 'trigger' : 'resolve',
    summary: shorten(message || reader.text(body['title'], 'title').trim() || ruleName, limits.summary),
    severity: state === 'no_data' ? 'warning' : 'error',
    labels,
    links: cleanLinks([
      { href: reader.text(body['ruleUrl'], 'ruleUrl'), text: 'Rule' },
      { href: reader.text(body['imageUrl'], 'imageUrl'), text: 'Picture' },
    ]),
    // A finding of the rule for each series.
    firing: isFiring
      ? Math.max(1, Math.min(limits.firing, reader.list(body['evalMatches'], 'evalMatches').length))
      : 0,
    startsAt: now,
  });
  return signal.ok
    ? { ok: true, signal: signal.value, warnings: [...warnings, ...reader.warnings()] }
    : signal;
}

/** Digits of an id above 0, which may be too long for a number; null for anything else. */
const idOf = (value: unknown): string | null => {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^[1-9]\d{0,30}$/u.test(digits) ? digits : null;
};
