/** A team that is deleted: stopped at once, restored within 14 days, gone after them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageSchema } from '#domain/page/schema.ts';
import { constants, day } from '#domain/constants.ts';
import { integrationSchema } from '#domain/integration/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { ingestKeyId } from '#api/ingest-key.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { collectionPaths, documentPaths, realtimePaths, storagePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { toDocument } from '#api/codec.ts';
import { query, where } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { errorOf, FunctionsStage, teamId as demoTeam } from '#tests/app/functions/stage.ts';

const teamId = 'harbour';
const key = 'harbourkey1234567890123456789012';
let stage: FunctionsStage;

/** Amara owns a team of her own, with Jonas an admin, Diego a responder, and a sender. */
beforeEach(async () => {
  stage = await FunctionsStage.open();
  await stage.call('amara', 'createTeam', { teamId, name: 'Harbour', timezone: 'UTC', displayName: 'Amara' });
  const owner = await stage.get(memberSchema, documentPaths.member(teamId, 'amara'));
  for (const [id, role] of [
    ['jonas', 'admin'],
    ['diego', 'responder'],
    ['tom', 'viewer'],
  ] as const) {
    await stage.save(documentPaths.member(teamId, id), { ...owner, id, role, displayName: id });
    const profile = await stage.get(userProfileSchema, documentPaths.user(id));
    await stage.save(documentPaths.user(id), { ...profile, teams: { ...profile.teams, [teamId]: role } });
    await stage.server.realtime.update({ [realtimePaths.accessRole(teamId, id)]: role });
  }
  const base = { teamId, createdAt: 0, createdBy: 'amara', revision: 1 };
  await stage.save(documentPaths.service(teamId, 's'), {
    ...base,
    id: 's',
    name: 'S',
    description: '',
    policyId: null,
  });
  await stage.save(documentPaths.integration(teamId, 'i'), {
    ...base,
    id: 'i',
    name: 'Monitor',
    serviceId: 's',
    kind: 'pagerduty',
    keyEnding: '5678',
    lastEventAt: null,
    revokedAt: null,
  });
  await stage.server.docs.batch([
    {
      type: 'set',
      path: serverPaths.integrationKey(ingestKeyId(key)),
      data: toDocument({ teamId, integrationId: 'i', kind: 'pagerduty' }),
    },
  ]);
});
afterEach(() => stage.close());

const remove = (who = 'amara', name = 'Harbour') => stage.call(who, 'deleteTeam', { teamId, name });
const restore = (who = 'amara') => stage.call(who, 'restoreTeam', { teamId });
/** Advances days for the deletion alone: each of them is 1,440 sweeps. */
async function age(days: number): Promise<void> {
  const before = await team();
  await stage.save(documentPaths.team(teamId), {
    ...before,
    deletedAt: (before.deletedAt ?? 0) - days * day,
  });
}
const team = () => stage.get(teamSchema, documentPaths.team(teamId));
const signal = (dedupKey: string) =>
  stage.http('/v2/enqueue', {
    routing_key: key,
    event_action: 'trigger',
    dedup_key: dedupKey,
    payload: { summary: 'It is down', source: 'monitor', severity: 'critical' },
  });
const declare = (who = 'diego', more: object = {}) =>
  stage.call(who, 'declareIncident', {
    teamId,
    title: 'It is down',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['jonas'] }],
    ...more,
  });
const reads = async (who: string, path: string) =>
  (await stage.person(who)).docs.get(path, { source: 'server' }).then(
    ({ data }) => data !== null,
    () => false,
  );
const told = /This team was deleted\. One of its owners can restore it until \d+ \w+ \d{4}, \d\d:\d\d UTC\./u;

test.each(['jonas', 'diego', 'tom'])(
  '%s, who is not an owner, can neither delete nor restore the team',
  async (who) => {
    expect((await errorOf(remove(who))).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/^Only owners may delete the team/u),
    });
    await remove();
    expect((await errorOf(restore(who))).error?.code).toBe('forbidden');
    expect((await team()).deletedAt).not.toBeNull();
  },
);

test('deleting requires the exact name', async () => {
  expect((await errorOf(remove('amara', 'harbour'))).error).toMatchObject({ code: 'invalid', field: 'name' });
  expect((await team()).deletedAt).toBeNull();
});

test('a demonstration can’t be deleted', async () => {
  const { name } = await stage.get(teamSchema, documentPaths.team(demoTeam));
  const call = stage.call('amara', 'deleteTeam', { teamId: demoTeam, name });
  expect((await errorOf(call)).error?.message).toMatch(/demonstration team can’t be deleted/u);
});

test('deleting and restoring again changes nothing', async () => {
  const { revision } = await remove();
  expect(await remove()).toEqual({ revision });
  const back = await restore();
  expect(await restore()).toEqual(back);
});

