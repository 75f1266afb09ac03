/**
 * The PagerDuty Events v2 shape, so that any sender that speaks it can be pointed here. Without a part that says what the event is (its
 * keys, action and summary) it is refused with every fault listed, as that interface does; any other part that is missing or odd is left
 * out. Whether an acknowledge or resolve finds an alert is for `alert.ts` to say.
 */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { isLonger, shorten } from '../text.ts';
import { alertSeveritySchema } from '../alert/schema.ts';
import { failure, type Failure } from '../errors.ts';
import { type SentFields, fieldsOf, PartReader, scalarText } from './parts.ts';
import {
  checkSignal,
  cleanLabels,
  cleanLinks,
  severityOf,
  shortKey,
  startOf,
  type Signal,
} from './signal.ts';

const wordsSchema = v.pipe(
  v.union([v.string(), v.number(), v.boolean()]),
  v.transform(String),
  v.trim(),
  v.minLength(1, 'is blank'),
);
const routingKeySchema = v.pipe(v.string(), v.length(32, 'is not 32 characters long'));

/** Event format of PagerDuty (Events API). */
const event = v.variant('event_action', [
  v.object({
    routing_key: routingKeySchema,
    event_action: v.literal('trigger'),
    payload: v.object({ summary: wordsSchema, source: wordsSchema, severity: alertSeveritySchema }),
  }),
  v.object({
    routing_key: routingKeySchema,
    event_action: v.picklist(['acknowledge', 'resolve']),
    dedup_key: wordsSchema,
  }),
]);
/** SentFields that PagerDuty asks for and an alert can do without. */
const dispensable: readonly (string | null)[] = ['payload.source', 'payload.severity'];

export interface EventFailure extends Failure {
  /** Sentences for the reply's `errors`, one a fault. */
  readonly errors: readonly string[];
}

interface ParsedEvent {
  readonly ok: true;
  readonly routingKey: string;
  readonly signal: Signal;
  /** Sentences on parts that can't be stored as they are. */
  readonly warnings: readonly string[];
}

/** `newKey` becomes the dedup key of a trigger that has none. */
export function parsePagerduty(message: unknown, newKey: string, now: number): ParsedEvent | EventFailure {
  const { issues } = v.safeParse(event, message);
  const body = fieldsOf(message);
  if (issues && (body === null || issues.some((issue) => !dispensable.includes(v.getDotPath(issue)))))
    return eventFailure(issues);
  return readEvent(body ?? {}, newKey, now);
}

function readEvent(body: SentFields, newKey: string, now: number): ParsedEvent | EventFailure {
  const reader = new PartReader();
  const routingKey = String(body['routing_key']);
  const action = body['event_action'] as Signal['action'];
  const payload = fieldsOf(body['payload']) ?? {};
  const summary = shorten(scalarText(payload['summary']) ?? '', limits.summary);
  const dedupKey = shortKey(reader.text(body['dedup_key'], 'dedup_key').trim() || newKey);
  if (action !== 'trigger')
    // Only the key and the action are used: the alert keeps the texts of its trigger.
    return parsed(routingKey, [], {
      dedupKey,
      action,
      summary: summary || dedupKey,
      severity: 'error',
      labels: {},
      links: [],
      firing: action === 'resolve' ? 0 : 1,
      startsAt: now,
    });
  const severity = scalarText(payload['severity']) ?? '';
  if (!v.is(alertSeveritySchema, severity)) reader.leaveOut('payload.severity');
  const details = scalars(payload['custom_details']);
  const { labels, warnings } = cleanLabels({ ...labelsOf(payload, reader), ...details });
  const signal: Signal = {
    dedupKey,
    action,
    summary,
    severity: severityOf(severity),
    labels,
    links: cleanLinks(linksOf(body, reader)),
    firing: countOf(details['num_firing']),
    startsAt: startOf(reader.time(payload['timestamp'], 'payload.timestamp'), now),
  };
  return parsed(routingKey, [...warnings, ...reader.warnings()], signal);
}

function parsed(routingKey: string, warnings: readonly string[], said: Signal): ParsedEvent | EventFailure {
  const signal = checkSignal(said);
  if (signal.ok) return { ok: true, routingKey, signal: signal.value, warnings };
  return { ...signal, errors: [signal.error.message] };
}

function eventFailure(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): EventFailure {
  const faults = issues.map((issue) => {
    const field = v.getDotPath(issue) ?? 'event';
    return { field, sentence: `'${field}' ${issue.received === 'undefined' ? 'is missing' : told(issue)}` };
  });
  const field = faults[0]?.field ?? 'event';
  const errors = faults.map(({ sentence }) => sentence);
  return { ...failure('invalid', { field, rule: errors.join('; ') }), errors };
}

function told(issue: v.BaseIssue<unknown>): string {
  return issue.message.startsWith('is ')
    ? issue.message
    : `is invalid: expected ${issue.expected ?? 'something else'}`;
}

function labelsOf(payload: SentFields, reader: PartReader): Record<string, string> {
  const names = ['source', 'component', 'group', 'class'];
  const labels = names.map((name) => [name, reader.text(payload[name], `payload.${name}`).trim()] as const);
  return Object.fromEntries(labels.filter(([, text]) => text !== ''));
}

function* linksOf(body: SentFields, reader: PartReader) {
  for (const element of reader.list(body['links'], 'links')) {
    const link = fieldsOf(element);
    if (link === null) reader.leaveOut('links');
    else
      yield { href: reader.text(link['href'], 'links.href'), text: reader.text(link['text'], 'links.text') };
  }
  yield {
    href: reader.text(body['client_url'], 'client_url'),
    text: reader.text(body['client'], 'client'),
  };
}

/** Characters of a detail that is read as a label, at most. */
const longestDetail = 255;

/** The details of one line, as labels. */
function scalars(details: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldsOf(details) ?? {}).flatMap(([name, value]): [string, string][] => {
      const text = scalarText(value) ?? '';
      if (text === '' || text.includes('\n')) return [];
      return [[name, isLonger(text, longestDetail) ? shorten(text, longestDetail) : text]];
    }),
  );
}

function countOf(firing: string | undefined): number {
  const count = Number(firing);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
