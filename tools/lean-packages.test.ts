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

test('a build without one of its trimmed modules fails', async () => {
  await expect(building([])).rejects.toThrow(/Not loaded, against tools\/lean-rules.ts: .*protos.json/);
});

const services = ['firebase-admin/firestore', 'firebase-admin/auth'];

test('a build with documents and accounts contains all trimmed modules', async () => {
  await expect(building(services)).resolves.toBeDefined();
});

test('a build in which another module imports a removed one fails', async () => {
  const server = path.join(root, 'node_modules/@grpc/grpc-js/build/src/server.js');
  await expect(building([...services, server])).rejects.toThrow(
    /server.js is left out, and entry imports it/,
  );
});
