/** Roles and members who go: what takes effect at once, and what becomes of what they held. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { addTask } from '#domain/task/transitions.ts';
import { taskSchema } from '#domain/task/schema.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import type { Holding } from '#domain/team/holdings.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { query } from '#ports/docs/query.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const memberOf = (id: string) => stage.get(memberSchema, documentPaths.member(teamId, id));
const isMember = async (id: string) =>
  (await stage.server.docs.get(documentPaths.member(teamId, id))).data !== null;
const accessOf = (id: string) => stage.server.realtime.get(realtimePaths.accessRole(teamId, id));
const setRole = (
  who: string,
  userId: string,
  role: 'viewer' | 'responder' | 'admin' | 'owner',
  more: object = {},
) => stage.call(who, 'setMemberRole', { userId, role, replacementId: null, ...more });
const remove = (userId: string, replacementId: string | null = null, who = 'amara') =>
  stage.call(who, 'removeMember', { userId, replacementId });
const holdings = async (who: string, userId: string) => {
  const client = await stage.person(who);
  const input = { teamId, userId };
  return (await client.functions.call<{ holdings: Holding[] }>('readHoldings', input)).holdings;
};

async function declare(who: string, more: object = {}) {
  return stage.call(who, 'declareIncident', {
    title: 'Checkout fails',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [],
    ...more,
  });
}

async function openTasks(incidentId: string, assignee: string, count: number) {
  for (let n = 0; n < count; n++) {
    const what = { id: `task-${n}`, teamId, incidentId, text: `Task ${n}`, assignee };
    const { state } = addTask(what, { by: 'amara', now: stage.server.clock.now() });
    await stage.save(documentPaths.task(teamId, incidentId, state.id), state);
  }
}
const tasksOf = (incidentId: string) => stage.all(taskSchema, collectionPaths.tasks(teamId, incidentId));

describe('a role', () => {
  test('that an owner sets takes effect at once, everywhere', async () => {
    expect(await setRole('amara', 'priya', 'admin')).toEqual({ revision: 2, role: 'admin' });
    expect((await memberOf('priya')).role).toBe('admin');
    expect(await accessOf('priya')).toBe('admin');
    expect((await stage.get(userProfileSchema, documentPaths.user('priya'))).teams).toMatchObject({
      [teamId]: 'admin',
    });
  });

  test('of somebody else is nobody’s to set but an owner’s', async () => {
    const before = stage.stored();
    for (const who of ['tom', 'priya', 'mei'])
      expect((await errorOf(setRole(who, 'priya', 'admin'))).error?.code).toBe('forbidden');
    expect(stage.stored()).toBe(before);
  });

  test('of the last owner stays; with another owner it may change', async () => {
    const { error } = await errorOf(setRole('amara', 'amara', 'admin'));
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('last owner') });
    await setRole('amara', 'mei', 'owner');
    await setRole('mei', 'amara', 'responder');
    expect((await memberOf('amara')).role).toBe('responder');
    expect((await errorOf(setRole('amara', 'mei', 'admin'))).error?.code).toBe('forbidden');
  });

  test('of two owners who demote each other at the same moment leaves one', async () => {
    await setRole('amara', 'mei', 'owner');
    await Promise.allSettled([setRole('amara', 'mei', 'admin'), setRole('mei', 'amara', 'admin')]);
    const roles = await Promise.all(['amara', 'mei'].map(memberOf));
    expect(roles.map(({ role }) => role).toSorted()).toEqual(['admin', 'owner']);
  });

  test('that somebody has set meanwhile is a conflict, and nobody has one who is not in the team', async () => {
    await setRole('amara', 'priya', 'admin');
    const stale = setRole('amara', 'priya', 'viewer', { expectedRevision: 1 });
    expect((await errorOf(stale)).error).toMatchObject({ code: 'conflict', currentRevision: 2 });
    expect((await errorOf(setRole('amara', 'nobody-here', 'viewer'))).error?.code).toBe('not_found');
  });

  test('of a viewer takes over what they held, and leaves them in private incidents', async () => {
    const { incidentId } = await declare('priya', { private: true });
    expect((await errorOf(setRole('amara', 'priya', 'viewer'))).error).toMatchObject({
      code: 'invalid',
      field: 'replacementId',
    });
    await setRole('amara', 'priya', 'viewer', { replacementId: 'lena' });
    expect(await stage.incident(incidentId)).toMatchObject({
      roles: { commander: 'lena' },
      people: ['priya', 'lena'],
    });
  });
});

describe('the ownership', () => {
  test('goes to another member, and its owner becomes an admin', async () => {
    await stage.call('amara', 'transferOwnership', { userId: 'priya' });
    expect((await memberOf('priya')).role).toBe('owner');
    expect((await memberOf('amara')).role).toBe('admin');
    expect(await accessOf('priya')).toBe('owner');
    expect(await accessOf('amara')).toBe('admin');
  });

  test('is an owner’s to give, to somebody else in the team', async () => {
    const before = stage.stored();
    const give = (who: string, userId: string) => stage.call(who, 'transferOwnership', { userId });
    expect((await errorOf(give('mei', 'mei'))).error?.code).toBe('forbidden');
    expect((await errorOf(give('amara', 'amara'))).error?.code).toBe('invalid');
    expect((await errorOf(give('amara', 'nobody-here'))).error?.code).toBe('not_found');
    expect(stage.stored()).toBe(before);
  });
});

describe('who is removed', () => {
  test('is in the team no more: record, profile, access, presence and pushes', async () => {
    await stage.call('tom', 'registerDevice', {
      deviceId: 'tom-phone',
      registration: 'push-tom',
      label: '',
      userAgent: '',
    });
    const human = realtimePaths.human(teamId, 'tom', 0);
    await stage.server.realtime.update({ [human]: { human: true, connectionId: 'c' } });
    const tom = await stage.person('tom');
    await remove('tom');
    expect(await isMember('tom')).toBe(false);
    expect((await stage.get(userProfileSchema, documentPaths.user('tom'))).teams).toEqual({});
    expect(await accessOf('tom')).toBeNull();
    expect(await stage.server.realtime.get(human)).toBeNull();
    const device = await stage.get(deviceSchema, documentPaths.device(teamId, 'tom-phone'));
    expect(device.registration).toBeNull();
    await expect(tom.docs.get(documentPaths.team(teamId))).rejects.toMatchObject({
      code: 'permission-denied',
    });
    const paging = tom.functions.call('registerDevice', {
      teamId,
      commandId: 'again',
      deviceId: 'tom-phone',
      registration: 'push-tom',
      label: '',
      userAgent: '',
    });
    expect((await errorOf(paging)).error?.code).toBe('forbidden');
  });

  test('hears nothing more by listeners that were open: the next thing they are told is the refusal', async () => {
    const tom = await stage.person('tom');
    const told: string[] = [];
    const listen = (name: string) => ({
      next: () => void told.push(name),
      error: ({ code }: { readonly code: string }) => void told.push(`${name}: ${code}`),
    });
    const ends = [
      tom.docs.watch(documentPaths.team(teamId), listen('team')),
      tom.docs.watchQuery(query(collectionPaths.members(teamId)), listen('members')),
      tom.realtime.watch(realtimePaths.humans(teamId, 'priya'), listen('presence')),
    ];
    await stage.cloud.advance(1_000);
    told.length = 0;
    await remove('tom');
    expect(told.filter((one) => one.endsWith('permission-denied')).toSorted()).toEqual([
      'members: permission-denied',
      'presence: permission-denied',
      'team: permission-denied',
    ]);
    told.length = 0;
    await setRole('amara', 'priya', 'admin');
    await stage.cloud.advance(60_000);
    expect(told).toEqual([]);
    for (const end of ends) end();
  });

  test('is removed by an owner only, and is not the last owner', async () => {
    const before = stage.stored();
    for (const who of ['tom', 'priya', 'mei'])
      expect((await errorOf(remove('lena', null, who))).error?.code).toBe('forbidden');
    expect((await errorOf(remove('amara', 'mei'))).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('last owner'),
    });
    expect((await errorOf(remove('nobody-here'))).error?.code).toBe('not_found');
    expect(stage.stored()).toBe(before);
  });

  test('twice is removed once', async () => {
    const input = { userId: 'tom', replacementId: null, commandId: 'twice' };
    const first = await stage.call('amara', 'removeMember', input);
    const before = stage.stored();
    expect(await stage.call('amara', 'removeMember', input)).toEqual(first);
    expect(stage.stored()).toBe(before);
    expect((await errorOf(remove('tom'))).error?.code).toBe('not_found');
  });

  test('may join again by an invite', async () => {
    await remove('tom');
    const token = 'ab'.repeat(20);
    const { inviteIdOf } = await import('#api/invite-token.ts');
    const invite = { inviteId: inviteIdOf(token), role: 'viewer', note: '', address: null, days: 1 } as const;
    await stage.call('amara', 'inviteMember', invite);
    await stage.call('tom', 'acceptInvite', { token, displayName: 'Tom' });
    expect(await accessOf('tom')).toBe('viewer');
  });
});

test('ownership does not go to a guest, nor to an account that is gone', async () => {
  const guest = await stage.stranger('guest');
  await guest.auth.guests.signIn();
  const uid = guest.auth.currentUser()?.uid ?? '';
  await guest.functions.call('joinDemonstration', { teamId, commandId: 'in', displayName: 'Gast' });
  await stage.server.users.remove('priya');
  const before = stage.stored();
  for (const [userId, sentence] of [
    [uid, /Gast is a guest/u],
    ['priya', /has no account any more/u],
  ] as const) {
    for (const run of [
      setRole('amara', userId, 'owner'),
      stage.call('amara', 'transferOwnership', { userId }),
    ])
      expect((await errorOf(run)).error).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(sentence),
      });
  }
  expect(stage.stored()).toBe(before);
});

describe('what they hold', () => {
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

  test('is told to owners and to themselves, of every kind', async () => {
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

  test('is told to nobody else, and not of who is no member', async () => {
    await holding();
    for (const who of ['tom', 'priya', 'mei'])
      expect((await errorOf(holdings(who, 'lena'))).error?.code).toBe('forbidden');
    const stranger = await stage.stranger();
    const asked = stranger.functions.call('readHoldings', { teamId, userId: 'lena' });
    expect((await errorOf(asked)).error?.code).toBe('unauthenticated');
    expect((await errorOf(holdings('amara', 'nobody-here'))).error?.code).toBe('not_found');
  });

  test('goes over to one person, in one go', async () => {
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

  test('that needs somebody is not left to nobody, to a viewer, to a stranger or to themselves', async () => {
    await holding();
    const before = stage.stored();
    for (const to of [null, 'tom', 'nobody-here', 'lena'])
      expect((await errorOf(remove('lena', to))).error).toMatchObject({
        code: 'invalid',
        field: 'replacementId',
      });
    expect(stage.stored()).toBe(before);
  });

  test('acknowledged asks again, whoever takes over', async () => {
    const { pageId } = await holding();
    await stage.call('lena', 'acknowledgePage', { pageId });
    await remove('lena', 'priya');
    expect(await stage.page(pageId)).toMatchObject({
      status: 'notifying',
      waitingFor: ['priya'],
      acknowledgements: [],
    });
  });

  test('in incidents that are over is told as it was, and can’t be read by them again', async () => {
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

  test('is handed over in several runs where it is very much, and the removal waits for none', async () => {
    const { incidentId } = await holding();
    await openTasks(incidentId, 'lena', 150);
    const amara = await stage.person('amara');
    await remove('lena', 'priya');
    expect(await isMember('lena')).toBe(false);
    expect((await stage.incident(incidentId)).roles.commander).toBe('priya');
    const left = async () => (await tasksOf(incidentId)).filter(({ assignee }) => assignee === 'lena').length;
    await stage.cloud.advance(10 * 60_000);
    expect(await left()).toBe(0);
    expect((await stage.server.docs.get(documentPaths.handOver(teamId, 'lena'))).data).toBeNull();
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

  test('hands over, as being removed does', async () => {
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

  test('of the last owner is refused, until somebody else owns the team', async () => {
    const client = await stage.stranger('noor');
    await client.auth.createUser({ email: 'noor@example.com', password: 'correct horse' });
    const founding = { teamId: 'own', commandId: 'found', name: 'Own', timezone: 'UTC', displayName: 'Noor' };
    await client.functions.call('createTeam', founding);
    const leaving = { teamId: 'own', commandId: 'leave', replacementId: null };
    const { error } = await errorOf(client.functions.call('leaveTeam', leaving));
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('last owner') });
  });
});
