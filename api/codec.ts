/**
 * Between entities and stored documents. An entity keeps a time as a number in a field whose name ends in `At`; a
 * provider keeps it as its own timestamp. Everything else passes through untouched: a part in which nothing had to
 * change is the same object, so a provider's own values (field sentinels, references, bytes) survive.
 */

/** Numbers in `…At` fields become timestamps. Anything else there (null, a sentinel) stays as it is. */
export function toStored<T>(value: unknown, makeTimestamp: (milliseconds: number) => T): unknown {
  return convert(value, (time) => (typeof time === 'number' ? makeTimestamp(time) : time));
}

/** Timestamps in `…At` fields become numbers. `readTimestamp` answers null for what is no timestamp: it stays. */
export function fromStored(value: unknown, readTimestamp: (stored: unknown) => number | null): unknown {
  return convert(value, (time) => readTimestamp(time) ?? time);
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
