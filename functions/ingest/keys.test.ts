/** Senders' keys: how they are sent, and that the cloud does not hold them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleAlerts } from '#demo/alerts.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { ingestKeyFrom } from '#api/ingest-key.ts';
import { createFunctions } from '#functions/index.ts';
import type { HttpRequest } from '#ports/server/handlers.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { onRecording } from '#tests/recorded/on-recording.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const keyless = '/in/alertmanager';
const bearer = (key: string, scheme = 'Bearer') => ({ authorization: `${scheme} ${key}` });
const firing = {
  version: '4',
  groupKey: 'g',
  status: 'firing',
  alerts: [{ status: 'firing', labels: { severity: 'critical' }, startsAt: '2026-01-05T08:59:00Z' }],
};

test('stored and exported data contain no key in clear text, whoever has sent', async () => {
  for (const { request } of sampleAlerts(stage.cloud.clock.now())) {
    const { path, body } = request(demoKeys);
    expect((await stage.http(path, body)).status).toBeLessThan(300);
  }
  expect((await stage.http(keyless, firing, 'POST', bearer(demoKeys.search))).status).toBe(200);
  const client = await stage.person('amara');
  const saved = await client.control.exportCloud();
  expect(Object.values(demoKeys).filter((key) => saved.includes(key))).toEqual([]);
  // Screens show the last characters of a key, to tell keys apart.
  expect(saved).toContain(demoKeys.payments.slice(-4));
});

test('a new key is 128 random bits as 32 lower-case hexadecimal digits', () => {
  const keys = Array.from({ length: 50 }, () => ingestKeyFrom(stage.server.random.secret()));
  expect(keys.every((key) => /^[0-9a-f]{32}$/u.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(50);
});

describe('a key in an Authorization header', () => {
  test.each(['Bearer', 'bearer', 'BEARER'])(
    '%s: is accepted at the address without the key',
    async (scheme) => {
      for (const at of [keyless, `${keyless}/`, `${keyless}?x=1`])
        expect((await stage.http(at, firing, 'POST', bearer(demoKeys.checkout, scheme))).status).toBe(200);
      expect(await stage.onlyAlert()).toMatchObject({ serviceId: 'checkout', count: 3 });
    },
  );

  test('that is invalid always gets the same answer', async () => {
    const asks: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [keyless, {}],
      [keyless, bearer('')],
      [keyless, bearer('0123456789abcdef0123456789abcdef')],
      [keyless, bearer('x'.repeat(5_000))],
      [keyless, bearer(demoKeys.checkout, 'Basic')],
      [keyless, { authorization: demoKeys.checkout }],
      // A key opens the door of its own kind only.
      [keyless, bearer(demoKeys.payments)],
      [`${keyless}/${demoKeys.payments}`, {}],
      [`${keyless}/nowhere-at-all`, {}],
      // The address counts before the header.
      [`${keyless}/nowhere-at-all`, bearer(demoKeys.checkout)],
      ['/in/zabbix', bearer(demoKeys.checkout)],
    ];
    const answers = [];
    for (const [at, headers] of asks) {
      const { status, body } = await stage.http(at, firing, 'POST', headers);
      answers.push(`${status} ${body}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 /u);
    expect(await stage.newAlerts()).toEqual([]);
  });

  test('is not accepted for events, whose body contains the key', async () => {
    const event = { event_action: 'trigger', payload: { summary: 'x', source: 'y', severity: 'error' } };
    const { status } = await stage.http('/v2/enqueue', event, 'POST', bearer(demoKeys.payments));
    expect(status).toBe(400);
  });

  test('appears in no log of a failed run', async () => {
    const failing = () => Promise.reject(new Error('broken'));
    const server = { ...stage.server, docs: { ...stage.server.docs, transaction: failing } };
    const request: HttpRequest = {
      method: 'POST',
      path: keyless,
      headers: bearer(demoKeys.checkout),
      body: JSON.stringify(firing),
    };
    const error: unknown = await createFunctions()
      .http(request, server)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(demoKeys.checkout);
  });

  onRecording('fixtures/alertmanager', 1, (folder) => {
    test('works with a recorded message of Alertmanager', async () => {
      const text = readFileSync(path.join(folder, 'alertmanager_webhook.01.json'), 'utf8');
      const { body } = JSON.parse(text) as { body: unknown };
      expect((await stage.http(keyless, body, 'POST', bearer(demoKeys.checkout))).status).toBe(200);
      expect(await stage.onlyAlert()).toMatchObject({ status: 'open', firing: 2, severity: 'critical' });
    });
  });
});

describe('a sender at an unknown endpoint', () => {
  test('is told what to do, and not which endpoints exist', async () => {
    const { status, json } = await stage.http('/in/zabbix/some-key', {});
    expect([status, json]).toEqual([
      404,
      {
        status: 'error',
        error: 'not_found',
        message:
          'Nothing takes messages here. Check the address and the key in the sender’s configuration, or ask whoever set up its integration.',
      },
    ]);
    expect((await stage.http('/nowhere', {})).json).toEqual(json);
  });
});

test('a time without a zone is UTC', async () => {
  const times = [
    '2026-01-05T08:00:00',
    '2026-01-05 08:00:00.000',
    '2026-01-05T08:00:00Z',
    '2026-01-05T09:00:00+01:00',
  ];
  for (const timestamp of times) {
    const payload = { summary: 'x', source: 'y', severity: 'error', timestamp };
    const event = { routing_key: demoKeys.payments, event_action: 'trigger', payload };
    expect([timestamp, (await stage.http('/v2/enqueue', event)).status]).toEqual([timestamp, 202]);
  }
  const began = (await stage.newAlerts()).map(({ startsAt }) => startsAt);
  expect(began).toEqual(times.map(() => Date.UTC(2026, 0, 5, 8)));
});
