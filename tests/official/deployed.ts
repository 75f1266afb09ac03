/**
 * Production in small: Muster's functions as they are deployed, on the official Functions part, over the embedded cloud's documents and
 * realtime tree behind Firebase's own protocols.
 */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmulator } from '#emulator/emulator.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { buildFunctions } from '#tools/build-functions.ts';
import { startDeployed } from './parts-functions.ts';
import { projectId } from './parts.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Region in muster.config.example.json. */
export const region = 'europe-west1';

export interface DeployedMuster {
  /** Port of the functions on this machine. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Settings beside the project and in the platform, by name. */
export interface DeployedSettings {
  /** Lines of `functions.env.local`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Secrets of the project, which the platform gives to functions that are deployed with their names. */
  readonly secrets?: Readonly<Record<string, string>>;
}

const linesOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join('');

/** `cloud`: the functions work on its documents and realtime tree. */
export async function deployMuster(
  cloud: FakeCloud,
  { environment = {}, secrets = {} }: DeployedSettings = {},
): Promise<DeployedMuster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-whole-'));
  const beside = await mkdtemp(path.join(tmpdir(), 'muster-environment-'));
  await writeFile(path.join(beside, 'functions.env.local'), linesOf(environment));
  await buildFunctions(folder, path.join(root, 'muster.config.example.json'), beside);
  await rm(beside, { recursive: true });
  // The official part's place for secrets.
  await writeFile(path.join(folder, '.secret.local'), linesOf(secrets));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const emulator = await startEmulator({ cloud });
  // Environment of the functions' own processes.
  process.env['FIRESTORE_EMULATOR_HOST'] = emulator.docs;
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = emulator.realtime;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const functions = await startDeployed(projectId, folder);
  return {
    port: functions.port,
    async stop() {
      await functions.stop();
      await emulator.close();
      await rm(folder, { recursive: true });
    },
  };
}
