/** The `re2js` of the demonstration's build answers as the package does, and both as JavaScript where all three mean the same. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { leanRegex } from './lean-regex.ts';

const root = path.resolve(import.meta.dirname, '..');

let folder = '';
let lean: typeof RE2JS;
let code = '';

beforeAll(async () => {
  code = await readFile(path.join(root, 'node_modules/re2js/build/index.js'), 'utf8');
  folder = await mkdtemp(path.join(tmpdir(), 'lean-regex-'));
  const file = path.join(folder, 're2js.mjs');
  const tables = pathToFileURL(path.join(root, 'adapters/embedded-browser/unicode-tables.ts')).href;
  await writeFile(file, leanRegex(code, tables));
  ({ RE2JS: lean } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { RE2JS: typeof RE2JS });
});

afterAll(() => rm(folder, { recursive: true }));

/** Compiled program, instruction by instruction; the error for a pattern that does not compile. */
function program(of: typeof RE2JS, source: string): string {
  try {
    const { prog } = of.compile(source).re2() as unknown as {
      prog: {
        numInst(): number;
        getInst(at: number): { op: number; out: number; arg: number; runes: ArrayLike<number> | null };
      };
    };
    return JSON.stringify(
      Array.from({ length: prog.numInst() }, (_, at) => {
        const { op, out, arg, runes } = prog.getInst(at);
        return [op, out, arg, Array.from(runes ?? [])];
      }),
    );
  } catch (error) {
    return String(error);
  }
}

const differing = (sources: readonly string[]) =>
  sources.filter((source) => program(lean, source) !== program(RE2JS, source));

// Node 24 and the package are both of Unicode 17.
test('every category and script contains the same characters, with and without case', () => {
  const categories =
    'C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(
      ' ',
    );
  const scripts = code.slice(code.indexOf('static SCRIPTS'), code.indexOf('static FOLD_CATEGORIES'));
  const names = [...scripts.matchAll(/^\s*(\w+): \(\) =>/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(150);
  // Scripts without characters are not in RE2.
  const all = [...categories, ...names.filter((name) => name !== 'Unknown')];
  expect(differing(all.flatMap((name) => [`\\p{${name}}`, `(?i)\\p{${name}}`, `\\P{${name}}`]))).toEqual([]);
  expect(differing(['\\p{Grek}', '\\p{Nope}', '\\p{Zzzz}', '\\p{}', '\\p{Greek=}', '\\pX'])).toEqual([]);
});

test('every letter has the same cases', () => {
  const letters = Array.from({ length: 0x1f000 }, (_, at) => at).filter((at) => {
    if (at >= 0xd800 && at < 0xe000) return false;
    const letter = String.fromCodePoint(at);
    return letter.toLowerCase() !== letter || letter.toUpperCase() !== letter;
  });
  expect(letters.length).toBeGreaterThan(2800);
  expect(differing(letters.map((letter) => `(?i)\\x{${letter.toString(16)}}`))).toEqual([]);
});

const letter = fc.constantFrom('a', 'b', 'A', '\n', ' ', 'é', '😀');
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('a', 'b', 'é', '😀', '.', '[ab]', '[^a]', '(a)', '\\n', '', '^', '$', 'ab', '[a-é]'),
    fc.tuple(tie('pattern'), tie('pattern')).map((both) => both.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((both) => `(?:${both.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?', '+?'))
      .map(([one, sign]) => `(?:${one})${sign}`),
    tie('pattern').map((one) => `(${one})`),
  ),
}));
const text = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''));
const flags = fc.constantFrom('', 'i', 's', 'm', 'is', 'U', 'ms');

const answers = (of: typeof RE2JS, source: string, given: string) => {
  const regex = of.compile(source);
  const found = [...regex.matchAll(given)].map((match) => [match.index, ...match]);
  return { whole: regex.testExact(given), any: regex.test(given), found, groups: regex.groupCount() };
};

test('the trimmed regular expressions match like the package’s and like JavaScript’s', () => {
  assertProperty(
    fc.property(pattern, flags, text, (one, flag, given) => {
      const source = flag === '' ? one : `(?${flag})${one}`;
      const mine = answers(lean, source, given);
      expect(mine).toEqual(answers(RE2JS, source, given));
      const script = new RegExp(`(?:${one})(?![^])`, `uy${flag.replace('U', '')}`);
      expect(mine.whole).toBe(script.test(given));
    }),
    { numRuns: 5000 },
  );
});

test('a changed package fails the build', () =>
  expect(() => leanRegex(code.replace('// src/OnePass.js', ''), 'tables.ts')).toThrow(
    're2js has no part OnePass: see tools/lean-regex.ts.',
  ));
