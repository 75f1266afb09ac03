/**
 * `npm run bench:functions`: a fresh process of the deployed functions: processor time of the import, and of a first call that reads a
 * document (of the embedded cloud behind its protocol) more. Medians and fastest.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmulator } from '#emulator/emulator.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { buildFunctions } from '#tools/build-functions.ts';
import { median } from '../table.ts';

const rounds = Number(process.env['ROUNDS'] ?? 15);
const root = path.resolve(import.meta.dirname, '../../..');

interface Cold {
  readonly imported: number;
  readonly called: number;
  readonly files: number;
  /** Code of the first call's error: there is no such invite. */
  readonly outcome: string;
}

const folder = await mkdtemp(path.join(tmpdir(), 'muster-cold-'));
await buildFunctions(folder, path.join(root, 'muster.config.example.json'));
const cloud = new FakeCloud();
const emulator = await startEmulator({ cloud });

const start = () =>
  new Promise<Cold>((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'cold.cjs'), [folder], {
      execArgv: [],
      env: { ...process.env, FIRESTORE_EMULATOR_HOST: emulator.docs, METADATA_SERVER_DETECTION: 'none' },
    });
    child.once('message', (cold) => {
      const { outcome } = cold as Cold;
      if (outcome === 'not-found') resolve(cold as Cold);
      else reject(new Error(`The first call ended with ${outcome}.`));
    });
    child.once('close', (code) => reject(new Error(`The process ended with ${code}.`)));
  });

const taken: Cold[] = [];
for (let round = 0; round < rounds; round++) taken.push(await start());
await emulator.close();
cloud.dispose();
await rm(folder, { recursive: true });

const row = (name: string, values: readonly number[]) =>
  console.log(`| ${name} | ${Math.round(median(values))} ms | ${Math.round(Math.min(...values))} ms |`);
console.log(
  `Processor time of ${rounds} fresh processes; ${taken[0]?.files} scripts are loaded at the import.\n`,
);
console.log('| | median | fastest |\n|---|---|---|');
row(
  'import',
  taken.map(({ imported }) => imported),
);
row(
  'first call more',
  taken.map(({ called }) => called),
);
