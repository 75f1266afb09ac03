/** Receivers of webhooks that answer anything: each attempt has a stored outcome, and the events that follow are still sent. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookDeliverySchema, webhookEventSchema, webhookLaneSchema } from '#domain/webhook/schema.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { WebhookEventType, WebhookFormat } from '#domain/webhook/fields.ts';
import type { CommandInput } from '#api/commands.ts';
import { collectionPaths } from '#api/paths.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { type ScriptedAnswer, ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { publishWebhookEvent } from './publish.ts';
import { sendWebhooks } from './send.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const address = 'https://receiver.test/hooks/secret-path';
const good = { body: '{"id":"1","event_id":"$1"}' };

let stage: FunctionsStage;
let answer: ScriptedAnswer;
let bodies: string[];
beforeEach(async () => {
  const clock = new ManualClock();
  const network = new ScriptedNetwork(clock);
  answer = good;
  network.name('receiver.test', ['93.184.215.14']);
  bodies = [];
  network.serve('93.184.215.14', ({ body }) => {
    bodies.push(body ?? '');
    return answer;
  });
  stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http() });
});
afterEach(() => stage.close());

type Access = CommandInput<'saveWebhook'>['access'];
const matrix = { room: '!room:matrix.test', accessToken: 'syt_a_token' };
const save = (format: WebhookFormat, access?: Access, more: readonly WebhookEventType[] = []) =>
  stage.call('jonas', 'saveWebhook', {
    ...{ webhookId: format, name: 'Operations', format, enabled: true, serviceIds: [], severities: [] },
    ...{
      events: ['incident.declared', 'incident.severity_changed', ...more],
      linkOrigin: 'https://muster.test',
    },
    access: access ?? {
      url: address,
      secret: format === 'muster' ? secret : null,
      matrix: format === 'matrix' ? matrix : null,
    },
  });
const deliveries = () => stage.all(webhookDeliverySchema, collectionPaths.webhookDeliveries(teamId));
const statuses = async () => (await deliveries()).map(({ status }) => status).toSorted();
/** Until no delivery waits for an attempt that is due. */
async function pass(minutes: number): Promise<void> {
  for (let count = 0; count < minutes * 4; count++) {
    await stage.cloud.advance(15_000);
    await settle();
  }
}

/** Until all is delivered, and a minute longer. */
async function passUntilDelivered(mostMinutes: number): Promise<void> {
  for (let minutes = 0; minutes < mostMinutes; minutes++) {
    const isDone = (await statuses()).every((status) => status === 'delivered');
    await pass(1);
    if (isDone) return;
  }
}

const answers: readonly (readonly [string, ScriptedAnswer, 'delivered' | 'waiting'])[] = [
  ['no status', { status: 0 }, 'waiting'],
  ['a status below 100', { status: 99 }, 'waiting'],
  ['a status of four digits', { status: 1000 }, 'waiting'],
  ['a status of no kind', { status: 999 }, 'waiting'],
  ['a redirect inside', { status: 307, headers: { location: 'http://169.254.169.254/' } }, 'waiting'],
  ['an endless pause', { status: 429, headers: { 'retry-after': '9'.repeat(400) } }, 'waiting'],
  ['a pause that is no number', { status: 503, headers: { 'retry-after': '-1e999' } }, 'waiting'],
  ['a large body', { body: 'x'.repeat(100_000) }, 'waiting'],
  ['a body without an end', { body: [new Uint8Array(9), 'never'] }, 'waiting'],
  ['a body that is no gzip', { status: 500, headers: { 'content-encoding': 'gzip' }, body: 'no' }, 'waiting'],
  ['garbage', { body: '\u0000\uFFFF<html>' }, 'delivered'],
  ['deep JSON', { body: '['.repeat(60_000) }, 'delivered'],
  ['ids of another type', { body: '{"id":{"a":1},"event_id":[]}' }, 'delivered'],
  ['ids of prototypes', { body: '{"__proto__":{"id":"1","event_id":"$1"}}' }, 'delivered'],
  ['ids that are half a character', { body: String.raw`{"id":"\ud800","event_id":"$\ud800"}` }, 'delivered'],
  ['ids that lead elsewhere', { body: '{"id":"..","event_id":"$../.."}' }, 'delivered'],
  [
    'long ids',
    { body: JSON.stringify({ id: 'i'.repeat(256), event_id: `$${'e'.repeat(256)}` }) },
    'delivered',
  ],
];

