/** `npm run local`: runs the bundle of emulator/local/program.ts, and makes it first when there is none of these sources. */
import { createRequire, enableCompileCache } from 'node:module';
import path from 'node:path';
import { keepBundle } from './kept-bundle.js';

const folder = path.resolve(import.meta.dirname, '../dist-local');

await keepBundle(
  folder,
  ['program.cjs'],
  async (outDir) => (await import('./build-local.ts')).buildLocal(outDir),
  'The bundle is made, which takes some seconds. It is kept until a source changes.',
);
enableCompileCache?.(path.join(folder, 'compiled'));
const { runLocal } = createRequire(import.meta.url)(path.join(folder, 'program.cjs'));
await runLocal(process.argv.slice(2), process.cwd());
