/** Document values as numbers, for lists that are searched often. */
import { Timestamp, type DocValue } from '#ports/docs/values.ts';
import { ExactNumber } from './exact-number.ts';
import { typeRank } from './order.ts';

/** Numbers lie between these, which leaves room for other types on both sides. */
const outermost = 1e300;
const rankOfTimes = 3;
const rankOfText = 5;

/**
 * Monotonic number of a value: never greater than that of a later value. Values with equal numbers must be compared; most differ,
 * and numbers lie close together in memory where documents don't.
 */
export function projection(value: DocValue): number {
  if (typeof value === 'number')
    return Number.isNaN(value) ? -2 * outermost : Math.min(Math.max(value, -outermost), outermost);
  if (typeof value === 'string') return rankOfText * 1e303 + prefix(value) * 1e288;
  if (value instanceof Timestamp) return rankOfTimes * 1e303 + value.seconds * 1e288;
  if (value === null) return -4 * outermost;
  if (typeof value === 'boolean') return -3 * outermost;
  const one: unknown = value;
  return one instanceof ExactNumber ? projection(Number(one)) : typeRank(value) * 1e303;
}

/** The first three letters as one number below 2^48. */
const prefix = (text: string) => (letter(text, 0) * 0x10000 + letter(text, 1)) * 0x10000 + letter(text, 2);

/** Code unit in the order of code points, where surrogates come after all others. */
function letter(text: string, at: number): number {
  if (at >= text.length) return 0;
  const unit = text.charCodeAt(at);
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
