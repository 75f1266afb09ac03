/** The deployed rules answer as the tables say. */
import { expect, test } from 'vitest';
import { tables } from './tables/all.ts';
import { Rules, surprises } from './tables/case.ts';

const rules = new Rules();

test.each(Object.entries(tables))('%s', (_, cases) => {
  expect(cases.length).toBeGreaterThan(0);
  expect(surprises(rules, cases)).toEqual([]);
});
