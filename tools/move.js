/** `npm run move`: moves a team between backends. Makes the program when it is not there, or is of other sources. */
import { createRequire, enableCompileCache } from 'node:module';
import path from 'node:path';
import { keepBundle } from './kept-bundle.js';

const folder = path.resolve(import.meta.dirname, '../dist-move');

await keepBundle(
  folder,
  ['program.cjs'],
  async (outDir) => (await import('./build-team-program.ts')).buildMoveProgram(outDir),
  'The program is bundled, which takes some seconds. It is kept until a source changes.',
);
enableCompileCache?.(path.join(folder, 'compiled'));
const { runMove } = createRequire(import.meta.url)(path.join(folder, 'program.cjs'));
await runMove(process.argv.slice(2));
