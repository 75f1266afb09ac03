/** Regular expressions in conditions of remote configuration: RE2's, in linear time. */
import { expect, test } from 'vitest';
import { parseCondition } from './condition.ts';

const holds = (shape: string, plan: string) =>
  parseCondition(`app.customSignal['plan'].matches(['${shape}'])`)({
    installation: 'one',
    language: 'en',
    country: null,
    signals: { plan },
    now: 0,
  });

test.each([
  ['ol', 'gold', true],
  ['^ol', 'gold', false],
  ['g(?i)OLD', 'gold', true],
  ['^[[:^space:]]+$', 'gold', true],
  ['(?m)^b$', 'a\nb', true],
])('%s matches %j as expected', (shape, plan, wanted) => expect(holds(shape, plan)).toBe(wanted));

test.each(['g(?=o)', '('])('the pattern %s is rejected', (shape) =>
  expect(() => holds(shape, 'gold')).toThrow('is no regular expression'),
);

test('time is linear in the length of the value', () =>
  expect(holds('^(a+)+$', `${'a'.repeat(10_000)}!`)).toBe(false));
