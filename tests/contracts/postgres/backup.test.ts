/** Backups of an installation on PostgreSQL, restored into another one. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { postgresServerFiles } from '#adapters/postgres/files/server-files.ts';
import { PostgresFiles } from '#adapters/postgres/files/postgres-files.ts';
import { query } from '#ports/docs/query.ts';
import { type DocData, Timestamp } from '#ports/docs/values.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { openStore, withPostgres } from './provider.ts';
import { openTestBucket, type TestBucket } from './s3-stage.ts';

withPostgres();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function installation(bucket: TestBucket | null = null) {
  const clock = new ManualClock();
  const folder = await newFolder();
  const { database, store } = await openStore({ now: () => clock.now() });
  onTestFinished(() => database.close());
  const contents = bucket?.store() ?? diskFileStore(path.join(folder, 'files'));
  const files = new PostgresFiles({
    ...{ database, store: contents, clock },
    ...{ random: seededRandom(folder), report: (error: unknown) => console.error(error) },
  });
  const put = (id: string, data: DocData) =>
    store.commit(
      { id, queue: null, expects: [], writes: [{ type: 'set', path: `rows/${id}`, data }] },
      'server',
    );
  const putMany = (from: number, count: number) =>
    store.commit(
      {
        ...{ id: `from ${from}`, queue: null, expects: [] },
        writes: Array.from({ length: count }, (_, at) => ({
          type: 'set',
          path: `rows/doc${from + at}`,
          data: { at: from + at },
        })),
      },
      'server',
    );
  return { clock, folder, database, store, contents, files, put, putMany };
}

const odd = {
  text: '\u0000 “quoted” \ud800',
  number: Number.NaN,
  at: new Timestamp(7, 5000),
  bytes: new Uint8Array([0, 255]),
};

async function filled() {
  const from = await installation();
  for (let at = 0; at < 1200; at += 300) await from.putMany(at, 300);
  await from.put('odd', odd);
  const content = new Uint8Array(1_500_000).map((_, at) => at % 251);
  await postgresServerFiles(from.files).write('teams/a/log.bin', content);
  const file = path.join(from.folder, 'copy');
  const backUp = () =>
    writeBackup({ database: from.database, files: from.contents, file, now: () => from.clock.now() });
  return { from, content, file, backUp };
}

test('a restored installation has every document, file and count of the original', async () => {
  const { content, file, backUp } = await filled();
  const written = await backUp();
  expect(written.contents).toBe(1);
  const to = await installation();
  expect(await restoreBackup({ database: to.database, files: to.contents, file })).toEqual(written);
  expect((await to.store.get('rows/odd', 'server'))?.data).toEqual(odd);
  expect((await to.store.find(query('rows'), 'server')).length).toBe(1201);
  expect(await to.files.read('teams/a/log.bin')).toEqual(content);
  // Versions and generations go on from where they were.
  const [state] = await to.put('later', { at: 1 });
  expect(state?.version).toBeGreaterThan((await to.store.get('rows/odd', 'server'))?.version ?? Infinity);
});

test('files move from a folder into S3 and from there on', async () => {
  const bucket = await openTestBucket();
  onTestFinished(() => bucket.close());
  const { content, file, backUp } = await filled();
  const written = await backUp();
  const inS3 = await installation(bucket);
  expect(await restoreBackup({ database: inS3.database, files: inS3.contents, file })).toEqual(written);
  expect(await inS3.files.read('teams/a/log.bin')).toEqual(content);
  expect(await bucket.keys()).toHaveLength(1);
  const copy = path.join(inS3.folder, 'copy');
  await writeBackup({ database: inS3.database, files: inS3.contents, file: copy, now: () => 1 });
  const back = await installation();
  await restoreBackup({ database: back.database, files: back.contents, file: copy });
  expect(await back.files.read('teams/a/log.bin')).toEqual(content);
});

test('a restore overwrites neither an existing file nor an installation in use', async () => {
  const { from, file, backUp } = await filled();
  await backUp();
  await expect(backUp()).rejects.toMatchObject({ code: 'already-exists' });
  await expect(restoreBackup({ database: from.database, files: from.contents, file })).rejects.toMatchObject({
    code: 'failed-precondition',
  });
});

test.each([
  ['is cut off', (text: string) => text.slice(0, text.length / 2)],
  ['lacks a row', (text: string) => text.replace(/^\[.*\n/mu, '')],
  ['is of another program', () => '{"format":"another"}\n'],
])('a backup that %s changes nothing', async (_, change) => {
  const { file, backUp } = await filled();
  await backUp();
  const damaged = `${file}.damaged`;
  await writeFile(damaged, gzipSync(change(gunzipSync(await readFile(file)).toString())));
  const to = await installation();
  await expect(
    restoreBackup({ database: to.database, files: to.contents, file: damaged }),
  ).rejects.toMatchObject({ code: 'data-loss' });
  expect(await to.store.find(query('rows'), 'server')).toEqual([]);
});
