/** Values in few words, as the language would write them. */
import { DocRef, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import {
  documentPath,
  Duration,
  fieldOf,
  Float,
  isInt,
  keysOf,
  MapDiff,
  type MapValue,
  Path,
  typeOf,
  type Value,
  ValueSet,
} from './values.ts';

const longest = 60;

export function describe(value: Value): string {
  const text = written(value, 2);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Value with its type, “the string 'a'”, “null”: for the sentence about a wrong type. */
export function withType(value: Value): string {
  return value === null ? 'null' : `the ${typeOf(value)} ${describe(value)}`;
}

function written(value: Value, depth: number): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return String(value) + (isInt(value) || !Object.is(value, -0) ? '' : '.0');
  if (typeof value === 'string')
    return `'${value.slice(0, longest).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return writtenObject(value, depth);
}

function writtenObject(
  value: Exclude<Value, null | boolean | number | bigint | string>,
  depth: number,
): string {
  if (value instanceof Float) return `${value.value}.0`;
  if (value instanceof Timestamp) return timeText(value);
  if (value instanceof Duration) return `${value.seconds + value.nanoseconds / 1e9}s`;
  if (value instanceof Path) return value.toString();
  if (value instanceof DocRef) return documentPath(value.path).toString();
  if (value instanceof GeoPoint) return `latlng(${value.latitude}, ${value.longitude})`;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (value instanceof Vector) return `a vector of ${value.values.length}`;
  if (value instanceof ValueSet) return `${writtenList(value.items, depth)}.toSet()`;
  if (value instanceof MapDiff) return 'a difference of maps';
  return Array.isArray(value) ? writtenList(value, depth) : writtenMap(value as MapValue, depth);
}

function writtenList(items: readonly Value[], depth: number): string {
  if (depth === 0) return items.length > 0 ? '[…]' : '[]';
  return `[${items
    .slice(0, longest / 2)
    .map((item) => written(item, depth - 1))
    .join(', ')}]`;
}

function writtenMap(map: MapValue, depth: number): string {
  const keys = keysOf(map);
  if (depth === 0) return keys.length > 0 ? '{…}' : '{}';
  const parts = keys
    .slice(0, longest / 4)
    .map((key) => `${key}: ${written(fieldOf(map, key) ?? null, depth - 1)}`);
  return `{${parts.join(', ')}}`;
}

function timeText(time: Timestamp): string {
  const text = new Date(time.seconds * 1000).toISOString().replace('.000Z', '');
  const fraction =
    time.nanoseconds === 0
      ? ''
      : `.${String(time.nanoseconds)
          .padStart(9, '0')
          .replace(/(000)+$/, '')}`;
  return `${text}${fraction}Z`;
}
