/** Upgrades of the tables: tried on a copy, behind a backup, all of it or nothing. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { migrations } from '#adapters/postgres/migrations.ts';
import { tableVersion } from '#adapters/postgres/table-version.ts';
import { upgradeDatabase, type UpgradeOptions } from '#adapters/postgres/upgrade/upgrade-database.ts';
import { otherServer } from './other-server.ts';
import { newSchema, openStore, testConnection, withPostgres } from './provider.ts';

withPostgres();

const version = migrations.length;
const report = () => {};
const following = (...statements: readonly string[]) => [...migrations, statements];
const addColumn = following('ALTER TABLE docs ADD COLUMN note text', 'CREATE TABLE notes (text text)');

/** An installation with documents that no process serves. */
async function installation() {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { database, store, schema } = await openStore({ now: () => 1 });
  for (const part of [0, 1])
    await store.commit(
      {
        ...{ id: `commit${part}`, queue: null, expects: [] },
        writes: Array.from({ length: 300 }, (_, at) => ({
          ...{ type: 'set', path: `rows/${part * 300 + at}`, data: { at } },
        })),
      },
      'server',
    );
  await database.close();
  const files = diskFileStore(path.join(folder, 'files'));
  const steps: string[] = [];
  const upgrade = (options: Partial<UpgradeOptions>) =>
    upgradeDatabase({
      ...{ connection: testConnection(), schema, files, report, isOwnServer: false },
      ...{ backup: path.join(folder, 'backup'), now: () => 1 },
      onStep: (sentence) => steps.push(sentence),
      ...options,
    });
  const ask = async <T extends pg.QueryResultRow>(text: string) => {
    const opened = await openDatabase({ connection: testConnection(), schema, tables: 'any', report });
    try {
      return { version: await tableVersion(opened), rows: await opened.rows<T>(text) };
    } finally {
      await opened.close();
    }
  };
  /** Contents of the database: version, number of documents, schemas, and databases beside. */
  const state = async () => {
    const found = await ask<{ docs: string; copies: string; tables: string }>(
      `SELECT (SELECT count(*) FROM docs) AS docs,
        (SELECT count(*) FROM pg_namespace WHERE nspname = '${schema}_upgrade')
          + (SELECT count(*) FROM pg_database WHERE datname = 'muster_upgrade_copy') AS copies,
        (SELECT count(*) FROM pg_tables WHERE schemaname = '${schema}') AS tables`,
    );
    return { version: found.version, ...found.rows[0], files: await readdir(folder) };
  };
  return { folder, schema, files, upgrade, state, steps };
}

const kinds = [
  { kind: 'a schema', isOwnServer: false },
  ...(otherServer ? [] : [{ kind: 'a database', isOwnServer: true }]),
];

describe.each(kinds)('with a copy in $kind', ({ isOwnServer }) => {
  test('older tables are upgraded to the program’s version after a backup', async () => {
    const { upgrade, state, steps } = await installation();
    const before = await state();
    expect(await upgrade({ isOwnServer, migrations: addColumn })).toEqual({ from: version, to: version + 1 });
    expect(await state()).toEqual({
      ...{ version: version + 1, docs: '600', copies: '0', tables: String(Number(before.tables) + 1) },
      files: ['backup'],
    });
    expect(steps.map((step) => step.split(' ').slice(-2).join(' '))).toEqual([
      'a copy.',
      expect.stringMatching(/^into .*backup\.$/u),
      'are changed.',
    ]);
    expect(await upgrade({ isOwnServer, migrations: addColumn })).toEqual({
      from: version + 1,
      to: version + 1,
    });
  });

  test.each([
    ['fails', following('CREATE TABLE notes (text text)', 'SELECT 1 / 0'), 'internal'],
    ['loses documents', following('DELETE FROM docs'), 'data-loss'],
    ['damages documents', following("UPDATE docs SET data = '{'"), 'data-loss'],
  ])('a migration that %s fails on the copy and leaves the original unchanged', async (_, list, code) => {
    const { upgrade, state } = await installation();
    const before = await state();
    await expect(upgrade({ isOwnServer, migrations: list })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/failed on the copy, and nothing was changed/u),
    });
    expect(await state()).toEqual(before);
  });

  test('an interrupted upgrade changes nothing and is completed by the next one', async () => {
    const { upgrade, state, folder } = await installation();
    const before = await state();
    const stopped = following(
      'CREATE TABLE notes (text text)',
      `DO $$ BEGIN
        IF current_schema() NOT LIKE '%\\_upgrade' AND current_database() <> 'muster_upgrade_copy' THEN
          PERFORM pg_terminate_backend(pg_backend_pid());
        END IF;
      END $$`,
    );
    await expect(upgrade({ isOwnServer, migrations: stopped })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await state()).toEqual({ ...before, files: ['backup'] });
    const backup = path.join(folder, 'second');
    expect(await upgrade({ isOwnServer, migrations: addColumn, backup })).toMatchObject({ to: version + 1 });
  });
});

