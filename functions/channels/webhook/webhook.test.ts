import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { noticeSchema } from '#domain/notice/schema.ts';
import { personalWebhookSchema } from '#domain/personal-webhook/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { decodeError } from '#api/error-encoding.ts';
import type { CommandInput } from '#api/commands.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import {
  type ScriptedAnswer,
  ScriptedNetwork,
  type ScriptedRequest,
} from '#fakes/cloud/http/scripted-network.ts';
import { createFunctions } from '#functions/index.ts';
import { PortError } from '#ports/errors.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

const minute = 60_000;
const token = 'tk_secret_71f0c2';
let stage: FunctionsStage;
let answer: () => ScriptedAnswer;
let requests: ScriptedRequest[];

// Loaded before: the first message would wait for its script, which takes real time.
beforeAll(() => import('./post.ts'));
beforeEach(async () => {
  const clock = new ManualClock();
  const network = new ScriptedNetwork(clock);
  requests = [];
  answer = () => ({ status: 200, body: '{}' });
  for (const name of ['ntfy.test', 'sms.test', 'api.pushover.net']) network.name(name, ['93.184.215.14']);
  network.name('inside.test', ['10.0.0.7']);
  network.serve('93.184.215.14', (request) => {
    requests.push(request);
    return answer();
  });
  stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http() });
});
afterEach(() => stage.close());

const ntfy = { service: 'ntfy' as const, server: 'https://ntfy.test', topic: 'lenas-pages', token };
interface Saved extends Omit<Partial<CommandInput<'savePersonalWebhook'>>, 'destination'> {
  readonly destination?: object | null;
}
const save = (who: string, { destination = ntfy, ...more }: Saved = {}) =>
  stage.call(who, 'savePersonalWebhook', {
    ...{ webhookId: `${who}-ntfy`, label: 'ntfy', base: 'https://muster.test' },
    destination: destination && JSON.stringify(destination),
    ...more,
  });
const webhook = (id = 'lena-ntfy') =>
  stage.get(personalWebhookSchema, documentPaths.personalWebhook(teamId, id));
async function page(...userIds: string[]): Promise<string> {
  const { pageIds } = await stage.call('diego', 'declareIncident', {
    ...{ title: 'Checkout fails', severity: 'SEV2', serviceIds: [], private: false, alertId: null },
    page: [{ kind: 'people', userIds }],
  });
  await stage.cloud.advance(1);
  return pageIds[0] ?? '';
}
const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  return error instanceof PortError ? decodeError(error.details) : null;
};

