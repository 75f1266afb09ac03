/** Rate of a Slack user over several processes: number of accepted requests, cost in writes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverPaths } from '#api/server-paths.ts';
import { minute } from '#domain/constants.ts';
import { sha256Hex } from '#domain/digest.ts';
import { requestRateSchema } from '#domain/request-rate.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { processDocs } from '#tests/app/functions/process-docs.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { takeSlackRequest, slackRequestsPerLease as block } from './slack-rate.ts';

const { slackRequestsPerMinute: most } = settingsLimits;

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

/** Process over the stage's database, with a memory of its own. */
function openProcess() {
  const { docs } = stage.server;
  const { own, state } = processDocs(docs);
  const server: ServerPorts = { ...stage.server, docs: own };
  const take = (user = 'LENA', team = teamId) => takeSlackRequest(server, team, user);
  const accepted = async (requests: number, user?: string) => {
    const answers = await Promise.all(Array.from({ length: requests }, () => take(user)));
    return answers.filter(Boolean).length;
  };
  return { take, accepted, state };
}

test('processes with one database accept a user’s limit together, minute by minute', async () => {
  const processes = [openProcess(), openProcess(), openProcess()];
  for (let turn = 0; turn < 2; turn += 1) {
    let count = 0;
    for (let n = 0; n < most + 9; n += 1) if (await processes[n % 3]?.take()) count += 1;
    expect(count).toBe(most);
    await stage.standStill(minute);
  }
});

test('each user has a limit, and users with one id in two teams have one each', async () => {
  const one = openProcess();
  expect(await one.accepted(most + 1)).toBe(most);
  expect(await one.take('KWAME')).toBe(true);
  expect(await one.take('LENA', 'other-team')).toBe(true);
});

test('requests within a lease and above the limit read and write nothing', async () => {
  const one = openProcess();
  await one.accepted(block);
  expect(one.state.transactions).toBe(1);
  await one.accepted(most - block);
  expect(one.state.transactions).toBe(most / block);
  await one.take();
  const { transactions } = one.state;
  expect(await one.accepted(50)).toBe(0);
  expect(one.state.transactions).toBe(transactions);
});

test('the counter is stored under a digest of the user, and an unreadable one is replaced', async () => {
  const path = serverPaths.slackRate(teamId, sha256Hex('LENA'));
  await stage.server.docs.batch([{ type: 'set', path, data: { leased: 'many' } }]);
  expect(await openProcess().take()).toBe(true);
  expect(await stage.get(requestRateSchema, path)).toMatchObject({ leased: block });
});

test('a process without its database counts nothing', async () => {
  const one = openProcess();
  one.state.isDown = true;
  await expect(one.take()).rejects.toMatchObject({ code: 'unavailable' });
  one.state.isDown = false;
  expect(await one.accepted(most + 1)).toBe(most);
});
