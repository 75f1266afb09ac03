/**
 * `npm run local`: runs the bundle of emulator/local/program.ts, and makes it first when there is none of these sources. In JavaScript:
 * to take types away would cost as much processor time as the whole start.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'dist-local');

/** Is there a bundle, and is every file that it was made of as it was then? */
function isUpToDate() {
  try {
    const sources = Object.entries(JSON.parse(readFileSync(path.join(folder, 'sources.json'), 'utf8')));
    return (
      existsSync(path.join(folder, 'program.cjs')) &&
      sources.every(([file, hash]) => {
        const text = readFileSync(path.join(root, file));
        return createHash('sha256').update(text).digest('hex') === hash;
      })
    );
  } catch {
    return false;
  }
}

if (!isUpToDate()) {
  console.log('The bundle is made, which takes some seconds. It is kept until a source changes.');
  const { buildLocal } = await import('./build-local.ts');
  // Others may be at the same, or at the earlier one.
  const made = `${folder}-${process.pid}`;
  try {
    await buildLocal(made);
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
enableCompileCache?.(path.join(folder, 'compiled'));
const { runLocal } = createRequire(import.meta.url)(path.join(folder, 'program.cjs'));
await runLocal(process.argv.slice(2), process.cwd());
