/** The download of one's data: all of one's own, page by page, and nothing that one may not read now. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import type { OwnDataPage } from '#api/reads.ts';
import { type OwnDataKind, ownDataKinds } from '#domain/account/own-data.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { addTask } from '#domain/task/transitions.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';

let stage: FunctionsStage;
let begun = 0;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
  begun = stage.server.clock.now();
});
afterEach(() => stage.close());

async function page(who: string, kind: OwnDataKind, after: string | null = null, of = teamId) {
  const { functions } = await stage.person(who);
  return functions.call<OwnDataPage>('readOwnData', { teamId: of, kind, after });
}
/** Own data without the demonstration's history. */
async function all(who: string, kind: OwnDataKind): Promise<readonly Record<string, unknown>[]> {
  const items: object[] = [];
  let after: string | null = null;
  do {
    const next: OwnDataPage = await page(who, kind, after);
    items.push(...next.items);
    after = next.next;
  } while (after !== null);
  const found = items as Record<string, unknown>[];
  return kind === 'membership' ? found : found.filter(({ createdAt }) => Number(createdAt) >= begun);
}

async function room(by: string, isPrivate: boolean) {
  const declared = await stage.call(by, 'declareIncident', {
    title: 'Checkout fails',
    severity: 'SEV3',
    serviceIds: [],
    private: isPrivate,
    alertId: null,
    page: [{ kind: 'people', userIds: ['diego'] }],
  });
  await stage.cloud.advance(1_000);
  return declared.incidentId;
}
const entry = (incidentId: string, id: string, by: string) => ({
  ...{ id, teamId, createdAt: stage.server.clock.now(), createdBy: by, revision: 1, incidentId },
});
const comment = (incidentId: string, id: string, by: string) =>
  stage.save(documentPaths.timelineEvent(teamId, incidentId, id), {
    ...entry(incidentId, id, by),
    ...{ sequence: 0, kind: 'comment', body: `Comment ${id}` },
  });
async function task(incidentId: string, id: string, by: string) {
  const what = { id, teamId, incidentId, text: id, assignee: null };
  const { state } = addTask(what, { by, now: stage.server.clock.now() });
  await stage.save(documentPaths.task(teamId, incidentId, id), state);
}
const file = (incidentId: string, id: string, by: string) =>
  stage.save(documentPaths.attachment(teamId, incidentId, id), {
    ...entry(incidentId, id, by),
    ...{
      name: 'log.txt',
      type: 'text/plain',
      size: 3,
      path: `teams/${teamId}/incidents/${incidentId}/${id}/x`,
    },
  });
const idsOf = (items: readonly Record<string, unknown>[]) => items.map(({ id }) => id).toSorted();

describe('own data of a room', () => {
  test('contains the person’s own contributions only', async () => {
    const incidentId = await room('mei', false);
    for (const by of ['diego', 'mei']) {
      await comment(incidentId, `comment-${by}`, by);
      await task(incidentId, `task-${by}`, by);
      await file(incidentId, `file-${by}`, by);
    }
    const { number } = await stage.incident(incidentId);
    expect(await all('diego', 'comments')).toMatchObject([
      { id: 'comment-diego', body: 'Comment comment-diego', incidentNumber: number },
    ]);
    expect(idsOf(await all('diego', 'tasks'))).toEqual(['task-diego']);
    expect(await all('diego', 'files')).toMatchObject([{ id: 'file-diego', name: 'log.txt', size: 3 }]);
  });

  test('is left out if the room became private without the person', async () => {
    const incidentId = await room('mei', true);
    await comment(incidentId, 'of-diego', 'diego');
    await task(incidentId, 'of-diego', 'diego');
    await file(incidentId, 'of-diego', 'diego');
    const parts = ['comments', 'tasks', 'files', 'deliveries'] as const;
    for (const kind of parts) expect((await all('diego', kind)).length).toBe(1);
    const path = documentPaths.incident(teamId, incidentId);
    const incident = await stage.get(incidentSchema, path);
    await stage.save(path, { ...incident, people: ['mei'] });
    for (const one of await all('diego', 'deliveries')) {
      const pagePath = documentPaths.page(teamId, String(one['pageId']));
      const asked = await stage.page(String(one['pageId']));
      await stage.save(pagePath, { ...asked, people: ['mei'] });
    }
    for (const kind of parts) expect(await all('diego', kind)).toEqual([]);
  });

  test('is read completely, however much there is', async () => {
    const incidentId = await room('mei', false);
    for (let n = 0; n < 230; n++) await comment(incidentId, `comment-${n}`, 'diego');
    expect(new Set(idsOf(await all('diego', 'comments'))).size).toBe(230);
    expect((await page('diego', 'comments')).items.length).toBe(100);
  });
});

