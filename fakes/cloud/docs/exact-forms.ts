/** Data with exact numbers as those see it who know none: readers by a port, and the rules, which have numbers of their own. */
import { mapLeaves, someLeaf } from '#provider-kit/visit-values.ts';
import { ownData } from '#provider-kit/docs/own.ts';
import type { Filter, Query } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { ExactNumber } from '#query/exact-number.ts';
import { Float } from '#firebase-rules/rules/values.ts';

interface Forms {
  readonly plain: DocData;
  readonly forRules: DocData;
}

/** Forms of data with exact numbers; most data has none. */
const forms = new WeakMap<DocData, Forms>();

/** Data that is about to be stored, and never changed again: works out once how others see it. */
export function withForms(data: DocData): DocData {
  if (holdsExact(data) && !forms.has(data))
    forms.set(data, {
      plain: ownData(converted(data, Number)),
      forRules: converted(data, numberForRules) as DocData,
    });
  return data;
}

/** Data with the nearest numbers of the language. */
export const plainData = (data: DocData): DocData => forms.get(data)?.plain ?? data;

/** Data with the numbers of the rules' language: an integer beyond the safe ones is a bigint, a whole double a float. */
export const dataForRules = (data: DocData): DocData => forms.get(data)?.forRules ?? data;

/** Query with the numbers of the rules' language, for a proof. A filter compares by value: a whole double is its number. */
export function queryForRules(query: Query): Query {
  const { where } = query;
  return where?.some(filterHoldsExact) ? { ...query, where: where.map(filterForRules) } : query;
}

const holdsExact = (value: unknown): boolean => someLeaf(value, (leaf) => leaf instanceof ExactNumber);

const numberForRules = ({ value }: ExactNumber): unknown =>
  typeof value === 'number' ? new Float(value) : value;

const converted = (value: unknown, convert: (number: ExactNumber) => unknown): unknown =>
  mapLeaves(value, (leaf) => (leaf instanceof ExactNumber ? convert(leaf) : leaf));

const filterHoldsExact = (filter: Filter): boolean => {
  if ('and' in filter) return filter.and.some(filterHoldsExact);
  if ('or' in filter) return filter.or.some(filterHoldsExact);
  return holdsExact(filter.value);
};

function filterForRules(filter: Filter): Filter {
  if ('and' in filter) return { ...filter, and: filter.and.map(filterForRules) };
  if ('or' in filter) return { ...filter, or: filter.or.map(filterForRules) };
  return { ...filter, value: converted(filter.value, ({ value }) => value) as DocValue };
}
