/**
 * The PagerDuty Events v2 shape, so that any sender that speaks it can be pointed here. A body that does not fit is
 * refused with every fault listed, as that interface does; whether an acknowledge or resolve finds an alert is for
 * `alert.ts` to say.
 */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { shorten } from '../text.ts';
import { alertSeveritySchema } from '../alert/schema.ts';
import { failure, type Failure } from '../errors.ts';
import { checkSignal, cleanLabels, cleanLinks, sentTime, startOf, type Signal } from './signal.ts';

const words = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'is blank'),
    v.maxLength(max, `is longer than ${max} characters`),
  );
const optionalWords = v.nullish(v.string());

const common = {
  routing_key: v.pipe(v.string(), v.length(32, 'is not 32 characters long')),
  client: optionalWords,
  client_url: optionalWords,
  links: v.nullish(v.array(v.object({ href: v.string(), text: optionalWords }))),
};

const payload = v.object({
  summary: words(limits.summary),
  source: words(limits.summary),
  severity: alertSeveritySchema,
  timestamp: v.nullish(
    v.pipe(
      v.string(),
      v.check((moment) => sentTime(moment) !== null, 'is not a time'),
    ),
  ),
  component: optionalWords,
  group: optionalWords,
  class: optionalWords,
  custom_details: v.optional(v.unknown()),
});

const event = v.variant('event_action', [
  v.object({
    ...common,
    event_action: v.literal('trigger'),
    dedup_key: v.nullish(
      v.pipe(v.string(), v.maxLength(limits.dedupKey, `is longer than ${limits.dedupKey} characters`)),
    ),
    payload,
  }),
  v.object({
    ...common,
    event_action: v.picklist(['acknowledge', 'resolve']),
    dedup_key: words(limits.dedupKey),
    payload: v.optional(v.unknown()),
  }),
]);

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
export function parsePagerduty(body: unknown, newKey: string, now: number): ParsedEvent | EventFailure {
  const result = v.safeParse(event, body);
  if (!result.success) return eventFailure(result.issues);
  const message = result.output;
  if (message.event_action !== 'trigger') {
    // Only the key and the action are used: the alert keeps the texts of its trigger.
    const about = v.safeParse(v.object({ summary: v.string() }), message.payload);
    const summary = about.success ? shorten(about.output.summary, limits.summary) : '';
    return parsed(message.routing_key, [], {
      dedupKey: message.dedup_key,
      action: message.event_action,
      summary: summary || message.dedup_key,
      severity: 'error',
      labels: {},
      links: [],
      firing: message.event_action === 'resolve' ? 0 : 1,
      startsAt: now,
    });
  }
  const { summary, severity, timestamp, custom_details: details } = message.payload;
  const facts = scalars(details);
  const links = (message.links ?? []).map(({ href, text }) => ({ href, text: text ?? '' }));
  const client = { href: message.client_url ?? '', text: message.client ?? '' };
  const { labels, warnings } = cleanLabels({ ...labelsOf(message.payload), ...facts });
  return parsed(message.routing_key, warnings, {
    dedupKey: message.dedup_key?.trim() || newKey,
    action: 'trigger',
    summary,
    severity,
    labels,
    links: cleanLinks([...links, client]),
    firing: countOf(facts['num_firing']),
    startsAt: startOf(timestamp ?? '', now),
  });
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

function labelsOf(from: v.InferOutput<typeof payload>): Record<string, string> {
  const { source, component, group, class: kind } = from;
  const found = Object.entries({ source, component, group, class: kind });
  return Object.fromEntries(
    found.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''),
  );
}

/** The details short enough to read as labels. */
function scalars(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return {};
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]: [string, unknown]): [string, string][] => {
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
      const said = String(value);
      return said === '' || said.length > 255 || said.includes('\n') ? [] : [[name, said]];
    }),
  );
}

function countOf(firing: string | undefined): number {
  const count = Number(firing);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
