/** The stretch of an order in which a query's documents lie, as its cursors and its inequalities bound it. */
import { type FieldPath, formatFieldPath } from '#ports/docs/field-path.ts';
import type { Filter } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { compareValues } from './order.ts';
import { isAfterStart, isBeforeEnd, type Plan } from './plan.ts';
import { canonicalField } from './sort-fields.ts';
import type { Subject } from './sorting.ts';

type Test = (doc: Subject) => boolean;

/** Not all that lies in the stretch matches; but nothing outside does. */
export interface Range {
  /** Holds for no document before the stretch, and for all from its first one on. */
  readonly begun: Test;
  /** Holds for all documents up to the last of the stretch, and for none after. */
  readonly unended: Test;
}

export function rangeOf(plan: Plan): Range {
  const begun: Test[] = plan.start ? [(doc) => isAfterStart(plan, doc)] : [];
  const unended: Test[] = plan.end ? [(doc) => isBeforeEnd(plan, doc)] : [];
  const [first] = plan.orders;
  if (first?.path)
    for (const { rises, test } of bounds(plan.query.where ?? [], first.path))
      (rises === first.descending ? unended : begun).push(test);
  return { begun: all(begun), unended: all(unended) };
}

/** The inequalities on a field, and whether they bound it from below. */
function* bounds(filters: readonly Filter[], path: FieldPath): Generator<{ rises: boolean; test: Test }> {
  const field = formatFieldPath(path);
  for (const filter of filters) {
    if ('and' in filter) yield* bounds(filter.and, path);
    if (!('op' in filter) || canonicalField(filter.field) !== field) continue;
    const { op, value } = filter;
    const against = (doc: Subject) => compareValues(fieldAt(doc.data, path) ?? null, value as DocValue);
    if (op === '>') yield { rises: true, test: (doc) => against(doc) > 0 };
    if (op === '>=') yield { rises: true, test: (doc) => against(doc) >= 0 };
    if (op === '<') yield { rises: false, test: (doc) => against(doc) < 0 };
    if (op === '<=') yield { rises: false, test: (doc) => against(doc) <= 0 };
  }
}

function all(tests: readonly Test[]): Test {
  const [only] = tests;
  if (!only) return () => true;
  return tests.length === 1 ? only : (doc) => tests.every((test) => test(doc));
}
