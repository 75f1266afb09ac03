/** Regular expressions: the syntax of RE2, all of it and no more, in linear time. */
import { expect, test } from 'vitest';
import { comesTo, decide } from './asking.fixture.ts';

// https://github.com/google/re2/wiki/Syntax
test.each<[string, boolean | 'error']>(
  Object.entries({
    "'a\\nb'.matches('(?m)a')": false,
    "'a\\nb'.matches('(?m)^a$')": false,
    "'b\\na'.matches('(?m)^a$')": false,
    "'a\\nb\\nc'.matches('(?m)^b$')": false,
    "'a\\nb'.matches('(?m)a|^b$')": false,
    "'a\\nb'.matches('(?m)a$\\n^b$')": true,
    "'a\\nb'.matches('a(?m)$')": false,
    "'ab'.matches('a|ab')": true,
    "'ab'.matches('a|b')": false,
    "'ab\\n'.matches('ab$')": false,
    "'aB'.matches('a(?i)b') && !'AB'.matches('a(?i)b')": true,
    "'aBc'.matches('a(?i:b)c') && !'aBC'.matches('a(?i:b)c')": true,
    "'a\\nb'.matches('a(?s).b') && !'a\\nb\\n'.matches('a(?s).b(?-s).')": true,
    "'aab'.replace('(?U)a+', 'x') == 'xxb' && 'aab'.replace('a+', 'x') == 'xb'": true,
    "'x'.matches('[[:^space:]]') && !' '.matches('[[:^space:]]')": true,
    "'x'.matches('[\\\\S]') && '-'.matches('[\\\\S\\\\d]') && !'\\t'.matches('[\\\\S]')": true,
    "'ab'.matches('(?P<one>a)(?<two>b)')": true,
    "'é😀'.matches('..') && '😀'.replace('', '-') == '-😀-'": true,
    "'ſ'.matches('(?i)s') && '\u212A'.matches('(?i)k')": true,
    "'Ω'.matches('\\\\p{Greek}') && !'o'.matches('\\\\pN|\\\\p{^L}|\\\\P{Ll}')": true,
    "'a'.matches('\\\\p{Alphabetic}')": 'error',
    "'a'.matches('\\\\p{Letter}')": 'error',
    "'a'.matches('a**')": 'error',
    "'a'.matches('(?<!b)a')": 'error',
    "'a'.matches('(?x)a')": 'error',
    "'a'.matches('[b-a]')": 'error',
    "'a'.matches('\\\\C')": 'error',
    "'a'.matches('(a{100}){100}')": 'error',
  }),
)('%s is %s', (condition, outcome) => expect(comesTo(condition)).toBe(outcome));

test('an invalid regular expression is rejected with its fault', () => {
  const problem = (pattern: string) => decide(`'a'.matches('${pattern}')`).refusal?.expression?.problem;
  expect(problem('a(?=b)')).toBe(
    "'a(?=b)' is no regular expression of RE2: invalid or unsupported Perl syntax in '(?='",
  );
  expect(problem('(a')).toBe("'(a' is no regular expression of RE2: missing closing ) in '(a'");
  expect(problem('\\\\p{Emoji}')).toBe(
    "'\\p{Emoji}' is no regular expression of RE2: it knows no property Emoji",
  );
});

test('matching takes time linear in the length of the text', () => {
  const data = { text: `${'a'.repeat(50_000)}!`, short: `${'a'.repeat(60)}!` };
  for (const pattern of ['(a+)+', '(a*)*', '(a|a)*', '(a|aa)+', '(.*)*a', '((a+)+)+'])
    for (const text of ['text', 'short'])
      expect(comesTo(`resource.data.${text}.matches('${pattern}')`, { data })).toBe(false);
  expect(comesTo(`resource.data.short.matches('${'a?'.repeat(60)}${'a'.repeat(60)}!')`, { data })).toBe(true);
});
