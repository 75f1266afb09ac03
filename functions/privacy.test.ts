/** A private incident's alerts, pages and deliveries belong to its people and the owners, whatever happens to them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceSchema } from '#domain/device/schema.ts';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { query, where } from '#ports/docs/query.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const declare = (who: string, more: object = {}) =>
  stage.call(who, 'declareIncident', {
    title: 'Salaries are readable',
    severity: 'SEV3',
    serviceIds: [],
    private: true,
    alertId: null,
    page: [],
    ...more,
  });
/** Pages the shop's policy: diego or priya first, then the other, then mei. */
const fire = async () => {
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    dedup_key: 'salaries',
    payload: { summary: 'Export of salaries', source: 'monitor', severity: 'critical' },
  });
  return stage.onlyAlert();
};
const codeOf = async (call: Promise<unknown>) => (await errorOf(call)).error?.code;
const people = async (incidentId: string) => (await stage.incident(incidentId)).people;
const server = { source: 'server' } as const;
const canGet = async (who: string, path: string) => {
  const { docs } = await stage.person(who);
  return docs.get(path, server).then(
    ({ data }) => data !== null,
    () => false,
  );
};
const canList = async (who: string, collection: string) => {
  const { docs } = await stage.person(who);
  return docs.find(query(collection), server).then(
    () => true,
    () => false,
  );
};

describe('an alert of a private incident', () => {
  test.each(['acknowledgeAlert', 'resolveAlert', 'snoozeAlert', 'linkAlert'] as const)(
    '%s by a responder outside changes nothing and admits no one',
    async (name) => {
      const alert = await fire();
      const asked = (await stage.page(alert.pageId ?? '')).waitingFor;
      const { incidentId } = await declare('jonas', { alertId: alert.id });
      const stored = stage.stored();
      const input = { alertId: alert.id, minutes: 30, incidentId: null };
      expect(await codeOf(stage.call('lena', name, input as never))).toBe('not_found');
      expect(stage.stored()).toBe(stored);
      expect(await people(incidentId)).toEqual(['jonas', ...asked]);
    },
  );

  test('can be read and listed by its people and owners only', async () => {
    const alert = await fire();
    await declare('jonas', { alertId: alert.id });
    const path = documentPaths.alert(teamId, alert.id);
    expect(await canGet('jonas', path)).toBe(true);
    expect(await canGet('amara', path)).toBe(true);
    for (const outside of ['lena', 'mei', 'tom']) {
      expect(await canGet(outside, path)).toBe(false);
      expect(await canList(outside, collectionPaths.alerts(teamId))).toBe(false);
    }
    const { docs } = await stage.person('lena');
    const open = query(collectionPaths.alerts(teamId), where('private', '==', false));
    const found = await docs.find(open, server);
    expect(found.docs.map(({ id }) => id)).not.toContain(alert.id);
    expect(found.docs).not.toHaveLength(0);
  });

  test('counts further signals and stays private', async () => {
    const alert = await fire();
    const { incidentId } = await declare('jonas', { alertId: alert.id });
    await fire();
    expect(await stage.alert(alert.id)).toMatchObject({
      count: 2,
      private: true,
      people: await people(incidentId),
    });
  });

  test('that is snoozed pages privately when it wakes', async () => {
    const alert = await fire();
    const { incidentId } = await declare('jonas', { alertId: alert.id });
    await stage.call('jonas', 'snoozeAlert', { alertId: alert.id, minutes: 90 });
    await stage.cloud.advance(91 * 60_000);
    const woken = await stage.alert(alert.id);
    expect(woken.pageId).not.toBe(alert.pageId);
    const page = await stage.page(woken.pageId ?? '');
    expect(page).toMatchObject({ status: 'notifying', private: true, people: await people(incidentId) });
    expect(page.people).toEqual(expect.arrayContaining(page.waitingFor));
  });
});

