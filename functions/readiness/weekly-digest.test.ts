import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, hour, minute } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { nextMondayMorning } from '#domain/readiness/weekly.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';
import { sendWeeklyDigest } from './send-weekly-digest.ts';
import { weeklyDigestSchema } from './weekly-digest.ts';

let stage: FunctionsStage;
let monday: number;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
  // The first sweep adds the timers by which it finds teams.
  await sweep(stage.server);
  monday = await dueAt();
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
const path = serverPaths.weeklyDigest(teamId, teamId);
const dueAt = async () => (await stage.get(weeklyDigestSchema, path)).dueAt;
const sweepAt = async (at: number) => {
  await stage.cloud.advance(at - now());
  await sweep(stage.server);
  await stage.cloud.advance(1);
};
async function notices() {
  const all = await stage.all(noticeSchema, collectionPaths.notices(teamId));
  return all.filter(({ content }) => content.kind === 'weeklyReadiness');
}
const readers = async () => (await notices()).map(({ userId }) => userId).toSorted();
async function choose(userId: string, weeklyReadiness: boolean) {
  const me = await stage.get(memberSchema, documentPaths.member(teamId, userId));
  const { displayName, timezone, phone = null, picture = null } = me;
  await stage.call(userId, 'saveProfile', { displayName, timezone, phone, picture, weeklyReadiness });
}

describe('the weekly readiness digest', () => {
  test('reaches admins and owners on Monday morning in the team’s zone, with a push', async () => {
    const { timezone } = await stage.get(teamSchema, documentPaths.team(teamId));
    expect(monday).toBe(nextMondayMorning(now(), timezone));
    const mei = await stage.person('mei');
    const { id: registration } = await mei.messaging.register({ ask: true });
    await stage.call('mei', 'registerDevice', { deviceId: 'laptop', registration, label: '', userAgent: '' });
    const pushed: string[] = [];
    mei.messaging.onMessage(({ notification }) => pushed.push(notification?.title ?? ''));
    await sweepAt(monday - minute);
    expect(await notices()).toEqual([]);
    await sweepAt(monday);
    await sweepAt(monday + minute);
    expect(await readers()).toEqual(['amara', 'jonas', 'mei']);
    expect((await notices())[0]).toMatchObject({
      link: '/readiness',
      expiresAt: monday + 7 * day,
      content: { people: expect.arrayContaining([expect.objectContaining({ high: 'no-device' })]) },
    });
    expect(pushed.filter((title) => title.startsWith('Readiness this week:'))).toHaveLength(1);
    await sweepAt(monday + 7 * day);
    expect((await notices()).filter(({ createdAt }) => createdAt > monday + day)).toHaveLength(3);
  });

  test('is not sent if nothing is missing', async () => {
    for (const name of ['schedules', 'policies', 'devices'] as const)
      for (const found of await stage.server.docs.find(query(collectionPaths[name](teamId))))
        await stage.server.docs.batch([{ type: 'delete', path: found.path }]);
    await sweepAt(monday);
    expect(await notices()).toEqual([]);
    expect(await dueAt()).toBe(monday + 7 * day);
  });

  test('is not sent to a member who turned it off, until it is turned on', async () => {
    await choose('jonas', false);
    await sweepAt(monday);
    expect(await readers()).toEqual(['amara', 'mei']);
    await choose('jonas', true);
    await sweepAt(monday + 7 * day);
    expect(await readers()).toContain('jonas');
  });

  test('uses the time zone of the team', async () => {
    const {
      name,
      revision,
      fallbackPeople,
      mailDomains = [],
    } = await stage.get(teamSchema, documentPaths.team(teamId));
    const timezone = 'Pacific/Auckland';
    const kept = { name, fallbackPeople, mailDomains, expectedRevision: revision };
    await stage.call('amara', 'saveTeam', { ...kept, timezone });
    expect(await dueAt()).toBe(nextMondayMorning(now(), timezone));
    expect(await dueAt()).not.toBe(monday);
  });

  test('is scheduled when a team is created', async () => {
    const founding = { name: 'Night', timezone: 'UTC', displayName: 'Amara', teamId: 'night' };
    await stage.call('amara', 'createTeam', founding);
    const planned = await stage.get(weeklyDigestSchema, serverPaths.weeklyDigest('night', 'night'));
    expect(planned.dueAt).toBe(nextMondayMorning(now(), 'UTC'));
  });

  test('that is a day late is skipped', async () => {
    await sweepAt(monday + day);
    expect([await notices(), await dueAt()]).toEqual([[], monday + 7 * day]);
  });

  test('of a deleted team is skipped', async () => {
    const team = await stage.get(teamSchema, documentPaths.team(teamId));
    await stage.save(documentPaths.team(teamId), { ...team, deletedAt: now() });
    await sweepAt(monday);
    expect(await notices()).toEqual([]);
  });
});

describe('the run that sends the digest', () => {
  const failing = (times: { left: number }, at: (path: string) => boolean): ServerPorts => ({
    ...stage.server,
    docs: {
      ...stage.server.docs,
      transaction: (run) =>
        stage.server.docs.transaction((work) =>
          run({
            ...work,
            get: (asked) => {
              if (!at(asked) || times.left-- <= 0) return work.get(asked);
              return Promise.reject(new PortError('unavailable', 'The backend died.'));
            },
          }),
        ),
    },
  });

  test('continues when one recipient fails, and retries that one next time', async () => {
    await stage.cloud.advance(monday - now());
    const ofMei = failing({ left: 1 }, (asked) => asked === documentPaths.member(teamId, 'mei'));
    await expect(sendWeeklyDigest(ofMei, { teamId })).rejects.toMatchObject({ code: 'unavailable' });
    expect([await readers(), await dueAt()]).toEqual([['amara', 'jonas'], monday]);
    const first = await notices();
    await sendWeeklyDigest(stage.server, { teamId });
    expect([await readers(), await dueAt()]).toEqual([['amara', 'jonas', 'mei'], monday + 7 * day]);
    expect(await notices()).toEqual(expect.arrayContaining(first));
  });

  test('skips unreadable documents', async () => {
    await stage.save(documentPaths.schedule(teamId, 'broken'), { nonsense: true });
    await stage.save(documentPaths.device(teamId, 'broken'), { nonsense: true });
    await sweepAt(monday);
    expect(await readers()).toEqual(['amara', 'jonas', 'mei']);
  });

  test('reads no team that is not due', async () => {
    const read: string[] = [];
    const docs: typeof stage.server.docs = {
      ...stage.server.docs,
      find: (asked) => (read.push(asked.collection), stage.server.docs.find(asked)),
    };
    await stage.cloud.advance(monday - hour - now());
    await sweep({ ...stage.server, docs });
    await stage.cloud.advance(1);
    expect(read).not.toContain(collectionPaths.policies(teamId));
    await stage.cloud.advance(hour);
    await sendWeeklyDigest({ ...stage.server, docs }, { teamId });
    expect(read).toContain(collectionPaths.policies(teamId));
  });
});
