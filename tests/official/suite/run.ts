/**
 * `npm run test:firebase`: the contracts through the real SDKs on Firebase's official emulators, all of them. Requires Java and, the first
 * time, the internet; missing requirements are reported before anything is started. Arguments after `--` go to vitest.
 */
import { execFile, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { contractCallables } from '#contracts/functions-callables.ts';
import { installParts } from '../install.ts';
import { emulatorsCommand } from './command.ts';
import { type Archives, isThere, reaches, whatIsMissing } from './needs.ts';
import { writeProject } from './project.ts';

const tools = path.resolve(import.meta.dirname, '../parts/node_modules/firebase-tools/lib');

const missing = await whatIsMissing({
  java: () =>
    new Promise((resolve) => {
      // Java writes its version to stderr.
      execFile('java', ['-version'], (error, out, errors) => resolve(error ? null : out + errors));
    }),
  install: installParts,
  archives: async () =>
    JSON.parse(
      await readFile(path.join(tools, 'emulator/downloadableEmulatorInfo.json'), 'utf8'),
    ) as Archives,
  isThere,
  reaches,
  environment: process.env,
});
if (missing.length > 0) {
  console.error('\nThe official emulators of Firebase can’t be started here:\n');
  for (const one of missing) console.error(`  ${one}`);
  console.error('\n“npm test” runs the contracts on the parts that need neither Java nor the internet.\n');
  process.exit(2);
}

const project = await writeProject(contractCallables);
const { args, env } = emulatorsCommand(project, process.argv.slice(2));
const emulators = spawn(process.execPath, [path.join(tools, 'bin/firebase.js'), ...args], {
  cwd: project.folder,
  stdio: 'inherit',
  env: { ...process.env, ...env },
});
// A signal stops the emulators, and this process waits for their end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => emulators.kill(signal));
process.exitCode = await new Promise<number>((resolve) => {
  emulators.on('error', () => resolve(1));
  emulators.on('exit', (code) => resolve(code ?? 1));
});
await rm(project.folder, { recursive: true, force: true });
