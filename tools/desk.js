/** `npm run desk`: the app and a cloud for a whole team in this process. Makes what of it is not there, or is of other sources. */
import { createRequire, enableCompileCache } from 'node:module';
import path from 'node:path';
import { keepBundle } from './kept-bundle.js';

const folder = path.resolve(import.meta.dirname, '../dist-desk');
const [server, app] = [path.join(folder, 'server'), path.join(folder, 'app')];
const kept = 'It is kept until a source changes.';

await keepBundle(
  server,
  ['program.cjs', 'worker-thread.cjs'],
  async (outDir) => (await import('./build-team-program.ts')).buildTeamServer('desk', outDir),
  `The server is bundled, which takes some seconds. ${kept}`,
);
await keepBundle(
  app,
  ['site/index.html', 'headers.json'],
  async (outDir) => (await import('./build-team-program.ts')).buildTeamApp('desk', outDir),
  `The app is built, which takes some seconds. ${kept}`,
);
enableCompileCache?.(path.join(folder, 'compiled'));
const { runDesk } = createRequire(import.meta.url)(path.join(server, 'program.cjs'));
await runDesk(process.argv.slice(2), app);
