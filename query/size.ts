/** Bytes of documents and writes, as `DocsLimits` counts them. */
import type { Write } from '#ports/docs/docs.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { numberOfId } from '#provider-kit/docs/paths.ts';
import { utf8Length } from '#provider-kit/utf8.ts';
import { DocRef, type DocData, FieldOp, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';

/** How a text is measured: to the byte, or by a bound that costs nothing. */
type Measure = (text: string) => number;
const atMost: Measure = (text) => text.length * 3;

/** Name, fields and 32 bytes. */
export const documentBytes = (path: string, data: DocData): number =>
  nameBytes(path, utf8Length) + valueBytes(data, utf8Length) + 32;

/** No document is larger than this says, and it is quick to say. */
export const documentBytesAtMost = (path: string, data: DocData): number =>
  nameBytes(path, atMost) + valueBytes(data, atMost) + 32;

/** Size of a field's value. Of a text, the bytes alone are counted here, without the terminator. */
export const fieldBytes = (value: unknown): number =>
  typeof value === 'string' ? utf8Length(value) : valueBytes(value, utf8Length);

/** The part of a request that a write is. */
export function writeBytes(write: Write): number {
  const own = write.type === 'set' ? write.data : write.type === 'update' ? write.changes : {};
  return nameBytes(write.path, utf8Length) + valueBytes(own, utf8Length) + 32;
}

/** Size of an operation's operands, beyond the part that stays in the document. */
export const operandBytes = (op: FieldOp): number =>
  Array.isArray(op.operand) ? valueBytes(op.operand, atMost) : 8;

/** Bytes of the longest path to a field, with the dots between the names. */
export function longestPathIn(value: unknown): number {
  if (!isPlainObject(value)) return 0;
  let longest = 0;
  for (const [name, inner] of Object.entries(value)) {
    const below = longestPathIn(inner);
    longest = Math.max(longest, utf8Length(name) + (below && below + 1));
  }
  return longest;
}

/** Each part and its separator, and 16 bytes. An id that is a number takes 8. */
function nameBytes(path: string, measure: Measure): number {
  // A separator per segment, the last one counted with the path's end.
  const bytes = measure(path) + 1 + 16;
  return measure === utf8Length && path.includes('/__id') ? bytes - savedByNumbers(path) : bytes;
}

const savedByNumbers = (path: string): number =>
  path.split('/').reduce((saved, part) => saved + (numberOfId(part) === null ? 0 : part.length + 1 - 8), 0);

function valueBytes(value: unknown, measure: Measure): number {
  if (typeof value === 'string') return measure(value) + 1;
  if (typeof value === 'number') return 8;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) {
    let bytes = 0;
    for (const inner of value) bytes += valueBytes(inner, measure);
    return bytes;
  }
  return isPlainObject(value) ? mapBytes(value, measure) : specialBytes(value, measure);
}

function mapBytes(map: Readonly<Record<string, unknown>>, measure: Measure): number {
  let bytes = 0;
  for (const name in map) bytes += measure(name) + 1 + valueBytes(map[name], measure);
  return bytes;
}

function specialBytes(value: object, measure: Measure): number {
  if (value instanceof Timestamp) return 8;
  if (value instanceof GeoPoint) return 16;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof DocRef) return nameBytes(value.path, measure);
  if (value instanceof Vector) return value.values.length * 8;
  if (value instanceof FieldOp) return value.op === 'delete' ? 0 : operandBytes(value);
  // Other numbers than those of the language, which say that they are numbers.
  return typeof value.valueOf() === 'number' ? 8 : 0;
}
