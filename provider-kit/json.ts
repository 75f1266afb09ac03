/** JSON encoding of requests, the same for every provider. */
import type { Json } from '#ports/shared.ts';

/**
 * A copy of `value` that JSON holds exactly: dates become ISO strings, fields that are `undefined` are left out, `undefined`
 * elsewhere becomes `null`, and -0 becomes 0.
 * @throws TypeError naming the place, for NaN, infinities, functions, symbols, big integers, invalid dates, cycles and
 * instances of classes.
 */
export function toJson(value: unknown, name = 'input'): Json {
  return convert(value, name, new Set());
}

function convert(value: unknown, at: string, above: Set<object>): Json {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'boolean':
    case 'string':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${at} is ${value}, which JSON can't hold.`);
      return value === 0 ? 0 : value;
    case 'object':
      return value === null ? null : convertObject(value, at, above);
    default:
      throw new TypeError(`${at} is a ${typeof value}, which JSON can't hold.`);
  }
}

function convertObject(value: object, at: string, above: Set<object>): Json {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new TypeError(`${at} is an invalid date.`);
    return value.toISOString();
  }
  if (above.has(value)) throw new TypeError(`${at} contains itself.`);
  above.add(value);
  const converted = Array.isArray(value)
    ? Array.from(value, (item, index) => convert(item, `${at}[${index}]`, above))
    : convertFields(value, at, above);
  above.delete(value);
  return converted;
}

function convertFields(value: object, at: string, above: Set<object>): Json {
  if (!isPlain(value))
    throw new TypeError(`${at} is an instance of ${value.constructor.name}; pass plain data.`);
  const fields: [string, Json][] = [];
  for (const [key, inner] of Object.entries(value))
    if (inner !== undefined) fields.push([key, convert(inner, `${at}.${key}`, above)]);
  return Object.fromEntries(fields);
}

/** Made by `{}`, in this realm or another one. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
