/** Holdings of members, and leaving a team. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { addTask } from '#domain/task/transitions.ts';
import { taskSchema } from '#domain/task/schema.ts';
import type { Holding } from '#domain/team/holdings.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;

beforeEach(async () => {
  stage = await FunctionsStage.open();
});

afterEach(() => stage.close());

const isMember = async (id: string) =>
  (await stage.server.docs.get(documentPaths.member(teamId, id))).data !== null;

const remove = (userId: string, replacementId: string | null = null, who = 'amara') =>
  stage.call(who, 'removeMember', { userId, replacementId });

const holdings = async (who: string, userId: string) => {
  const client = await stage.person(who);
  const input = { teamId, userId };
  return (await client.functions.call<{ holdings: Holding[] }>('readHoldings', input)).holdings;
};

const declare = (...given: Parameters<FunctionsStage['declare']>) => stage.declare(...given);

async function openTasks(incidentId: string, assignee: string, count: number) {
  for (let n = 0; n < count; n++) {
    const what = { id: `task-${n}`, teamId, incidentId, text: `Task ${n}`, assignee };
    const { state } = addTask(what, { by: 'amara', now: stage.server.clock.now() });
    await stage.save(documentPaths.task(teamId, incidentId, state.id), state);
  }
}

const tasksOf = (incidentId: string) => stage.all(taskSchema, collectionPaths.tasks(teamId, incidentId));

describe('holdings of a member', () => {
  /** A holding of each kind, with its id. */
  async function holding() {
    const { incidentId, number, pageIds } = await declare('lena', {
      private: true,
      page: [{ kind: 'people', userIds: ['lena', 'kwame'] }],
    });
    const offered = await declare('diego');
    await stage.call('diego', 'assignRole', {
      incidentId: offered.incidentId,
      role: 'scribe',
      userId: 'lena',
    });
    await openTasks(incidentId, 'lena', 2);
    const path = documentPaths.team(teamId);
    await stage.save(path, { ...(await stage.get(teamSchema, path)), fallbackPeople: ['lena', 'mei'] });
    return { incidentId, number, pageId: pageIds[0] ?? '', offered };
  }

  test('are listed for owners and the member, of every kind', async () => {
    const { number, offered, pageId } = await holding();
    const told = await holdings('amara', 'lena');
    expect(told).toEqual([
      { kind: 'page', pageId, summary: 'Checkout fails' },
      { kind: 'role', role: 'commander', number },
      { kind: 'private', number },
      { kind: 'offer', role: 'scribe', number: offered.number },
      { kind: 'shift', schedule: 'Platform', layer: 'Weekly' },
      { kind: 'shift', schedule: 'Platform', layer: 'Office hours' },
      { kind: 'override', schedule: 'Shop', standsIn: true },
      { kind: 'step', policy: 'Platform on call' },
      { kind: 'fallback' },
      { kind: 'task', number, text: 'Task 0' },
      { kind: 'task', number, text: 'Task 1' },
      { kind: 'service', name: 'Catalogue import' },
      { kind: 'service', name: 'Search' },
    ]);
    expect(await holdings('lena', 'lena')).toEqual(told);
  });

  test('are listed for no other member and of no non-member', async () => {
    await holding();
    for (const who of ['tom', 'priya', 'mei'])
      expect((await errorOf(holdings(who, 'lena'))).error?.code).toBe('forbidden');
    const stranger = await stage.stranger();
    const asked = stranger.functions.call('readHoldings', { teamId, userId: 'lena' });
    expect((await errorOf(asked)).error?.code).toBe('unauthenticated');
    expect((await errorOf(holdings('amara', 'nobody-here'))).error?.code).toBe('not_found');
  });

  test('go to one member at once', async () => {
    const { incidentId, pageId, offered } = await holding();
    await remove('lena', 'priya');
    expect(await stage.incident(incidentId)).toMatchObject({
      roles: { commander: 'priya' },
      people: ['kwame', 'priya'],
    });
    expect((await stage.incident(offered.incidentId)).offers.scribe).toBeNull();
    const page = await stage.page(pageId);
    expect(page).toMatchObject({ status: 'notifying', waitingFor: ['kwame', 'priya'] });
    expect(page.people).toEqual(['kwame', 'priya']);
    expect(JSON.stringify(page.policy)).not.toContain('lena');
    expect((await stage.deliveries(pageId)).map(({ userId }) => userId)).toContain('priya');
    expect((await tasksOf(incidentId)).map(({ assignee }) => assignee)).toEqual(['priya', 'priya']);
    const team = await stage.get(teamSchema, documentPaths.team(teamId));
    expect(team.fallbackPeople).toEqual(['priya', 'mei']);
    expect(await stage.server.realtime.get(realtimePaths.accessRoomPeople(teamId, incidentId))).toEqual({
      kwame: true,
      priya: true,
    });
    const told = await stage.timeline(incidentId);
    expect(told).toContainEqual(
      expect.objectContaining({ kind: 'role', userId: 'priya', previous: 'lena', createdBy: 'amara' }),
    );
    expect(JSON.stringify(await holdings('amara', 'priya'))).toContain('Task 1');
  });

  test('that need a successor can’t go to a viewer, a stranger or the member', async () => {
    await holding();
    const before = stage.stored();
    for (const to of [null, 'tom', 'nobody-here', 'lena'])
      expect((await errorOf(remove('lena', to))).error).toMatchObject({
        code: 'invalid',
        field: 'replacementId',
      });
    expect(stage.stored()).toBe(before);
  });

  test('that are acknowledged pages ask again, whoever takes over', async () => {
    const { pageId } = await holding();
    await stage.call('lena', 'acknowledgePage', { pageId });
    await remove('lena', 'priya');
    expect(await stage.page(pageId)).toMatchObject({
      status: 'notifying',
      waitingFor: ['priya'],
      acknowledgements: [],
    });
  });

  test('in past incidents stay recorded and unreadable for the former member', async () => {
    const { incidentId } = await holding();
    for (const to of ['resolved', 'closed'] as const)
      await stage.call('lena', 'transitionIncident', {
        ...{ incidentId, to, note: 'Restarted it' },
        ...(to === 'closed' && { leaveTasks: true }),
      });
    await remove('lena', 'priya');
    expect(await stage.incident(incidentId)).toMatchObject({
      roles: { commander: 'lena' },
      people: ['kwame'],
    });
  });

  test('are handed over in several runs if there are many, without delaying the removal', async () => {
    const { incidentId } = await holding();
    await openTasks(incidentId, 'lena', 150);
    const amara = await stage.person('amara');
    await remove('lena', 'priya');
    expect(await isMember('lena')).toBe(false);
    expect((await stage.incident(incidentId)).roles.commander).toBe('priya');
    const left = async () => (await tasksOf(incidentId)).filter(({ assignee }) => assignee === 'lena').length;
    await stage.cloud.advance(10 * 60_000);
    expect(await left()).toBe(0);
    expect((await stage.server.docs.get(serverPaths.handOver(teamId, 'lena'))).data).toBeNull();
    expect(amara.auth.currentUser()?.uid).toBe('amara');
  });
});

