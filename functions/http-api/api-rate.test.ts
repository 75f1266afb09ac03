/** Rate of an API key over several processes: number of accepted requests, cost in writes, hostile clients. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApiKey, apiKeyOf } from '#tests/app/functions/api-client.ts';
import { processDocs } from '#tests/app/functions/process-docs.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { requestRateSchema } from '#domain/request-rate.ts';
import { minute } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { apiRequestsPerLease as block } from './api-rate.ts';
import { apiRoute } from './api-route.ts';

const { apiRequestsPerMinute: most } = settingsLimits;

let stage: FunctionsStage;
let key = '';
beforeEach(async () => {
  stage = await FunctionsStage.open();
  key = await addApiKey(stage);
});
afterEach(() => stage.close());

/** Process over the stage's database, with a memory of its own. `aheadMs`: its clock's offset. */
function openProcess({ aheadMs = 0 } = {}) {
  const { docs, clock } = stage.server;
  const { own, state } = processDocs(docs);
  const server: ServerPorts = {
    ...stage.server,
    docs: own,
    clock: { ...clock, now: () => clock.now() + aheadMs },
  };
  const ask = async (secret = key) => {
    const request = { method: 'GET', path: '/api/v1/key', headers: {}, body: '' };
    const { status, headers = {}, body } = await apiRoute(server, request, secret);
    const code = (JSON.parse(body) as { readonly code?: string }).code;
    const left = Number(headers['ratelimit-remaining']);
    return { status, code, left, reset: Number(headers['ratelimit-reset']), headers };
  };
  const accepted = async (requests: number) => {
    const answers = await Promise.all(Array.from({ length: requests }, () => ask()));
    return answers.filter(({ status }) => status === 200).length;
  };
  return { ask, accepted, state };
}

const counter = () => stage.get(requestRateSchema, serverPaths.apiKeyRate(teamId, 'key-1'));

describe('processes with one database', () => {
  test('accept the limit together, however requests are distributed', async () => {
    const processes = [openProcess(), openProcess(), openProcess()];
    let count = 0;
    for (let n = 0; n < most + 30; n += 1) if ((await processes[n % 3]?.ask())?.status === 200) count += 1;
    expect(count).toBe(most);
    await stage.standStill(minute);
    const counts = await Promise.all(processes.map(({ accepted }) => accepted(most)));
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(most);
  });

  test('reject requests early by at most the unused part of a lease', async () => {
    const [one, other] = [openProcess(), openProcess()];
    expect(await one.accepted(1)).toBe(1);
    expect(await other.accepted(most)).toBe(most - block);
    expect(await other.ask()).toMatchObject({ status: 429, left: 0 });
    expect(await one.accepted(most)).toBe(block - 1);
  });

  test('state in headers the remaining requests and the next minute', async () => {
    const [one, other] = [openProcess(), openProcess()];
    expect(await one.ask()).toMatchObject({ status: 200, left: most - 1 });
    expect(await one.ask()).toMatchObject({ left: most - 2 });
    expect(await other.ask()).toMatchObject({ left: most - block - 1 });
    await other.accepted(most);
    const { status, headers, reset } = await other.ask();
    expect([status, headers['ratelimit-limit'], headers['retry-after']]).toEqual([
      429,
      String(most),
      String(reset),
    ]);
    await stage.standStill((reset - 1) * 1000);
    expect((await other.ask()).status).toBe(429);
    await stage.standStill(1000);
    expect(await other.ask()).toMatchObject({ status: 200, left: most - 1 });
  });

  test('with clocks less than a minute apart accept no more than the limit', async () => {
    const { clock } = stage.server;
    await stage.standStill(minute - (clock.now() % minute) + 30_000);
    const [one, ahead] = [openProcess(), openProcess({ aheadMs: 40_000 })];
    expect(await one.accepted(most / 2)).toBe(most / 2);
    expect(await ahead.accepted(most)).toBe(most);
    expect(await one.accepted(most)).toBe(0);
    const { status, reset } = await one.ask();
    expect([status, reset]).toEqual([429, 90]);
    await stage.standStill(reset * 1000);
    expect(await one.accepted(1)).toBe(1);
  });
});

describe('the cost of requests', () => {
  test('concurrent requests share a lease', async () => {
    const one = openProcess();
    await one.accepted(block);
    // A read for the lease, and a read of the key for each request.
    expect(one.state.transactions).toBe(block + 1);
    expect(await counter()).toMatchObject({ leased: block });
  });

  test('requests above the limit read and write nothing', async () => {
    const one = openProcess();
    await one.accepted(most);
    await one.ask();
    const [stored, { transactions }] = [stage.stored(), { ...one.state }];
    expect(await one.accepted(100)).toBe(0);
    expect(one.state.transactions).toBe(transactions);
    const other = openProcess();
    expect(await other.accepted(100)).toBe(0);
    expect(other.state.transactions).toBe(1);
    expect(stage.stored()).toBe(stored);
  });

  test('unknown, revoked and expired keys are read once a minute and write nothing', async () => {
    const one = openProcess();
    await addApiKey(stage, { n: 2 });
    await stage.call('mei', 'revokeApiKey', { apiKeyId: 'key-2' });
    await addApiKey(stage, { n: 3, days: 1 });
    await stage.standStill(24 * 60 * minute);
    const stored = stage.stored();
    for (const secret of [apiKeyOf(9), apiKeyOf(2), apiKeyOf(3)]) {
      one.state.transactions = 0;
      for (let n = 0; n < most; n += 1)
        expect(await one.ask(secret)).toMatchObject({ status: 401, left: most - n - 1 });
      expect(await one.ask(secret)).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(one.state.transactions).toBe(1);
    }
    expect(stage.stored()).toBe(stored);
    await stage.standStill(minute);
    expect(await one.ask(apiKeyOf(9))).toMatchObject({ status: 401 });
  });
});

test('many unknown keys use up no requests of a valid key', async () => {
  const one = openProcess();
  const { left } = await one.ask();
  for (let n = 0; n < 5_100; n += 1) await one.ask(`muster_${n.toString(16).padStart(40, '0')}`);
  expect(await one.ask()).toMatchObject({ status: 200, left: left - 1 });
  expect(await counter()).toMatchObject({ leased: block });
});

test('a process without its database answers 503 and counts nothing', async () => {
  const one = openProcess();
  one.state.isDown = true;
  expect(await one.ask()).toMatchObject({ status: 503, code: 'unavailable' });
  one.state.isDown = false;
  expect(await one.ask()).toMatchObject({ status: 200, left: most - 1 });
});

test('an unreadable counter is replaced', async () => {
  const path = serverPaths.apiKeyRate(teamId, 'key-1');
  await stage.server.docs.batch([{ type: 'set', path, data: { leased: 'many' } }]);
  expect(await openProcess().ask()).toMatchObject({ status: 200, left: most - 1 });
  expect(await counter()).toMatchObject({ leased: block });
});
