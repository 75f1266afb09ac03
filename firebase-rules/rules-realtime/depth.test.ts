/** Rulesets without bounds: too deep nesting is refused like any mistake. */
import { expect, test } from 'vitest';
import { RulesError } from '../rules/rules-error.ts';
import { compileDatabaseRules } from './rules.ts';

const rule = (text: string) => `{\n"rules": {\n".read": ${JSON.stringify(text)}}}`;
const within = (open: string, inner: string, close: string) => (depth: number) =>
  open.repeat(depth) + inner + close.repeat(depth);
const chain =
  (part: string, by: string, end = '') =>
  (count: number) =>
    Array.from({ length: count }, () => part).join(by) + end;
const member = (part: string, end: string) => (count: number) => `root${part.repeat(count)}${end}`;
const rules = within('\n{"a":', '{}', '}');

test.each<[string, (count: number) => string, number]>([
  ['places', (count) => `{"rules": ${rules(count)}}`, 98],
  ['lists', (count) => `{"rules": {".indexOn":\n${'['.repeat(count)}${']'.repeat(count)}}}`, 98],
  ['brackets', (count) => rule(within('(', 'true', ')')(count)), 99],
  ['negations', (count) => rule(within('!', 'true', '')(count)), 99],
  ['signs', (count) => rule(`${'-'.repeat(count)}1 == 1`), 99],
  ['choices', (count) => rule(within('true ? true : ', 'true', '')(count)), 99],
  ['choices in the middle', (count) => rule(within('true ? ', 'true', ' : true')(count)), 99],
  ['indexes', (count) => rule(`${within('auth[', "'a'", ']')(count)} == 1`), 99],
  ['alternatives', (count) => rule(chain('true', ' || ')(count)), 1000],
  ['conditions', (count) => rule(chain('true', ' && ')(count)), 1000],
  ['sums', (count) => rule(chain('1', ' + ', ' == 1')(count)), 999],
  ['children', (count) => rule(member(".child('a')", '.exists()')(count)), 998],
])('%s nested too deeply are rejected with their line', (_, source, most) => {
  const problemOf = (count: number): string => {
    try {
      compileDatabaseRules(source(count));
      return 'a ruleset';
    } catch (error) {
      return error instanceof RulesError ? error.message : String(error);
    }
  };
  expect(problemOf(most)).not.toMatch(/at most|RangeError/);
  for (const count of [most + 1, 5000, 100_000])
    expect(problemOf(count)).toMatch(/^[1-9]\d*:\d+ .*at most 1000? (?:levels deep|expressions within)/);
});
