/** `npm start`: builds the demonstration and opens it in a browser; with `--shared`, the same for a whole team (tools/desk.js). */
import { spawnSync } from 'node:child_process';

const args = process.argv.slice(2);

if (args.includes('--shared')) await import('./desk.js');
else {
  const vite = (...given) =>
    spawnSync('vite', given, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
  process.exitCode = vite('build', '--logLevel', 'warn') || vite('preview', '--open', ...args);
}
