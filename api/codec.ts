/**
 * Between entities and stored documents. An entity keeps a time as a number in a field whose name ends in `At`; a document keeps it
 * as a timestamp. Everything else passes through untouched: a part in which nothing had to change is the same object, so a
 * provider's own values (field sentinels, references, bytes) survive.
 */
import * as v from 'valibot';
import { oneLineRule } from '#domain/base.ts';
import { oneLine } from '#domain/text.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { type FieldOp, Timestamp, type WriteData } from '#ports/docs/values.ts';

/** Error of a document that does not fit its schema. The message contains nothing of the document's content. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  readonly path: string;
  /** The field of the document that does not fit. */
  readonly field: string;

  constructor(path: string, field: string) {
    super(`The field ${field} of ${path} does not fit.`);
    this.path = path;
    this.field = field;
  }
}

/**
 * The value of a time field, also for a query to compare with. To the nearest microsecond, which is what backends keep:
 * a time that a browser's write was given is the same after it was read and stored again.
 */
export function storedTime(ms: number): Timestamp {
  const seconds = Math.floor(ms / 1000);
  const micros = Math.round((ms - seconds * 1000) * 1000);
  return micros === 1_000_000 ? new Timestamp(seconds + 1, 0) : new Timestamp(seconds, micros * 1000);
}

/** An entity, or some of its fields, as it is stored. `time` is given the numbers in `…At` fields; null and sentinels stay. */
export const toDocument = (
  entity: object,
  time: (ms: number) => Timestamp | FieldOp = storedTime,
): WriteData => convert(entity, (value) => (typeof value === 'number' ? time(value) : value)) as WriteData;

/** A document's data with numbers for its timestamps, of whatever form it is. */
export const decodeData = (data: object): object =>
  convert(data, (value) => (value instanceof Timestamp ? value.toMillis() : value)) as object;

/**
 * The entity in a document; null when there is none. A text of one line that was stored with control characters has blanks instead.
 * @throws UnreadableDocument
 */
export function fromDocument<S extends v.GenericSchema>(
  schema: S,
  { path, data }: Pick<DocSnapshot, 'path' | 'data'>,
): v.InferOutput<S> | null {
  if (data === null) return null;
  const decoded = decodeData(data);
  const result = v.safeParse(schema, decoded, { abortEarly: true });
  if (result.success) return result.output;
  const [fault] = result.issues;
  const inLines = fault.message === oneLineRule ? v.safeParse(schema, withOneLines(schema, decoded)) : result;
  if (inLines.success) return inLines.output;
  throw new UnreadableDocument(path, String(fault.path?.[0]?.key ?? 'data'));
}

/** The same; null also for a document that does not fit its schema. */
export function fromReadableDocument<S extends v.GenericSchema>(
  schema: S,
  document: Pick<DocSnapshot, 'path' | 'data'>,
): v.InferOutput<S> | null {
  try {
    return fromDocument(schema, document);
  } catch (error) {
    if (error instanceof UnreadableDocument) return null;
    throw error;
  }
}

/** The data with blanks for control characters in its texts of one line: an entity that has one is worth more than none. */
function withOneLines(schema: v.GenericSchema, data: object): unknown {
  const { issues = [] } = v.safeParse(schema, data);
  return issues
    .filter(({ message }) => message === oneLineRule)
    .reduce<unknown>(
      (changed, { path = [] }) =>
        inOneLine(
          changed,
          path.map(({ key }) => key),
        ),
      data,
    );
}

function inOneLine(value: unknown, [key, ...path]: readonly unknown[]): unknown {
  if (key === undefined) return typeof value === 'string' ? oneLine(value) : value;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? inOneLine(item, path) : item));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === key ? inOneLine(part, path) : part]),
  );
}

function convert(value: unknown, time: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => convert(item, time));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  const converted = entries.map(([key, part]): [string, unknown] => [
    key,
    key.endsWith('At') && !Array.isArray(part) ? time(part) : convert(part, time),
  ]);
  const changed = converted.some(([, part], index) => part !== entries[index]?.[1]);
  return changed ? Object.fromEntries(converted) : value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