describe('leaving', () => {
  async function newcomer() {
    const client = await stage.stranger('noor');
    await client.auth.createUser({ email: 'noor@example.com', password: 'correct horse' });
    const joining = { teamId, commandId: 'join', displayName: 'Noor' };
    await client.functions.call('joinDemonstration', joining);
    return { client, uid: client.auth.currentUser()?.uid ?? '' };
  }

  test('hands over holdings like a removal', async () => {
    const { client, uid } = await newcomer();
    const path = documentPaths.team(teamId);
    await stage.save(path, { ...(await stage.get(teamSchema, path)), fallbackPeople: [uid] });
    const leave = (commandId: string, replacementId: string | null) =>
      client.functions.call('leaveTeam', { teamId, commandId, replacementId });
    expect((await errorOf(leave('one', null))).error?.code).toBe('invalid');
    await leave('two', 'priya');
    expect((await stage.get(teamSchema, path)).fallbackPeople).toEqual(['priya']);
    expect(await isMember(uid)).toBe(false);
  });

  test('of the last owner is rejected until another member owns the team', async () => {
    const client = await stage.stranger('noor');
    await client.auth.createUser({ email: 'noor@example.com', password: 'correct horse' });
    const founding = { teamId: 'own', commandId: 'found', name: 'Own', timezone: 'UTC', displayName: 'Noor' };
    await client.functions.call('createTeam', founding);
    const leaving = { teamId: 'own', commandId: 'leave', replacementId: null };
    const { error } = await errorOf(client.functions.call('leaveTeam', leaving));
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('last owner') });
  });
});
