import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatEventTypes, type WebhookFormat } from '#domain/webhook/fields.ts';
import { webhookDeliverySchema } from '#domain/webhook/schema.ts';
import type { CommandInput } from '#api/commands.ts';
import { collectionPaths } from '#api/paths.ts';
import { openServerHttp } from '#adapters/node/http.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A chat program's server on this machine, by real connections. */
let server: Server;
let origin: string;
let received: Received[];
let answer: (request: Received) => { readonly status?: number; readonly body?: string };
let stage: FunctionsStage;

beforeEach(async () => {
  received = [];
  answer = () => ({ body: 'ok' });
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const parsed: unknown = JSON.parse(body);
      const one = { method, path: url, authorization: headers.authorization, body: parsed };
      received.push(one);
      const { status = 200, body: answered = '' } = answer(one);
      response.writeHead(status).end(answered);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const host = `127.0.0.1:${address.port}`;
  origin = `http://${host}`;
  const clock = new ManualClock();
  stage = await FunctionsStage.open(createFunctions(), {
    clock,
    http: openServerHttp({ allowedHosts: [host] }),
  });
});
afterEach(async () => {
  await stage.close();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

type Content = Omit<CommandInput<'saveWebhook'>, 'teamId' | 'commandId'>;
const save = (format: WebhookFormat, path: string, more: Partial<Content> = {}) =>
  stage.call('jonas', 'saveWebhook', {
    webhookId: format,
    name: 'Incidents',
    format,
    enabled: true,
    events: [...chatEventTypes],
    serviceIds: [],
    severities: [],
    linkOrigin: 'https://muster.test',
    access: { url: `${origin}${path}`, secret: null, matrix: null },
    ...more,
  });
const declare = (more: { readonly title?: string; readonly private?: boolean } = {}) =>
  stage.call('jonas', 'declareIncident', {
    title: 'Checkout <fails> @here & *everywhere*',
    severity: 'SEV2',
    serviceIds: ['checkout'],
    private: false,
    alertId: null,
    page: [],
    ...more,
  });
/** Time passes in small steps, so that real answers arrive in it; 1,000 s at most. */
const passing = () => {
  let steps = 0;
  return async () => {
    if (steps++ < 1_000) await stage.cloud.advance(1_000);
  };
};
const arrived = async (count: number) => {
  const pass = passing();
  await expect
    .poll(
      async () => {
        await pass();
        return received.length;
      },
      { interval: 10 },
    )
    .toBe(count);
};
const settled = async () => {
  const pass = passing();
  await expect
    .poll(
      async () => {
        await pass();
        const log = await stage.all(webhookDeliverySchema, collectionPaths.webhookDeliveries(teamId));
        return log.map(({ status }) => status).filter((status) => status === 'waiting');
      },
      { interval: 10 },
    )
    .toEqual([]);
};

test('Slack: a room gets messages about an incident, with a link and without mentions', async () => {
  await save('slack', '/services/T0/B0/secret');
  await stage.call('jonas', 'tryWebhook', { webhookId: 'slack' });
  await arrived(1);
  const { incidentId, number } = await declare();
  await arrived(2);
  await stage.call('jonas', 'setSeverity', { incidentId, severity: 'SEV1' });
  await stage.call('jonas', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  await arrived(4);
  await declare({ title: 'A private matter', private: true });
  await settled();
  expect(received).toHaveLength(4);
  const link = `<https://muster.test/t/${teamId}/incidents/${number}|#${number} Checkout &lt;fails&gt; @here &amp; *everywhere*>`;
  expect(received[1]).toEqual({
    method: 'POST',
    path: '/services/T0/B0/secret',
    authorization: undefined,
    body: {
      text: `*Incident declared, SEV2* · ${link}\nSeverity: SEV2 Major · Status: Triage · Commander: Jonas Weber · Services: Checkout`,
      unfurl_links: false,
      unfurl_media: false,
    },
  });
  const texts = received.map(({ body }) => (body as { text: string }).text.split(' · ')[0]);
  expect(texts).toEqual([
    '*Test message*',
    '*Incident declared, SEV2*',
    '*Severity is now SEV1*',
    '*Resolved*',
  ]);
});

test('Discord: one message is edited, and recreated after its removal', async () => {
  answer = ({ method, path }) => {
    if (method === 'PATCH' && path.includes('/messages/31') && received.length > 3) return { status: 404 };
    return { body: JSON.stringify({ id: '31' }) };
  };
  await save('discord', '/api/webhooks/1/token?thread_id=7');
  const { incidentId, number } = await declare();
  await arrived(1);
  await settled();
  await stage.call('jonas', 'setSeverity', { incidentId, severity: 'SEV1' });
  await arrived(2);
  await settled();
  await stage.call('jonas', 'transitionIncident', { incidentId, to: 'fixing', note: '' });
  await arrived(3);
  await settled();
  await stage.call('jonas', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  await arrived(5);
  expect(received.map(({ method, path }) => [method, path])).toEqual([
    ['POST', '/api/webhooks/1/token?wait=true&thread_id=7'],
    ['PATCH', '/api/webhooks/1/token/messages/31?thread_id=7'],
    ['PATCH', '/api/webhooks/1/token/messages/31?thread_id=7'],
    ['PATCH', '/api/webhooks/1/token/messages/31?thread_id=7'],
    ['POST', '/api/webhooks/1/token?wait=true&thread_id=7'],
  ]);
  const title = String.raw`\#${number} Checkout \<fails\> @${'\u200B'}here & \*everywhere\*`;
  expect(received[1]?.body).toEqual({
    content: `**Severity is now SEV1** · [${title}](https://muster.test/t/${teamId}/incidents/${number})\nSeverity: SEV1 Critical · Status: Triage · Commander: Jonas Weber · Services: Checkout`,
    allowed_mentions: { parse: [] },
    flags: 4,
  });
});

test('Matrix: one event is sent with a transaction id and replaced, with an access token', async () => {
  answer = () => ({ body: JSON.stringify({ event_id: '$first' }) });
  const matrix = { room: '!room:matrix.test', accessToken: 'syt_a_token' };
  await save('matrix', '/', { access: { url: `${origin}/`, secret: null, matrix } });
  const { incidentId } = await declare({ title: 'Checkout <fails>' });
  await arrived(1);
  await settled();
  await stage.call('jonas', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  await arrived(2);
  const [first, second] = received;
  expect(first).toMatchObject({
    method: 'PUT',
    authorization: 'Bearer syt_a_token',
    body: { msgtype: 'm.text', format: 'org.matrix.custom.html', 'm.mentions': {} },
  });
  expect(first?.path).toMatch(
    /^\/_matrix\/client\/v3\/rooms\/!room%3Amatrix\.test\/send\/m\.room\.message\/evt_[\w-]+$/u,
  );
  expect(JSON.stringify(first?.body)).toContain('Checkout &lt;fails&gt;</a>');
  expect(second?.body).toMatchObject({
    'm.new_content': { msgtype: 'm.text', 'm.mentions': {} },
    'm.relates_to': { rel_type: 'm.replace', event_id: '$first' },
  });
});

test('Slack: with commands connected, a message has an acknowledge button until the incident is over', async () => {
  await stage.call('jonas', 'saveSlackApp', {
    signingSecret: 'ab'.repeat(16),
    linkOrigin: 'https://muster.test',
  });
  await save('slack', '/services/T0/B0/secret');
  const { incidentId } = await declare();
  await arrived(1);
  await stage.call('jonas', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  await arrived(2);
  const [declared, resolved] = received.map(({ body }) => body);
  expect(declared).toMatchObject({
    text: expect.stringContaining('Incident declared'),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: expect.stringContaining('Incident declared') } },
      { type: 'actions', elements: [{ type: 'button', action_id: 'ack_incident', value: incidentId }] },
    ],
  });
  expect(resolved).not.toHaveProperty('blocks');
});

test('Mattermost, Rocket.Chat and Teams get a message in their own format', async () => {
  await save('mattermost', '/hooks/m');
  await save('rocketchat', '/hooks/r');
  await save('teams', '/workflows/t');
  const { number } = await declare({ title: '@channel [look](http://evil.test)' });
  await arrived(3);
  const bodyOf = (path: string) => received.find((one) => one.path === path)?.body;
  const link = `https://muster.test/t/${teamId}/incidents/${number}`;
  const escaped = String.raw`\#${number} @${'\u200B'}channel \[look\]\(http://evil.test\)`;
  expect(bodyOf('/hooks/m')).toEqual({
    text: `**Incident declared, SEV2** · [${escaped}](${link})\nSeverity: SEV2 Major · Status: Triage · Commander: Jonas Weber · Services: Checkout`,
  });
  expect(JSON.stringify(bodyOf('/hooks/r'))).not.toContain('@channel');
  expect(bodyOf('/workflows/t')).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ text: 'Incident declared, SEV2' }, { text: escaped }, { type: 'FactSet' }],
          actions: [{ type: 'Action.OpenUrl', url: link }],
        },
      },
    ],
  });
});
