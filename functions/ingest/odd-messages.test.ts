/** Odd messages of senders: each is stored in a form that can be read back, or refused, and is never answered with a 5xx. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { minute } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { entity } from '#src/data/client/documents.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { assertProperty } from '#tests/property.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const webhook = `/in/alertmanager/${demoKeys.checkout}`;
const enqueue = '/v2/enqueue';
const startsAt = '2026-01-05T08:59:00Z';
const one = { status: 'firing', labels: { severity: 'critical' }, startsAt };
const group = (more: object = {}) => ({
  version: '4',
  groupKey: 'g',
  status: 'firing',
  commonLabels: { alertname: 'OrdersFailing' },
  alerts: [one],
  ...more,
});
const event = (more: object = {}, payload: object = {}) => ({
  routing_key: demoKeys.payments,
  event_action: 'trigger',
  dedup_key: 'k',
  payload: { summary: 'Disk is full', source: 'db-1', severity: 'critical', ...payload },
  ...more,
});

/** Alerts as a browser reads them; null for one that it can't. */
async function shown() {
  const docs = await stage.server.docs.find(query(collectionPaths.alerts(teamId)));
  return docs
    .filter(({ id }) => !id.endsWith('-alert'))
    .map((doc) => entity(alertSchema, doc)?.value ?? null);
}

describe('a critical alert is not lost by one odd part', () => {
  const long = 'x'.repeat(1_600);
  test.each([
    ['more truncated alerts than can be counted', { truncatedAlerts: 1e300 }],
    ['an empty label name', { commonLabels: { '': 'x', alertname: 'A' } }],
    ['a reserved label name', { commonLabels: { __name__: 'up', ______: 'x', alertname: 'A' } }],
    ['a label name that is a prototype’s', '{"__proto__":"a","constructor":"b","prototype":"c"}'],
    ['a label name of 1,600 bytes', { commonLabels: { [long]: 'x', alertname: 'A' } }],
    ['a label with half a character', { commonLabels: { 'a\uD800': 'b\uDC00' } }],
    ['a start before the year 1', { alerts: [{ ...one, startsAt: '-000001-01-01T00:00:00Z' }] }],
    ['a start after the year 9999', { alerts: [{ ...one, startsAt: '+010000-01-01T00:00:00Z' }] }],
    ['no start, as Go writes it', { alerts: [{ ...one, startsAt: '0001-01-01T00:00:00Z' }] }],
    ['a link of 2,000 characters', { externalURL: `https://a.test/${'x'.repeat(1_980)}` }],
  ])('%s', async (_, odd) => {
    const body =
      typeof odd === 'string'
        ? JSON.stringify(group()).replace('{"alertname":"OrdersFailing"}', odd)
        : JSON.stringify(group(odd));
    expect((await stage.http(webhook, body)).status).toBe(200);
    const [stored, ...others] = await shown();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ severity: 'critical', status: 'open' });
    expect((await stage.page(stored?.pageId ?? '')).status).toBe('notifying');
  });

  test('an event with odd details, links, and a time out of range', async () => {
    const link = { href: `https://a.test/${'x'.repeat(1_980)}` };
    const details = '{"__proto__":"a","constructor":"b","__x__":"c","":"d"}';
    const body = JSON.stringify(
      event({ links: [link] }, { timestamp: '+012026-01-01T00:00:00Z', custom_details: 'DETAILS' }),
    ).replace('"DETAILS"', details);
    expect((await stage.http(enqueue, body)).status).toBe(202);
    expect(await shown()).toMatchObject([{ severity: 'critical', startsAt: stage.cloud.clock.now() }]);
  });
});

test('labels with unusable names are stored under other names, and the sender is told', async () => {
  const body = JSON.stringify(group()).replace(
    '{"alertname":"OrdersFailing"}',
    '{"alertname":"A","":"empty","__name__":"up","__proto__":"p","constructor":"c"}',
  );
  const { json } = await stage.http(webhook, body);
  expect((await stage.onlyAlert()).labels).toEqual({
    alertname: 'A',
    'label.': 'empty',
    'label.__name__': 'up',
    'label.__proto__': 'p',
    'label.constructor': 'c',
  });
  expect(json).toMatchObject({ status: 'success', warnings: ['4 labels were renamed.'] });
  const many = Object.fromEntries(Array.from({ length: 103 }, (_, index) => [`l${index}`, 'x']));
  const event103 = await stage.http(enqueue, event({}, { custom_details: many }));
  expect(event103.json).toMatchObject({
    status: 'success',
    warnings: ['4 labels were left out: 100 are kept.'],
  });
});

test('long names that differ at their end stay separate', async () => {
  const long = 'x'.repeat(1_600);
  await stage.http(webhook, group({ commonLabels: { [`${long}a`]: 'a', [`${long}b`]: 'b' } }));
  const { labels } = await stage.onlyAlert();
  expect(Object.values(labels).sort()).toEqual(['a', 'b']);
});

