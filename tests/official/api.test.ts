/** The HTTP API and the command line on Muster as it is deployed: the official Functions part, each instance a process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyDigest } from '#api/api-key.ts';
import type { CommandInput } from '#api/commands.ts';
import openApi from '#api/http/openapi.json' with { type: 'json' };
import { runningClock } from '#adapters/embedded-node/system-clock.ts';
import { seedDemo } from '#demo/team.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { apiKeyOf } from '#tests/app/functions/api-client.ts';
import { demoSecret } from '#tests/app/functions/demo-keys.ts';
import { slackAnswers, throughSlackDoor } from '#tests/app/functions/slack-door.ts';
import { freePort } from '#tests/free-port.ts';
import { runCli } from '../../cli/run.ts';
import { deployMuster, type DeployedMuster, region } from './deployed.ts';
import { needs, partsInstalled, projectId } from './parts.ts';
import { officialModule, type Part, startPart } from './tools.ts';

const key = apiKeyOf(1);

describe.skipIf(!partsInstalled())(`the HTTP API as it is deployed (${needs})`, () => {
  const cloud = new FakeCloud({ believe: believedCaller, clock: runningClock });
  let deployed: DeployedMuster;
  let stopTasks: () => Promise<void>;
  let commands = 0;
  const asJonas = async (name: string, input: object) => {
    const { signal } = createCanceller();
    const given = { teamId: demoTeamId, commandId: `jonas-${++commands}`, ...input };
    const caller = { uid: 'jonas', claims: { auth_time: Math.floor(Date.now() / 1000) } };
    await createFunctions().callables[name]?.(given, { ...cloud.server, caller, signal, send: () => {} });
  };
  beforeAll(async () => {
    await seedDemo(cloud.server, demoSecret);
    const input: CommandInput<'createApiKey'> = {
      ...{ teamId: demoTeamId, commandId: 'new-key', apiKeyId: 'key-1', name: 'Deploys', days: 30 },
      ...{ scopes: ['read', 'respond'], digest: apiKeyDigest(key), ending: key.slice(-4) },
    };
    await asJonas('createApiKey', input);
    const { TasksEmulator } = officialModule<{ TasksEmulator: new (args: object) => Part }>(
      'emulator/tasksEmulator',
    );
    const port = await freePort();
    stopTasks = await startPart('tasks', new TasksEmulator({ host: '127.0.0.1', port }));
    process.env['CLOUD_TASKS_EMULATOR_HOST'] = `127.0.0.1:${port}`;
    deployed = await deployMuster(cloud);
  });
  afterAll(async () => {
    await deployed.stop();
    await stopTasks();
    cloud.dispose();
  });

  const base = () => `http://127.0.0.1:${deployed.port}/${projectId}/${region}/ingest`;

  async function asked(address: string, init: RequestInit = {}) {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(`${base()}/api/v1/${address}`, { ...init, headers });
    const json: unknown = await response.json();
    return { status: response.status, type: response.headers.get('content-type'), json };
  }

  test('serves the API description of the demonstration', async () => {
    expect((await asked('openapi.json')).json).toEqual(JSON.parse(JSON.stringify(openApi)));
  });

  test('executes a command sent to several instances once, and lists it', async () => {
    const init = {
      method: 'POST',
      headers: { 'idempotency-key': 'deploy-4711' },
      body: JSON.stringify({
        title: 'Deploy failed',
        severity: 'SEV3',
        serviceIds: [],
        alertId: null,
        page: [],
      }),
    };
    const sent = Array.from({ length: 4 }, () => asked('commands/declareIncident', init));
    const answers = await Promise.all(sent);
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, json: { revision: 1 } });
    for (const answer of answers) expect(answer).toEqual(first);
    const { items } = (await asked('incidents?limit=200')).json as {
      readonly items: { readonly title: string }[];
    };
    expect(items.filter(({ title }) => title === 'Deploy failed')).toHaveLength(1);
  });

  test('answers a Slack command at once and executes it in a task', async () => {
    const door = { base: base(), command: asJonas };
    expect(await throughSlackDoor(door, 'Declared in a room')).toMatchObject(slackAnswers);
    const declared = async () => {
      const { items } = (await asked('incidents?limit=200')).json as {
        readonly items: readonly { readonly title: string }[];
      };
      return items.filter(({ title }) => title === 'Declared in a room');
    };
    await expect.poll(declared).toHaveLength(1);
  });

  test('answers errors as application/problem+json', async () => {
    expect(await asked('commands/addComment', { method: 'POST', body: '{}' })).toMatchObject({
      status: 422,
      type: expect.stringMatching(/^application\/problem\+json(?:;|$)/u),
      json: { code: 'invalid' },
    });
    expect(await asked('incidents', { headers: { authorization: 'Bearer no' } })).toMatchObject({
      status: 401,
    });
  });

  test('works an incident by the command line', async () => {
    const muster = async (...args: readonly string[]) => {
      const out: string[] = [];
      const code = await runCli(args, {
        env: { MUSTER_URL: base(), MUSTER_API_KEY: key, MUSTER_CONFIG: '/nowhere' },
        fetch: (request, options) => fetch(request, options),
        now: () => Date.now(),
        out: (text) => void out.push(text),
        err: (text) => void out.push(text),
      });
      return { code, out: out.join('\n') };
    };
    const declared = await muster('declare', 'Checkout fails', '-p', 'jonas');
    const [, number = ''] = /#(\d+)/u.exec(declared.out) ?? [];
    expect(await muster('ack')).toMatchObject({ code: 0 });
    expect(await muster('log', number, 'Rolled back')).toMatchObject({ code: 0 });
    expect((await muster('log', number)).out).toContain('Rolled back');
  });
});
