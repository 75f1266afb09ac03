import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { constants, day, hour, minute } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { webhookDeliverySchema, webhookSchema } from '#domain/webhook/schema.ts';
import { sentEventSchema } from '#domain/webhook/payload.ts';
import { webhookEventTypes } from '#domain/webhook/fields.ts';
import type { CommandInput } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { type ScriptedAnswer, ScriptedNetwork, type ScriptedRequest } from '#fakes/cloud/http/scripted-network.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import * as v from 'valibot';
import { createFunctions } from '../index.ts';

const secret = `whsec_${Buffer.from('a key of thirty-two bytes, no more').toString('base64')}`;
const address = 'https://receiver.test/hooks/very-secret-path?token=a-secret-token';

interface Received extends ScriptedRequest {
  readonly event: { readonly type: string; readonly data: Readonly<Record<string, unknown>>; readonly url: string };
}

let stage: FunctionsStage;
let network: ScriptedNetwork;
let answer: (request: ScriptedRequest) => ScriptedAnswer;
let received: Received[];

beforeEach(async () => {
  const clock = new ManualClock();
  network = new ScriptedNetwork(clock);
  received = [];
  answer = () => ({});
  network.name('receiver.test', ['93.184.215.14']);
  network.serve('93.184.215.14', (request) => {
    received.push({ ...request, event: JSON.parse(request.body ?? '{}') as Received['event'] });
    return answer(request);
  });
  stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http() });
});
afterEach(() => stage.close());

type Content = Omit<CommandInput<'saveWebhook'>, 'teamId' | 'commandId'>;
const save = (more: Partial<Content> = {}) =>
  stage.call('jonas', 'saveWebhook', {
    webhookId: 'ops',
    name: 'Operations',
    format: 'muster',
    enabled: true,
    events: [...webhookEventTypes],
    serviceIds: [],
    severities: [],
    linkOrigin: 'https://muster.test',
    access: { address, secret, matrix: null },
    ...more,
  });
const declare = (more: Partial<CommandInput<'declareIncident'>> = {}) =>
  stage.call('jonas', 'declareIncident', {
    title: 'Checkout fails',
    severity: 'SEV2',
    serviceIds: ['checkout'],
    private: false,
    alertId: null,
    page: [],
    ...more,
  });
const types = () => received.map(({ event }) => event.type);
const arrived = async (count: number) => {
  for (let tries = 0; tries < 100 && received.length < count; tries++) await pass(10);
};
const pass = async (ms: number) => {
  await stage.cloud.advance(ms);
  await settle();
};
const log = async () =>
  (await stage.all(webhookDeliverySchema, collectionPaths.webhookDeliveries(teamId))).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );

describe('a webhook', () => {
  test('is sent every change of an incident in order, each signed', async () => {
    await save();
    const { incidentId } = await declare();
    await arrived(1);
    await stage.call('jonas', 'transitionIncident', { incidentId, to: 'investigating', note: '' });
    await stage.call('jonas', 'setSeverity', { incidentId, severity: 'SEV1' });
    await stage.call('jonas', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
    await arrived(4);
    expect(types()).toEqual([
      'incident.declared',
      'incident.status_changed',
      'incident.severity_changed',
      'incident.resolved',
    ]);
    const [declared, , severity] = received;
    expect(severity?.event).toMatchObject({
      data: { teamId, changed: ['severity'], incident: { id: incidentId, severity: 'SEV1', title: 'Checkout fails' } },
      url: expect.stringMatching(/^https:\/\/muster\.test\/t\/[^/]+\/incidents\/\d+$/u),
    });
    for (const { headers, body, event } of received) {
      expect(v.is(sentEventSchema, event)).toBe(true);
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    }
    expect(declared && verified(declared)).toMatchObject({ type: 'incident.declared' });
    expect((await log()).map(({ status, answered, attempts }) => [status, answered, attempts])).toEqual(
      Array.from({ length: 4 }, () => ['delivered', 200, 1]),
    );
  });

  /** By the library of the Standard Webhooks project, whose clock is the machine's: the time is that of the test. */
  function verified({ headers, body }: Received): unknown {
    const library = new StandardWebhook(secret);
    const now = Math.floor(Date.now() / 1000);
    const resigned = library.sign(headers['webhook-id'] ?? '', new Date(Number(headers['webhook-timestamp']) * 1000), body ?? '');
    expect(headers['webhook-signature']).toBe(resigned);
    const again = library.sign('msg', new Date(now * 1000), body ?? '');
    return library.verify(body ?? '', {
      'webhook-id': 'msg',
      'webhook-timestamp': String(now),
      'webhook-signature': again,
    });
  }
});
void [constants, day, hour, minute, noticeSchema, webhookSchema, documentPaths, errorOf, pass];
