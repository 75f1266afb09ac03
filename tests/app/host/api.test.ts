/** The HTTP API and the command line on two processes of `npm run host` over one PostgreSQL. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { apiKeyDigest } from '#api/api-key.ts';
import type { CommandInput } from '#api/commands.ts';
import openApi from '#api/http/openapi.json' with { type: 'json' };
import { credentialOf } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { runCli } from '../../../cli/run.ts';
import { slackAnswers, throughSlackDoor } from '../functions/slack-door.ts';
import { apiKeyOf } from '../functions/api-client.ts';
import { hostMember } from './host-member.ts';
import { type HostStage, openHostStage } from './process.ts';
import { seedDatabase } from './seed-host.ts';

const whyNot = await whyNoOwnServer();
const key = apiKeyOf(1);

interface ApiAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly json: unknown;
}

async function asked(url: URL | undefined, address: string, init: RequestInit = {}): Promise<ApiAnswer> {
  const headers = { authorization: `Bearer ${key}`, ...init.headers };
  const response = await fetch(new URL(`/api/v1/${address}`, url), { ...init, headers });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    json: await response.json(),
  };
}

describe.skipIf(whyNot !== null)('two hosts over one database', () => {
  let stage: HostStage;
  let urls: readonly URL[] = [];
  beforeAll(async () => {
    stage = await openHostStage();
    const data = path.join(stage.folder, 'data');
    const database = await stage.openDatabase();
    await seedDatabase(database.url, data);
    const hosts = [stage.start('--database', database.url), stage.start('--database', database.url)];
    urls = await Promise.all(hosts.map((one) => one.ready()));
    const [url] = urls;
    if (url === undefined) throw new Error('There is no host.');
    const member = hostMember(url);
    await member.auth.signIn(credentialOf({ id: 'jonas' }));
    const input: CommandInput<'createApiKey'> = {
      ...{ teamId: demoTeamId, commandId: 'new-key', apiKeyId: 'key-1', name: 'Deploys', days: 30 },
      ...{ scopes: ['read', 'respond'], digest: apiKeyDigest(key), ending: key.slice(-4) },
    };
    await member.functions.call('createApiKey', input);
    await member.dispose();
  });
  afterAll(() => stage.close());

  test('each serves the same API description', async () => {
    for (const url of urls)
      expect((await asked(url, 'openapi.json')).json).toEqual(JSON.parse(JSON.stringify(openApi)));
  });

  test('a command sent to both at once is executed once and is listed by both', async () => {
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
    const answers = await Promise.all(
      [...urls, ...urls].map((url) => asked(url, 'commands/declareIncident', init)),
    );
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, json: { revision: 1 } });
    for (const answer of answers) expect(answer).toEqual(first);
    const { number } = (first?.json ?? {}) as { readonly number?: number };
    for (const url of urls) {
      const listed: { readonly number: number; readonly title: string }[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { json } = await asked(url, `incidents?limit=2${cursor}`);
        const { items, next } = json as { readonly items: typeof listed; readonly next: string | null };
        listed.push(...items);
        cursor = next === null ? null : `&cursor=${next}`;
      }
      expect(listed.filter(({ title }) => title === 'Deploy failed')).toMatchObject([{ number }]);
      expect(new Set(listed.map((one) => one.number)).size).toBe(listed.length);
      expect(listed.length).toBeGreaterThan(3);
    }
  });

  test('a Slack command is answered at once and executed in a task', async () => {
    const [url] = urls;
    if (url === undefined) throw new Error('There is no host.');
    const member = hostMember(url);
    await member.auth.signIn(credentialOf({ id: 'jonas' }));
    let commands = 0;
    const command = (name: string, input: object) =>
      member.functions.call(name, { teamId: demoTeamId, commandId: `slack-${++commands}`, ...input });
    const door = { base: url.origin, command };
    expect(await throughSlackDoor(door, 'Declared in a room')).toMatchObject(slackAnswers);
    await member.dispose();
    await expect
      .poll(async () => JSON.stringify((await asked(urls[1], 'incidents?limit=200')).json))
      .toContain('"Declared in a room"');
  });

  test('an error is answered as application/problem+json', async () => {
    for (const url of urls) {
      expect(await asked(url, 'commands/addComment', { method: 'POST', body: '{}' })).toMatchObject({
        status: 422,
        type: 'application/problem+json',
        json: { code: 'invalid' },
      });
      expect(await asked(url, 'incidents', { headers: { authorization: 'Bearer no' } })).toMatchObject({
        status: 401,
        type: 'application/problem+json',
      });
    }
  });

  test('the command line works an incident through both hosts', async () => {
    const [one, other] = urls.map((url) => (args: readonly string[]) => muster(url, args));
    const declared = await one?.(['declare', 'Checkout fails', '-p', 'jonas']);
    const [, number = ''] = /#(\d+)/u.exec(declared?.out ?? '') ?? [];
    expect(await other?.(['ack'])).toMatchObject({ code: 0 });
    expect((await other?.(['log', number, 'Rolled back']))?.code).toBe(0);
    expect((await one?.(['log', number]))?.out).toContain('Rolled back');
    expect(await one?.(['log', '999'])).toMatchObject({ code: 4 });
  });
});

async function muster(url: URL, args: readonly string[]) {
  const out: string[] = [];
  const code = await runCli(args, {
    env: { MUSTER_URL: url.href.replace(/\/$/u, ''), MUSTER_API_KEY: key, MUSTER_CONFIG: '/nowhere' },
    fetch: (request, options) => fetch(request, options),
    now: () => Date.now(),
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
  });
  return { code, out: out.join('\n') };
}
