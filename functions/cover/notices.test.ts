import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { isResponder } from '#domain/permissions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { dayBegin, fiveHours, saveDailyRota } from '#tests/app/functions/cover.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
  await saveDailyRota(stage);
});
afterEach(() => stage.close());

const begin = () => dayBegin(stage);
const asked = (more: object = {}) => fiveHours(stage, more);

describe('a notice of a cover request', () => {
  const noticed = async (kind: string, by?: string) =>
    (await stage.all(noticeSchema, collectionPaths.notices(teamId)))
      .filter(({ content, createdBy }) => content.kind === kind && createdBy === (by ?? createdBy))
      .map(({ userId }) => userId)
      .toSorted();

  test('reaches the asked members once', async () => {
    await stage.call('diego', 'requestCover', asked({ asked: ['lena', 'kwame'] }));
    expect(await noticed('coverAsked')).toEqual(['kwame', 'lena']);
    const notices = await stage.all(noticeSchema, collectionPaths.notices(teamId));
    expect(notices.find(({ content }) => content.kind === 'coverAsked')).toMatchObject({
      createdBy: 'diego',
      link: '/oncall',
      expiresAt: begin() + 8 * hour,
      content: { by: 'diego', schedule: 'Days', startsAt: begin() + 3 * hour, note: 'Dentist' },
    });
  });

  test('reaches all members who may take it, except its person, its author and viewers', async () => {
    await stage.call('jonas', 'requestCover', asked());
    const members = await stage.all(memberSchema, collectionPaths.members(teamId));
    const others = members.filter((one) => isResponder(one) && !['diego', 'jonas'].includes(one.id));
    expect(await noticed('coverAsked')).toEqual(others.map(({ id }) => id).toSorted());
  });

  test('reaches its person when it is taken, and the asked members when it is given back', async () => {
    await stage.call('diego', 'requestCover', asked({ asked: ['lena', 'kwame'] }));
    await stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    expect(await noticed('movedShifts', 'kwame')).toEqual(['diego']);
    expect(await noticed('coverAsked')).toEqual([]);
    await stage.call('kwame', 'releaseCover', { requestId: 'mine' });
    expect(await noticed('coverAsked')).toEqual(['lena']);
  });

  test('is removed when the request is cancelled or the shift has moved', async () => {
    await stage.call('diego', 'requestCover', asked());
    await stage.call('diego', 'cancelCover', { requestId: 'mine' });
    expect(await noticed('coverAsked')).toEqual([]);
    await stage.call('diego', 'requestCover', { ...asked(), requestId: 'again' });
    expect(await noticed('coverAsked')).not.toEqual([]);
    await stage.call('jonas', 'createOverride', {
      ...{ overrideId: 'swap', scheduleId: asked().scheduleId, userId: 'kwame', insteadOf: 'diego' },
      ...{ startsAt: begin(), endsAt: begin() + 8 * hour },
    });
    expect(await noticed('coverAsked')).toEqual([]);
  });

  /** Messages to a new phone of somebody from now on: the tags of what is shown, and of what is taken away. */
  async function phoneOf(who: string) {
    const { messaging } = await stage.person(who);
    const { id: registration } = await messaging.register({ ask: true });
    const phone = { deviceId: `phone-${who}`, registration, label: 'Phone', userAgent: '' };
    await stage.call(who, 'registerDevice', phone);
    const pushed = { shown: [] as (string | undefined)[], takenAway: [] as (string | undefined)[] };
    messaging.onMessage(({ notification, data }) => {
      if (data['kind'] === 'settled') pushed.takenAway.push(data['tag']);
      else if (notification?.title.includes('asks for cover')) pushed.shown.push(notification.tag);
    });
    return pushed;
  }

  const endings: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['taken', () => stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' })],
    ['cancelled', () => stage.call('diego', 'cancelCover', { requestId: 'mine' })],
    [
      'lapsed with its time',
      async () => {
        await stage.cloud.advance(begin() + 8 * hour - stage.server.clock.now());
        await sweep(stage.server);
      },
    ],
    [
      'lapsed because the shift moved',
      () =>
        stage.call('jonas', 'createOverride', {
          ...{ overrideId: 'swap', scheduleId: asked().scheduleId, userId: 'priya', insteadOf: 'diego' },
          ...{ startsAt: begin() + 4 * hour, endsAt: begin() + 5 * hour },
        }),
    ],
  ];
  test.each(endings)('is removed from the phones of asked members when it is %s', async (_, end) => {
    const [lena, kwame, priya] = [await phoneOf('lena'), await phoneOf('kwame'), await phoneOf('priya')];
    await stage.call('diego', 'requestCover', asked({ asked: ['lena', 'kwame'] }));
    await stage.cloud.advance(1_000);
    expect(lena).toEqual({ shown: [expect.stringMatching(/^notice-/)], takenAway: [] });
    await end();
    await stage.cloud.advance(1_000);
    expect(lena.takenAway).toEqual(lena.shown);
    expect(kwame.takenAway).toEqual(kwame.shown);
    expect(priya).toEqual({ shown: [], takenAway: [] });
  });

  test('is shown on phones again when the shift is given back, and removed again', async () => {
    const lena = await phoneOf('lena');
    await stage.call('diego', 'requestCover', asked({ asked: ['lena', 'kwame'] }));
    await stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    await stage.call('kwame', 'releaseCover', { requestId: 'mine' });
    await stage.cloud.advance(1_000);
    expect(new Set(lena.shown).size).toBe(2);
    expect(lena.takenAway).toEqual(lena.shown.slice(0, 1));
    await stage.call('diego', 'cancelCover', { requestId: 'mine' });
    await stage.cloud.advance(1_000);
    expect(lena.takenAway).toEqual(lena.shown);
  });

  test('is not sent for a rejected request', async () => {
    await errorOf(stage.call('lena', 'requestCover', asked({ userId: 'lena' })));
    expect(await noticed('coverAsked')).toEqual([]);
  });
});
