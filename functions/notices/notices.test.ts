import { commandRecordId } from '#api/command-record.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { constants, day, limits } from '#domain/constants.ts';
import { type Notice, noticeSchema } from '#domain/notice/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { sweep } from '../sweep.ts';
import { sendNotice } from './send-notice.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
const notices = () => stage.all(noticeSchema, collectionPaths.notices(teamId));
const content: Notice['content'] = {
  kind: 'movedShifts',
  by: 'jonas',
  schedules: [
    {
      scheduleId: 'shop',
      schedule: 'Shop',
      gains: [{ startsAt: Date.UTC(2026, 0, 20, 8), endsAt: Date.UTC(2026, 0, 21, 8) }],
      loses: [],
      omitted: 0,
    },
  ],
};
const send = (userId: string, cause: string, more: { readonly expiresAt?: number } = {}) =>
  transact(stage.server, (work) =>
    sendNotice(work, { teamId, userId, cause, by: 'jonas', content, link: '/schedules/shop', ...more }),
  );

describe('a notice', () => {
  test('of one cause reaches its person once, and each person of the cause', async () => {
    await send('diego', 'one');
    await send('diego', 'one');
    await send('diego', 'two');
    await send('priya', 'one');
    expect((await notices()).map(({ userId }) => userId).toSorted()).toEqual(['diego', 'diego', 'priya']);
    expect(await notices()).toContainEqual(
      expect.objectContaining({
        createdBy: 'jonas',
        seenAt: null,
        expiresAt: now() + constants.noticeDays * day,
      }),
    );
  });

  test('is not sent to a user outside the team', async () => {
    await send('stranger', 'one');
    expect(await notices()).toEqual([]);
  });

  test('is pushed once in its reader’s time zone, with a link to its screen', async () => {
    const diego = await stage.person('diego');
    const { id: registration } = await diego.messaging.register({ ask: true });
    const laptop = { deviceId: 'laptop', registration, label: 'Laptop', userAgent: '' };
    await stage.call('diego', 'registerDevice', laptop);
    const pushed: unknown[] = [];
    diego.messaging.onMessage((message) => pushed.push(message));
    await send('diego', 'one');
    await send('diego', 'one');
    await stage.cloud.advance(1_000);
    expect(pushed).toHaveLength(1);
    expect(pushed[0]).toMatchObject({
      notification: { title: 'Jonas Weber changed your shifts on Shop', link: `/t/${teamId}/schedules/shop` },
    });
  });

  test('can be marked as seen and unseen by its person only', async () => {
    await send('diego', 'one');
    const [notice] = await notices();
    const noticeIds = [notice?.id ?? ''];
    await stage.call('priya', 'seeNotices', { noticeIds, seen: true });
    expect(await notices()).toMatchObject([{ seenAt: null, revision: 1 }]);
    const marked = { noticeIds: [...noticeIds, 'gone'], seen: true };
    expect(await stage.call('diego', 'seeNotices', marked)).toEqual({ revision: 2 });
    expect(await stage.call('diego', 'seeNotices', marked)).toEqual({ revision: 2 });
    expect(await notices()).toMatchObject([{ seenAt: now() }]);
    await stage.call('diego', 'seeNotices', { noticeIds, seen: false });
    expect(await notices()).toMatchObject([{ seenAt: null }]);
  });

  test('is not recorded in the audit', async () => {
    await send('diego', 'one');
    const [notice] = await notices();
    const commandId = 'seeing';
    await stage.call('diego', 'seeNotices', { commandId, noticeIds: [notice?.id ?? ''], seen: true });
    const entry = await stage.server.docs.get(
      documentPaths.auditEntry(teamId, commandRecordId('diego', commandId)),
    );
    expect(entry.data).toMatchObject({ command: 'seeNotices', changes: [] });
  });

  test('can be read by its person only', async () => {
    await send('diego', 'one');
    const [notice] = await notices();
    const path = documentPaths.notice(teamId, notice?.id ?? '');
    const read = async (who: string) => (await (await stage.person(who)).docs.get(path)).data?.['userId'];
    expect(await read('diego')).toBe('diego');
    await expect(read('amara')).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('is removed by the sweep after its expiry', async () => {
    await send('diego', 'early', { expiresAt: now() - 1 });
    await send('diego', 'late', { expiresAt: now() + day });
    await sweep(stage.server);
    expect(await notices()).toMatchObject([{ expiresAt: now() + day }]);
  });

  test('is removed with the membership', async () => {
    await send('diego', 'one');
    await send('priya', 'one');
    await stage.call('amara', 'removeMember', { userId: 'diego', replacementId: 'priya' });
    const left = await stage.server.docs.find(query(collectionPaths.notices(teamId)));
    expect(left.filter(({ data }) => data?.['userId'] === 'diego')).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
  });

  test('marked together with too many others is rejected', async () => {
    const noticeIds = Array.from({ length: limits.noticesShown + 1 }, (_, n) => `n${n}`);
    await expect(stage.call('diego', 'seeNotices', { noticeIds, seen: true })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });
});
