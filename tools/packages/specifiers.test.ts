import { expect, it } from 'vitest';
import { withPublishedSpecifiers } from './specifiers.ts';

const fakes = {
  folder: 'fakes',
  imports: { '#fakes/*': './*', '#ports/*': '@muster/ports/*', '#adapters/browser/*': '@muster/browser/*' },
};

it.each([
  ['a file of its folder', "import { a } from './b.ts';", 'import { a } from "./b.js";'],
  ['a file of a folder above', "import { a } from '../b.ts';", 'import { a } from "../b.js";'],
  ['a component', "export * from './b.tsx';", 'export * from "./b.js";'],
  ['its own package', "export { a } from '#fakes/cloud/b.ts';", 'export { a } from "../cloud/b.js";'],
  ['another package', "import '#ports/docs/b.ts';", 'import "@muster/ports/docs/b";'],
  ['a nested package', "import '#adapters/browser/b.ts';", 'import "@muster/browser/b";'],
  ['a package as tsc writes it', "import '@muster/ports/b.ts';", 'import "@muster/ports/b";'],
  ['a third party', "import 'valibot';", 'import "valibot";'],
  ['a dynamic import', "const a = import('./b.ts');", 'const a = import("./b.js");'],
  [
    'types that name modules',
    "export declare const a: import('#ports/b.ts').B<typeof import('./c.ts')>;",
    'export declare const a: import("@muster/ports/b").B<typeof import("./c.js")>;',
  ],
  ['no text that looks like one', 'const a = "import \'./b.ts\'";', 'const a = "import \'./b.ts\'";'],
])('publishes %s', (_what, code, published) => {
  expect(withPublishedSpecifiers(code, 'client/a.ts', fakes)).toBe(published);
});

it('rejects a module that is in no package', () => {
  expect(() => withPublishedSpecifiers("import '#domain/a.ts';", 'a.ts', fakes)).toThrow(
    'The package in fakes has no “imports” for #domain/a.ts.',
  );
  expect(() => withPublishedSpecifiers("import '../query/a.ts';", 'a.ts', fakes)).toThrow(
    'fakes/a.ts imports ../query/a.ts, outside its package.',
  );
});
