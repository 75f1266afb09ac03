/** Measurements from browsers, checked. */
import { PortError } from '#ports/errors.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';

const largestBatch = 1000;
const longestName = 4096;
const mostFields = 50;
const longestField = 100;
const kinds: ReadonlySet<unknown> = new Set<TraceRecord['kind']>(['trace', 'page', 'network']);

/** Records of `{ records }`, at most 1,000. @throws PortError invalid-argument */
export function traceRecordsOf(payload: unknown): readonly TraceRecord[] {
  const records = isPlainObject(payload) ? payload['records'] : null;
  if (!Array.isArray(records) || records.length > largestBatch)
    throw bad('a list of up to 1,000 is expected');
  return records.map(traceRecordOf);
}

function traceRecordOf(value: unknown): TraceRecord {
  if (!isPlainObject(value)) throw bad('a record is an object');
  const { kind, name, startedAt, durationMs, metrics, attributes } = value;
  if (!kinds.has(kind)) throw bad('the kind is not known');
  if (typeof name !== 'string' || name === '' || name.length > longestName || !isText(name))
    throw bad('the name is no text of 1 to 4,096 characters');
  if (!isTime(startedAt) || !isTime(durationMs)) throw bad('a time is missing');
  return {
    kind: kind as TraceRecord['kind'],
    name,
    startedAt,
    durationMs,
    metrics: fieldsOf(metrics, (metric) => typeof metric === 'number' && Number.isFinite(metric)),
    attributes: fieldsOf(attributes, (text) => typeof text === 'string' && text.length <= longestField),
  };
}

function fieldsOf<T>(value: unknown, isGood: (field: unknown) => boolean): Readonly<Record<string, T>> {
  if (!isPlainObject(value)) throw bad('metrics and attributes are objects');
  const fields = Object.entries(value);
  if (fields.length > mostFields) throw bad('there are too many metrics or attributes');
  for (const [name, field] of fields)
    if (name.length > longestField || !isGood(field)) throw bad('a metric or attribute is not valid');
  return value as Readonly<Record<string, T>>;
}

/** The database holds neither U+0000 nor half a surrogate pair. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\0');

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

const bad = (why: string) => new PortError('invalid-argument', `These are no measurements: ${why}.`);
