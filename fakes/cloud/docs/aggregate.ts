/** Counts, sums and averages. */
import type { Aggregate } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { parseFieldPath } from '#ports/docs/field-path.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import type { StoredDoc } from './store.ts';

const mostAggregates = 5;

/** @throws PortError invalid-argument unless there are 1 to 5 aggregates */
export function aggregateOf(
  docs: readonly StoredDoc[],
  aggregates: Readonly<Record<string, Aggregate>>,
): Record<string, number | null> {
  const named = Object.entries(aggregates);
  if (named.length === 0 || named.length > mostAggregates)
    throw new PortError(
      'invalid-argument',
      `A query has 1 to ${mostAggregates} aggregates; ${named.length} were given.`,
    );
  return Object.fromEntries(named.map(([name, aggregate]) => [name, compute(docs, aggregate)]));
}

function compute(docs: readonly StoredDoc[], aggregate: Aggregate): number | null {
  if ('count' in aggregate) return docs.length;
  const path = parseFieldPath('sum' in aggregate ? aggregate.sum : aggregate.average);
  const isNumber = (value: DocValue | undefined): value is number => typeof value === 'number';
  const numbers = docs.map(({ data }) => fieldAt(data, path)).filter(isNumber);
  const sum = numbers.reduce((all, value) => all + value, 0);
  if ('sum' in aggregate) return sum;
  return numbers.length === 0 ? null : sum / numbers.length;
}
