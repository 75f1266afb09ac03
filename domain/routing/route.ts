/** Routing of a message: the rule that matches it first, and what the rule makes of it. Never throws. */
import * as v from 'valibot';
import { type Alert, labelNameSchema } from '../alert/schema.ts';
import { limits } from '../constants.ts';
import type { Signal } from '../ingest/signal.ts';
import { filledText, hasLabelsOf, eventLabelOf, type RoutedEvent } from './event.ts';
import type { PatternCompiler } from './pattern.ts';
import { type BrokenRule, type PreparedRules, prepareRules } from './prepare.ts';
import type { RoutingAction } from './schema.ts';

/** Service that a rule chooses. `named`: whose name is `name`, '' where the message has no such label. */
export type ChosenService =
  | { readonly kind: 'default' }
  | { readonly kind: 'id'; readonly serviceId: string }
  | { readonly kind: 'named'; readonly label: string; readonly name: string };

export type RoutingOutcome =
  | { readonly kind: 'drop' }
  | {
      readonly kind: 'alert';
      readonly service: ChosenService;
      /** Null: by the severity. */
      readonly urgency: NonNullable<Alert['urgency']> | null;
      /** Text that messages of one alert share; null: each dedup key has its own alert. */
      readonly group: string | null;
      /** The parts of the message as the alert gets them. */
      readonly severity: Signal['severity'];
      readonly summary: string;
      readonly labels: Readonly<Record<string, string>>;
    };

export interface MatchedRule {
  readonly id: string;
  readonly name: string;
  /** Place in the order, from 1. */
  readonly number: number;
}

export interface RoutedMessage {
  /** Null: none matched, and the default applies. */
  readonly rule: MatchedRule | null;
  readonly outcome: RoutingOutcome;
  /** Rules that were left out: they can't be read, or failed on this message. */
  readonly broken: readonly BrokenRule[];
}

/** `rules`: as stored. Several messages by the same rules: `prepareRules` once, and `routeBy`. */
export const route = (
  rules: readonly unknown[],
  event: RoutedEvent,
  compile: PatternCompiler,
): RoutedMessage => routeBy(prepareRules(rules, compile), event);

export function routeBy({ rules, broken }: PreparedRules, event: RoutedEvent): RoutedMessage {
  const failed: BrokenRule[] = [];
  for (const { rule, number, holds } of rules) {
    const { id, name, action } = rule;
    try {
      if (!holds(event)) continue;
      return {
        rule: { id, name, number },
        outcome: outcomeOf(action, event),
        broken: [...broken, ...failed],
      };
    } catch {
      failed.push({ number, name, condition: null, problem: 'It failed on this message.' });
    }
  }
  return { rule: null, outcome: defaultOutcome(event), broken: [...broken, ...failed] };
}

const defaultOutcome = ({ severity, summary, labels }: RoutedEvent): RoutingOutcome => ({
  kind: 'alert',
  service: { kind: 'default' },
  urgency: null,
  group: null,
  severity,
  summary,
  labels,
});

function outcomeOf(action: RoutingAction, event: RoutedEvent): RoutingOutcome {
  if (action.kind === 'drop') return { kind: 'drop' };
  const { service, severity, urgency, group, summary } = action;
  return {
    kind: 'alert',
    service: chosenService(service, event),
    urgency,
    group: group === null ? null : groupOf(group, event),
    severity: severity ?? event.severity,
    summary: (summary === null ? '' : filledText(summary, event, limits.summary)) || event.summary,
    labels: labelsWith(event, action.labels),
  };
}

/** Null without one of its labels: a group of all messages that lack it would put unlike things in one alert. */
const groupOf = (text: string, event: RoutedEvent): string | null =>
  hasLabelsOf(text, event) ? filledText(text, event, limits.dedupKey) || null : null;

function chosenService(
  service: Extract<RoutingAction, { kind: 'alert' }>['service'],
  { labels }: RoutedEvent,
): ChosenService {
  if (service.by === 'default') return { kind: 'default' };
  if (service.by === 'id') return { kind: 'id', serviceId: service.serviceId };
  return { kind: 'named', label: service.label, name: (eventLabelOf(labels, service.label) ?? '').trim() };
}

/** A text without content sets no label. Beyond the labels that an alert keeps, only known ones change. */
function labelsWith(
  event: RoutedEvent,
  added: Extract<RoutingAction, { kind: 'alert' }>['labels'],
): Readonly<Record<string, string>> {
  const labels = new Map(Object.entries(event.labels));
  for (const { name, text } of added) {
    const value = filledText(text, event, limits.labelValue);
    if (value !== '' && v.is(labelNameSchema, name) && (labels.has(name) || labels.size < limits.labels))
      labels.set(name, value);
  }
  return Object.fromEntries(labels);
}
