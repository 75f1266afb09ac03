/** Random garbage for listeners, from a fixed seed. `TEST_RUNS=10`: ten times as many cases. */
import fc from 'fast-check';
import { assertProperty, drawn } from './property.ts';

const seed = 20_261_122;

/** Asserts the property of `runs` cases. */
export const walk = <T>(
  runs: number,
  cases: fc.Arbitrary<T>,
  property: (one: T) => Promise<void>,
): Promise<void> =>
  assertProperty(fc.asyncProperty(cases, property), { numRuns: runs }, { ...drawn(), seed });

/** JSON of any shape, with values that have ended servers before. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    '..',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    -1,
    1.5,
    1e300,
    2 ** 53,
    'x'.repeat(20_000),
    [[[[[]]]]],
    JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":1}'),
    JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`),
  ),
);

/** JSON with one of its parts replaced by garbage, or gone; or with one more field. */
export const spoilt = (json: unknown): fc.Arbitrary<unknown> => {
  const names = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a'), fc.string({ maxLength: 4 }));
  const here = fc.oneof(
    garbage,
    fc.tuple(names, garbage).map(([name, value]) => withField(json, name, value)),
  );
  if (typeof json !== 'object' || json === null) return here;
  const inside = Object.entries(json).map(([name, value]) =>
    fc.oneof(
      { weight: 5, arbitrary: spoilt(value).map((other) => withField(json, name, other)) },
      { weight: 1, arbitrary: fc.constant(withField(json, name, undefined)) },
    ),
  );
  return fc.oneof({ weight: 1, arbitrary: here }, ...inside.map((arbitrary) => ({ weight: 3, arbitrary })));
};

/** Copy with a field of its own, whatever its name, as a JSON parser makes it. */
function withField(json: unknown, name: string, value: unknown): unknown {
  if (Array.isArray(json)) return json.map((one: unknown, at) => (String(at) === name ? value : one));
  const fields = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  return Object.fromEntries([...fields, [name, value]]);
}

/** A text with some of its letters replaced. */
export const scratched = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(Math.max(0, text.length - 1)), fc.string({ unit: 'binary', maxLength: 3 })), {
      maxLength: 5,
    })
    .map((changes) => changes.reduce((all, [at, by]) => all.slice(0, at) + by + all.slice(at + 1), text));
