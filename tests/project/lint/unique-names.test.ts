/**
 * Each exported name is declared in one module, with one signature: a search for it finds one meaning. Not yet `firebase-rules`, whose
 * three languages share words, and `tests`.
 */
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { projectModules, projectText } from '../../project-files.ts';

/** Names that a module declares and exports, one for each declaration; re-exports are left out. */
function declaredNames(file: string, text: string): readonly string[] {
  const parsed = parseSync(file, text);
  const errors = parsed.errors.map(({ message }) => message);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.join(' ')}`);
  const imported = new Set(
    parsed.module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  return parsed.module.staticExports.flatMap(({ entries }) =>
    entries
      .filter(({ moduleRequest, localName }) => moduleRequest === null && !imported.has(localName.name ?? ''))
      .flatMap(({ exportName }) => (exportName.name === null ? [] : [exportName.name])),
  );
}

/** Each name that is declared more than once, with its files. */
function repeatedNames(files: ReadonlyMap<string, string>): readonly string[] {
  const places = new Map<string, string[]>();
  for (const [file, text] of files)
    for (const name of declaredNames(file, text)) places.set(name, [...(places.get(name) ?? []), file]);
  return [...places].flatMap(([name, found]) =>
    found.length > 1 ? [`${name}: ${found.toSorted().join(', ')}`] : [],
  );
}

const files = projectModules(
  [
    ...['api', 'domain', 'functions', 'demo', 'src', 'tools'],
    ...['ports', 'provider-kit', 'query', 'sync', 'contracts', 'react', 'adapters', 'fakes', 'emulator'],
  ],
  /\.test\.tsx?$|\.d\.ts$/,
);

it('no name is declared twice', () => {
  const sources = new Map(files.map((file) => [file, projectText(file)]));
  expect(sources.size).toBeGreaterThan(600);
  expect(repeatedNames(sources)).toEqual([]);
});

it.each([
  ['a constant and a type', 'export const a = 1;', 'export type a = 1;'],
  ['a component and an interface', 'export function a() {}', 'export interface a {}'],
  ['a part of a pattern', 'export const { b: [a] } = { b: [1] };', 'export class a {}'],
  ['a name given at the export', 'const b = 1;\nexport { b as a };', 'export async function a() {}'],
])('finds %s of one name', (_what, one, two) => {
  expect(
    repeatedNames(
      new Map([
        ['b.ts', one],
        ['c.ts', two],
      ]),
    ),
  ).toEqual(['a: b.ts, c.ts']);
});

it('finds the overloads of a function', () => {
  const overloads = 'export function a(): void;\nexport function a(b?: string): void {}\n';
  expect(repeatedNames(new Map([['b.ts', overloads]]))).toEqual(['a: b.ts, b.ts']);
});

it('leaves a name alone that is passed on', () => {
  const sources = {
    'b.ts': 'export const a = 1;',
    'c.ts': "export { a } from './b.ts';",
    'd.ts': "import { a } from './b.ts';\nexport { a };",
    'e.ts': "export * from './b.ts';",
  };
  expect(repeatedNames(new Map(Object.entries(sources)))).toEqual([]);
});
