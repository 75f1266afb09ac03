import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { SetAsideRecord } from '#fakes/cloud/snapshot.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { FolderError, folderSteps } from './folder-database.ts';
import { backUpFolder, type Folder, openFolder, restoreFolder } from './folder.ts';

function newPlace(): string {
  const place = mkdtempSync(path.join(tmpdir(), 'muster-folder-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  return place;
}

const database = (folder: string) => path.join(folder, 'muster.sqlite');
const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A cloud over the folder; closing both leaves everything on the disk. */
async function work<T>(
  folder: string,
  act: (cloud: FakeCloud, aside: readonly SetAsideRecord[]) => Promise<T>,
): Promise<T> {
  const opened: Folder = openFolder(folder);
  const { found } = opened;
  const cloud = new FakeCloud({ clock: new ManualClock() });
  const kept = found.state === 'kept' ? found.cloud : null;
  const aside = cloud.keepWith((group) => opened.write(group, 0), kept);
  try {
    return await act(cloud, aside);
  } finally {
    await cloud.close();
    opened.close();
  }
}

const x00 = Buffer.of(0);

/** A row with a right checksum, whatever its value. */
const plant = (key: string, value: Buffer): string =>
  `INSERT OR REPLACE INTO record VALUES ('${key}', x'${value.toString('hex')}', ${crc32(value, crc32(key))})`;

const data = {
  at: Timestamp.fromMillis(1),
  bytes: new Uint8Array([1, 2]),
  text: 'a\ud800 ',
  none: null,
  zero: -0,
};
const fill = (cloud: FakeCloud) => connect(cloud).docs.write({ type: 'set', path: 'notes/a', data });
const read = async (cloud: FakeCloud) => (await cloud.server.docs.get('notes/a')).data;

test('acknowledged writes are present when the folder is reopened, with their types', async () => {
  const folder = path.join(newPlace(), 'new');
  await work(folder, fill);
  expect(await work(folder, read)).toEqual(data);
});

test('a folder in use by another process is rejected', () => {
  const folder = newPlace();
  const held = openFolder(folder);
  expect(() => openFolder(folder)).toThrow(/in use by another process/);
  held.close();
  openFolder(folder).close();
});

const spoilt: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  [
    'other files',
    (folder) => writeFileSync(path.join(folder, 'letter.txt'), 'Dear'),
    /other things and no Muster cloud/,
  ],
  [
    'a file that is no database',
    (folder) => writeFileSync(database(folder), 'x'.repeat(5000)),
    /not written by Muster/,
  ],
  [
    'another program’s database',
    (folder) => withDatabase(folder, 'CREATE TABLE song (title TEXT)'),
    /not written by Muster/,
  ],
  [
    'a newer version',
    (folder) => {
      openFolder(folder).close();
      withDatabase(folder, 'PRAGMA user_version = 99');
    },
    /newer Muster/,
  ],
];

function withDatabase(folder: string, sql: string): void {
  const file = new DatabaseSync(database(folder));
  file.exec(sql);
  file.close();
}

test.each(spoilt)('%s: rejected with a sentence, and left unchanged', (_, spoil, reason) => {
  const folder = newPlace();
  spoil(folder);
  const before = readdirSync(folder).map((name) => [name, digest(path.join(folder, name))]);
  expect(() => openFolder(folder)).toThrow(reason);
  expect(readdirSync(folder).map((name) => [name, digest(path.join(folder, name))])).toEqual(before);
});

test.each([
  ['a changed value', "UPDATE record SET value = x'00' WHERE key = 'docs:doc/notes/a'", x00],
  ['a value that is no clone', plant('docs:doc/notes/a', Buffer.from('text')), Buffer.from('text')],
  [
    'bytes of an upload that are text',
    plant('storage:part/0/client/a/upload', serialize('abc')),
    serialize('abc'),
  ],
])('%s affects its own record only, which is set aside and named', async (_, sql, bytes) => {
  const folder = newPlace();
  await work(folder, async (cloud) => {
    await fill(cloud);
    await connect(cloud).docs.write({ type: 'set', path: 'notes/b', data });
  });
  withDatabase(folder, sql);
  const opened = await work(folder, async (cloud, aside) => ({
    aside: aside.map(({ service, key }) => `${service}:${key}`),
    other: (await cloud.server.docs.get('notes/b')).data,
  }));
  expect(opened.other).toEqual(data);
  expect(opened.aside).toHaveLength(1);
  const file = new DatabaseSync(database(folder));
  const rows = file.prepare("SELECT key, value FROM record WHERE key LIKE 'aside:%'").all();
  file.close();
  expect(rows.map(({ key, value }) => [key, Buffer.from(value as Uint8Array)])).toEqual([
    [`aside:1:${opened.aside[0]}`, bytes],
  ]);
  expect(await work(folder, async (_cloud, aside) => aside)).toEqual([]);
});

test('a damaged head record is detected, and nothing is written', async () => {
  const folder = newPlace();
  await work(folder, fill);
  withDatabase(folder, "UPDATE record SET value = x'00' WHERE key = 'head'");
  const before = digest(database(folder));
  expect(() => openFolder(folder)).toThrow(/damaged/);
  expect(digest(database(folder))).toBe(before);
});

test('a damaged database file is detected', async () => {
  const folder = newPlace();
  await work(folder, async (cloud) => {
    const { docs } = connect(cloud);
    for (let n = 0; n < 50; n++)
      await docs.write({ type: 'set', path: `notes/${n}`, data: { text: 'x'.repeat(2000) } });
  });
  const bytes = readFileSync(database(folder));
  bytes.fill(0xff, 8192, 20_000);
  writeFileSync(database(folder), bytes);
  expect(() => openFolder(folder)).toThrow(/damaged/);
});

test('a backup is restored into a new folder', async () => {
  const place = newPlace();
  const [folder, copy, next] = ['one', 'copy.sqlite', 'next'].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
  ];
  await work(folder, fill);
  await backUpFolder(folder, copy);
  await expect(backUpFolder(folder, copy)).rejects.toThrow(FolderError);
  restoreFolder(next, copy);
  expect(await work(next, read)).toEqual(data);
  expect(() => restoreFolder(next, copy)).toThrow(/not empty/);
});

