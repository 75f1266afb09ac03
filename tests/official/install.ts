/** Installs the official parts, once for each version of their lock. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const home = path.resolve(import.meta.dirname, 'parts');
const lock = path.join(home, 'package-lock.json');
/** A copy of the lock that was installed. */
const installed = path.join(home, 'node_modules/.installed-lock.json');

/** `null` once they are installed; else what is in the way. */
export async function installParts(): Promise<string | null> {
  const wanted = await readFile(lock, 'utf8');
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

function npm(...args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    // A file of its own on Windows, which only a shell starts.
    const child = spawn('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