test('own data contains the mail address without its unsubscribe key', async () => {
  await stage.call('diego', 'saveMailSettings', { address: 'diego.mail@example.com', notices: true });
  expect(await all('diego', 'mail')).toEqual([
    expect.objectContaining({ pendingAddress: 'diego.mail@example.com', notices: true }),
  ]);
  expect(JSON.stringify(await all('diego', 'mail'))).not.toContain('noticeKey');
  expect(await all('priya', 'mail')).toEqual([]);
});

test('own data contains the Slack user without its link code', async () => {
  expect(await all('diego', 'slack')).toEqual([]);
  await stage.call('mei', 'saveSlackApp', {
    signingSecret: '8f742231b10e8888abcd99eee11185a5',
    linkOrigin: 'https://muster.test',
  });
  await stage.call('diego', 'linkSlackUser', { digest: 'ab'.repeat(32) });
  expect(await all('diego', 'slack')).toEqual([
    expect.objectContaining({ userId: 'diego', slackUser: null, linkedAt: null }),
  ]);
  expect(JSON.stringify(await all('diego', 'slack'))).not.toContain('codeDigest');
  expect(await all('priya', 'slack')).toEqual([]);
});

test('own data contains devices without their registrations, and pages with their subjects', async () => {
  for (const who of ['diego', 'mei'])
    await stage.call(who, 'registerDevice', {
      ...{ deviceId: `of-${who}`, registration: `secret-${who}`, label: 'Phone', userAgent: 'x' },
    });
  await room('mei', false);
  const devices = await all('diego', 'devices');
  expect(devices).toMatchObject([{ id: 'of-diego', label: 'Phone' }]);
  expect(JSON.stringify(devices)).not.toContain('secret');
  const [delivery, ...others] = await all('diego', 'deliveries');
  expect(delivery).toMatchObject({
    to: { channel: 'push', target: 'of-diego' },
    page: { summary: expect.any(String) },
  });
  expect(others).toEqual([]);
  expect(await all('diego', 'membership')).toMatchObject([{ id: 'diego', role: 'responder' }]);
});

test('own data contains the audit for owners only, with their own commands', async () => {
  for (const who of ['diego', 'amara'])
    await stage.call(who, 'registerDevice', {
      ...{ deviceId: `of-${who}`, registration: null, label: '', userAgent: '' },
    });
  expect(await all('diego', 'audit')).toEqual([]);
  expect(await all('amara', 'audit')).toMatchObject([{ createdBy: 'amara', command: 'registerDevice' }]);
});

test('callers without a team, signed out, or in a deleted team are rejected', async () => {
  const stranger = await stage.stranger();
  const ask = (kind: OwnDataKind) => stranger.functions.call('readOwnData', { teamId, kind, after: null });
  for (const kind of ownDataKinds) expect((await errorOf(ask(kind))).error?.code).toBe('unauthenticated');
  await stranger.auth.createUser({ email: 'noor@example.com', password: 'correct horse' });
  for (const kind of ownDataKinds) expect((await errorOf(ask(kind))).error?.code).toBe('forbidden');
  expect((await errorOf(page('diego', 'comments', null, 'another'))).error?.code).toBe('forbidden');
  const wrong = page('diego', 'comments', 'users/diego');
  expect((await errorOf(wrong)).error?.code).toBe('invalid');
});
