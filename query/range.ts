/** Range of an order that holds a query's documents, bounded by its cursors and its inequalities. */
import { type FieldPath, formatFieldPath } from '#provider-kit/docs/field-path.ts';
import type { Filter, Query } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { compareValues } from './order.ts';
import { canonicalField, type SortField } from './sort-fields.ts';
import type { Sorting, QueriedDoc } from './sorting.ts';

/** Position of a cursor. */
export interface CursorPosition {
  readonly values: readonly DocValue[];
  readonly inclusive: boolean;
}

type Test = (doc: QueriedDoc) => boolean;

/** Stretch of an ordered list that holds all matches, and perhaps other documents. */
export interface ScanRange {
  /** False for all documents before the stretch, true from its first one on. */
  readonly begun: Test;
  /** True for all documents up to the last of the stretch, false for all after. */
  readonly unended: Test;
}

export function rangeOf(
  { where = [] }: Query,
  first: SortField | undefined,
  sorting: Sorting,
  start: CursorPosition | null,
  end: CursorPosition | null,
): ScanRange {
  const begun: Test[] = [];
  const unended: Test[] = [];
  if (start) begun.push((doc) => isPast(sorting.compareToPlace(doc, start.values), start));
  if (end) unended.push((doc) => isPast(-sorting.compareToPlace(doc, end.values), end));
  if (first?.path)
    for (const { rises, test } of boundsOn(where, first.path))
      (rises === first.descending ? unended : begun).push(test);
  return { begun: all(begun), unended: all(unended) };
}

const isPast = (order: number, { inclusive }: CursorPosition) => order > 0 || (inclusive && order === 0);

/** The inequalities on a field, and whether they bound it from below. */
export function* boundsOn(
  filters: readonly Filter[],
  path: FieldPath,
): Generator<{ rises: boolean; test: Test }> {
  const field = formatFieldPath(path);
  for (const filter of filters) {
    if ('and' in filter) yield* boundsOn(filter.and, path);
    if (!('op' in filter) || canonicalField(filter.field) !== field) continue;
    const { op, value } = filter;
    const against = ({ data }: QueriedDoc) => compareValues(fieldAt(data, path) ?? null, value);
    if (op === '>') yield { rises: true, test: (doc) => against(doc) > 0 };
    if (op === '>=') yield { rises: true, test: (doc) => against(doc) >= 0 };
    if (op === '<') yield { rises: false, test: (doc) => against(doc) < 0 };
    if (op === '<=') yield { rises: false, test: (doc) => against(doc) <= 0 };
  }
}

function all(tests: readonly Test[]): Test {
  const [only] = tests;
  if (!only) return always;
  return tests.length === 1 ? only : (doc) => tests.every((test) => test(doc));
}

const always = () => true;
