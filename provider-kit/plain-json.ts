/**
 * Plain data as JSON and back, with an encoding of values that JSON lacks: bytes, special numbers, undefined. Always a tree: no
 * text can stand for a cycle, or for more values than it has characters.
 */
import { mapFields } from './visit-values.ts';
import { base64Of, bytesOfBase64 } from './base64.ts';

const tag = '$text';

export function pack(value: unknown): unknown {
  if (value === undefined) return { [tag]: 'undefined' };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [tag]: 'number', is: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(pack);
  if (value instanceof Uint8Array) return { [tag]: 'bytes', base64: base64Of(value) };
  const packed = mapFields(value as Readonly<Record<string, unknown>>, pack);
  return Object.hasOwn(value, tag) ? { [tag]: 'map', map: packed } : packed;
}

/** @throws TypeError for what `pack` does not give, or more than so many levels; DOMException for bytes that are none */
export function unpack(value: unknown, levels = Infinity): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels < 1) throw new TypeError('This is nested too deeply.');
  if (Array.isArray(value)) return value.map((inner) => unpack(inner, levels - 1));
  if (!Object.hasOwn(value, tag)) return unpackMap(value, levels);
  const tagged = value as Record<string, unknown>;
  switch (tagged[tag]) {
    case 'undefined':
      return undefined;
    case 'number':
      return specialNumber(tagged['is']);
    case 'bytes':
      return fromBase64(tagged['base64']);
    case 'map':
      return unpackMap(tagged['map'], levels);
    default:
      throw new TypeError('This encodes no kind of value that there is.');
  }
}

function unpackMap(map: unknown, levels: number): object {
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw new TypeError('An encoded map must be a map.');
  return mapFields(map as Readonly<Record<string, unknown>>, (inner) => unpack(inner, levels - 1));
}

const specialNumbers: readonly unknown[] = ['NaN', 'Infinity', '-Infinity', '-0'];

function specialNumber(text: unknown): number {
  if (specialNumbers.includes(text)) return Number(text);
  throw new TypeError('An encoded number must be NaN, an infinity or -0.');
}

function fromBase64(text: unknown): Uint8Array {
  if (typeof text !== 'string') throw new TypeError('Encoded bytes must be a text.');
  return bytesOfBase64(text);
}
