/**
 * Live lists that were empty when the server last answered, kept in this browser: an empty list of the cache is known to be empty only
 * then. Otherwise the cache may just lack its documents.
 */
import type { OutboxStorage } from './outbox-storage.ts';

export interface EmptyMarks {
  has(hash: string): boolean;
  set(hash: string, isEmpty: boolean): void;
}

const key = 'muster.empty-lists';
/** Most marks; the earliest are dropped first, and such a list is not known until it is read again. */
const most = 400;

export function createEmptyMarks(storage: OutboxStorage): EmptyMarks {
  let marks: Set<number> | null = null;
  const current = () => (marks ??= new Set(read(storage)));
  return {
    has: (hash) => current().has(digest(hash)),
    set(hash, isEmpty) {
      const mark = digest(hash);
      if (current().has(mark) === isEmpty) return;
      // Other tabs write too.
      const next = new Set(read(storage));
      if (isEmpty) next.add(mark);
      else next.delete(mark);
      const kept = [...next].slice(-most);
      marks = new Set(kept);
      write(storage, kept);
    },
  };
}

/** Notes in `marks` which lists are empty, and completes a list of the cache by what they say. For `attachLive`. */
export const markedBy =
  (marks: EmptyMarks) =>
  (value: unknown, hash: string): unknown => {
    if (!isList(value)) return value;
    const isEmpty = value.items.length === 0;
    if (!value.fromCache) marks.set(hash, isEmpty);
    return isEmpty && value.fromCache ? { ...value, knownEmpty: marks.has(hash) } : value;
  };

interface ListValue {
  readonly items: readonly unknown[];
  readonly fromCache: boolean;
}

const isList = (value: unknown): value is ListValue =>
  typeof value === 'object' &&
  value !== null &&
  'items' in value &&
  Array.isArray(value.items) &&
  'fromCache' in value &&
  typeof value.fromCache === 'boolean';

/** 52 bits: a query's hash is hundreds of characters long. */
function digest(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

function read(storage: OutboxStorage): readonly number[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
  } catch {
    return [];
  }
}

function write(storage: OutboxStorage, marks: readonly number[]): void {
  try {
    storage.setItem(key, JSON.stringify(marks));
  } catch {
    // Without storage an empty list is known to be empty as long as the page is open.
  }
}
