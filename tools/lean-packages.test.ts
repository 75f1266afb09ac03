import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { leanPackages } from './lean-packages.ts';

const root = path.resolve(import.meta.dirname, '..');

/** A build of a module that imports these. */
const building = (imports: readonly string[]) =>
  build({
    configFile: false,
    root,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      leanPackages(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : null),
        load: (id) =>
          id === 'entry' ? imports.map((name) => `import ${JSON.stringify(name)};`).join('\n') : null,
      },
    ],
    build: { ssr: true, write: false, rolldownOptions: { input: 'entry' } },
    ssr: { noExternal: true },
  });

test('a build without one of the modules that it makes lean fails: a package has changed', async () => {
  await expect(building([])).rejects.toThrow(/Not loaded, against tools\/lean-packages.ts: .*protos.json/);
});

test('a build with the documents SDK has all of them', async () => {
  await expect(building(['firebase-admin/firestore'])).resolves.toBeDefined();
});
