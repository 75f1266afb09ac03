/** Installs the official parts, once for each version of their lock. */
import { spawn } from 'node:child_process';
import { access, lstat, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const parts = path.resolve(import.meta.dirname, 'parts');
/** A registry that does not answer is no network. */
const longestMs = 10 * 60_000;

/** Installs them; resolves with `null`, or with the obstacle. `home`: the package that names them. */
export async function installParts(home = parts): Promise<string | null> {
  const modules = path.join(home, 'node_modules');
  // A link leads to another checkout's, which is not ours to install: npm would empty it first.
  if (await isLink(modules))
    return (await hasTools(modules)) ? null : `${modules} is a link to an empty place.`;
  const wanted = await readFile(path.join(home, 'package-lock.json'), 'utf8');
  /** A copy of the lock that was installed. */
  const installed = path.join(modules, '.installed-lock.json');
  if ((await readFile(installed, 'utf8').catch(() => null)) === wanted) return null;
  console.log(
    '\nInstalling the official parts of Firebase, which the contracts run on. This takes about 20 s, once.',
  );
  const code = await npm(
    'ci',
    '--prefix',
    home,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  );
  if (code !== 0) return `npm ci ended with ${code}. Is there a network?`;
  await writeFile(installed, wanted);
  return null;
}

const isLink = (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

const hasTools = (modules: string): Promise<boolean> =>
  access(path.join(modules, 'firebase-tools/package.json')).then(
    () => true,
    () => false,
  );

function npm(...args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    // A file of its own on Windows, which only a shell starts.
    const child = spawn('npm', args, {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      timeout: longestMs,
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
