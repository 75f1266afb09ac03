/** History of an alert: what paged whom before an incident, comments, the way into the incident's timeline, and who reads it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AlertEvent, alertEventSchema } from '#domain/alert/history.ts';
import { minute } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
let alertId: string;
beforeEach(async () => {
  stage = await FunctionsStage.open();
  await stage.http('/v2/enqueue', {
    ...{ routing_key: demoKeys.payments, event_action: 'trigger', dedup_key: 'k' },
    payload: { summary: 'Cards fail', source: 'monitor', severity: 'critical' },
  });
  alertId = (await stage.onlyAlert()).id;
});
afterEach(() => stage.close());

const history = async (): Promise<AlertEvent[]> =>
  (await stage.all(alertEventSchema, collectionPaths.history(teamId, alertId))).toSorted(
    (one, other) => one.createdAt - other.createdAt || one.sequence - other.sequence,
  );
const told = (events: readonly { readonly kind: string; readonly change?: unknown }[]) =>
  events.map((event) => `${event.kind} ${'change' in event ? String(event.change) : ''}`.trim());
const comment = (who = 'priya', body = 'The bank is down.') =>
  stage.call(who, 'commentAlert', { alertId, body });
const declare = (isPrivate = false) =>
  stage.call('diego', 'declareIncident', {
    ...{ title: 'Cards fail', severity: 'SEV2', serviceIds: [], page: [] },
    ...{ private: isPrivate, alertId },
  });

test('the history of an alert contains its page, comments and changes in order', async () => {
  await stage.cloud.advance(minute);
  await comment();
  await stage.cloud.advance(minute);
  await stage.call('priya', 'acknowledgeAlert', { alertId });
  const events = await history();
  expect(told(events)).toEqual([
    'page started',
    'page notified',
    'comment',
    'alert acknowledged',
    'page acknowledged',
  ]);
  expect(events[2]).toMatchObject({ createdBy: 'priya', body: 'The bank is down.' });
});

test('the history of an alert moves once into the timeline of its incident, with times and authors', async () => {
  await stage.cloud.advance(minute);
  await comment();
  const before = await history();
  await stage.cloud.advance(minute);
  const { incidentId } = await declare();
  expect(await history()).toEqual([]);
  const timeline = await stage.timeline(incidentId);
  for (const { id, createdAt, createdBy, kind } of before)
    expect(timeline).toContainEqual(expect.objectContaining({ id, createdAt, createdBy, kind, incidentId }));
  expect(told(timeline).slice(0, 3)).toEqual(['page started', 'page notified', 'comment']);
  await comment('diego', 'In the room.');
  expect(await history()).toEqual([]);
  expect(await stage.timeline(incidentId)).toContainEqual(
    expect.objectContaining({ kind: 'comment', body: 'In the room.' }),
  );
  await stage.call('diego', 'linkAlert', { alertId, incidentId: null });
  await stage.call('diego', 'linkAlert', { alertId, incidentId });
  const again = await stage.timeline(incidentId);
  expect(again.filter(({ kind }) => kind === 'comment')).toHaveLength(2);
});

test('a comment can be withdrawn by its author or an admin, and its text is erased everywhere', async () => {
  const { entryId } = await comment('priya', 'a secret');
  const { error } = await errorOf(stage.call('diego', 'withdrawAlertComment', { alertId, entryId }));
  expect(error?.code).toBe('forbidden');
  await stage.call('priya', 'withdrawAlertComment', { alertId, entryId });
  expect((await history()).find(({ id }) => id === entryId)).toMatchObject({
    ...{ kind: 'withdrawn', createdBy: 'priya', withdrawnBy: 'priya' },
  });
  expect(stage.stored()).not.toContain('a secret');
});

test('only comments can be withdrawn', async () => {
  const [started] = await history();
  const { error } = await errorOf(
    stage.call('jonas', 'withdrawAlertComment', { alertId, entryId: started?.id ?? '' }),
  );
  expect(error).toMatchObject({ code: 'invalid', field: 'entryId' });
});

test('the history of an alert can be read by readers of the alert, also once it is private', async () => {
  await declare(true);
  await stage.save(documentPaths.alertEvent(teamId, alertId, 'left'), {
    ...{ id: 'left', teamId, alertId, createdAt: 1, createdBy: 'diego', revision: 1, sequence: 0 },
    ...{ kind: 'comment', body: 'private' },
  });
  const mayRead = async (who: string) => {
    const { docs } = await stage.person(who);
    return docs.find(query(collectionPaths.history(teamId, alertId))).then(
      () => true,
      () => false,
    );
  };
  expect(await Promise.all(['diego', 'amara', 'lena', 'tom'].map(mayRead))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a viewer can read the history of an alert and not write to it', async () => {
  const { error } = await errorOf(comment('tom'));
  expect(error?.code).toBe('forbidden');
  const { docs } = await stage.person('tom');
  await expect(docs.find(query(collectionPaths.history(teamId, alertId)))).resolves.toBeDefined();
});
