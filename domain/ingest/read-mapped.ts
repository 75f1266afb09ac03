/** Plain JSON of any sender, read by a mapping. */
import type { AlertSeverity } from '../alert/schema.ts';
import { limits } from '../constants.ts';
import { failure } from '../errors.ts';
import { shorten } from '../text.ts';
import type { ParsedMessage } from './alert-group.ts';
import type { JsonMapping } from './json-mapping.ts';
import { partAt } from './mapping-path.ts';
import { scalarText } from './parts.ts';
import { checkSignal, cleanLabels, cleanLinks, severityOf, shortKey, type Signal } from './signal.ts';

export function parseMapped(body: unknown, mapping: JsonMapping, now: number): ParsedMessage {
  const summary = textAt(body, mapping.summary);
  if (summary === null) return missing('summary', mapping.summary);
  const dedupKey = mapping.dedupKey === null ? summary : textAt(body, mapping.dedupKey);
  if (dedupKey === null) return missing('dedupKey', mapping.dedupKey ?? '');
  const action = actionOf(body, mapping);
  const { labels, warnings } = cleanLabels(
    Object.fromEntries(
      mapping.labels.flatMap(({ name, path }) => {
        const text = textAt(body, path);
        return text === null ? [] : [[name, text] as const];
      }),
    ),
  );
  const signal = checkSignal({
    dedupKey: shortKey(dedupKey),
    action,
    summary: shorten(summary, limits.summary),
    severity: severityIn(body, mapping),
    labels,
    links: cleanLinks(mapping.links.map(({ path, text }) => ({ href: textAt(body, path) ?? '', text }))),
    firing: action === 'resolve' ? 0 : 1,
    startsAt: now,
  });
  return signal.ok ? { ok: true, signal: signal.value, warnings } : signal;
}

function missing(field: 'summary' | 'dedupKey', path: string) {
  const part = field === 'summary' ? 'the summary' : 'what tells one alert from another';
  const rule = `There is no text at ${path}, where the mapping looks for ${part}.`;
  return failure('invalid', { field, rule }, rule);
}

/** Text, a number, true or false, as text that is not blank; null for anything else. */
const textAt = (body: unknown, path: string): string | null =>
  scalarText(partAt(body, path))?.toWellFormed().trim() || null;

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

function severityIn(body: unknown, { severity }: JsonMapping): AlertSeverity {
  const word = severity && textAt(body, severity.path);
  if (!severity || word === null) return 'error';
  return severity.values.find(({ value }) => same(value, word))?.means ?? severityOf(word);
}

function actionOf(body: unknown, { action }: JsonMapping): Signal['action'] {
  const word = action && textAt(body, action.path);
  if (!action || word === null) return 'trigger';
  return action.values.find(({ value }) => same(value, word))?.means ?? 'trigger';
}
