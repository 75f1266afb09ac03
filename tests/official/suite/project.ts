/**
 * Folder in which the official emulators are started: the contracts' rules, and functions that call the tests for their handlers.
 */
import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseRules } from '#contracts/realtime/database-rules.ts';
import { freePort } from '#tests/free-port.ts';
import type { Joined } from '../joined.ts';
import { deployedManifest, deployedSource } from '../parts-functions.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export interface SuiteProject {
  readonly folder: string;
  readonly joined: Joined;
}

/** `callables`: names of the functions to deploy. */
export async function writeProject(callables: readonly string[]): Promise<SuiteProject> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-official-'));
  const [auth, docs, realtime, functions, storage, handlers, hub, logging] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  await writeFile(path.join(folder, 'database.rules.json'), databaseRules);
  for (const name of ['firestore.rules', 'storage.rules'])
    await cp(path.join(root, 'tests/contracts/rules', name), path.join(folder, name));
  const source = path.join(folder, 'functions');
  await mkdir(source);
  await symlink(path.join(root, 'node_modules'), path.join(source, 'node_modules'));
  await writeFile(path.join(source, 'package.json'), JSON.stringify(deployedManifest));
  await writeFile(path.join(source, 'index.js'), deployedSource(callables, handlers));
  const at = (port: number) => ({ host: '127.0.0.1', port });
  const config = {
    firestore: { rules: 'firestore.rules' },
    database: { rules: 'database.rules.json' },
    storage: { rules: 'storage.rules' },
    functions: [{ source: 'functions', codebase: 'default' }],
    emulators: {
      auth: at(auth),
      firestore: at(docs),
      database: at(realtime),
      functions: at(functions),
      storage: at(storage),
      hub: at(hub),
      logging: at(logging),
      ui: { enabled: false },
      // Each stage has a project of its own, so that two of them share nothing.
      singleProjectMode: false,
    },
  };
  await writeFile(path.join(folder, 'firebase.json'), JSON.stringify(config, null, 2));
  return { folder, joined: { auth, docs, realtime, functions, storage, handlers } };
}
