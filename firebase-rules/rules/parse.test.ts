/** Rulesets that parse, and the errors of those that don't. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '../../tests/property.ts';
import { parse } from './parse.ts';
import { RulesError } from './rules-error.ts';
import type { Expression } from './syntax.ts';
import { partsOf } from './walk.ts';

const around = (body: string) =>
  `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${body}\n  }\n}`;
const condition = (text: string) => around(`    match /docs/{id} { allow read: if ${text}; }`);

function problemOf(source: string): RulesError {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof RulesError) return error;
    throw error;
  }
  throw new Error('It was taken for a ruleset.');
}

describe('places and sentences', () => {
  test.each([
    ['', 1, 1, 'A ruleset is'],
    ["rules_version = '3';", 1, 17, "rules_version = '2';"],
    ['service cloud.other { }', 1, 9, 'service cloud.firestore'],
    [around('    nonsense'), 4, 5, 'A match holds allow, match and function, not nonsense.'],
    [around('    match docs {}'), 4, 11, 'beginning with a slash'],
    [around('    match /docs/{id {}'), 4, 17, '{wildcard}'],
    [around('    match /docs/{id} { allow reed; }'), 4, 30, 'instead of reed'],
    [around('    match /docs/{id} { allow read: true; }'), 4, 36, 'Write if'],
    [around('    match /docs/{id} { allow read: if true'), 6, 2, 'ends with }'],
    [around('    function f( { return 1; }'), 4, 17, 'Name the parameter'],
    [around('    function f() { let x = 1 return x; }'), 4, 30, 'semicolon'],
    [around('    function f() { }'), 4, 20, 'some let, then return'],
    [around('    function f() { return 1; }\n    function f() { return 2; }'), 5, 14, 'rename one'],
    [condition('1 +'), 4, 42, 'Write a value here instead of ;'],
    [condition('(1'), 4, 41, 'Close the parenthesis'],
    [condition("'open"), 4, 39, 'Close the string'],
    [condition("'a\\.b'"), 4, 41, 'There is no escape \\.'],
    [condition('a & b'), 4, 41, 'Write &&'],
    [condition('9223372036854775808 > 0'), 4, 39, '64 bits'],
    [condition('x is 1'), 4, 44, 'Write a type'],
    [condition('true ? 1'), 4, 47, 'Write :'],
    [condition("{'a' 1}"), 4, 44, 'Write : and a value'],
    [condition('[1 2]'), 4, 42, 'comma'],
    [condition('a[1'), 4, 42, 'Close the index'],
    [condition('a/* b'), 4, 40, 'Close the comment'],
    [condition('/a/$(b'), 4, 45, 'Close the expression'],
    [condition('/a/b.bind({}) == /a'), 4, 48, 'parentheses'],
    [condition('a § b'), 4, 41, 'means nothing'],
  ])('%j is rejected at %i:%i', (source, line, column, sentence) => {
    const problem = problemOf(source);
    expect([problem.line, problem.column]).toEqual([line, column]);
    expect(problem.message).toContain(sentence);
  });

  test('several problems are reported at once', () => {
    const many = 'a, b, c, d, e, f, g, h';
    const lets = Array.from({ length: 11 }, (_, at) => `let v${at} = 1;`).join(' ');
    const { problems } = problemOf(
      around(
        `    function f(${many}) { return 1; }\n    function g() { ${lets} return 1; }\n    function h() { return h(); }`,
      ),
    );
    expect(problems.map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('at most 7 parameters'),
      expect.stringContaining('at most 10 lets'),
      expect.stringContaining('h calls itself'),
    ]);
  });
});

describe('limits of the language', () => {
  const chain = (length: number) =>
    Array.from(
      { length },
      (_, at) => `function f${at}() { return ${at === 0 ? 'true' : `f${at - 1}()`}; }`,
    ).join(' ');
  const nested = (depth: number): string =>
    depth === 0 ? '' : `match /a/{x${depth}} { ${nested(depth - 1)} }`;
  const parentheses = (depth: number) => condition(`${'('.repeat(depth)}true${')'.repeat(depth)}`);

  test.each([
    ['calls 20 deep', around(chain(20)), around(chain(21)), 'at most 20 deep'],
    ['10 matches within each other', around(nested(9)), around(nested(10)), 'At most 10 matches'],
    ['97 parentheses within each other', parentheses(97), parentheses(98), 'nested too deeply'],
    [
      'a thousand operators',
      condition(Array.from({ length: 1000 }, () => 'a').join(' && ')),
      condition(Array.from({ length: 1002 }, () => 'a').join(' && ')),
      'too long',
    ],
    [
      '256 KB',
      `${condition('true')}//${' '.repeat(261_900)}`,
      `${condition('true')}//${' '.repeat(262_144)}`,
      '256 KB',
    ],
    [
      'circles of no length',
      around('function a() { return b(); } function b() { return 1; }'),
      around('function a() { return b(); } function b() { return a(); }'),
      'calls itself',
    ],
    [
      'one {x=**} in a path',
      around('match /{a=**}/b/{c} { allow read; }'),
      around('match /{a=**} { match /b/{c=**} { allow read; } }'),
      'takes one {name=**}',
    ],
  ])('%s', (_, good, bad, sentence) => {
    expect(() => parse(good)).not.toThrow();
    expect(problemOf(bad).message).toContain(sentence);
  });

  test('version 1 accepts {x=**} at the end only', () => {
    const source = 'service cloud.firestore { match /{a=**}/b { allow read; } }';
    expect(problemOf(source).message).toContain("rules_version = '2'");
  });
});

describe('optional and required parts', () => {
  test('a missing version is version 1, semicolons before a brace are optional, and comments are skipped', () => {
    const source = `// first
      service firebase.storage { /* all */
        match /b/{bucket}/o { match /{all=**} { allow read, write } }
        function f() { return true }
      }
      function g() { return f() }`;
    expect(parse(source)).toMatchObject({ version: 1, service: 'firebase.storage' });
  });

  test('a condition that can never hold is a warning', () => {
    const { warnings } = parse(
      condition(
        "nope() && x == 1 && 1 is text && math.nope(1) && f(1) && debug(true) && 'a'.b && /a/$(place) == 1",
      ),
    );
    expect(warnings.map(({ message }) => message)).toEqual([
      'There is no function nope.',
      'Nothing here is named x.',
      'There is no type text.',
      'There is no function math.nope.',
      'There is no function f.',
      'Remove debug: the hosted service does not know it.',
    ]);
    expect(warnings[1]).toMatchObject({ line: 4, column: 49 });
  });
});

function outcomeOf(source: string): string {
  try {
    parse(source);
    return 'ruleset';
  } catch (error) {
    return error instanceof RulesError ? 'RulesError' : String(error);
  }
}

/** Arbitrary expression, as text with parentheses around everything. */
const { expression } = fc.letrec<{ expression: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    fc.constantFrom(
      'true',
      'null',
      'request',
      "'te\\'xt'",
      '"x"',
      "b'\\x01'",
      '1',
      '2.5',
      '(/a/$(b)/c)',
      'f()',
      '[]',
      '{}',
    ),
    fc.nat(1000).map(String),
  ),
  expression: fc.oneof(
    { maxDepth: 4 },
    tie('atom'),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('||', '&&', '==', '!=', '<', '>=', 'in', '+', '-', '*', '/', '%'),
        tie('expression'),
      )
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie('expression').map((operand) => `(!${operand})`),
    tie('expression').map((operand) => `(${operand} is string)`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `m(${one}, [${other}])`),
    fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `${one}.m(${other}).n[0:1]`),
    fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `{'k': ${one}}[${other}]`),
  ),
}));

/** An expression written down again. */
function written(source: string, part: Expression): string {
  const text = source.slice(part.at.start, part.at.end);
  const parts = partsOf(part);
  return parts.length === 0 ? text : `${part.kind}(${parts.map((each) => written(source, each)).join(' ')})`;
}

const conditionOf = (source: string) => {
  const found = parse(source).matches[0]?.matches[0]?.allows[0]?.condition;
  if (!found) throw new Error('There is no condition.');
  return written(source, found);
};

describe('any text', () => {
  test('is parsed as a ruleset or rejected with a RulesError', () => {
    const words =
      "match allow read if function let return service true x 1 .5e3 is in é 😀 rules_version = '2';";
    const signs = String.raw`' " { } ( ) [ ] / =** : ; , . $( && | ! - ? \ b' /* */ // cloud.firestore`;
    const pieces = fc.constantFrom(...words.split(' '), ...signs.split(' '), ' ', '\n');
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
      fc.array(pieces, { maxLength: 40 }).map((all) => condition(all.join(' '))),
      fc.string({ unit: 'binary', maxLength: 80 }).map(condition),
    );
    assertProperty(
      fc.property(texts, (source) => {
        expect(['ruleset', 'RulesError']).toContain(outcomeOf(source));
      }),
      { numRuns: 1000 },
    );
  });

  test('is parsed the same with other white space and comments', () => {
    const gaps = fc.constantFrom(' ', '  ', '\n\t', ' // so\n', ' /* or so */ ');
    assertProperty(
      fc.property(expression, fc.array(gaps, { minLength: 1, maxLength: 5 }), (text, blanks) => {
        let used = 0;
        const spaced = text.replaceAll(' ', () => blanks[used++ % blanks.length] ?? ' ');
        const [one, other] = [conditionOf(condition(text)), conditionOf(condition(spaced))];
        expect(other.replace(/\s+|\/\/[^\n]*\n|\/\*.*?\*\//g, '')).toBe(one.replace(/\s+/g, ''));
      }),
      { numRuns: 300 },
    );
  });
});
