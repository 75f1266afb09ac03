import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { partOf } from './teammates/cast.ts';
import { demoPeople } from './team/people.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { startTeammates } from './teammates.ts';

let stage: FunctionsStage;
let stop: () => Promise<void>;

async function begin(): Promise<void> {
  stage = await FunctionsStage.open();
  const { cloud } = stage;
  stop = startTeammates({
    connect: () => connect(cloud),
    clock: cloud.clock,
    random: cloud.random.fork('teammates'),
  });
  await stage.cloud.advance(1_000);
}
async function end(): Promise<void> {
  await stop();
  await stage.close();
}
beforeEach(begin);
afterEach(end);

const declare = async () => {
  const { incidentId } = await stage.declare('tester');
  return incidentId;
};
const fire = async () => {
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    payload: { summary: 'Declines', source: 'monitor', severity: 'critical' },
  });
  return (await stage.onlyAlert()).pageId ?? '';
};
const comments = (told: readonly TimelineEvent[]) =>
  told.flatMap((one) => (one.kind === 'comment' ? [`${one.createdAt} ${one.createdBy} ${one.body}`] : []));
/** Visitor, a member whom the demonstration does not play. */
const visitor = async () => {
  const client = await stage.stranger('tester');
  await client.auth.createUser({ email: 'tester@example.com', password: 'correct horse' });
  await client.functions.call('joinDemonstration', { teamId, commandId: 'join', displayName: 'Vera' });
  return client;
};
const present = async (incidentId: string): Promise<Record<string, { userId: string; doing: string }>> =>
  ((await stage.server.realtime.get(realtimePaths.room(teamId, incidentId))) ?? {}) as never;

test('every simulated teammate has a device', async () => {
  for (const { id, role } of demoPeople) {
    if (role === 'viewer') continue;
    const phone = await stage.get(deviceSchema, documentPaths.device(teamId, `simulated-${id}`));
    expect(phone).toMatchObject({ userId: id, registration: expect.any(String) });
  }
});

describe('in a room', () => {
  test('a few teammates enter, type and comment once each', async () => {
    await visitor();
    const incidentId = await declare();
    const doing = new Set<string>();
    for (let second = 0; second < 600; second++) {
      await stage.cloud.advance(1_000);
      for (const one of Object.values(await present(incidentId))) doing.add(one.doing);
    }
    const there = Object.values(await present(incidentId));
    expect(there.length).toBeGreaterThanOrEqual(2);
    expect(there.length).toBeLessThanOrEqual(4);
    expect(doing).toEqual(new Set(['looking', 'typing']));
    const said = comments(await stage.timeline(incidentId));
    expect(said.length).toBeGreaterThanOrEqual(1);
    expect(said.length).toBeLessThanOrEqual(3);
    await stage.cloud.advance(120 * minute);
    expect(comments(await stage.timeline(incidentId))).toEqual(said);
    await stage.call('tester', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
    await stage.cloud.advance(1_000);
    expect(await present(incidentId)).toEqual({});
  });

  test('one seed produces the same comments', async () => {
    const evening = async () => {
      await visitor();
      const incidentId = await declare();
      await stage.cloud.advance(15 * minute);
      return comments(await stage.timeline(incidentId));
    };
    const first = await evening();
    await end();
    await begin();
    expect(await evening()).toEqual(first);
    expect(first.length).toBeGreaterThan(0);
  });

  test('an incident has at most four teammates and three comments, whatever the number of incidents', () => {
    const random = stage.cloud.random.fork('many');
    for (let incident = 0; incident < 300; incident++) {
      const parts = demoPeople.flatMap(({ id }) => partOf(id, `incident-${incident}`, random) ?? []);
      expect(parts.length).toBeGreaterThanOrEqual(2);
      expect(parts.length).toBeLessThanOrEqual(4);
      expect(parts.filter(({ line }) => line !== null).length).toBeLessThanOrEqual(3);
    }
  });
});

describe('paged', () => {
  test('teammates acknowledge a page only after it was escalated', async () => {
    const pageId = await fire();
    await stage.cloud.advance(5 * minute);
    expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', step: 1 });
    await stage.cloud.advance(2 * minute);
    expect((await stage.page(pageId)).status).toBe('notifying');
    await stage.cloud.advance(3 * minute - 1);
    const taken = await stage.page(pageId);
    expect(taken).toMatchObject({ status: 'acknowledged', step: 1 });
    expect(['diego', 'priya']).toContain(taken.acknowledgements[0]?.userId);
  });

  test('teammates join a private incident once it is escalated to them', async () => {
    await visitor();
    const { pageIds } = await stage.call('tester', 'declareIncident', {
      title: 'Salaries are readable',
      severity: 'SEV3',
      serviceIds: [],
      private: true,
      alertId: null,
      page: [{ kind: 'policy', policyId: 'shop' }],
    });
    await stage.cloud.advance(10 * minute - 1);
    const taken = await stage.page(pageIds[0] ?? '');
    expect(taken).toMatchObject({ status: 'acknowledged', step: 1, private: true });
    expect(taken.people).toContain(taken.acknowledgements[0]?.userId);
  });

  test('teammates do not act for a member taken over by a visitor', async () => {
    for (const id of ['diego', 'priya']) {
      const human = await stage.person(id);
      await human.realtime.set(realtimePaths.human(teamId, id, 0), { human: true, connectionId: 'tab' });
    }
    await settle();
    const pageId = await fire();
    await stage.cloud.advance(10 * minute - 1);
    expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', step: 1, acknowledgements: [] });
    // The page escalates to Mei, whom only the demonstration plays.
    await stage.cloud.advance(10 * minute);
    expect((await stage.page(pageId)).acknowledgements[0]?.userId).toBe('mei');
  });

  test('a teammate stops acting when a visitor signs in as them', async () => {
    const pageId = await fire();
    await stage.cloud.advance(6 * minute);
    for (const id of ['diego', 'priya']) {
      const human = await stage.person(id);
      await human.realtime.set(realtimePaths.human(teamId, id, 0), { human: true, connectionId: 'tab' });
    }
    await stage.cloud.advance(4 * minute - 1);
    expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', acknowledgements: [] });
  });
});

test('teammates start again when the demonstration is reset', async () => {
  await visitor();
  await declare();
  await stage.cloud.advance(3 * minute);
  const operator = await stage.stranger('operator');
  await operator.control.reset();
  await stage.cloud.advance(2 * minute);
  const again = await stage.stranger('tester');
  await again.auth.createUser({ email: 'again@example.com', password: 'correct horse' });
  await again.functions.call('joinDemonstration', { teamId, commandId: 'again', displayName: 'Vera' });
  const incidentId = await declare();
  await stage.cloud.advance(4 * minute);
  expect(Object.keys(await present(incidentId)).length).toBeGreaterThanOrEqual(2);
});

test('stopped teammates do nothing', async () => {
  await visitor();
  const incidentId = await declare();
  await stage.cloud.advance(3 * minute);
  await stop();
  await settle();
  expect(await present(incidentId)).toEqual({});
  const said = comments(await stage.timeline(incidentId));
  await stage.cloud.advance(30 * minute);
  expect(comments(await stage.timeline(incidentId))).toEqual(said);
});