test('a folder in use is backed up in its current state and continues', async () => {
  const place = newPlace();
  const [folder, copy, next] = ['one', 'copy.sqlite', 'next'].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
  ];
  await work(folder, async (cloud) => {
    await fill(cloud);
    await backUpFolder(folder, copy);
    await connect(cloud).docs.write({ type: 'set', path: 'notes/later', data });
  });
  restoreFolder(next, copy);
  await work(next, async (cloud) => {
    expect(await read(cloud)).toEqual(data);
    expect((await cloud.server.docs.get('notes/later')).data).toBeNull();
  });
  expect((await work(folder, (cloud) => cloud.server.docs.get('notes/later'))).data).toEqual(data);
});

test('a damaged folder is not backed up', async () => {
  const folder = newPlace();
  await work(folder, fill);
  withDatabase(folder, "UPDATE record SET value = x'00' WHERE key = 'head'");
  const copy = path.join(newPlace(), 'copy');
  await expect(backUpFolder(folder, copy)).rejects.toThrow(/damaged/);
  expect(readdirSync(path.dirname(copy))).toEqual([]);
});

test('a folder that can’t be created is rejected with a sentence', () => {
  const place = newPlace();
  writeFileSync(path.join(place, 'file'), '');
  expect(() => openFolder(path.join(place, 'file', 'folder'))).toThrow(FolderError);
  expect(() => openFolder(path.join(place, 'file', 'folder'))).toThrow(/can’t be written to \(ENOTDIR\)/);
});

test.skipIf(process.getuid?.() === 0)('a read-only folder is rejected with a sentence', () => {
  const folder = newPlace();
  chmodSync(folder, 0o500);
  expect(() => openFolder(folder)).toThrow(/can’t be written to \(EACCES\)/);
});

test('a damaged backup creates no folder', async () => {
  const place = newPlace();
  const bad = path.join(place, 'bad');
  writeFileSync(bad, 'not a backup');
  expect(() => restoreFolder(path.join(place, 'next'), bad)).toThrow(/not written by Muster/);
  expect(readdirSync(path.join(place, 'next'))).toEqual([]);
});

test('a folder of an earlier version is migrated after a copy was made', async () => {
  const folder = newPlace();
  await work(folder, fill);
  const next = [...folderSteps, 'ALTER TABLE text ADD COLUMN at INTEGER;'];
  openFolder(folder, next).close();
  expect(() => openFolder(folder)).toThrow(/newer Muster/);
  openFolder(folder, next).close();
  const copy = path.join(newPlace(), 'copy');
  restoreFolder(copy, `${database(folder)}.version-1`);
  expect(await work(copy, read)).toEqual(data);
});

test('a failed migration leaves the folder unchanged', async () => {
  const folder = newPlace();
  await work(folder, fill);
  expect(() =>
    openFolder(folder, [...folderSteps, 'ALTER TABLE text ADD COLUMN at INTEGER; NONSENSE;']),
  ).toThrow(/syntax/);
  expect(await work(folder, read)).toEqual(data);
});

test('records of another format are rejected and left unchanged', async () => {
  const folder = newPlace();
  await work(folder, fill);
  const file = new DatabaseSync(database(folder));
  const head = serialize({ format: 3, snapshot: 1, at: 0, life: 0, aheadMs: 0 });
  file
    .prepare("UPDATE record SET value = ?, crc = ? WHERE key = 'head'")
    .run(head, crc32(head, crc32('head')));
  file.close();
  const before = digest(database(folder));
  expect(() => openFolder(folder)).toThrow(/another version of Muster/);
  expect(digest(database(folder))).toBe(before);
});
