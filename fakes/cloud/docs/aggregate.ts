/** Counts, sums and averages. */
import type { Aggregate } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { type FieldPath, parseFieldPath } from '#ports/docs/field-path.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { cut, type Plan } from './plan.ts';
import { canonicalField } from './sort-fields.ts';
import type { StoredDoc } from './store.ts';

const mostAggregates = 5;

/** @throws PortError invalid-argument unless there are 1 to 5 aggregates */
export function checkAggregates(aggregates: Readonly<Record<string, Aggregate>>): void {
  const count = Object.keys(aggregates).length;
  if (count === 0 || count > mostAggregates)
    throw new PortError(
      'invalid-argument',
      `A query has 1 to ${mostAggregates} aggregates; ${count} were given.`,
    );
}

/** The fields that are summed or averaged, each once, in the order of their names. */
export const aggregatedFields = (aggregates: Readonly<Record<string, Aggregate>>): readonly string[] =>
  [...new Set(Object.values(aggregates).flatMap((one) => fieldOf(one) ?? []))].sort();

/**
 * Only documents that have every field that is summed or averaged are looked at, also by a count beside it and by the query's
 * limit: what is added up comes from an index of those fields.
 */
export function aggregateOf(
  plan: Plan,
  find: (plan: Plan) => readonly StoredDoc[],
  aggregates: Readonly<Record<string, Aggregate>>,
): Record<string, number | null> {
  const paths = aggregatedFields(aggregates).map(parseFieldPath);
  const complete = ({ data }: StoredDoc) => paths.every((path) => fieldAt(data, path) !== undefined);
  const docs = paths.length === 0 ? find(plan) : cut(plan, find({ ...plan, limit: null }).filter(complete));
  return Object.fromEntries(
    Object.entries(aggregates).map(([name, aggregate]) => [name, compute(docs, aggregate)]),
  );
}

function fieldOf(aggregate: Aggregate): string | null {
  if ('count' in aggregate) return null;
  return canonicalField('sum' in aggregate ? aggregate.sum : aggregate.average);
}

function compute(docs: readonly StoredDoc[], aggregate: Aggregate): number | null {
  const field = fieldOf(aggregate);
  if (field === null) return docs.length;
  const numbers = numbersIn(docs, parseFieldPath(field));
  if ('sum' in aggregate) return sumOf(numbers);
  return numbers.length === 0 ? null : sumOf(numbers) / numbers.length;
}

const isNumber = (value: DocValue | undefined): value is number => typeof value === 'number';

const numbersIn = (docs: readonly StoredDoc[], path: FieldPath): readonly number[] =>
  docs.map(({ data }) => fieldAt(data, path)).filter(isNumber);

/** Whole numbers add up exactly, however large the sum is on the way; it is rounded once, at the end. */
function sumOf(numbers: readonly number[]): number {
  let whole = 0;
  let large = 0n;
  let rest = 0;
  for (const value of numbers) {
    if (!Number.isSafeInteger(value)) {
      rest += value;
      continue;
    }
    if (Number.isSafeInteger(whole + value)) whole += value;
    else {
      large += BigInt(whole) + BigInt(value);
      whole = 0;
    }
  }
  return Number(large + BigInt(whole)) + rest;
}
