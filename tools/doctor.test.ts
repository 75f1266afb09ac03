import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describe, examine, isSound } from './doctor-examine.ts';
import type { Place } from './doctor-place.ts';

const source = path.resolve(import.meta.dirname, '..');
const deployed = [
  'firebase.json',
  'index.html',
  'firestore.rules',
  'storage.rules',
  'database.rules.json',
  'firestore.indexes.json',
  'remoteconfig.template.json',
];
let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'muster-doctor-'));
  for (const name of deployed) await cp(path.join(source, name), path.join(root, name));
  await cp(path.join(source, 'muster.config.example.json'), path.join(root, 'muster.config.json'));
  await cp(path.join(source, '.firebaserc.example'), path.join(root, '.firebaserc'));
  const installation = await readFile(path.join(root, 'muster.config.json'), 'utf8');
  await write('dist/index.html', '<title>Muster</title>');
  await write('dist/assets/index.js', installation);
  const { project, region } = JSON.parse(installation) as { project: { appId: string }; region: string };
  await write('dist-functions/index.js', '');
  await write('dist-functions/package.json', JSON.stringify({ muster: { appId: project.appId, region } }));
});
afterEach(() => rm(root, { recursive: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), text);
}

async function change(name: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(root, name), 'utf8');
  expect(text).toContain(from);
  await write(name, text.replace(from, to));
}

const place = (more: Partial<Place> = {}): Place => ({
  root,
  node: '22.20.0',
  command: async () => '15.34.2',
  ask: async (url) =>
    url.endsWith('/v2/enqueue') ? { status: 405, text: '' } : { status: 200, text: '<title>Muster</title>' },
  ...more,
});

const complaints = async (more?: Partial<Place>) =>
  (await examine(place(more))).filter(({ state }) => state === 'missing');

test('a correct installation passes in one screen', async () => {
  const found = await examine(place());
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(isSound(found)).toBe(true);
  expect(describe(found).split('\n').length).toBeLessThan(25);
  expect(describe(found)).toContain('Everything is in place.');
});

test('offline, no online check runs or fails', async () => {
  const found = await examine(place({ ask: async () => null }));
  expect(found.filter(({ state }) => state === 'not-checked')).toMatchObject([{ about: 'Online' }]);
  expect(isSound(found)).toBe(true);
});

test('a missing item says what to do and is counted', async () => {
  await rm(path.join(root, 'muster.config.json'));
  const found = await examine(place());
  expect(isSound(found)).toBe(false);
  expect(describe(found)).toMatch(
    /MISSING {2}muster\.config\.json +not there\n +→ Copy muster\.config\.example\.json/,
  );
  expect(describe(found)).toContain('1 to put right');
});

test('an empty folder reports everything as missing and throws nothing', async () => {
  await rm(root, { recursive: true });
  await mkdir(root);
  const found = await complaints({ command: async () => null, node: '20.1.0' });
  expect(found.map(({ about }) => about)).toEqual([
    'Node',
    'firebase-tools',
    'muster.config.json',
    '.firebaserc',
    'firebase.json',
    'firestore.rules',
    'storage.rules',
    'database.rules.json',
    'firestore.indexes.json',
    'remoteconfig.template.json',
  ]);
  expect(found.every(({ advice }) => advice)).toBe(true);
});

test.each([
  ['muster.config.json', '"pushKey": "B', '"pushKey": "', 'muster.config.json', 'pushKey'],
  ['muster.config.json', '"region"', '"regoin"', 'muster.config.json', 'regoin'],
  [
    'muster.config.json',
    '"1:123456789012:web:',
    '"1:123456789012:ios:',
    'muster.config.json',
    'project.appId',
  ],
  ['.firebaserc', 'my-muster', 'another-one', '.firebaserc', 'another-one'],
  ['.firebaserc', 'default', 'staging', '.firebaserc', 'no default project'],
  ['firestore.rules', 'match', 'mach', 'firestore.rules', ''],
  ['storage.rules', 'service firebase.storage', 'service', 'storage.rules', ''],
  ['database.rules.json', '"rules"', '"rule"', 'database.rules.json', ''],
  ['firestore.indexes.json', '"indexes"', 'indexes', 'firestore.indexes.json', ''],
  ['remoteconfig.template.json', '"drills"', '"drill"', 'remoteconfig.template.json', 'drill'],
  [
    'remoteconfig.template.json',
    '"value": "true"',
    '"value": "perhaps"',
    'remoteconfig.template.json',
    'drills',
  ],
  ['firebase.json', 'dist-functions', 'functions', 'firebase.json', 'dist-functions'],
  ['firebase.json', 'Content-Security-Policy', 'X-Policy', 'firebase.json', 'policy'],
  ['index.html', 'muster.theme', 'muster.look', 'firebase.json', 'sha256-'],
])('%s with %j as %j is reported', async (file, from, to, about, detail) => {
  await change(file, from, to);
  const found = await complaints();
  expect(found).toMatchObject([{ about }]);
  expect(found[0]?.detail).toContain(detail);
  expect(found[0]?.advice).toBeTruthy();
});

test.each([
  ['dist/assets/index.js', '0123456789abcdef', '', 'App (dist)', 'another configuration'],
  ['dist-functions/package.json', 'europe-west1', 'us-east1', 'Functions (dist-functions)', 'another'],
])('a build for another project (%s) waits for a deployment and is no error', async (...row) => {
  const [file, from, to, about, detail] = row;
  await change(file, from, to);
  expect(await waiting()).toEqual([about, expect.stringContaining(detail)]);
});

test('a demonstration build is distinguished from one for Firebase', async () => {
  await write('dist/assets/index.js', 'demo');
  expect(await waiting()).toEqual(['App (dist)', expect.stringContaining('is the demonstration’s')]);
});

test('before the first deployment nothing fails, and the next step is named', async () => {
  const nothing = { ask: async () => ({ status: 404, text: 'Site Not Found' }) };
  expect(await waiting(nothing)).toEqual(['Online', expect.stringContaining('404')]);
  await rm(path.join(root, 'dist'), { recursive: true });
  await rm(path.join(root, 'dist-functions'), { recursive: true });
  expect(describe(await examine(place()))).toContain('Nothing is wrong. Next: firebase deploy');
});

test('a deployed page with an undeployed endpoint is reported', async () => {
  const found = await complaints({
    ask: async (url) => ({ status: url.endsWith('/v2/enqueue') ? 404 : 200, text: '<title>Muster</title>' }),
  });
  expect(found).toMatchObject([{ about: 'Online', detail: expect.stringContaining('ingest') }]);
});

test('unfilled values of the example are named', async () => {
  await cp(path.join(source, 'muster.config.example.json'), path.join(root, 'muster.config.example.json'));
  expect((await complaints())[0]?.detail).toMatch(/^still the example’s: apiKey, .*databaseURL, pushKey$/);
  await change('muster.config.json', '"apiKey": "AIza', '"apiKey": "BIza');
  expect((await complaints())[0]?.detail).toMatch(/^still the example’s: authDomain, /);
});

/** The one thing that is left for a deployment, of an installation in which nothing is wrong. */
async function waiting(more: Partial<Place> = {}): Promise<readonly string[]> {
  const found = await examine(place(more));
  const left = found.filter(({ state }) => state !== 'ok');
  if (!isSound(found) || left.some(({ state }) => state !== 'to-deploy')) return [describe(found)];
  return left.flatMap(({ about, detail }) => [about, detail]);
}