describe('while a team is deleted', () => {
  test('every other command is rejected with the deadline and the owners who can restore it', async () => {
    await remove();
    for (const who of ['amara', 'jonas', 'diego', 'tom']) {
      expect((await errorOf(declare(who))).error).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(told),
      });
      const device = stage.call(who, 'registerDevice', {
        teamId,
        deviceId: `of-${who}`,
        registration: null,
        label: '',
        userAgent: '',
      });
      expect((await errorOf(device)).error?.message).toMatch(told);
    }
    const join = stage.call('lena', 'joinDemonstration', { teamId, displayName: 'Lena' });
    expect((await errorOf(join)).error?.message).toMatch(told);
  });

  test('its invites are answered like unknown ones, and holdings can’t be read', async () => {
    const token = '0123456789abcdef'.repeat(3).slice(0, 40);
    const invite = {
      teamId,
      inviteId: inviteIdOf(token),
      role: 'viewer',
      note: '',
      address: null,
      days: 7,
    } as const;
    await stage.call('amara', 'inviteMember', invite);
    const priya = await stage.person('priya');
    const amara = await stage.person('amara');
    const preview = () => priya.functions.call('readInvite', { teamId, token });
    const holdings = () => amara.functions.call('readHoldings', { teamId, userId: 'diego' });
    expect(await preview()).toMatchObject({ teamName: 'Harbour' });
    expect(await holdings()).toEqual({ holdings: [] });
    await remove();
    const unknown = priya.functions.call('readInvite', { teamId, token: token.replace('0', '1') });
    expect((await errorOf(preview())).error).toEqual((await errorOf(unknown)).error);
    expect((await errorOf(holdings())).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('deleted'),
    });
  });

  test('its keys are rejected at once with the same sentence', async () => {
    expect((await signal('before')).status).toBe(202);
    await remove();
    const answer = await signal('after');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatch(told);
    expect(await stage.server.docs.find(query(collectionPaths.alerts(teamId)))).toHaveLength(1);
  });

  test('its pages end at once, and no new one starts', async () => {
    await declare();
    const pages = () => stage.all(pageSchema, collectionPaths.pages(teamId));
    expect((await pages()).map(({ status }) => status)).toEqual(['notifying']);
    await remove();
    const after = await pages();
    expect(after.map(({ status, nextAt }) => [status, nextAt])).toEqual([['cancelled', null]]);
    await stage.cloud.advance(2 * 3_600_000);
    expect(await pages()).toEqual(after);
  });

  test('only owners can read the team document, and nothing else', async () => {
    const { incidentId } = await declare();
    const all = [
      documentPaths.member(teamId, 'jonas'),
      documentPaths.incident(teamId, incidentId),
      documentPaths.service(teamId, 's'),
    ];
    for (const path of all) expect(await reads('jonas', path)).toBe(true);
    await remove();
    for (const who of ['amara', 'jonas', 'diego', 'tom'])
      for (const path of all) expect(await reads(who, path)).toBe(false);
    expect(await reads('amara', documentPaths.team(teamId))).toBe(true);
    expect(await reads('jonas', documentPaths.team(teamId))).toBe(false);
    expect(await stage.server.realtime.get(`${realtimePaths.teamAccess(teamId)}/members`)).toBeNull();
  });

  test('open listeners end for every member', async () => {
    await declare();
    const { docs } = await stage.person('diego');
    const seen: string[] = [];
    const end = docs.watchQuery(query(collectionPaths.incidents(teamId), where('private', '==', false)), {
      next: ({ docs: found }) => seen.push(String(found.length)),
      error: ({ code }) => seen.push(code),
    });
    await stage.cloud.advance(1_000);
    await remove();
    await stage.cloud.advance(1_000);
    end();
    expect(seen.at(-1)).toBe('permission-denied');
  });

  test('each member is notified in the profile and on devices', async () => {
    const { messaging } = await stage.person('diego');
    const received: string[] = [];
    messaging.onMessage(({ notification }) => received.push(`${notification?.title}: ${notification?.body}`));
    const { id: registration } = await messaging.register({ ask: true });
    const device = { teamId, deviceId: 'd', registration, label: '', userAgent: '' };
    await stage.call('diego', 'registerDevice', device);
    await remove();
    await stage.cloud.advance(1_000);
    expect(received).toEqual([
      expect.stringMatching(/^Harbour was deleted: Amara deleted it\. One of its owners/u),
    ]);
    const profile = await stage.get(userProfileSchema, documentPaths.user('tom'));
    expect(new Map<string, unknown>(Object.entries(profile.deletedTeams)).get(teamId)).toMatchObject({
      name: 'Harbour',
      byName: 'Amara',
    });
    expect(new Map<string, unknown>(Object.entries(profile.teams)).get(teamId)).toBe('viewer');
  });
});