describe('a page about a private incident', () => {
  test('contains its title for the people it admits only', async () => {
    const { incidentId, pageIds } = await declare('diego', {
      page: [{ kind: 'people', userIds: ['kwame'] }],
    });
    const pageId = pageIds[0] ?? '';
    expect(await stage.page(pageId)).toMatchObject({
      summary: 'Salaries are readable',
      private: true,
      people: ['diego', 'kwame'],
    });
    expect(await people(incidentId)).toEqual(['diego', 'kwame']);
    const [delivery] = await stage.deliveries(pageId);
    const paths = [
      documentPaths.page(teamId, pageId),
      documentPaths.delivery(teamId, pageId, delivery?.id ?? ''),
    ];
    for (const path of paths) {
      expect(await canGet('kwame', path)).toBe(true);
      expect(await canGet('amara', path)).toBe(true);
      expect(await canGet('lena', path)).toBe(false);
      expect(await canGet('mei', path)).toBe(false);
    }
    expect(await canList('lena', collectionPaths.pages(teamId))).toBe(false);
    expect(await canList('lena', collectionPaths.deliveries(teamId, pageId))).toBe(false);
    expect(await canList('kwame', collectionPaths.deliveries(teamId, pageId))).toBe(true);
  });

  test('admits everyone it is escalated to, in the same transaction', async () => {
    const { incidentId, pageIds } = await declare('diego', {
      page: [{ kind: 'policy', policyId: 'platform' }],
    });
    const pageId = pageIds[0] ?? '';
    for (let step = 0; step < 12; step++) {
      const page = await stage.page(pageId);
      expect(page.people).toEqual(expect.arrayContaining(page.notified.map(({ userId }) => userId)));
      expect(page.people).toEqual(await people(incidentId));
      await stage.cloud.advance(5 * 60_000);
    }
    expect(await stage.page(pageId)).toMatchObject({ status: 'exhausted' });
    expect(await people(incidentId)).toContain('amara');
    const known = Object.keys(
      (await stage.server.realtime.get(`access/${teamId}/private/${incidentId}`)) as object,
    );
    expect(known.sort()).toEqual([...(await people(incidentId))].sort());
  });

  test.each(['acknowledgePage', 'escalatePage', 'declinePage'] as const)(
    '%s by a responder outside is answered as for a missing page',
    async (name) => {
      const { pageIds } = await declare('diego', { page: [{ kind: 'people', userIds: ['kwame'] }] });
      const stored = stage.stored();
      const hidden = await errorOf(
        stage.call('lena', name, { pageId: pageIds[0] ?? '', reason: '' } as never),
      );
      const absent = await errorOf(stage.call('lena', name, { pageId: 'absent', reason: '' } as never));
      expect(hidden).toEqual(absent);
      expect(hidden.error?.code).toBe('not_found');
      expect(stage.stored()).toBe(stored);
    },
  );

  test('copies its people when a member joins', async () => {
    const { incidentId, pageIds } = await declare('diego', {
      page: [{ kind: 'people', userIds: ['kwame'] }],
    });
    await stage.call('diego', 'assignRole', { incidentId, role: 'scribe', userId: 'lena' });
    await stage.call('amara', 'joinIncident', { incidentId });
    expect((await stage.page(pageIds[0] ?? '')).people).toEqual(['diego', 'kwame', 'lena', 'amara']);
  });
});

describe('linking', () => {
  test('to a private incident admits members notified by the open page, including those who declined', async () => {
    const alert = await fire();
    const first = (await stage.page(alert.pageId ?? '')).waitingFor[0] ?? '';
    await stage.call(first, 'declinePage', { pageId: alert.pageId ?? '', reason: '' });
    const second = (await stage.page(alert.pageId ?? '')).waitingFor[0] ?? '';
    expect(second).not.toBe(first);
    const { incidentId } = await declare('jonas');
    await stage.call('jonas', 'linkAlert', { alertId: alert.id, incidentId });
    const inside = ['jonas', first, second];
    expect(await people(incidentId)).toEqual(inside);
    expect(await stage.alert(alert.id)).toMatchObject({ private: true, people: inside });
    const page = await stage.page(alert.pageId ?? '');
    expect(page).toMatchObject({ private: true, people: inside, incidentId });
    await stage.call(second, 'acknowledgePage', { pageId: page.id });
  });

  test('away from a private incident makes alert and page visible to the team', async () => {
    const alert = await fire();
    const { incidentId } = await declare('jonas', { alertId: alert.id });
    await stage.call('jonas', 'linkAlert', { alertId: alert.id, incidentId: null });
    for (const one of [await stage.alert(alert.id), await stage.page(alert.pageId ?? '')])
      expect(one).toMatchObject({ private: false, people: [], incidentId: null });
    expect(await canGet('lena', documentPaths.alert(teamId, alert.id))).toBe(true);
    expect(await people(incidentId)).toContain('jonas');
  });

  test('to an invisible incident is answered as for a missing one', async () => {
    const alert = await fire();
    const { incidentId } = await declare('jonas');
    const stored = stage.stored();
    const hidden = await errorOf(stage.call('lena', 'linkAlert', { alertId: alert.id, incidentId }));
    const absent = await errorOf(
      stage.call('lena', 'linkAlert', { alertId: alert.id, incidentId: 'absent' }),
    );
    expect(hidden).toEqual(absent);
    expect(hidden.error?.code).toBe('not_found');
    expect(stage.stored()).toBe(stored);
  });
});

