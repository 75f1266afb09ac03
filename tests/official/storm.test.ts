/** A storm at Muster as it is deployed: four instances of its function for alert senders, each a process, over one set of documents. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedDemo } from '#demo/team.ts';
import { demoSecret } from '#tests/app/functions/demo-keys.ts';
import { believedCaller } from '#emulator/token.ts';
import { runningClock } from '#adapters/embedded-node/system-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { sweep } from '#functions/sweep.ts';
import { freePort } from '#tests/free-port.ts';
import { sendAll, storedStorm, stormMessage } from '#tests/app/functions/storm.ts';
import { deployMuster, type DeployedMuster, region } from './deployed.ts';
import { projectId } from './parts.ts';
import { officialModule, type Part, startPart } from './tools.ts';
import { waiting } from '#tests/time-limits.ts';

const cloud = new FakeCloud({ believe: believedCaller, clock: runningClock });
let deployed: DeployedMuster;
let stopTasks: () => Promise<void>;

beforeAll(async () => {
  const { TasksEmulator } = officialModule<{ TasksEmulator: new (args: object) => Part }>(
    'emulator/tasksEmulator',
  );
  const port = await freePort();
  stopTasks = await startPart('tasks', new TasksEmulator({ host: '127.0.0.1', port }));
  process.env['CLOUD_TASKS_EMULATOR_HOST'] = `127.0.0.1:${port}`;
  await seedDemo(cloud.server, demoSecret);
  deployed = await deployMuster(cloud);
});
afterAll(async () => {
  await deployed.stop();
  await stopTasks();
  cloud.dispose();
});

test('60 messages of five services, repeated until they are accepted, make at most ten pages and lose no alert', async () => {
  const at = `http://127.0.0.1:${deployed.port}/${projectId}/${region}/ingest`;
  let unsent = Array.from({ length: 60 }, (_, n) => stormMessage(n));
  for (let round = 0; unsent.length > 0 && round < 3; round++)
    unsent = [
      ...(await sendAll(unsent, 4, async ({ path, headers, body }) => {
        const answer = await fetch(at + path, { method: 'POST', headers: { ...headers }, body });
        await answer.text();
        return answer;
      })),
    ];
  expect(unsent).toEqual([]);
  // The official Tasks part runs a review at once, which is too early for it: the sweep does it, as after a lost task.
  const storm = await vi.waitFor(
    async () => {
      await sweep(cloud.server);
      const outcome = await storedStorm(cloud.server.docs);
      expect(outcome.asked).toBe(48);
      return outcome;
    },
    { ...waiting, interval: 500 },
  );
  // Alerts of the catalogue page nobody.
  expect(storm).toMatchObject({ alerts: 60, different: 60, unpaged: 12, askedTwice: 0 });
  expect(storm.pages.length).toBeLessThanOrEqual(10);
});
