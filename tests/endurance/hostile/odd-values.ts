/** Values and bytes that have broken servers before, drawn from a seeded source. */
import type { Random } from '#provider-kit/random.ts';
import { Timestamp } from '#ports/docs/values.ts';

export const pick = <T>(random: Random, items: readonly [T, ...T[]]): T =>
  items[random.integer(items.length)] ?? items[0];

export const oddNames = [
  'constructor',
  'toString',
  'isPrototypeOf',
  '__proto__',
  'hasOwnProperty',
  '',
  '..',
  'a/b/c/d',
  '\u0000',
  '\ud800',
  'x'.repeat(2000),
] as const;

const oddNumbers = [-1, 1.5, 0, -0, 1e308, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 1e15] as const;

/** Calendars that cost a reader much time. */
const oddCalendars = [
  'RRULE:FREQ=DAILY;BYDAY=6MO',
  'RRULE:FREQ=SECONDLY',
  'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'RRULE:FREQ=MINUTELY;INTERVAL=0',
  'EXDATE:20260101T000000Z',
].map(
  (rule) =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Tom\r\nDTSTART:20260101T000000Z\r\nDTEND:20260102T000000Z\r\n${rule}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
);

export function oddValue(random: Random): unknown {
  switch (random.integer(9)) {
    case 0:
      return pick(random, oddNames);
    case 1:
      return pick(random, oddNumbers);
    case 2:
      return pick<unknown>(random, [null, undefined, true, [], {}, [[[[[]]]]], new Uint8Array(3)]);
    case 3:
      return new Uint8Array(random.integer(5000));
    case 4:
      return 'x'.repeat(random.integer(200_000));
    case 5:
      return Array.from({ length: random.integer(2000) }, () => null);
    case 6:
      return JSON.parse(
        `{"${pick(random, ['__proto__', 'constructor', 'toString', '$muster', '$text', '.sv'])}":{"a":1}}`,
      );
    case 7:
      return new Timestamp(random.integer(1e9), 0);
    default:
      return pick<unknown>(random, [
        oddCalendars[random.integer(oddCalendars.length)],
        4_000_000_000_000,
        253_402_300_799_999,
      ]);
  }
}

/** The value with one of its parts replaced by an odd value. */
export function spoiled(value: unknown, random: Random): unknown {
  let left = random.integer(partsOf(value));
  const walk = (part: unknown): unknown => {
    if (left-- === 0) return oddValue(random);
    if (Array.isArray(part)) return part.map(walk);
    if (!isMap(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function partsOf(value: unknown): number {
  const inner = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, part) => sum + partsOf(part), 1);
}

/** Text of any bytes. */
export const noise = (random: Random, most: number): string =>
  String.fromCharCode(...Array.from({ length: random.integer(most) }, () => random.integer(256)));
