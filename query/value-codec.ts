/**
 * Document values as plain data and back, for wherever classes do not survive: message ports and stored snapshots. A map
 * that happens to use the tag's name is wrapped, so every value comes back as it went.
 */
import { mapFields } from '#provider-kit/visit-values.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { DocRef, FieldOp, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { ExactNumber } from './exact-number.ts';

const tag = '$muster';

export function encodeMessage(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(encodeMessage);
  if (value instanceof Timestamp)
    return { [tag]: 'time', seconds: value.seconds, nanoseconds: value.nanoseconds };
  if (value instanceof GeoPoint)
    return { [tag]: 'geo', latitude: value.latitude, longitude: value.longitude };
  if (value instanceof Vector) return { [tag]: 'vector', values: [...value.values] };
  if (value instanceof DocRef) return { [tag]: 'ref', path: value.path };
  if (value instanceof FieldOp) return { [tag]: 'op', op: value.op, operand: encodeMessage(value.operand) };
  if (value instanceof ExactNumber) return encodeNumber(value);
  if (!isPlainObject(value)) return value;
  const encoded = mapFields(value, encodeMessage);
  return Object.hasOwn(value, tag) ? { [tag]: 'map', map: encoded } : encoded;
}

const encodeNumber = ({ value }: ExactNumber): Tagged =>
  typeof value === 'bigint' ? { [tag]: 'integer', digits: String(value) } : { [tag]: 'double', value };

export function decodeMessage(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decodeMessage);
  if (!isPlainObject(value)) return value;
  return Object.hasOwn(value, tag) ? decodeTagged(value) : mapFields(value, decodeMessage);
}

type Tagged =
  | { [tag]: 'time'; seconds: number; nanoseconds: number }
  | { [tag]: 'geo'; latitude: number; longitude: number }
  | { [tag]: 'vector'; values: number[] }
  | { [tag]: 'ref'; path: string }
  | { [tag]: 'op'; op: FieldOp['op']; operand: unknown }
  | { [tag]: 'integer'; digits: string }
  | { [tag]: 'double'; value: number }
  | { [tag]: 'map'; map: object };

function decodeTagged(value: object): unknown {
  const tagged = value as Tagged;
  switch (tagged[tag]) {
    case 'time':
      return new Timestamp(tagged.seconds, tagged.nanoseconds);
    case 'geo':
      return new GeoPoint(doubleOf(tagged.latitude), doubleOf(tagged.longitude));
    case 'vector':
      return new Vector(tagged.values);
    case 'ref':
      return new DocRef(tagged.path);
    case 'op':
      return new FieldOp(tagged.op, decodeMessage(tagged.operand) as FieldOp['operand']);
    case 'integer':
      return new ExactNumber(BigInt(digitsOf(tagged.digits)));
    case 'double':
      return new ExactNumber(doubleOf(tagged.value));
    case 'map':
      return mapFields(mapOf(tagged.map), decodeMessage);
  }
}

/** @throws TypeError */
function mapOf(map: unknown): Readonly<Record<string, unknown>> {
  if (isPlainObject(map)) return map;
  throw new TypeError('An encoded map must be a map.');
}

/** Digits of an integer of 64 bits. Longer ones would take long to read. @throws TypeError */
function digitsOf(digits: unknown): string {
  if (typeof digits === 'string' && /^-?\d{1,19}$/.test(digits)) return digits;
  throw new TypeError('An integer has up to 19 digits.');
}

/** @throws TypeError */
function doubleOf(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new TypeError('An encoded number must be a number.');
}
