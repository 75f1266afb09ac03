import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
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
let exported: Readonly<Record<string, { readonly __endpoint: Readonly<Record<string, unknown>> }>> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'muster-functions-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await buildFunctions(path.join(folder, 'built'), path.join(root, 'muster.config.example.json'));
  exported = createRequire(path.join(folder, 'load.cjs'))('./built/index.js') as typeof exported;
});
afterAll(() => rm(folder, { recursive: true }));

test('exports every function by the name that it is called by', () => {
  expect(Object.keys(exported).toSorted()).toEqual(
    [
      ...Object.keys({ ...commandCatalogue, ...readCatalogue, ...accountCatalogue, ...recoveryCatalogue }),
      'ingest',
      'sweep',
      ...Object.keys(createFunctions().tasks),
    ].toSorted(),
  );
});

test('the script of its workers is beside it, and reads a calendar', async () => {
  const workers = openNodeWorkers(path.join(folder, 'built', workerThreadFile));
  const options = { timezone: 'UTC', from: 0, to: Date.UTC(2027, 0, 1), most: 10 };
  const text =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260105T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR';
  expect(await readCalendarApart(workers, text, options)).toMatchObject({
    ok: true,
    events: [{ startsAt: Date.UTC(2026, 0, 5, 9) }],
  });
});

test('is deployed to the region of the configuration, as second generation', () => {
  for (const { __endpoint } of Object.values(exported))
    expect(__endpoint).toMatchObject({ platform: 'gcfv2', region: ['europe-west1'] });
});

test('callables, HTTP, schedule and task queues are each what they should be', () => {
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

test('its package names Node and the packages that are installed here, exactly', async () => {
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

test('holds nothing of the embedded provider, and leaves the platform’s packages out', async () => {
  const { sources } = JSON.parse(await readFile(path.join(folder, 'built/index.js.map'), 'utf8')) as {
    readonly sources: readonly string[];
  };
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((source) => /(^|\/)(fakes|demo|src\/(ui|live|features))\//.test(source))).toEqual([]);
  expect(sources.filter((source) => /node_modules\/(firebase|@firebase|@google-cloud)/.test(source))).toEqual(
    [],
  );
});

/** What a fresh process does at the import: packages that it loads, and formatters of a language that it makes. */
async function coldImport(): Promise<{ readonly packages: readonly string[]; readonly formatters: number }> {
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
    require(${JSON.stringify(path.join(folder, 'built/index.js'))});
    const named = (file) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1] ?? [];
    const packages = [...new Set(Object.keys(require.cache).flatMap(named))];
    console.log(JSON.stringify({ packages, formatters }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof coldImport>>;
}

test('its import loads no package of a service, and makes no formatter: a cold start pays for both', async () => {
  const { packages, formatters } = await coldImport();
  expect(packages).toEqual(expect.arrayContaining(['firebase-functions', 'firebase-admin']));
  const ofServices =
    /^(?:@google-cloud|@grpc|@opentelemetry|google-gax|protobufjs|express|@firebase\/database-compat)/;
  expect(packages.filter((name) => ofServices.test(name))).toEqual([]);
  expect(packages.length).toBeLessThanOrEqual(36);
  expect(formatters).toBe(0);
});

async function emptyFolder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'muster-environment-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test('the environment of the functions is copied beside them, where there is one', async () => {
  const [project, out] = [await emptyFolder(), await emptyFolder()];
  await copyEnvironment(project, out);
  await expect(readFile(path.join(out, '.env'), 'utf8')).rejects.toThrow('ENOENT');
  const text = 'MUSTER_SWEEP_MONITOR=https://monitor.example/ping\n';
  await writeFile(path.join(project, 'functions.env.local'), text);
  await copyEnvironment(project, out);
  expect(await readFile(path.join(out, '.env'), 'utf8')).toBe(text);
});