test('a person without a device is reached by ntfy and acknowledges from its notification', async () => {
  await save('lena');
  const pageId = await page('lena');
  expect(requests).toHaveLength(1);
  const sent = JSON.parse(String(requests[0]?.body));
  expect(sent).toMatchObject({
    ...{ topic: 'lenas-pages', priority: 5, title: expect.stringContaining('Checkout fails') },
    ...{ click: expect.stringContaining('https://muster.test/'), actions: [{ label: 'Acknowledge' }] },
  });
  expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${token}` });
  expect(await stage.deliveries(pageId)).toMatchObject([
    { to: { channel: 'webhook', target: 'lena-ntfy' }, status: 'accepted' },
  ]);
  const [{ url, body }] = sent.actions;
  expect(url).toBe('https://muster.test/in/answer');
  expect(await stage.http('/in/answer', body)).toMatchObject({ status: 200 });
  expect(await stage.page(pageId)).toMatchObject({
    status: 'acknowledged',
    acknowledgements: [{ userId: 'lena' }],
  });
});

test('an acknowledgement replaces the ntfy notifications of other recipients once', async () => {
  await save('lena');
  await save('mei', { destination: { service: 'gotify', server: 'https://sms.test', token } });
  const pageId = await page('lena', 'mei');
  expect(requests).toHaveLength(2);
  const asked = JSON.parse(String(requests.find(({ path }) => path === '/')?.body));
  expect(asked.sequence_id).toMatch(/^[0-9a-f]{32}$/u);
  await stage.call('mei', 'acknowledgePage', { pageId });
  expect(requests).toHaveLength(2);
  await stage.cloud.advance(1);
  expect(requests).toHaveLength(3);
  const outcome = JSON.parse(String(requests[2]?.body));
  expect(outcome).toMatchObject({
    ...{ topic: 'lenas-pages', sequence_id: asked.sequence_id, priority: 1 },
    message: expect.stringMatching(/^Mei .* has acknowledged it\./u),
  });
  expect(outcome).not.toHaveProperty('actions');
});

test('a page without a replaceable message enqueues no outcome', async () => {
  await save('mei', { destination: { service: 'gotify', server: 'https://sms.test', token } });
  const pageId = await page('mei');
  await stage.call('mei', 'acknowledgePage', { pageId });
  await stage.cloud.advance(1);
  expect(requests).toHaveLength(1);
  expect((await stage.page(pageId)).hasReplaceable ?? false).toBe(false);
});

test('a message that ntfy rejected is not replaced', async () => {
  await save('lena');
  answer = () => ({ status: 500 });
  const pageId = await page('lena');
  const sent = requests.length;
  answer = () => ({ status: 200, body: '{}' });
  await stage.call('lena', 'acknowledgePage', { pageId });
  await stage.cloud.advance(1);
  expect(requests).toHaveLength(sent);
});

test('a ticket can be used once, and not after the webhook is removed', async () => {
  await save('lena');
  const first = await page('lena');
  const asking = () =>
    requests.map(({ body }) => JSON.parse(String(body))).filter(({ actions }) => actions !== undefined);
  const action = (n: number) => asking()[n].actions[0].body;
  await stage.http('/in/answer', action(0));
  const { revision } = await stage.page(first);
  expect(await stage.http('/in/answer', action(0))).toMatchObject({ status: 200 });
  expect((await stage.page(first)).revision).toBe(revision);
  await page('lena');
  await stage.call('lena', 'removePersonalWebhook', { webhookId: 'lena-ntfy' });
  expect(await stage.http('/in/answer', action(1))).toMatchObject({ status: 404 });
});

test('a webhook’s secrets are in no document that a client reads, no audit entry and no download', async () => {
  await save('lena');
  await page('lena');
  const secretPath = serverPaths.personalWebhookSecret(teamId, 'lena-ntfy');
  const { docs } = stage.cloud.snapshot().services as { docs: { docs: { path: string }[] } };
  const others = docs.docs.filter(({ path }) => path !== secretPath);
  expect(others.length).toBeLessThan(docs.docs.length);
  expect(JSON.stringify(others)).not.toContain(token);
  expect(JSON.stringify(others)).not.toContain('lenas-pages');
  const client = await stage.person('lena');
  await expect(client.docs.get(secretPath)).rejects.toMatchObject({ code: 'permission-denied' });
  expect(await webhook()).toMatchObject({ host: 'ntfy.test', service: 'ntfy', label: 'ntfy' });
});

test('a drill is sent to a webhook and proves it once it is acknowledged', async () => {
  await save('lena');
  const { pageId } = await stage.call('lena', 'drillPersonalWebhook', { webhookId: 'lena-ntfy' });
  await stage.cloud.advance(1);
  expect(JSON.parse(String(requests[0]?.body))).toMatchObject({
    title: 'Drill: this webhook can be reached',
  });
  expect((await webhook()).lastDrillAt).toBeNull();
  await stage.call('lena', 'acknowledgePage', { pageId });
  expect(await webhook()).toMatchObject({ lastDrillAt: stage.cloud.clock.now(), failures: 0 });
});

test('a webhook of another member can’t be changed, removed or drilled', async () => {
  await save('lena');
  const mine = { webhookId: 'lena-ntfy' };
  const calls = [
    save('mei', mine),
    stage.call('mei', 'removePersonalWebhook', mine),
    stage.call('mei', 'drillPersonalWebhook', mine),
  ];
  for (const call of calls) expect(await refusal(call)).toMatchObject({ code: 'forbidden' });
  expect(requests).toEqual([]);
});

test('an omitted destination stays, and a new one starts without a history', async () => {
  await save('lena');
  await page('lena');
  await save('lena', { label: 'At night', destination: null });
  expect(await webhook()).toMatchObject({
    label: 'At night',
    host: 'ntfy.test',
    acceptedAt: expect.any(Number),
  });
  const other = { service: 'gotify' as const, server: 'https://sms.test/g/', token };
  await save('lena', { destination: other });
  expect(await webhook()).toMatchObject({ host: 'sms.test', service: 'gotify', acceptedAt: null });
  await page('lena');
  expect(requests[1]).toMatchObject({ path: '/g/message', headers: { 'x-gotify-key': token } });
});

test('a template for any gateway is filled in, and message texts can’t extend it', async () => {
  const template = '{"to":"+491","text":"{{title}} {{urgency}}","nested":["{{link}}"]}';
  const gateway = {
    ...{ service: 'other' as const, address: 'https://sms.test/send?key=x', template },
    headers: [{ name: 'X-Key', value: token }],
  };
  await save('lena', { destination: { ...gateway, format: 'json' } });
  const { pageIds } = await stage.call('diego', 'declareIncident', {
    ...{ title: 'A"},{"to":"x &to=y', severity: 'SEV2', serviceIds: [], private: false, alertId: null },
    page: [{ kind: 'people', userIds: ['lena'] }],
  });
  await stage.cloud.advance(1);
  const sent = JSON.parse(String(requests[0]?.body));
  expect(sent).toEqual({
    to: '+491',
    text: expect.stringContaining('A"},{"to":"x &to=y'),
    nested: [expect.stringContaining(pageIds[0] ?? '')],
  });
  expect(requests[0]).toMatchObject({ path: '/send?key=x', headers: { 'x-key': token } });
  await save('lena', { destination: { ...gateway, format: 'form' } });
  await page('lena');
  const fields = new URLSearchParams(String(requests[1]?.body));
  expect([fields.get('to'), fields.get('text')]).toEqual(['+491', expect.stringContaining('high')]);
});

test.each([
  ['an address with a path as its base', { base: 'https://muster.test/x' }],
  [
    'a template that is no JSON',
    {
      destination: {
        service: 'other',
        address: 'https://sms.test',
        format: 'json',
        template: '{',
        headers: [],
      },
    },
  ],
  [
    'a header with a line break',
    {
      destination: {
        service: 'other',
        address: 'https://sms.test',
        format: 'json',
        template: '{}',
        headers: [{ name: 'a', value: 'x\r\ny: z' }],
      },
    },
  ],
  ['a topic that is a path', { destination: { ...ntfy, topic: '../x' } }],
  ['no destination', { destination: null }],
] as const)('%s is rejected', async (_, more) => {
  expect(await refusal(save('lena', more as object))).toMatchObject({ code: 'invalid' });
  expect(await stage.all(personalWebhookSchema, collectionPaths.personalWebhooks(teamId))).toEqual([]);
});

test(`a person has at most ${settingsLimits.webhooksPerPerson} webhooks`, async () => {
  for (let n = 0; n < settingsLimits.webhooksPerPerson; n++) await save('lena', { webhookId: `w-${n}` });
  expect(await refusal(save('lena', { webhookId: 'one-more' }))).toMatchObject({ code: 'limit_reached' });
});

describe('a failing receiver', () => {
  const never: ScriptedAnswer = { status: 200, body: ['never'] };
  const huge: ScriptedAnswer = { status: 200, body: [new Uint8Array(100_000)] };

  it.each([
    ['hangs', never, 'queued'],
    ['answers without an end', huge, 'failed'],
    ['redirects to an inside address', { status: 307, headers: { location: 'http://10.0.0.7/' } }, 'failed'],
    ['answers with an error', { status: 500, body: token }, 'queued'],
    ['does not know the topic', { status: 404, body: token }, 'failed'],
  ] as const)('%s delays no other delivery and is reported', async (_, bad, status) => {
    const { messaging } = await stage.person('mei');
    const { id: registration } = await messaging.register({ ask: true });
    await stage.call('mei', 'registerDevice', { deviceId: 'meis', registration, label: '', userAgent: '' });
    await save('lena');
    answer = () => bad;
    const pageId = await page('lena', 'mei');
    const of = async (userId: string) =>
      (await stage.deliveries(pageId)).filter((one) => one.userId === userId);
    expect(await of('mei')).toMatchObject([{ status: 'accepted' }]);
    await stage.cloud.advance(11_000);
    expect(requests).toHaveLength(1);
    expect(await of('lena')).toMatchObject([{ status, failure: expect.any(String) }]);
    expect(await webhook()).toMatchObject({
      failures: 1,
      problem: expect.stringMatching(/\w/u),
      disabledAt: null,
    });
    const notices = await stage.all(noticeSchema, collectionPaths.notices(teamId));
    expect(notices.filter(({ userId }) => userId === 'lena')).toMatchObject([
      { content: { kind: 'channelFails', label: 'ntfy', isDisabled: false } },
    ]);
    expect(JSON.stringify([notices, await webhook()])).not.toContain(token);
  });

  it('whose name resolves to an internal address is never contacted', async () => {
    await save('lena', { destination: { ...ntfy, server: 'http://inside.test' } });
    const pageId = await page('lena');
    expect(requests).toEqual([]);
    expect(await stage.deliveries(pageId)).toMatchObject([{ status: 'failed' }]);
  });

  it('is disabled with a notice after repeated failures, and a successful test enables it', async () => {
    await save('lena');
    answer = () => ({ status: 403 });
    for (let n = 0; n < settingsLimits.webhookFailures; n++) await page('lena');
    expect(await webhook()).toMatchObject({
      failures: settingsLimits.webhookFailures,
      disabledAt: expect.any(Number),
    });
    await page('lena');
    expect(requests).toHaveLength(settingsLimits.webhookFailures);
    const notices = await stage.all(noticeSchema, collectionPaths.notices(teamId));
    const told = notices.flatMap(({ content }) =>
      content.kind === 'channelFails' ? [content.isDisabled] : [],
    );
    expect(told.toSorted()).toEqual([false, true]);
    answer = () => ({ status: 200 });
    await stage.call('lena', 'drillPersonalWebhook', { webhookId: 'lena-ntfy' });
    await stage.cloud.advance(minute);
    expect(await webhook()).toMatchObject({ failures: 0, disabledAt: null });
  });
});

test('a webhook of a former member gets no messages', async () => {
  await save('lena');
  await stage.call('amara', 'removeMember', { userId: 'lena', replacementId: 'jonas' });
  expect(await stage.all(personalWebhookSchema, collectionPaths.personalWebhooks(teamId))).toEqual([]);
  const secret = await stage.server.docs.get(serverPaths.personalWebhookSecret(teamId, 'lena-ntfy'));
  expect(secret.data).toBeNull();
});
