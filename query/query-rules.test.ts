import { describe, expect, test } from 'vitest';
import { field, matching, or, query, where } from '#ports/docs/query.ts';
import type { QueryLimits } from '#ports/docs/limits.ts';
import { planWithin } from './plan.ts';

const none: QueryLimits = {
  alternatives: Infinity,
  excluded: Infinity,
  inequalities: Infinity,
  parts: Infinity,
  neighbours: Infinity,
  dimensions: Infinity,
};

const values = (count: number) => Array.from({ length: count }, (_, at) => at);

const past: Readonly<
  Record<keyof QueryLimits, { readonly least: number; readonly asked: () => ReturnType<typeof query> }>
> = {
  alternatives: { least: 3, asked: () => query('rows', where('a', 'in', values(3))) },
  excluded: { least: 3, asked: () => query('rows', where('a', 'not-in', values(3))) },
  inequalities: {
    least: 3,
    asked: () => query('rows', where('a', '>', 1), where('b', '>', 1), where('c', '>', 1)),
  },
  parts: {
    least: 4,
    asked: () => query('rows', matching(or(field('a', '==', 1), field('b', '==', 1))), where('c', '==', 1)),
  },
  neighbours: {
    least: 3,
    asked: () => ({ ...query('rows'), nearest: { field: 'v', vector: [1], limit: 3, measure: 'euclidean' } }),
  },
  dimensions: {
    least: 3,
    asked: () => ({
      ...query('rows'),
      nearest: { field: 'v', vector: [1, 2, 3], limit: 1, measure: 'euclidean' },
    }),
  },
};

describe('limits of a query set by its caller', () => {
  test.each(Object.entries(past))('%s', (name, { least, asked }) => {
    expect(() => planWithin(none, asked())).not.toThrow();
    expect(() => planWithin({ ...none, [name]: least }, asked())).not.toThrow();
    expect(() => planWithin({ ...none, [name]: least - 1 }, asked())).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining(String(least - 1)),
      }),
    );
  });
});