test('a copy left by a killed upgrade is replaced', async ({ skip }) => {
  if (otherServer) skip();
  const { upgrade, state } = await installation();
  const client = new pg.Client(testConnection());
  await client.connect();
  await client.query('CREATE DATABASE muster_upgrade_copy');
  await client.end();
  expect(await upgrade({ isOwnServer: true, migrations: addColumn })).toMatchObject({ to: version + 1 });
  expect(await state()).toMatchObject({ copies: '0' });
});

test('the backup from before the upgrade can be restored by the old and the new program', async () => {
  const { upgrade, folder } = await installation();
  await upgrade({ migrations: addColumn });
  for (const list of [migrations, addColumn]) {
    const database = await openDatabase({
      ...{ connection: testConnection(), schema: newSchema(), report },
      migrations: list,
    });
    onTestFinished(() => database.close());
    const files = diskFileStore(path.join(folder, `files${list.length}`));
    const file = path.join(folder, 'backup');
    await restoreBackup({ database, files, file, migrations: list });
    const [found] = await database.rows(
      'SELECT count(*) AS docs, (SELECT indexes FROM store) AS indexes FROM docs',
    );
    expect(found).toEqual({ docs: '600', indexes: '' });
    expect(await tableVersion(database)).toBe(list.length);
  }
});

test('a start leaves older tables unchanged and names the upgrade command', async () => {
  const { schema, state } = await installation();
  const before = await state();
  await expect(
    openDatabase({ connection: testConnection(), schema, migrations: addColumn, report }),
  ).rejects.toMatchObject({ code: 'failed-precondition', message: expect.stringContaining('--upgrade') });
  expect(await state()).toEqual(before);
});

test('tables of a newer version are neither opened, upgraded nor restored', async () => {
  const { schema, upgrade, folder } = await installation();
  await upgrade({ migrations: addColumn });
  const newer = { code: 'failed-precondition', message: expect.stringContaining('newer program') };
  await expect(openDatabase({ connection: testConnection(), schema, report })).rejects.toMatchObject(newer);
  await expect(upgrade({})).rejects.toMatchObject(newer);
  const older = migrations.slice(0, -1);
  const database = await openDatabase({
    ...{ connection: testConnection(), schema: newSchema(), report },
    migrations: older,
  });
  onTestFinished(() => database.close());
  const files = diskFileStore(path.join(folder, 'files'));
  await expect(
    restoreBackup({ database, files, file: path.join(folder, 'backup'), migrations: older }),
  ).rejects.toMatchObject(newer);
});

test('tables used by another process are not changed', async () => {
  const { schema, upgrade, state } = await installation();
  const serving = await openDatabase({ connection: testConnection(), schema, report });
  const before = await state();
  await expect(upgrade({ migrations: addColumn })).rejects.toMatchObject({
    ...{ code: 'failed-precondition', message: expect.stringContaining('Stop them') },
  });
  expect(await state()).toEqual(before);
  await serving.close();
});

test('a database user who may not create schemas is told what to grant', async ({ skip }) => {
  const connection = testConnection();
  if (typeof connection === 'string') return skip();
  const { schema, upgrade, state } = await installation();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `CREATE ROLE limited LOGIN; GRANT USAGE ON SCHEMA ${schema} TO limited; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO limited`,
  );
  const before = await state();
  await expect(
    upgrade({ connection: { ...connection, user: 'limited' }, migrations: addColumn }),
  ).rejects.toMatchObject({ code: 'permission-denied', message: expect.stringContaining('GRANT CREATE') });
  expect(await state()).toEqual(before);
  await client.query('DROP OWNED BY limited; DROP ROLE limited');
  await client.end();
});

test('an upgrade without tables does nothing', async () => {
  const { upgrade } = await installation();
  expect(await upgrade({ schema: newSchema() })).toEqual({ from: 0, to: 0 });
});
