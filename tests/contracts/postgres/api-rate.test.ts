/** Rate limit of the HTTP API in two processes over one PostgreSQL, with requests at the same time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { apiKeyDigest, apiKeyFrom } from '#api/api-key.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { newApiKey } from '#domain/api-key/transitions.ts';
import { minute } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { apiRequestsPerLease as block } from '#functions/http-api/api-rate.ts';
import { apiRoute } from '#functions/http-api/api-route.ts';
import { BusyDatabases } from './busy-database.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import { openTestServer } from './server-stage.ts';

withPostgres();

const { apiRequestsPerMinute: most } = settingsLimits;
const secret = apiKeyFrom(new Uint8Array(20).fill(7));
/** Requests of a process at the same time. */
const atOnce = 20;

interface Process {
  /** Sends requests; returns the number of accepted ones. */
  readonly accepted: (requests: number) => Promise<number>;
  readonly status: () => Promise<number>;
}

let one: Process;
let other: Process;
let pass: (ms: number) => Promise<void>;

beforeEach(async () => {
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-rate-'));
  const first = await openBareDatabase();
  const second = await openBareDatabase(first.schema);
  const open = (database: SqlDatabase, seed: string) =>
    openTestServer({
      ...{ database: busy.over(database), clock, folder, seed },
      functions: { callables: {}, tasks: {}, schedules: {} },
      report: () => {},
    });
  const opened = [await open(first.database, 'one'), await open(second.database, 'other')];
  onTestFinished(async () => {
    for (const { push } of opened) push.close();
    await busy.rest();
    for (const { database } of [first, second]) await database.close();
    await rm(folder, { recursive: true });
  });
  const processes = opened.map(({ server }): Process => {
    const status = async () =>
      (await apiRoute(server, { method: 'GET', path: '/api/v1/key', headers: {}, body: '' }, secret)).status;
    const accepted = async (requests: number) => {
      let count = 0;
      const worker = async () => {
        for (let n = 0; n < requests / atOnce; n += 1) if ((await status()) === 200) count += 1;
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return count;
    };
    return { accepted, status };
  });
  [one, other] = processes as [Process, Process];
  pass = (ms) => clock.advance(ms);
  const teamId = 'team';
  const { state: key } = newApiKey(
    { id: 'key', teamId, name: 'Deploys', scopes: ['read'], days: 1, ending: secret.slice(-4) },
    { now: clock.now(), by: 'ada' },
  );
  const shared = { teamId, createdAt: clock.now(), createdBy: 'ada', revision: 1 };
  const documents = {
    [documentPaths.team(teamId)]: {
      ...shared,
      id: teamId,
      name: 'Ops',
      slug: 'ops',
      timezone: 'UTC',
      fallbackPeople: [],
      demonstration: false,
      lastIncidentNumber: 0,
    },
    [documentPaths.member(teamId, 'ada')]: {
      ...shared,
      id: 'ada',
      displayName: 'Ada',
      role: 'admin',
      timezone: 'UTC',
    },
    [documentPaths.apiKey(teamId, 'key')]: key,
    [serverPaths.apiKeyDigest(apiKeyDigest(secret))]: { teamId, apiKeyId: 'key' },
  };
  await opened[0]?.server.docs.batch(
    Object.entries(documents).map(([at, entity]) => ({ type: 'set', path: at, data: toDocument(entity) })),
  );
});

test('two processes accept the limit of a key together, minute by minute', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const counts = await Promise.all([one.accepted(most), other.accepted(most)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(most);
    expect([await one.status(), await other.status()]).toEqual([429, 429]);
    await pass(minute);
  }
});

test('a process with an unused lease costs the other at most its block', async () => {
  expect(await one.status()).toBe(200);
  expect(await other.accepted(most)).toBe(most - block);
  expect(await one.accepted(2 * atOnce)).toBe(block - 1);
});
