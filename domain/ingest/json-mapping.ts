/**
 * Plain JSON of any sender, read by a mapping: paths of the body to the parts of an alert. A path is looked up and never evaluated: own
 * fields and indexes only, so that nothing of a prototype is reached.
 */
import * as v from 'valibot';
import { alertSeveritySchema, labelNameSchema, type AlertSeverity } from '../alert/schema.ts';
import { textSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { failure } from '../errors.ts';
import { shorten } from '../text.ts';
import type { ParsedMessage } from './alert-group.ts';
import { checkSignal, cleanLabels, cleanLinks, severityOf, shortKey, type Signal } from './signal.ts';

/** Names of fields joined by dots, with indexes of lists in brackets or as a name: `alerts[0].labels.zone`. */
const pathSchema = v.pipe(
  v.string(),
  v.regex(
    /^[\w$@:/-]{1,60}(?:\.[\w$@:/-]{1,60}|\[\d{1,4}\]){0,9}$/u,
    'Use names joined by dots, with indexes in brackets, at most 10 deep: alert.tags[0].',
  ),
  v.maxLength(limits.mappingPath, `Use at most ${limits.mappingPath} characters.`),
  v.check(
    (path) => !segmentsOf(path).some((name) => prototypeNames.has(name)),
    'Names of a prototype can’t be read.',
  ),
);
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const segmentsOf = (path: string): readonly string[] => path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.');

/** Meanings of the body's values; case is ignored. */
const valuesSchema = <M extends v.GenericSchema>(means: M) =>
  v.pipe(
    v.array(v.object({ value: textSchema(limits.name), means })),
    v.maxLength(limits.mappingValues, `Use at most ${limits.mappingValues} values.`),
  );
const actionSchema = v.picklist(['trigger', 'acknowledge', 'resolve']);

export const jsonMappingSchema = v.object({
  summary: pathSchema,
  /** Null: the summary tells one alert from another. */
  dedupKey: v.nullable(pathSchema),
  /** Null: always an error. A value that the table lacks is read as a word such as critical or warning. */
  severity: v.nullable(v.object({ path: pathSchema, values: valuesSchema(alertSeveritySchema) })),
  /** Null: every message opens an alert, or adds to it; so does a value that the table lacks. */
  action: v.nullable(v.object({ path: pathSchema, values: valuesSchema(actionSchema) })),
  links: v.pipe(
    v.array(v.object({ path: pathSchema, text: textSchema(limits.name) })),
    v.maxLength(limits.mappingLinks, `Use at most ${limits.mappingLinks} links.`),
  ),
  labels: v.pipe(
    v.array(v.object({ name: v.pipe(textSchema(limits.name), labelNameSchema), path: pathSchema })),
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
function textAt(body: unknown, path: string): string | null {
  let part = body;
  for (const name of segmentsOf(path)) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return null;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof part !== 'string' && typeof part !== 'number' && typeof part !== 'boolean') return null;
  return String(part).toWellFormed().trim() || null;
}

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
