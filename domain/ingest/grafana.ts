/**
 * Grafana's webhook: messages of managed alerts (version 1), and those of the alerting before it, which have no version. A test of
 * the contact point is an alert of severity info, unless its labels say otherwise.
 */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { check } from '../errors.ts';
import { shorten } from '../text.ts';
import {
  annotatedLinks,
  groupAlertFields,
  groupFields,
  type ParsedMessage,
  signalOfGroup,
} from './alert-group.ts';
import { checkSignal, cleanLabels, cleanLinks, shortKey } from './signal.ts';

const optionalText = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text ?? ''),
);

const managed = v.object({
  version: v.literal('1', 'Only version 1 of Grafana’s messages is understood.'),
  ...groupFields,
  title: optionalText,
  alerts: v.array(
    v.object({
      ...groupAlertFields,
      dashboardURL: optionalText,
      panelURL: optionalText,
      silenceURL: optionalText,
    }),
  ),
});
type Managed = v.InferOutput<typeof managed>;

const legacyStates = ['alerting', 'no_data', 'ok', 'paused'] as const;
const ruleId = v.nullish(v.pipe(v.number(), v.integer()));
const legacy = v.object({
  ruleName: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'This can’t be blank: it tells one rule from another.'),
  ),
  state: v.picklist(legacyStates, `Use one of ${legacyStates.join(', ')}.`),
  orgId: ruleId,
  ruleId,
  ruleUrl: optionalText,
  imageUrl: optionalText,
  title: optionalText,
  message: optionalText,
  /** Findings of the rule, by series. */
  evalMatches: v.nullish(v.array(v.unknown())),
  tags: v.nullish(v.record(v.string(), v.unknown())),
});

const notGrafanas = v.looseObject(
  {},
  'Use the message that Grafana sends without a custom payload. Another shape fits an integration for plain JSON.',
);

export function parseGrafana(body: unknown, now: number): ParsedMessage {
  const object = check(notGrafanas, body);
  if (!object.ok) return object;
  return 'ruleName' in object.value && !('version' in object.value)
    ? parseLegacy(body, now)
    : parseManaged(body, now);
}

function parseManaged(body: unknown, now: number): ParsedMessage {
  const checked = check(managed, body);
  if (!checked.ok) return checked;
  const group = checked.value;
  return signalOfGroup({
    group,
    now,
    title: group.title,
    ...(isTest(group) ? { severity: 'info' as const } : {}),
    linksOf: (alert) => [
      ...annotatedLinks(alert),
      { href: alert.dashboardURL, text: 'Dashboard' },
      { href: alert.panelURL, text: 'Panel' },
      { href: alert.silenceURL, text: 'Silence in Grafana' },
    ],
    groupLink: 'Grafana',
  });
}

/** The labels that Grafana gives the alert by which a contact point is tested. */
const isTest = ({ alerts }: Managed): boolean =>
  alerts.length > 0 &&
  alerts.every(({ labels }) => labels['alertname'] === 'TestAlert' && labels['instance'] === 'Grafana');

function parseLegacy(body: unknown, now: number): ParsedMessage {
  const checked = check(legacy, body);
  if (!checked.ok) return checked;
  const { ruleName, state, ruleUrl, imageUrl, title, message, evalMatches, tags, ...ids } = checked.value;
  const isFiring = state === 'alerting' || state === 'no_data';
  const isNumbered = typeof ids.ruleId === 'number' && ids.ruleId > 0;
  const texts = Object.entries(tags ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const { labels, warnings } = cleanLabels({ ...Object.fromEntries(texts), rule: ruleName, state });
  const signal = checkSignal({
    dedupKey: shortKey(`grafana:${ids.orgId ?? 1}:${isNumbered ? ids.ruleId : ruleName}`),
    action: isFiring ? 'trigger' : 'resolve',
    summary: shorten(message.trim() || title.trim() || ruleName, limits.summary),
    severity: state === 'no_data' ? 'warning' : 'error',
    labels,
    links: cleanLinks([
      { href: ruleUrl, text: 'Rule' },
      { href: imageUrl, text: 'Picture' },
    ]),
    firing: isFiring ? Math.max(1, Math.min(limits.firing, evalMatches?.length ?? 0)) : 0,
    startsAt: now,
  });
  return signal.ok ? { ok: true, signal: signal.value, warnings } : signal;
}
