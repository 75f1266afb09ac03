/** Order of field paths. */
import type { FieldPath } from './field-path.ts';

/** Order of fields that a query implies: name by name from the outside in, each by its UTF-8 bytes. */
export function compareFieldPaths(one: FieldPath, other: FieldPath): number {
  for (const [at, name] of one.entries()) {
    const against = other[at];
    if (against === undefined) return 1;
    const order = compareNames(name, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** By code points, which is the order of the bytes; UTF-16 has surrogates before what follows them. */
function compareNames(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((letter, index) => letter !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}
