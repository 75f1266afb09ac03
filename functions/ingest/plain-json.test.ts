import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { integrationEventSchema } from '#domain/integration/schema.ts';
import { defaultJsonMapping, type JsonMapping } from '#domain/ingest/json-mapping.ts';
import { parseMapped } from '#domain/ingest/read-mapped.ts';
import { collectionPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { addSender } from '#tests/app/functions/senders.ts';
import { assertProperty } from '#tests/property.ts';

let stage: FunctionsStage;
let address: string;
beforeEach(async () => {
  stage = await FunctionsStage.open();
  address = `/in/json/${await addSender(stage, 'json')}`;
});
afterEach(() => stage.close());

const mapping: JsonMapping = {
  summary: 'alert.title',
  dedupKey: 'alert.ids[0]',
  severity: { path: 'alert.level', values: [{ value: 'P1', means: 'critical' }] },
  action: { path: 'alert.ok', values: [{ value: 'true', means: 'resolve' }] },
  links: [{ path: 'alert.urls.1', text: 'Graph' }],
  labels: [{ name: 'zone', path: 'tags.zone' }],
};
const save = (change: object = {}) =>
  stage.call('jonas', 'saveMapping', { integrationId: 'json', mapping: { ...mapping, ...change } });
const body = (alert: object = {}, more: object = {}) => ({
  alert: { title: 'Disk full', ids: [17], level: 'p1', ok: false, urls: ['', 'https://a.test/g'], ...alert },
  tags: { zone: 'eu' },
  ...more,
});

test('a message is read at its mapping’s paths and resolved by a value of its table', async () => {
  await save();
  const { status, json } = await stage.http(address, body());
  expect([status, json]).toEqual([200, { status: 'success', message: 'Received.', dedup_key: '17' }]);
  const opened = await stage.onlyAlert();
  expect(opened).toMatchObject({
    summary: 'Disk full',
    severity: 'critical',
    labels: { zone: 'eu' },
    links: [{ href: 'https://a.test/g', text: 'Graph' }],
  });
  expect((await stage.page(opened.pageId ?? '')).status).toBe('notifying');
  await stage.http(address, body({ ok: true }));
  expect(await stage.onlyAlert()).toMatchObject({ id: opened.id, status: 'resolved' });
});

test('a new integration has a mapping that reads plain fields', async () => {
  await stage.http(address, { id: 'q', summary: 'Queue', severity: 'warning', status: 'failing' });
  expect(await stage.onlyAlert()).toMatchObject({ dedupKey: 'q', severity: 'warning', status: 'open' });
  await stage.http(address, { id: 'q', summary: 'Queue', status: 'OK' });
  expect((await stage.onlyAlert()).status).toBe('resolved');
});

test.each([
  ['no summary', { title: '' }, 'There is no text at alert.title'],
  ['an object in place of a summary', { title: { en: 'x' } }, 'There is no text at alert.title'],
  ['no key', { ids: [] }, 'There is no text at alert.ids[0]'],
])('%s is rejected with a sentence and recorded', async (_, change, sentence) => {
  await save();
  const { status, json } = await stage.http(address, body(change));
  expect([status, json]).toEqual([
    400,
    expect.objectContaining({ message: expect.stringContaining(sentence) }),
  ]);
  const noted = await stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId));
  expect(noted).toMatchObject([{ result: 'refused', reason: expect.stringContaining(sentence) }]);
  expect(await stage.newAlerts()).toEqual([]);
});

describe('a mapping', () => {
  test.each([
    ['__proto__'],
    ['a.constructor'],
    ['a.prototype.b'],
    ['a..b'],
    ['a[x]'],
    ['a[-1]'],
    ['a()'],
    ['${a}'],
    [''],
    [Array.from({ length: 11 }, () => 'a').join('.')],
    [`${'a'.repeat(60)}.`.repeat(3) + 'a'.repeat(30)],
  ])('with the path %j is rejected', async (path) => {
    expect((await errorOf(save({ summary: path }))).error?.code).toBe('invalid');
    expect((await errorOf(save({ labels: [{ name: 'x', path }] }))).error?.code).toBe('invalid');
  });

  test('with an unusable label name is rejected', async () => {
    expect((await errorOf(save({ labels: [{ name: '__x__', path: 'a' }] }))).error?.code).toBe('invalid');
  });

  test('is available for plain JSON only', async () => {
    await addSender(stage, 'grafana');
    const other = stage.call('jonas', 'saveMapping', { integrationId: 'grafana', mapping });
    expect((await errorOf(other)).error).toMatchObject({ code: 'invalid', field: 'mapping' });
  });

  test('reads own fields only, whatever the message is', async () => {
    const inherited = ['toString', 'length', 'valueOf', 'hasOwnProperty', 'push'];
    const path = fc.constantFrom(...inherited, ...inherited.map((name) => `summary.${name}`));
    await assertProperty(
      fc.property(fc.jsonValue(), path, (message, summary) => {
        const own = JSON.stringify(message).includes(summary.split('.').at(-1) ?? '');
        const read = parseMapped(message, { ...defaultJsonMapping, summary, dedupKey: null }, 0);
        // The length of a text or a list is one of its own fields, and the only one that is not in its JSON.
        expect(own || !read.ok || (summary.endsWith('length') && Array.isArray(message))).toBe(true);
      }),
    );
  });
});
