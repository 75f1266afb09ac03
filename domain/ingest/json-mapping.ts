/** Plain JSON of any sender, read by a mapping: paths of the body to the parts of an alert (`mapping-path.ts`). */
import * as v from 'valibot';
import { alertSeveritySchema, labelNameSchema, type AlertSeverity } from '../alert/schema.ts';
import { textSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { failure } from '../errors.ts';
import { shorten } from '../text.ts';
import type { ParsedMessage } from './alert-group.ts';
import { mappingPathSchema, partAt } from './mapping-path.ts';
import { scalarText } from './parts.ts';
import { checkSignal, cleanLabels, cleanLinks, severityOf, shortKey, type Signal } from './signal.ts';

/** Meanings of the body's values; case is ignored. */
const valuesSchema = <M extends v.GenericSchema>(means: M) =>
  v.pipe(
    v.array(v.object({ value: textSchema(limits.name), means })),
    v.maxLength(limits.mappingValues, `Use at most ${limits.mappingValues} values.`),
  );
const actionSchema = v.picklist(['trigger', 'acknowledge', 'resolve']);

export const jsonMappingSchema = v.object({
  summary: mappingPathSchema,
  /** Null: the summary tells one alert from another. */
  dedupKey: v.nullable(mappingPathSchema),
  /** Null: always an error. A value that the table lacks is read as a word such as critical or warning. */
  severity: v.nullable(v.object({ path: mappingPathSchema, values: valuesSchema(alertSeveritySchema) })),
  /** Null: every message opens an alert, or adds to it; so does a value that the table lacks. */
  action: v.nullable(v.object({ path: mappingPathSchema, values: valuesSchema(actionSchema) })),
  links: v.pipe(
    v.array(v.object({ path: mappingPathSchema, text: textSchema(limits.name) })),
    v.maxLength(limits.mappingLinks, `Use at most ${limits.mappingLinks} links.`),
  ),
  labels: v.pipe(
    v.array(v.object({ name: v.pipe(textSchema(limits.name), labelNameSchema), path: mappingPathSchema })),
    v.maxLength(limits.mappingLabels, `Use at most ${limits.mappingLabels} labels.`),
  ),
});
export type JsonMapping = v.InferOutput<typeof jsonMappingSchema>;

/** Mapping of a new integration, until an admin changes it. */
export const defaultJsonMapping: JsonMapping = {
  summary: 'summary',
  dedupKey: 'id',
  severity: { path: 'severity', values: [] },
  action: {
    path: 'status',
    values: [
      { value: 'ok', means: 'resolve' },
      { value: 'resolved', means: 'resolve' },
      { value: 'acknowledged', means: 'acknowledge' },
    ],
  },
  links: [{ path: 'url', text: 'Source' }],
  labels: [],
};

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
