/** `npm run doctor`: says in one screen what an installation on Firebase lacks. Exit code 1 when something is missing. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, examine, isSound } from './doctor-examine.ts';
import type { Place } from './doctor-place.ts';

const root = path.resolve(import.meta.dirname, '..');
const patienceMs = 8_000;
/** Folders of commands beside the machine's own. */
const commands = [
  path.join(root, 'node_modules/.bin'),
  path.join(root, 'tests/official/parts/node_modules/.bin'),
];

const here: Place = {
  root: process.argv[2] === undefined ? root : path.resolve(process.argv[2]),
  node: process.versions.node,
  async command(name, ...args) {
    try {
      const PATH = [process.env['PATH'], ...commands].join(path.delimiter);
      const run = promisify(execFile);
      const { stdout } = await run(name, args, {
        env: { ...process.env, PATH },
        timeout: patienceMs,
        shell: process.platform === 'win32',
      });
      return stdout.trim();
    } catch {
      return null;
    }
  },
  async ask(url) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    }
  },
};

const found = await examine(here);
console.log(describe(found));
process.exitCode = isSound(found) ? 0 : 1;