describe('merging', () => {
  test('a private incident into a public one shows its alerts to the team and keeps its own pages private', async () => {
    const alert = await fire();
    const from = await declare('jonas', {
      alertId: alert.id,
      page: [{ kind: 'people', userIds: ['kwame'] }],
    });
    const into = await declare('jonas', { private: false });
    await stage.call('jonas', 'mergeIncidents', { incidentId: from.incidentId, intoId: into.incidentId });
    expect(await stage.alert(alert.id)).toMatchObject({ private: false, people: [] });
    expect(await stage.page(alert.pageId ?? '')).toMatchObject({ private: false, people: [] });
    expect(await stage.page(from.pageIds[0] ?? '')).toMatchObject({ private: true });
    expect(await people(into.incidentId)).toEqual(await people(from.incidentId));
  });

  test('into a private incident adds people, alerts and their pages', async () => {
    const alert = await fire();
    const from = await declare('diego', { private: false, alertId: alert.id });
    await stage.call('lena', 'joinIncident', { incidentId: from.incidentId });
    const into = await declare('diego', { page: [{ kind: 'people', userIds: ['kwame'] }] });
    await stage.call('diego', 'mergeIncidents', { incidentId: from.incidentId, intoId: into.incidentId });
    const inside = ['diego', 'kwame', 'lena'];
    expect(await people(into.incidentId)).toEqual(inside);
    for (const one of [
      await stage.alert(alert.id),
      await stage.page(alert.pageId ?? ''),
      await stage.page(into.pageIds[0] ?? ''),
    ])
      expect(one).toMatchObject({ private: true, people: inside, incidentId: into.incidentId });
    for (const uid of inside)
      expect(await stage.server.realtime.get(realtimePaths.accessRoom(teamId, into.incidentId, uid))).toBe(
        true,
      );
  });

  test.each(['from', 'into'] as const)(
    '%s an invisible incident is answered as for a missing one',
    async (side) => {
      const mine = await declare('diego', { private: false });
      const hidden = await declare('jonas');
      const merge = (other: string) =>
        errorOf(
          stage.call(
            'diego',
            'mergeIncidents',
            side === 'from'
              ? { incidentId: other, intoId: mine.incidentId }
              : { incidentId: mine.incidentId, intoId: other },
          ),
        );
      const stored = stage.stored();
      expect(await merge(hidden.incidentId)).toEqual(await merge('absent'));
      expect((await merge(hidden.incidentId)).error?.code).toBe('not_found');
      expect(stage.stored()).toBe(stored);
    },
  );
});

test('declaring from an invisible alert is answered as for a missing one', async () => {
  const alert = await fire();
  await declare('jonas', { alertId: alert.id });
  const hidden = await errorOf(declare('lena', { alertId: alert.id }));
  expect(hidden).toEqual(await errorOf(declare('lena', { alertId: 'absent' })));
  expect(hidden.error?.code).toBe('not_found');
});

test('a push about a private incident is sent to its people only', async () => {
  await (await stage.person('kwame')).messaging.register({ ask: true });
  const { pageIds } = await declare('diego', { page: [{ kind: 'policy', policyId: 'platform' }] });
  await stage.cloud.advance(40 * 60_000);
  const page = await stage.page(pageIds[0] ?? '');
  const devices = await stage.all(deviceSchema, collectionPaths.devices(teamId));
  const ownerOf = new Map<string, string>(devices.map(({ id, userId }) => [id, userId]));
  const deliveries = await stage.deliveries(page.id);
  expect(deliveries).not.toHaveLength(0);
  const outside = deliveries.filter(
    ({ userId, to }) => !page.people.includes(userId) || (to !== null && ownerOf.get(to.target) !== userId),
  );
  expect(outside).toEqual([]);
});
