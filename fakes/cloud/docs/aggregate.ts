/** Counts, sums and averages: a count is an integer, an average a double, and a sum what is added up. */
import { mapFields } from '#provider-kit/visit-values.ts';
import type { Aggregate } from '#ports/docs/docs.ts';
import { type FieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import {
  doubleOf,
  integerOf,
  isInt64,
  isInteger,
  magnitude,
  numberOf,
  type StoredNumber,
} from '#query/exact-number.ts';
import { fieldAt } from '#query/fields.ts';
import { cut, type Plan } from '#query/plan.ts';
import { canonicalField } from '#query/sort-fields.ts';
import type { StoredDoc } from '#query/store.ts';

const mostAggregates = 5;

/** @throws PortError invalid-argument unless there are 1 to 5 aggregates */
export function checkAggregates(aggregates: Readonly<Record<string, Aggregate>>): void {
  const count = Object.keys(aggregates).length;
  if (count === 0 || count > mostAggregates)
    throw new PortError(
      'invalid-argument',
      count === 0
        ? 'An aggregation query needs at least one aggregation.'
        : `The maximum number of aggregations allowed in an aggregation query is ${mostAggregates}. Received: ${count}`,
    );
}

/** The fields that are summed or averaged, each once, in the order of their names. */
export const aggregatedFields = (aggregates: Readonly<Record<string, Aggregate>>): readonly string[] =>
  [...new Set(Object.values(aggregates).flatMap((one) => fieldOf(one) ?? []))].sort();

/**
 * Aggregates over documents that have every summed or averaged field; the others are left out of counts and of the query's limit
 * too, because the values come from an index of those fields.
 */
export function aggregateOf(
  plan: Plan,
  find: (plan: Plan) => readonly StoredDoc[],
  aggregates: Readonly<Record<string, Aggregate>>,
): Record<string, DocValue> {
  const paths = aggregatedFields(aggregates).map(parseFieldPath);
  const complete = ({ data }: StoredDoc) => paths.every((path) => fieldAt(data, path) !== undefined);
  const docs = paths.length === 0 ? find(plan) : cut(plan, find({ ...plan, limit: null }).filter(complete));
  return mapFields(aggregates, (aggregate) => compute(docs, aggregate));
}

function fieldOf(aggregate: Aggregate): string | null {
  if ('count' in aggregate) return null;
  return canonicalField('sum' in aggregate ? aggregate.sum : aggregate.average);
}

function compute(docs: readonly StoredDoc[], aggregate: Aggregate): DocValue {
  const field = fieldOf(aggregate);
  if (field === null) return docs.length;
  const numbers = numbersIn(docs, parseFieldPath(field));
  const { integers, doubles } = totalOf(numbers);
  if ('sum' in aggregate && doubles === null && isInt64(integers)) return integerOf(integers);
  const sum = Number(integers) + (doubles ?? 0);
  if ('sum' in aggregate) return doubleOf(sum);
  return numbers.length === 0 ? null : doubleOf(sum / numbers.length);
}

const numbersIn = (docs: readonly StoredDoc[], path: FieldPath): readonly StoredNumber[] =>
  docs.map(({ data }) => numberOf(fieldAt(data, path))).filter((value) => value !== null);

interface Total {
  readonly integers: bigint;
  /** `null` when there was none. */
  readonly doubles: number | null;
}

/** Integers add up exactly, however large the sum is on the way; it is rounded once, at the end. */
function totalOf(numbers: readonly StoredNumber[]): Total {
  let small = 0;
  let large = 0n;
  let doubles: number | null = null;
  for (const value of numbers) {
    if (!isInteger(value)) doubles = (doubles ?? 0) + Number(value);
    else if (typeof value === 'number' && Number.isSafeInteger(small + value)) small += value;
    else {
      large += BigInt(small) + BigInt(magnitude(value));
      small = 0;
    }
  }
  return { integers: large + BigInt(small), doubles };
}