test('a blank group key is rejected with its name', async () => {
  for (const groupKey of ['', '   ', '\n']) {
    const { status, json } = await stage.http(webhook, group({ groupKey }));
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('groupKey') }),
    ]);
  }
  expect(await shown()).toEqual([]);
});

test('a summary of control characters is pushed', async () => {
  for (const who of ['priya', 'diego']) {
    const { messaging } = await stage.person(who);
    const { id: registration } = await messaging.register({ ask: true });
    await stage.call(who, 'registerDevice', { deviceId: who, registration, label: '', userAgent: '' });
  }
  await stage.http(enqueue, event({}, { summary: `Disk ${'\u0001'.repeat(1_000)} full` }));
  const { pageId } = await stage.onlyAlert();
  expect(await stage.deliveries(pageId ?? '')).toMatchObject([{ status: 'accepted' }]);
});

test('an unreadable alert is replaced by a new one under its key', async () => {
  await stage.http(enqueue, event());
  const first = await stage.onlyAlert();
  await stage.save(documentPaths.alert(teamId, first.id), { ...first, firing: 1e300 });
  expect((await stage.http(enqueue, event({ event_action: 'resolve' }))).status).toBe(202);
  expect((await stage.http(enqueue, event())).status).toBe(202);
  expect((await shown()).filter((found) => found !== null)).toMatchObject([{ status: 'open', count: 1 }]);
});

test('every accepted message can be read back, and no message is answered with 5xx', async () => {
  const text = fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }) },
    fc.constantFrom(
      '',
      ' ',
      '__a__',
      '____',
      '__proto__',
      'constructor',
      'prototype',
      '.',
      '..',
      'a/b',
      '%2F',
    ),
    fc.string({ unit: fc.constantFrom('\uD800', '\uDFFF', 'a', '\u0000'), maxLength: 300 }),
    fc.string({ minLength: 1_000, maxLength: 3_000, unit: 'grapheme' }),
  );
  const labels = fc.oneof(
    { weight: 15, arbitrary: fc.dictionary(text, text, { maxKeys: 120 }) },
    { weight: 1, arbitrary: fc.anything() },
  );
  const moment = fc.oneof(
    { weight: 1, arbitrary: text },
    fc.constantFrom(
      startsAt,
      '0001-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '-271821-04-20T00:00:00Z',
      '2026-01-05T09:00:00',
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const number = fc.oneof(fc.nat(), fc.constantFrom(2 ** 64, 1e300, -1, 0.5));
  const linkTo = fc.oneof(
    text,
    text.map((rest) => `https://a.test/${rest}`),
  );
  const message = fc.record(
    {
      version: fc.constant('4'),
      groupKey: text,
      status: fc.constantFrom('firing', 'resolved'),
      groupLabels: labels,
      commonLabels: labels,
      commonAnnotations: fc.record({ summary: text }, { requiredKeys: [] }),
      externalURL: linkTo,
      truncatedAlerts: number,
      alerts: fc.array(
        fc.record(
          {
            status: fc.constantFrom('firing', 'resolved'),
            labels: fc.dictionary(text, text, { maxKeys: 3 }),
            annotations: fc.record({ summary: text, runbook_url: linkTo }, { requiredKeys: [] }),
            startsAt: moment,
            generatorURL: linkTo,
          },
          { requiredKeys: ['status', 'startsAt'] },
        ),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ['version', 'groupKey', 'status', 'alerts'] },
  );
  const incident = fc.record(
    {
      routing_key: fc.constant(demoKeys.payments),
      event_action: fc.constantFrom('trigger', 'acknowledge', 'resolve'),
      dedup_key: fc.option(text),
      client: fc.option(text),
      client_url: linkTo,
      links: fc.array(fc.record({ href: linkTo, text: fc.option(text) }), { maxLength: 3 }),
      payload: fc.record(
        {
          summary: text,
          source: text,
          severity: fc.constantFrom('critical', 'info'),
          timestamp: fc.option(moment),
          component: fc.option(text),
          custom_details: fc.oneof(labels, fc.record({ num_firing: number })),
        },
        { requiredKeys: ['summary', 'source', 'severity'] },
      ),
    },
    { requiredKeys: ['routing_key', 'event_action', 'payload'] },
  );
  const sent = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant(webhook), message) },
    { weight: 4, arbitrary: fc.tuple(fc.constant(enqueue), incident) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(webhook, enqueue), fc.jsonValue()) },
  );
  const answers = new Map<number, number>();
  await assertProperty(
    fc.asyncProperty(sent, async ([path, body]) => {
      const { status } = await stage.http(path, JSON.stringify(body));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      expect([200, 202, 400]).toContain(status);
      expect(await shown()).not.toContain(null);
      await stage.cloud.advance(1_000);
    }),
    { numRuns: 60 },
  );
  // Guards against a generator whose messages are nearly all refused.
  expect((answers.get(200) ?? 0) + (answers.get(202) ?? 0)).toBeGreaterThan(5);
  await stage.cloud.advance(minute);
  const pages = await stage.server.docs.find(query(collectionPaths.pages(teamId)));
  await Promise.all(pages.map((page) => stage.page(page.id)));
});
