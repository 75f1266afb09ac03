import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emulatorsCommand } from './command.ts';
import { writeProject } from './project.ts';

test('the folder has what firebase.json names, and each emulator a port of its own', async () => {
  const { folder, joined } = await writeProject(['echo', 'who']);
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const config = JSON.parse(await read('firebase.json')) as {
    firestore: { rules: string };
    database: { rules: string };
    storage: { rules: string };
    emulators: Record<string, { host: string; port: number }>;
  };
  expect(await read(config.firestore.rules)).toContain('service cloud.firestore');
  expect(await read(config.storage.rules)).toContain('service firebase.storage');
  expect(await read(config.database.rules)).toContain('"rules"');
  const { auth, firestore, database, functions, storage } = config.emulators;
  expect([auth, firestore, database, functions, storage].map((part) => part?.port)).toEqual([
    joined.auth,
    joined.docs,
    joined.realtime,
    joined.functions,
    joined.storage,
  ]);
  expect(new Set(Object.values(joined)).size).toBe(6);
  const source = await read('functions/index.js');
  expect(source).toContain('export const { echo, who } =');
  expect(source).toContain(`http://127.0.0.1:${joined.handlers}/`);
  await rm(folder, { recursive: true });
});

test('the command starts all five emulators of a project that no hosted service knows, and runs the suites in them', () => {
  const { args, env } = emulatorsCommand(
    { folder: '/tmp/p', joined: { auth: 1, docs: 2, realtime: 3, functions: 4, storage: 5, handlers: 6 } },
    ['-t', 'a name'],
  );
  expect(args[0]).toBe('emulators:exec');
  expect(args).toContain('demo-muster');
  expect(args[args.indexOf('--only') + 1]?.split(',').toSorted()).toEqual(
    ['auth', 'database', 'firestore', 'functions', 'storage'].toSorted(),
  );
  expect(args[args.indexOf('--config') + 1]).toBe(path.join('/tmp/p', 'firebase.json'));
  // The official emulators are shared: one suite after the other.
  expect(args.at(-1)).toMatch(/vitest.* run .*--no-file-parallelism/);
  expect(args.at(-1)).toMatch(/"-t" "a name"$/);
  expect(JSON.parse(env['MUSTER_OFFICIAL_EMULATORS'] ?? '')).toMatchObject({ auth: 1, handlers: 6 });
  // The tools' own limit of 10 s is too short at load.
  expect(Number(env['FUNCTIONS_DISCOVERY_TIMEOUT'])).toBeGreaterThanOrEqual(100);
});
