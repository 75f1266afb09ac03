import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openNodeWorkers } from '#adapters/node/workers.ts';
import { accountCatalogue } from '#api/account.ts';
import { readCalendarApart } from '#api/calendar-reading.ts';
import { createFunctions } from '#functions/index.ts';
import { commandCatalogue } from '#api/commands.ts';
import { readCatalogue } from '#api/reads.ts';
import { recoveryCatalogue } from '#api/recovery.ts';
import { workerThreadFile } from './build-worker-thread.ts';
import { buildFunctions, copyEnvironment } from './build-functions.ts';

const root = path.resolve(import.meta.dirname, '..');
let folder = '';
interface Callable {
  readonly run: (request: object) => Promise<unknown>;
}

const built = () => path.join(folder, 'built');
let exported: Readonly<Record<string, { readonly __endpoint: Readonly<Record<string, unknown>> }>> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'muster-functions-'));
  await buildFunctions(built(), path.join(root, 'muster.config.example.json'));
  exported = createRequire(path.join(folder, 'load.cjs'))('./built/index.js') as typeof exported;
});
afterAll(() => rm(folder, { recursive: true }));

test('exports every function by its name', () => {
  expect(Object.keys(exported).toSorted()).toEqual(
    [
      ...Object.keys({ ...commandCatalogue, ...readCatalogue, ...accountCatalogue, ...recoveryCatalogue }),
      'ingest',
      'sweep',
      ...Object.keys(createFunctions().tasks),
    ].toSorted(),
  );
});

test('the worker’s script is beside it and reads a calendar', async () => {
  const workers = openNodeWorkers(path.join(folder, 'built', workerThreadFile));
  const options = { timezone: 'UTC', from: 0, to: Date.UTC(2027, 0, 1), most: 10 };
  const text =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260105T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR';
  expect(await readCalendarApart(workers, text, options)).toMatchObject({
    ok: true,
    events: [{ startsAt: Date.UTC(2026, 0, 5, 9) }],
  });
});

test('every function is deployed to the region of the configuration, as second generation', () => {
  for (const { __endpoint } of Object.values(exported))
    expect(__endpoint).toMatchObject({ platform: 'gcfv2', region: ['europe-west1'] });
});

test('callables, HTTP, schedule and task queues have the expected options', () => {
  expect(exported['createTeam']?.__endpoint).toMatchObject({ callableTrigger: {}, concurrency: 40 });
  expect(exported['ingest']?.__endpoint).toMatchObject({ httpsTrigger: { invoker: ['public'] } });
  expect(exported['sweep']?.__endpoint).toMatchObject({
    scheduleTrigger: { schedule: 'every 1 minutes', retryConfig: { retryCount: 0 } },
    maxInstances: 1,
  });
  expect(exported['tickPage']?.__endpoint).toMatchObject({
    taskQueueTrigger: {
      retryConfig: { maxAttempts: 100, minBackoffSeconds: 1, maxBackoffSeconds: 3600, maxDoublings: 12 },
    },
  });
});

