import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { javaVersion, type Machine, whatIsMissing } from './needs.ts';

const archive = (name: string) => ({
  remoteUrl: `https://example.com/${name}.jar`,
  downloadPathRelativeToCacheDir: `${name}.jar`,
});
const archives = {
  firestore: archive('firestore'),
  database: archive('database'),
  storage: archive('storage'),
};

const machine = (more: Partial<Machine> = {}): Machine => ({
  java: async () => 'openjdk version "21.0.5" 2024-10-15',
  install: async () => null,
  archives: async () => archives,
  isThere: async () => false,
  reaches: async () => true,
  environment: {},
  ...more,
});

test.each([
  ['openjdk version "21.0.5" 2024-10-15\nOpenJDK Runtime Environment', 21],
  ['java version "1.8.0_402"', 8],
  ['openjdk version "25" 2025-09-16', 25],
  ['command not found', null],
])('the version in %j is %s', (printed, version) => {
  expect(javaVersion(printed)).toBe(version);
});

test('with Java and the internet, nothing is missing', async () => {
  expect(await whatIsMissing(machine())).toEqual([]);
});

test('without Java, or with an old version, the result names the version to install', async () => {
  expect(await whatIsMissing(machine({ java: async () => null }))).toEqual([
    expect.stringMatching(/no command “java”.*JDK 21/),
  ]);
  expect(await whatIsMissing(machine({ java: async () => 'openjdk version "17.0.2"' }))).toEqual([
    expect.stringMatching(/version 17.*JDK 21/),
  ]);
});

test('without the internet, the result names the missing emulators', async () => {
  const offline = { reaches: async () => false };
  expect(await whatIsMissing(machine(offline))).toEqual([
    expect.stringContaining('The firestore emulator'),
    expect.stringContaining('The database emulator'),
    expect.stringContaining('https://example.com/storage.jar'),
  ]);
  const cache = path.join(homedir(), '.cache/firebase/emulators');
  const isThere = async (file: string) => file !== path.join(cache, 'database.jar');
  expect(await whatIsMissing(machine({ ...offline, isThere }))).toEqual([
    expect.stringContaining('The database emulator'),
  ]);
});

test('a configured cache folder is used like firebase-tools does', async () => {
  const looked: string[] = [];
  const isThere = async (file: string) => looked.push(file) > 0;
  await whatIsMissing(machine({ isThere, environment: { FIREBASE_EMULATORS_PATH: '/kept' } }));
  expect(looked).toEqual(
    ['firestore', 'database', 'storage'].map((name) => path.join('/kept', `${name}.jar`)),
  );
});

test('everything missing is reported at once', async () => {
  const nothing = { java: async () => null, install: async () => 'npm ci ended with 1. Is there a network?' };
  expect(await whatIsMissing(machine(nothing))).toEqual([
    expect.stringContaining('Java'),
    expect.stringContaining('firebase-tools: npm ci ended with 1'),
  ]);
});
