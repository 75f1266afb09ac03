/** Ceiling of unknown groups within a minute for a key, and the notes of many messages. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, minute } from '#domain/constants.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { counterAt, countersFor, hasRoom, type Counter } from '#domain/ingest/counter.ts';
import { integrationEventSchema } from '#domain/integration/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { createFunctions } from '#functions/index.ts';
import { query } from '#ports/docs/query.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const webhook = (groupKey: string, status = 'firing') => ({
  path: `/in/alertmanager/${demoKeys.catalogue}`,
  body: {
    version: '4',
    groupKey,
    status,
    alerts: [{ status, labels: { alertname: groupKey }, startsAt: '2026-01-05T09:00:00Z' }],
  },
});
const event = (dedup_key: string) => ({
  path: '/v2/enqueue',
  body: {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    dedup_key,
    payload: { summary: dedup_key, source: 'db-1', severity: 'error' },
  },
});

function send({ path, body }: { readonly path: string; readonly body: object }) {
  return createFunctions().http(
    { method: 'POST', path, headers: {}, body: JSON.stringify(body) },
    stage.server,
  );
}

test('a key that sends too many groups is rejected temporarily, and no alert is lost in the end', async () => {
  const sent = constants.newGroupsPerMinute * 1.2;
  let waiting = Array.from({ length: sent }, (_, n) => `group ${n}`);
  const tryAll = async () => {
    const refused: string[] = [];
    for (const key of waiting) {
      const answer = await send(webhook(key));
      if (answer.status === 200) continue;
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
      refused.push(key);
    }
    waiting = refused;
  };
  await tryAll();
  const taken = sent - waiting.length;
  expect(taken).toBeGreaterThanOrEqual(constants.newGroupsPerMinute);
  expect(taken).toBeLessThanOrEqual(constants.newGroupsPerMinute * 1.1);
  // Known groups, and other keys, are not limited.
  expect((await send(webhook('group 0'))).status).toBe(200);
  expect((await send(webhook('group 1', 'resolved'))).status).toBe(200);
  expect((await send(event('another key'))).status).toBe(202);
  await stage.cloud.advance(minute);
  await tryAll();
  expect(waiting).toEqual([]);
  const { server } = stage;
  const all = await server.docs.aggregate(query(collectionPaths.alerts(teamId)), { count: { count: true } });
  const others = (await stage.all(alertSchema, collectionPaths.alerts(teamId))).filter(
    ({ dedupKey }) => !dedupKey.startsWith('group '),
  );
  expect((all.count ?? 0) - others.length).toBe(sent);
});

test('a sender of events is answered with 429 above the ceiling', async () => {
  const answers = new Map<number, number>();
  for (let n = 0; n < constants.newGroupsPerMinute * 1.2; n++) {
    const { status } = await send({
      ...event(`e${n}`),
      body: { ...event(`e${n}`).body, event_action: 'resolve' },
    });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect([...answers.keys()]).toEqual([202, 429]);
});

test('results of many messages are all counted in few records', async () => {
  for (let n = 0; n < 300; n++) await send(webhook(`group ${n}`));
  for (let n = 0; n < 50; n++) await send(webhook('group 0'));
  const notes = await stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId));
  const count = (result: string) =>
    notes.filter((one) => one.result === result).reduce((sum, { times = 1 }) => sum + times, 0);
  expect([count('opened'), count('repeated')]).toEqual([300, 50]);
  expect(notes.length).toBeLessThanOrEqual((constants.notesPerCounter + 1) * constants.groupCounters + 1);
});

test('groups are distributed evenly over the counters, up to the ceiling', () => {
  const counters = new Map<number, Counter>();
  const now = 0;
  let taken = 0;
  for (let n = 0; n < constants.newGroupsPerMinute * 2; n++) {
    const free = countersFor(`{alertname="Disk"}:{host="db-${n}"}`).find((one) =>
      hasRoom(counterAt(counters.get(one) ?? null, now)),
    );
    if (free === undefined) break;
    const before = counterAt(counters.get(free) ?? null, now);
    counters.set(free, { ...before, groups: before.groups + 1 });
    taken++;
  }
  expect(taken).toBeGreaterThanOrEqual(constants.newGroupsPerMinute);
});
