/** The parts of a message that routing rules test, and texts with placeholders for them. */
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import type { Signal } from '../ingest/signal.ts';
import { oneLine, shorten } from '../text.ts';
import type { RoutingCondition } from './schema.ts';

export type RoutedEvent = Pick<Signal, 'dedupKey' | 'summary' | 'severity' | 'labels'>;

/** Null: the message has no such label. */
export function eventPartOf(
  { dedupKey, summary, severity, labels }: RoutedEvent,
  { part, label }: Pick<RoutingCondition, 'part' | 'label'>,
): string | null {
  switch (part) {
    case 'label':
      return eventLabelOf(labels, label ?? '');
    case 'summary':
      return summary;
    case 'severity':
      return severity;
    case 'key':
      return dedupKey;
  }
}

export const eventLabelOf = (labels: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(labels, name) ? (labels[name] ?? null) : null;

const placeholder = /\{([^{}]{1,1400})\}/gu;

/** Whether the message has all labels that a text asks for. */
export const hasLabelsOf = (text: string, { labels }: RoutedEvent): boolean =>
  [...text.matchAll(placeholder)].every(([, name = '']) => eventLabelOf(labels, name.trim()) !== null);

/** Text with the values of labels in place of `{label}`; '' for a label that is not there, and for a text of nothing else. */
export function filledText(text: string, { labels }: RoutedEvent, max: number): string {
  const filled = text
    .slice(0, settingsLimits.routingText)
    .replaceAll(placeholder, (_, name: string) =>
      (eventLabelOf(labels, name.trim()) ?? '').slice(0, limits.labelValue),
    );
  return shorten(oneLine(filled).replaceAll(/\s+/gu, ' '), max);
}
