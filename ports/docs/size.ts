/** What a document counts for against its limit, by the platform's published formula. */
import { isPlainObject } from './own.ts';
import { utf8Length } from './paths.ts';
import { DocRef, type DocData, FieldOp, GeoPoint, Timestamp, Vector, type WriteData } from './values.ts';

export const largestDocument = 1024 * 1024;

/** Name, fields and 32 bytes. */
export const documentBytes = (path: string, data: DocData | WriteData): number =>
  nameBytes(path) + valueBytes(data) + 32;

/** Each part and its separator, and 16 bytes. */
const nameBytes = (path: string) => path.split('/').reduce((sum, part) => sum + utf8Length(part) + 1, 16);

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return utf8Length(value) + 1;
  if (typeof value === 'number') return 8;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, inner) => sum + valueBytes(inner), 0);
  if (value instanceof Timestamp) return 8;
  if (value instanceof GeoPoint) return 16;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof DocRef) return nameBytes(value.path);
  if (value instanceof Vector) return value.values.length * 8;
  if (value instanceof FieldOp) return value.op === 'delete' ? 0 : 8;
  if (!isPlainObject(value)) return 0;
  let bytes = 0;
  for (const [name, inner] of Object.entries(value)) bytes += utf8Length(name) + 1 + valueBytes(inner);
  return bytes;
}
