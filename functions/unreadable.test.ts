/** A document of any kind that can't be read stops no page: everybody else is asked, and admins are told which it is. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, minute } from '#domain/constants.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { deliverySchema, pageSchema } from '#domain/page/schema.ts';
import { setAsideSchema } from '#domain/set-aside/schema.ts';
import { fromReadableDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';
import { makeUnreadable } from '#tests/app/functions/unreadable.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { documentSchemas } from './document-schemas.ts';
import { createFunctions } from './index.ts';
import {
  deliverTask,
  digestTask,
  answerSlackTask,
  mailOutcomeTask,
  outcomeTask,
  maintenanceTask,
  nextWayTask,
  notifyTask,
  reachedTask,
  onCallCheckTask,
  publishWebhookEventTask,
  readCalendarTask,
  reviewTask,
  queuedMailTask,
  sendWebhooksTask,
  tickTask,
  wakeTask,
  weeklyDigestTask,
} from './tasks.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  const clock = new ManualClock();
  const http = new ScriptedNetwork(clock).http();
  stage = await FunctionsStage.open(createFunctions(), { clock, http });
  for (const who of ['priya', 'diego', 'lena', 'jonas', 'amara']) await registerDevice(who);
});
afterEach(() => stage.close());

const received = new Map<string, string[]>();
async function registerDevice(who: string) {
  const { messaging } = await stage.person(who);
  const { id: registration } = await messaging.register({ ask: true });
  const pages: string[] = [];
  received.set(who, pages);
  messaging.onMessage(({ data }) => data['pageId'] && data['kind'] === 'page' && pages.push(data['pageId']));
  await stage.call(who, 'registerDevice', { deviceId: who, registration, label: '', userAgent: '' });
}

const fire = (key: string) =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    dedup_key: key,
    payload: { summary: `${key} is full`, source: 'db-1', severity: 'critical' },
  });

const allOf = async (collection: string) =>
  ['users', 'teams', 'integrationKeys', 'ingestRates', 'registrations', 'secrets', 'slugs'].includes(
    collection,
  )
    ? stage.server.docs.find(query(collection))
    : stage.server.docs.find(collectionGroup(collection));

/** Makes all documents of a kind unreadable; returns their paths. */
async function spoil(collection: string): Promise<string[]> {
  const paths: string[] = [];
  for (const found of await allOf(collection))
    if ((await makeUnreadable(stage.server, found)) !== null) paths.push(found.path);
  return paths;
}

const readable = async () => {
  const find = async (collection: string) => stage.server.docs.find(query(collection));
  const alerts = (await find(collectionPaths.alerts(teamId))).flatMap(
    (one) => fromReadableDocument(alertSchema, one) ?? [],
  );
  const pages = (await find(collectionPaths.pages(teamId))).flatMap(
    (one) => fromReadableDocument(pageSchema, one) ?? [],
  );
  return { alerts, pages };
};

async function pageOf(key: string) {
  const { alerts, pages } = await readable();
  const alert = alerts.find(({ dedupKey, status }) => dedupKey === key && status !== 'resolved');
  return pages.find(({ id }) => id === alert?.pageId) ?? null;
}

/** Documents of a team after an alert has paged a member who answered. */
async function history() {
  await fire('earlier');
  const page = await pageOf('earlier');
  await stage.call('priya', 'acknowledgePage', { pageId: page?.id ?? '' });
  await stage.call('diego', 'declareIncident', {
    title: 'Disk',
    severity: 'SEV2',
    serviceIds: ['payments'],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['priya'] }],
  });
  await stage.cloud.advance(constants.stormWindowMinutes * minute);
}

/** Without them a sender is not known: its messages are refused until somebody has looked. */
const ofSenders = ['integrations', 'integrationKeys'];
const others = [...documentSchemas.keys()].filter((kind) => !ofSenders.includes(kind) && kind !== 'members');

test.each(others)('an alert pages although all documents in %s are unreadable', async (kind) => {
  await history();
  const spoilt = await spoil(kind);
  const answer = await fire('disk');
  expect(answer.status).toBe(202);
  const page = await pageOf('disk');
  expect(page).toMatchObject({ status: 'notifying' });
  expect(page?.waitingFor.length).toBeGreaterThan(0);
  // Devices that can't be read get nothing.
  expect([...received.values()].flat().includes(page?.id ?? '')).toBe(kind !== 'devices');
  await stage.cloud.advance(30 * minute);
  const later = (await readable()).pages.find(({ id }) => id === page?.id);
  expect(later?.notified.length).toBeGreaterThan(page?.notified.length ?? 0);
  // None was changed by any of this, but those that are derived from others or renewed by each use.
  const kept = ['services', 'policies', 'schedules', 'pages', 'alerts', 'incidents', 'teams', 'devices'];
  const changed: string[] = [];
  for (const path of kept.includes(kind) ? spoilt : [])
    if (!JSON.stringify((await stage.server.docs.get(path)).data).includes('ofAnotherVersion'))
      changed.push(path);
  expect(changed).toEqual([]);
});

test('an unreadable member is skipped, and all others are asked', async () => {
  const path = documentPaths.member(teamId, 'priya');
  await makeUnreadable(stage.server, await stage.server.docs.get(path));
  expect((await fire('disk')).status).toBe(202);
  const page = await pageOf('disk');
  expect(page?.waitingFor).not.toContain('priya');
  expect(page?.waitingFor.length).toBeGreaterThan(0);
  const notes = await stage.all(setAsideSchema, collectionPaths.setAside(teamId));
  expect(notes.map((note) => note.path)).toContain(path);
});