test('the package names Node and the exact installed packages', async () => {
  const manifest = JSON.parse(await readFile(path.join(folder, 'built/package.json'), 'utf8')) as {
    readonly engines: unknown;
    readonly muster: unknown;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(manifest.engines).toEqual({ node: '22' });
  expect(manifest.muster).toMatchObject({ region: 'europe-west1' });
  expect(Object.keys(manifest.dependencies)).toEqual(['firebase-admin', 'firebase-functions']);
  for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

const scripts = async () => (await readdir(built())).filter((file) => file.endsWith('.js'));

/** Modules in a script of the bundle, by its source map; the runtime of bundles has none. */
async function sourcesOf(script: string): Promise<readonly string[]> {
  const text = await readFile(path.join(built(), `${script}.map`), 'utf8').catch(() => '{"sources":[]}');
  return (JSON.parse(text) as { readonly sources: readonly string[] }).sources;
}

test('contains no module of the embedded provider', async () => {
  const sources = (await Promise.all((await scripts()).map(sourcesOf))).flat();
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((source) => /(^|\/)(fakes|demo|src\/(ui|live|features))\//.test(source))).toEqual([]);
});

test('each script loads without installed packages', async () => {
  const script = `for (const file of ${JSON.stringify(await scripts())}) require('./' + file); console.log('loaded');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: built() });
  expect(stdout).toBe('loaded\n');
});

test('the Firebase deployment reads the exported functions', async () => {
  const manifest = path.join(folder, 'manifest.json');
  await promisify(execFile)(
    process.execPath,
    [path.join(root, 'node_modules/firebase-functions/lib/bin/firebase-functions.js')],
    {
      cwd: built(),
      env: { ...process.env, GCLOUD_PROJECT: 'demo-muster', FUNCTIONS_MANIFEST_OUTPUT_PATH: manifest },
    },
  );
  const { endpoints } = JSON.parse(await readFile(manifest, 'utf8')) as {
    readonly endpoints: Readonly<Record<string, unknown>>;
  };
  expect(Object.keys(endpoints).toSorted()).toEqual(Object.keys(exported).toSorted());
  // Settings that the configuration leaves open are reset to the platform's defaults.
  expect(endpoints['createTeam']).toMatchObject({ concurrency: 40, minInstances: null, vpc: null });
});

/** Work of a fresh process at the import: loaded scripts, and formatters of a language. */
async function coldImport(): Promise<{ readonly loaded: readonly string[]; readonly formatters: number }> {
  const script = `
    let formatters = 0;
    const { toLocaleString } = Number.prototype;
    Number.prototype.toLocaleString = function (...options) {
      formatters++;
      return toLocaleString.apply(this, options);
    };
    for (const name of ['NumberFormat', 'DateTimeFormat', 'ListFormat', 'Collator', 'PluralRules'])
      Intl[name] = class extends Intl[name] {
        constructor(...options) {
          super(...options);
          formatters++;
        }
      };
    require('./index.js');
    const loaded = Object.keys(require.cache).map((file) => require('node:path').basename(file));
    console.log(JSON.stringify({ loaded, formatters }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: built() });
  return JSON.parse(stdout) as Awaited<ReturnType<typeof coldImport>>;
}

test('its import loads no service package and creates no formatter', async () => {
  const { loaded, formatters } = await coldImport();
  const sources = (await Promise.all(loaded.map(sourcesOf))).flat();
  const named = (file: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [];
  const packages = [...new Set(sources.flatMap(named))];
  expect(packages).toEqual(expect.arrayContaining(['firebase-functions', 'firebase-admin']));
  const ofServices =
    /^(?:@google-cloud|@grpc|@opentelemetry|google-gax|jose|protobufjs|semver|express|@firebase\/database-compat)/;
  expect(packages.filter((name) => ofServices.test(name))).toEqual([]);
  expect(packages.length).toBeLessThanOrEqual(42);
  expect(loaded.length).toBeLessThanOrEqual(7);
  expect(formatters).toBe(0);
});

test('the documents script contains no message classes, server or second service', async () => {
  const name = (await scripts()).find((script) => script.startsWith('firestore-')) ?? '';
  const text = await readFile(path.join(built(), name), 'utf8');
  const classes = [
    'FirestoreClient',
    'FirestoreAdminClient',
    'IamClient',
    'ResumableUploadSession',
    'Server',
  ];
  const held = classes.filter((one) => new RegExp(`class ${one}\\b|\\b${one} = class\\b`).test(text));
  expect(held).toEqual(['FirestoreClient']);
  expect(text.length).toBeLessThan(1_300_000);
});

test('functions and classes keep their names in stacks', async () => {
  const { readInvite } = exported as unknown as { readonly readInvite: Callable };
  const error = (await readInvite.run({ data: {} }).catch((thrown: unknown) => thrown)) as Error;
  expect(error.stack).toMatch(/^ +at callableRefusal\b.*index\.js:\d+:\d+\)$/m);
});

async function emptyFolder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'muster-environment-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test('an existing environment file of the functions is copied', async () => {
  const [project, out] = [await emptyFolder(), await emptyFolder()];
  await copyEnvironment(project, out);
  await expect(readFile(path.join(out, '.env'), 'utf8')).rejects.toThrow('ENOENT');
  const text = 'MUSTER_SWEEP_MONITOR=https://monitor.example/ping\n';
  await writeFile(path.join(project, 'functions.env.local'), text);
  await copyEnvironment(project, out);
  expect(await readFile(path.join(out, '.env'), 'utf8')).toBe(text);
});