describe.each(['muster', 'discord', 'matrix'] as const)(
  'a receiver of the format %s that answers with',
  (format) => {
    test.each(answers)('%s', async (_, bad, status) => {
      await save(format);
      answer = bad;
      const { incidentId } = await stage.call('jonas', 'declareIncident', {
        ...{
          title: 'Checkout fails',
          severity: 'SEV2',
          serviceIds: [],
          private: false,
          alertId: null,
          page: [],
        },
      });
      await pass(1);
      const [first, ...none] = await deliveries();
      expect([first?.status, none]).toEqual([status, []]);
      expect(JSON.stringify(first)).not.toMatch(/secret|syt_/u);
      answer = good;
      await stage.call('jonas', 'setSeverity', { incidentId, severity: 'SEV1' });
      await passUntilDelivered(90);
      expect(await statuses()).toEqual(['delivered', 'delivered']);
    });
  },
);

test.each<[string, Access]>([
  ['another scheme', { url: 'ftp://receiver.test', secret, matrix: null }],
  ['a user name', { url: 'https://me:pass@receiver.test', secret, matrix: null }],
  ['no host', { url: 'https://:443', secret, matrix: null }],
  ['a long address', { url: `https://receiver.test/${'a'.repeat(2_000)}`, secret, matrix: null }],
  ['two lines', { url: 'https://receiver.test/\r\nx: y', secret, matrix: null }],
  ['a short secret', { url: address, secret: 'whsec_AAAA', matrix: null }],
  ['a secret of another alphabet', { url: address, secret: `whsec_${'é'.repeat(40)}`, matrix: null }],
  ['a room of half a character', { url: address, secret: null, matrix: { ...matrix, room: '!\uD800' } }],
  ['wrong types', JSON.parse('{"url":{},"secret":[],"matrix":1}')],
])('an address with %s is rejected when it is entered', async (_, access) => {
  const before = stage.stored();
  const format = access?.secret === null ? 'matrix' : 'muster';
  expect(await errorOf(save(format, access))).toMatchObject({ error: { code: 'invalid' } });
  expect(stage.stored()).toBe(before);
});

test.each([
  ['a mistake in the code', new RangeError('on purpose'), 1],
  ['documents that can’t be reached', new PortError('unavailable', 'on purpose'), 0],
])('after %s in an attempt, the lane is free and the delivery waits', async (_, fault, reports) => {
  await save('muster');
  await stage.call('jonas', 'declareIncident', {
    ...{ title: 'First', severity: 'SEV3', serviceIds: [], alertId: null, private: false, page: [] },
  });
  const { server } = stage;
  const [event] = await stage.all(webhookEventSchema, `teams/${teamId}/webhookEvents`);
  await publishWebhookEvent(server, { teamId, eventId: event?.id ?? '' });
  const reported: unknown[] = [];
  const { docs } = server;
  const faulty: ServerPorts = {
    ...server,
    background: { ...server.background, report: (error) => void reported.push(error) },
    docs: {
      get: (path) => (path.includes('/webhookSecrets/') ? Promise.reject(fault) : docs.get(path)),
      find: (query) => docs.find(query),
      aggregate: (query, aggregates) => docs.aggregate(query, aggregates),
      batch: (writes) => docs.batch(writes),
      transaction: (run) => docs.transaction(run),
      newId: () => docs.newId(),
      nearest: docs.nearest,
    },
  };
  await sendWebhooks(faulty, { teamId, webhookId: 'muster' });
  const [lane] = await stage.all(webhookLaneSchema, `teams/${teamId}/webhookLanes`);
  expect(lane).toMatchObject({ leaseEndsAt: null, failures: 1, dueAt: expect.any(Number) });
  expect(reported).toHaveLength(reports);
  await pass(1);
  expect(await statuses()).toEqual(['delivered']);
});

test.each(['\u0001', '😀', '€'])(
  'an alert with the maximum of labels and links of %j is sent',
  async (sign) => {
    await save('muster', undefined, ['alert.triggered']);
    const labels = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`label_${n}`, sign.repeat(500)] as const),
    );
    await stage.http(`/in/alertmanager/${demoKeys.checkout}`, {
      ...{ version: '4', groupKey: sign.repeat(2_000), status: 'firing', commonLabels: labels },
      commonAnnotations: { summary: sign.repeat(5_000) },
      alerts: Array.from({ length: 40 }, (_, n) => ({
        ...{ status: 'firing', labels: { n: `${n}` }, startsAt: '2026-01-05T08:59:00Z' },
        generatorURL: `https://prometheus.test/${n}/${'x'.repeat(1_500)}`,
      })),
    });
    await pass(1);
    expect(await statuses()).toEqual(['delivered']);
    expect(Buffer.byteLength(bodies[0] ?? '')).toBeLessThanOrEqual(65_536);
  },
);
