import { expect, it } from 'vitest';
import { LookupBudget } from './budget.ts';

const take = (budget: LookupBudget, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => budget.take(`docs/${first + at}`));
const nulls = (count: number) => Array.from({ length: count }, () => null);

it('a single access may look up ten documents, and repeated ones are free', () => {
  const budget = LookupBudget.single();
  budget.begin();
  expect(take(budget, 1, 10)).toEqual(nulls(10));
  expect(budget.take('docs/11')).toContain('10 documents');
  expect(take(budget, 1, 10)).toEqual(nulls(10));
});

it('a batch may look up twenty documents, and each access ten', () => {
  const budget = LookupBudget.batch();
  budget.begin();
  expect(take(budget, 1, 10)).toEqual(nulls(10));
  expect(budget.take('docs/11')).toContain('10 documents');
  budget.begin();
  expect(take(budget, 1, 20)).toEqual(nulls(20));
  budget.begin();
  expect(budget.take('docs/21')).toContain('20 documents together');
});
