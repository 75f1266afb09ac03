/** Texts that are long: counted in characters, as senders count them, cut at a grapheme and marked, and never refused. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { characters } from '#domain/text.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { entity } from '#src/data/client/documents.ts';
import { addSender } from '#tests/app/functions/senders.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const fire = '🔥';
const flag = '🇳🇵';
const event = (more: object = {}, payload: object = {}) => ({
  routing_key: demoKeys.payments,
  event_action: 'trigger',
  dedup_key: 'k',
  payload: { summary: 'Disk is full', source: 'db-1', severity: 'critical', ...payload },
  ...more,
});
const send = (more: object = {}, payload: object = {}) => stage.http('/v2/enqueue', event(more, payload));

/** The alert and its page as a browser reads them. */
async function shown() {
  const read = async <S extends typeof alertSchema | typeof pageSchema>(schema: S, collection: string) => {
    const docs = await stage.server.docs.find(query(collection));
    return docs.map((doc) => entity(schema, doc)?.value ?? null);
  };
  const alert = await stage.onlyAlert();
  const alerts = await read(alertSchema, collectionPaths.alerts(teamId));
  const pages = await read(pageSchema, collectionPaths.pages(teamId));
  expect([...alerts, ...pages]).not.toContain(null);
  return { alert, page: await stage.page(alert.pageId ?? '') };
}

describe('a summary', () => {
  test.each([
    ['with one emoji', fire + 'a'.repeat(1_023)],
    ['of emoji', fire.repeat(1_024)],
  ])('of 1,024 characters %s is accepted unchanged by the alert and its page', async (_, summary) => {
    expect((await send({}, { summary })).status).toBe(202);
    const { alert, page } = await shown();
    expect([alert.summary, page.summary]).toEqual([summary, summary]);
  });

  test('that is longer is truncated between graphemes and marked', async () => {
    await send({}, { summary: `a${flag.repeat(600)}` });
    const { alert } = await shown();
    expect(alert.summary).toBe(`a${flag.repeat(511)}…`);
    expect(characters(alert.summary)).toBe(1_024);
  });
});

describe('a key', () => {
  test('of 255 characters is stored, however many code units it has', async () => {
    const key = fire.repeat(255);
    const { json } = await send({ dedup_key: key });
    expect(json).toMatchObject({ dedup_key: key });
    await send({ dedup_key: key, event_action: 'resolve' });
    expect(await stage.onlyAlert()).toMatchObject({ dedupKey: key, status: 'resolved' });
  });

  test('that is longer is hashed, and only its own messages match', async () => {
    const long = 'k'.repeat(1_000);
    const { status, json } = await send({ dedup_key: `${long}a` });
    expect(status).toBe(202);
    const { dedup_key: kept } = json as { dedup_key: string };
    expect(characters(kept)).toBe(255);
    await send({ dedup_key: `${long}b`, event_action: 'resolve' });
    expect((await stage.onlyAlert()).status).toBe('open');
    await send({ dedup_key: `${long}a`, event_action: 'acknowledge' });
    expect((await stage.onlyAlert()).status).toBe('acknowledged');
    // A sender may go on with the key that it was answered.
    await send({ dedup_key: kept, event_action: 'resolve' });
    expect((await stage.onlyAlert()).status).toBe('resolved');
  });
});

test('source, details and link texts are truncated and marked', async () => {
  const links = [{ href: 'https://a.test', text: fire.repeat(2_000) }];
  const details = { note: fire.repeat(300), host: fire.repeat(255) };
  const { status } = await send({ links }, { source: 's'.repeat(2_000), custom_details: details });
  expect(status).toBe(202);
  const { alert } = await shown();
  expect(alert.labels).toEqual({
    source: `${'s'.repeat(1_023)}…`,
    note: `${fire.repeat(254)}…`,
    host: details.host,
  });
  expect(alert.links[0]?.text).toBe(`${fire.repeat(1_023)}…`);
});

test('the reason of a rejection is stored, whatever it quotes', async () => {
  const key = await addSender(stage, 'json');
  const path = 'a.'.repeat(9) + 'b';
  await stage.call('jonas', 'saveMapping', {
    integrationId: 'json',
    mapping: { summary: path, dedupKey: null, severity: null, action: null, links: [], labels: [] },
  });
  expect((await stage.http(`/in/json/${key}`, {})).status).toBe(400);
  const docs = await stage.server.docs.find(query(collectionPaths.integrationEvents(teamId)));
  expect(docs.map(({ data }) => data?.['reason'])).toEqual([expect.stringContaining(path)]);
});