test('a restored team has its reads, commands and keys', async () => {
  const { incidentId } = await declare('diego', { private: true });
  await remove();
  await age(13);
  await restore();
  await stage.cloud.advance(1_000);
  expect((await team()).deletedAt).toBeNull();
  expect(await reads('jonas', documentPaths.service(teamId, 's'))).toBe(true);
  expect(await reads('tom', documentPaths.incident(teamId, incidentId))).toBe(false);
  expect((await signal('back')).status).toBe(202);
  await declare();
  expect(await stage.server.realtime.get(realtimePaths.accessRole(teamId, 'diego'))).toBe('responder');
  const profile = await stage.get(userProfileSchema, documentPaths.user('tom'));
  expect(profile.deletedTeams).toEqual({});
});

describe('after 14 days', () => {
  const texts = () => JSON.stringify(stage.cloud.snapshot().services);

  test('a purged team can’t be restored, and only its slug remains', async () => {
    const { incidentId } = await declare();
    const file = storagePaths.attachment(teamId, incidentId, 'a', 'graph.png');
    const lost = storagePaths.attachment(teamId, incidentId, 'b', 'other.png');
    for (const path of [file, lost]) await stage.server.storage.write(path, new Uint8Array([1]));
    const { docs } = await stage.person('diego');
    const base = { teamId, incidentId, createdBy: 'diego', createdAt: serverTimestamp(), revision: 1 };
    await docs.write({
      type: 'set',
      path: documentPaths.attachment(teamId, incidentId, 'a'),
      data: { ...base, id: 'a', name: 'graph.png', type: 'image/png', size: 1, path: file },
    });
    await docs.write({
      type: 'set',
      path: documentPaths.timelineEvent(teamId, incidentId, 'e'),
      data: {
        ...base,
        id: 'e',
        sequence: 0,
        kind: 'attachment',
        attachmentId: 'b',
        change: 'added',
        name: 'other.png',
      },
    });
    await signal('one');

    await remove();
    await age(constants.teamGraceDays - 0.01);
    await stage.cloud.advance(2 * 60_000);
    expect((await stage.server.docs.get(documentPaths.team(teamId))).data).not.toBeNull();
    await age(0.01);
    expect((await errorOf(restore())).error?.code).toBe('forbidden');
    await stage.cloud.advance(2 * 60_000);
    expect((await errorOf(restore())).error?.code).toMatch(/forbidden|not_found/u);

    const left = texts();
    expect(left).not.toContain(`teams/${teamId}`);
    expect(left).not.toContain(`"${teamId}":`);
    expect(left).not.toContain(ingestKeyId(key));
    const profile = await stage.get(userProfileSchema, documentPaths.user('jonas'));
    expect([Object.keys(profile.teams), profile.deletedTeams]).toEqual([[demoTeam], {}]);
    expect((await stage.server.docs.get(serverPaths.slug('harbour'))).data).toEqual({ teamId });
  });

  test('slug and id of a purged team are not reused', async () => {
    await remove();
    await age(15);
    await stage.cloud.advance(2 * 60_000);
    const founding = { name: 'Harbour', timezone: 'UTC', displayName: 'Jonas' };
    const again = stage.call('jonas', 'createTeam', { ...founding, teamId });
    expect((await errorOf(again)).error?.code).toBe('conflict');
    await stage.call('jonas', 'createTeam', { ...founding, teamId: 'another' });
    expect((await stage.get(teamSchema, documentPaths.team('another'))).slug).toMatch(/^harbour-./u);
  });

  test('a team of many documents is purged over several sweeps', async () => {
    const entry = { teamId, name: 'x' };
    for (let n = 0; n < 5; n++)
      await stage.server.docs.batch(
        Array.from({ length: 1_000 }, (_, i) => ({
          type: 'set' as const,
          path: serverPaths.command(teamId, `c-${n}-${i}`),
          data: entry,
        })),
      );
    await remove();
    await age(constants.teamGraceDays);
    const left = () => texts().split(`teams/${teamId}/commands/`).length - 1;
    const all = left();
    // No two sweeps are in ten seconds.
    for (let waited = 0; waited < 61_000 && left() === all; waited += 10_000)
      await stage.cloud.advance(10_000);
    expect(left()).toBeGreaterThan(0);
    expect(left()).toBeLessThan(all);
    await stage.cloud.advance(120_000);
    expect(texts()).not.toContain(`teams/${teamId}`);
  });

  test('a failed purge continues in the next sweep', async () => {
    await declare();
    await remove();
    await age(constants.teamGraceDays);
    const { control } = await stage.person('amara');
    await control.inject({
      kind: 'crash',
      service: 'functions',
      operation: 'schedule:sweep',
      afterWrites: 2,
    });
    await stage.cloud.advance(5 * 60_000);
    expect(texts()).not.toContain(`teams/${teamId}`);
  });
});

test('integrations of other teams stay', async () => {
  await remove();
  const all = await stage.all(integrationSchema, collectionPaths.integrations(demoTeam));
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter(({ teamDeletedAt }) => teamDeletedAt !== null)).toEqual([]);
});