test('the record of an unreadable document stays until it is readable', async () => {
  const path = documentPaths.member(teamId, 'priya');
  const priya = await stage.get(memberSchema, path);
  await makeUnreadable(stage.server, await stage.server.docs.get(path));
  await fire('disk');
  await stage.cloud.advance(10 * minute);
  const notes = () => stage.all(setAsideSchema, collectionPaths.setAside(teamId));
  expect((await notes()).map((note) => note.path)).toContain(path);
  await stage.save(path, priya);
  await stage.cloud.advance(70 * minute);
  expect(await notes()).toEqual([]);
});

test('an unreadable open page keeps no push of another page from its person', async () => {
  await fire('disk');
  const first = await pageOf('disk');
  await makeUnreadable(
    stage.server,
    await stage.server.docs.get(documentPaths.page(teamId, first?.id ?? '')),
  );
  await stage.cloud.advance(constants.stormWindowMinutes * minute);
  await fire('queue');
  const second = await pageOf('queue');
  const [asked = ''] = second?.waitingFor ?? [];
  expect(received.get(asked)).toContain(second?.id);
  const deliveries = await stage.all(deliverySchema, collectionPaths.deliveries(teamId, second?.id ?? ''));
  expect(deliveries).toMatchObject([{ status: 'accepted' }]);
});

test.each(ofSenders)(
  'a message whose %s is unreadable is rejected with a sentence for a retry',
  async (kind) => {
    await spoil(kind);
    const answer = await fire('disk');
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ error: 'unreadable_record' });
  },
);

test('a command that needs an unreadable document is rejected with a sentence and changes nothing', async () => {
  const path = documentPaths.policy(teamId, 'payments');
  await spoil('policies');
  const before = (await stage.server.docs.get(path)).data;
  const [policy] = await stage.server.docs.find(query(collectionPaths.policies(teamId)));
  const refused = await errorOf(stage.call('jonas', 'removePolicy', { policyId: policy?.id ?? '' }));
  expect(refused.error).toMatchObject({ code: 'unreadable_record' });
  expect((await stage.server.docs.get(path)).data).toEqual(before);
});

test('a page about an unreadable incident is visible to its recipients only', async () => {
  await fire('disk');
  const alert = (await readable()).alerts.find(({ dedupKey }) => dedupKey === 'disk');
  const { incidentId } = await stage.call('priya', 'declareIncident', {
    title: 'Disk',
    severity: 'SEV2',
    serviceIds: [],
    private: true,
    alertId: alert?.id ?? '',
    page: [],
  });
  expect(await stage.get(incidentSchema, documentPaths.incident(teamId, incidentId))).toMatchObject({
    private: true,
  });
  const path = documentPaths.incident(teamId, incidentId);
  await makeUnreadable(stage.server, await stage.server.docs.get(path));
  await stage.cloud.advance(30 * minute);
  const page = await pageOf('disk');
  expect(page?.private).toBe(true);
  expect(page?.waitingFor.length).toBeGreaterThan(0);
  expect(page?.people).toEqual(expect.arrayContaining([...(page?.waitingFor ?? [])]));
});

const about = {
  teamId,
  pageId: 'spoilt',
  alertId: 'spoilt',
  maintenanceId: 'spoilt',
  calendarId: 'spoilt',
  eventId: 'spoilt',
  webhookId: 'spoilt',
  ...{ slackUser: 'T1/U1', asked: { kind: 'alerts' }, commandId: 'spoilt' },
  answerTo: 'https://hooks.slack.com/commands/1',
};
const documentsOfTasks: Readonly<Record<string, string>> = {
  [tickTask]: documentPaths.page(teamId, 'spoilt'),
  [reviewTask]: documentPaths.page(teamId, 'spoilt'),
  [wakeTask]: documentPaths.alert(teamId, 'spoilt'),
  [maintenanceTask]: documentPaths.maintenance(teamId, 'spoilt'),
  [nextWayTask]: documentPaths.page(teamId, 'spoilt'),
  [reachedTask]: documentPaths.page(teamId, 'spoilt'),
  [deliverTask]: documentPaths.delivery(teamId, 'spoilt', 'spoilt'),
  [notifyTask]: documentPaths.delivery(teamId, 'spoilt', 'spoilt'),
  [onCallCheckTask]: serverPaths.onCallCheck(teamId, 'spoilt'),
  [weeklyDigestTask]: serverPaths.weeklyDigest(teamId, teamId),
  [readCalendarTask]: documentPaths.leaveCalendar(teamId, 'spoilt'),
  [publishWebhookEventTask]: serverPaths.webhookEvent(teamId, 'spoilt'),
  [sendWebhooksTask]: serverPaths.webhookLane(teamId, 'spoilt'),
  [queuedMailTask]: serverPaths.queuedMail(teamId, 'spoilt'),
  [outcomeTask]: documentPaths.page(teamId, 'spoilt'),
  [answerSlackTask]: documentPaths.slackApp(teamId, teamId),
};

// A digest is of what can be read of many deliveries and pages. A mail's outcome is asked of its service first (`mail-channel.test.ts`).
const passedOver: readonly string[] = [digestTask, mailOutcomeTask];
test.each(Object.entries(createFunctions().tasks).filter(([name]) => !passedOver.includes(name)))(
  'task %s ends if its document is unreadable, and admins are told which it is',
  async (name, run) => {
    const path = documentsOfTasks[name];
    if (path === undefined) throw new Error(`The document of the task ${name} is not known here.`);
    await stage.server.docs.batch([{ type: 'set', path, data: { teamId, nextAt: 'soon' } }]);
    await run({ ...about, userId: 'spoilt', id: 'spoilt', askedAt: stage.cloud.clock.now() }, stage.server);
    await settle();
    const noted = await stage.all(setAsideSchema, collectionPaths.setAside(teamId));
    expect(noted.map((note) => note.path)).toEqual([path]);
  },
);
