import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, hour, limits } from '#domain/constants.ts';
import { toDocument } from '#api/codec.ts';
import { coverRequestSchema } from '#domain/cover/schema.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { type Override, overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { dayBegin, fiveHours, saveDailyRota } from '#tests/app/functions/cover.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
  await saveDailyRota(stage);
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
const begin = () => dayBegin(stage);
const asked = (more: object = {}) => fiveHours(stage, more);
const request = (id = 'mine') => stage.get(coverRequestSchema, documentPaths.coverRequest(teamId, id));
const overrides = () => stage.all(overrideSchema, collectionPaths.overrides(teamId));
const onCall = async (at: number) =>
  onCallAt(await stage.get(scheduleSchema, documentPaths.schedule(teamId, 'days')), await overrides(), at);
const refusal = async (call: Promise<unknown>) => (await errorOf(call)).error;
const during = () => begin() + 5 * hour;

describe('a request for cover', () => {
  test.each([
    ['diego', {}, 'done'],
    ['lena', {}, 'forbidden'],
    ['jonas', {}, 'done'],
    ['tom', {}, 'forbidden'],
    ['diego', { asked: ['lena', 'kwame'] }, 'done'],
    ['diego', { asked: ['tom'] }, 'invalid'],
    ['diego', { asked: ['gone'] }, 'invalid'],
    ['diego', { scheduleId: 'gone' }, 'not_found'],
    ['diego', { requestId: 'school-play' }, 'conflict'],
    ['diego', { endsAt: 4_000_000_000_000 }, 'invalid'],
    ['lena', { userId: 'lena' }, 'invalid'],
  ])('by %s with %o is %s', async (who, more, answer) => {
    const stored = stage.stored();
    const call = stage.call(who, 'requestCover', asked(more));
    const told = await call.then(
      () => 'done',
      async () => (await errorOf(call)).error?.code,
    );
    expect(told).toBe(answer);
    expect(stage.stored() === stored).toBe(answer !== 'done');
    const made = (await stage.all(coverRequestSchema, collectionPaths.coverRequests(teamId))).filter(
      ({ id, status, createdBy }) => id === 'mine' && status === 'open' && createdBy === who,
    );
    expect(made).toHaveLength(answer === 'done' ? 1 : 0);
  });

  test('that overlaps another of the same person is rejected', async () => {
    await stage.call('diego', 'requestCover', asked());
    const again = stage.call('diego', 'requestCover', asked({ requestId: 'again' }));
    expect(await refusal(again)).toMatchObject({ code: 'invalid', field: 'startsAt' });
  });
});

describe('taking cover', () => {
  test('puts the first taker on call, and the second is told who it was', async () => {
    await stage.call('diego', 'requestCover', asked());
    await stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    expect(await onCall(during())).toBe('kwame');
    expect(await onCall(begin() + 9 * hour)).toBe('diego');
    const late = stage.call('lena', 'takeCover', { requestId: 'mine', userId: 'lena' });
    expect(await refusal(late)).toMatchObject({
      code: 'already_acknowledged',
      by: 'kwame',
      message: 'Kwame Mensah was first and takes it.',
    });
    expect(await onCall(during())).toBe('kwame');
  });

  test('is rejected if the schedule has the maximum of overrides, and the request stays open', async () => {
    await stage.call('diego', 'requestCover', asked());
    const full: Override = {
      id: 'full',
      teamId,
      scheduleId: 'days',
      createdAt: now(),
      createdBy: 'jonas',
      revision: 1,
      startsAt: begin() + 20 * day,
      endsAt: begin() + 21 * day,
      userId: 'lena',
      insteadOf: null,
    };
    for (let from = 0; from < limits.overridesPerSchedule; from += 200)
      await stage.server.docs.batch(
        Array.from({ length: 200 }, (_, index) => ({
          type: 'set' as const,
          path: documentPaths.override(teamId, `full-${from + index}`),
          data: toDocument({ ...full, id: `full-${from + index}` }),
        })),
      );
    const take = stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    expect(await refusal(take)).toMatchObject({ code: 'limit_reached' });
    expect(await request()).toMatchObject({ status: 'open', takerId: null });
  });

  test('by two members at once succeeds for one', async () => {
    await stage.call('diego', 'requestCover', asked());
    const before = (await overrides()).length;
    const answers = await Promise.allSettled(
      ['kwame', 'lena', 'priya'].map((userId) =>
        stage.call(userId, 'takeCover', { requestId: 'mine', userId }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await overrides()).toHaveLength(before + 1);
    expect(await onCall(during())).toBe((await request()).takerId);
  });

  test.each([
    ['kwame', 'lena', 'forbidden'],
    ['mei', 'lena', 'done'],
    ['mei', 'tom', 'invalid'],
    ['mei', 'diego', 'invalid'],
    ['diego', 'diego', 'invalid'],
    ['kwame', 'kwame', 'forbidden'],
    ['priya', 'priya', 'done'],
  ])('by %s for %s, of a request to Priya, is %s', async (who, userId, answer) => {
    await stage.call('diego', 'requestCover', asked({ asked: ['priya'] }));
    const stored = stage.stored();
    const call = stage.call(who, 'takeCover', { requestId: 'mine', userId });
    const told = await call.then(
      () => 'done',
      async () => (await errorOf(call)).error?.code,
    );
    expect(told).toBe(answer);
    expect(await onCall(during())).toBe(answer === 'done' ? userId : 'diego');
    expect(stage.stored() === stored).toBe(answer !== 'done');
  });

  test('can be given back before it begins, by its taker and by admins', async () => {
    await stage.call('diego', 'requestCover', asked());
    await stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    const other = stage.call('lena', 'releaseCover', { requestId: 'mine' });
    expect(await refusal(other)).toMatchObject({ code: 'forbidden' });
    await stage.call('kwame', 'releaseCover', { requestId: 'mine' });
    expect(await request()).toMatchObject({ status: 'open', takerId: null, overrideId: null });
    expect(await onCall(during())).toBe('diego');
    await stage.call('lena', 'takeCover', { requestId: 'mine', userId: 'lena' });
    await stage.cloud.advance(5 * hour);
    const late = stage.call('lena', 'releaseCover', { requestId: 'mine' });
    expect(await refusal(late)).toMatchObject({ code: 'invalid', field: 'requestId' });
    expect(await onCall(now())).toBe('lena');
  });

  test('is undone by removing its override, which can’t be moved', async () => {
    await stage.call('diego', 'requestCover', asked());
    await stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    const overrideId = (await request()).overrideId ?? '';
    const moved = stage.call('kwame', 'moveOverride', {
      overrideId,
      startsAt: begin() + 4 * hour,
      endsAt: begin() + 9 * hour,
    });
    expect(await refusal(moved)).toMatchObject({ code: 'invalid', field: 'overrideId' });
    await stage.call('kwame', 'removeOverride', { overrideId });
    expect(await request()).toMatchObject({ status: 'open', overrideId: null });
    await stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    await stage.cloud.advance(5 * hour);
    await stage.call('kwame', 'removeOverride', { overrideId: (await request()).overrideId ?? '' });
    expect(await request()).toMatchObject({ status: 'taken', endsAt: now(), dueAt: null });
    expect(await onCall(now())).toBe('diego');
  });
});

describe('a request for cover ends', () => {
  beforeEach(() => stage.call('diego', 'requestCover', asked()));

  test('when its person or an admin cancels it', async () => {
    const other = stage.call('lena', 'cancelCover', { requestId: 'mine' });
    expect(await refusal(other)).toMatchObject({ code: 'forbidden' });
    await stage.call('diego', 'cancelCover', { requestId: 'mine' });
    expect(await request()).toMatchObject({ status: 'cancelled', dueAt: null });
    const late = stage.call('lena', 'takeCover', { requestId: 'mine', userId: 'lena' });
    expect(await refusal(late)).toMatchObject({ code: 'illegal_transition', from: 'cancelled' });
  });

  test('with its time, by the sweep', async () => {
    const later = { startsAt: begin() + 8 * hour, endsAt: begin() + 9 * hour };
    await stage.call('diego', 'requestCover', asked({ requestId: 'later', ...later }));
    await stage.call('kwame', 'takeCover', { requestId: 'later', userId: 'kwame' });
    await stage.cloud.advance(9 * hour + 60_000);
    expect(await request()).toMatchObject({ status: 'expired', expiry: 'over', dueAt: null });
    expect(await request('later')).toMatchObject({ status: 'taken', dueAt: null });
  });

  test.each([
    [
      'somebody takes over a part of it',
      () =>
        stage.call('lena', 'createOverride', {
          overrideId: 'over',
          scheduleId: 'days',
          startsAt: begin() + 7 * hour,
          endsAt: begin() + 10 * hour,
          userId: 'lena',
          insteadOf: null,
        }),
    ],
    ['the schedule is removed', () => stage.call('jonas', 'removeSchedule', { scheduleId: 'days' })],
    [
      'the turns change',
      () =>
        stage.call('jonas', 'saveSchedule', {
          scheduleId: 'days',
          name: 'Days',
          timezone: 'Europe/Berlin',
          layers: [
            {
              name: 'Daily',
              people: ['lena'],
              startsAt: begin(),
              unit: 'day',
              every: 1,
              restrictions: [],
              shadow: false,
            },
          ],
          takesEffectAt: null,
        }),
    ],
  ])('when %s', async (_, change) => {
    await change();
    expect(await request()).toMatchObject({ status: 'expired', expiry: 'moved' });
    const late = stage.call('kwame', 'takeCover', { requestId: 'mine', userId: 'kwame' });
    expect((await refusal(late))?.message).toContain('has lapsed');
  });

  test('not when other times of the schedule change', async () => {
    await stage.call('kwame', 'createOverride', {
      overrideId: 'over',
      scheduleId: 'days',
      startsAt: begin() + 8 * hour,
      endsAt: begin() + 2 * day,
      userId: 'kwame',
      insteadOf: null,
    });
    expect((await request()).status).toBe('open');
  });
});

describe('a removed member', () => {
  const remove = (userId: string, replacementId: string | null) =>
    stage.call('amara', 'removeMember', { userId, replacementId });

  test('has their requests cancelled and is removed from others', async () => {
    await stage.call('diego', 'requestCover', asked({ asked: ['lena'] }));
    await remove('lena', 'kwame');
    expect(await request()).toMatchObject({ status: 'open', asked: ['kwame'] });
    await remove('diego', 'priya');
    expect((await request()).status).toBe('cancelled');
  });

  test('hands on taken cover, or the request reopens', async () => {
    await stage.call('diego', 'requestCover', asked());
    await stage.call('mei', 'takeCover', { requestId: 'mine', userId: 'mei' });
    await remove('mei', 'kwame');
    const { overrideId } = await request();
    expect(await request()).toMatchObject({ status: 'taken', takerId: 'kwame' });
    expect((await overrides()).find(({ id }) => id === overrideId)).toMatchObject({ userId: 'kwame' });
    await remove('kwame', 'diego');
    expect(await request()).toMatchObject({ status: 'open', takerId: null });
    expect(await onCall(during())).toBe('diego');
  });
});

test('own data contains a person’s requests and taken cover', async () => {
  await stage.call('diego', 'requestCover', asked());
  await stage.call('kwame', 'takeCover', { requestId: 'school-play', userId: 'kwame' });
  const read = async (who: string, kind: string) => {
    const { functions } = await stage.person(who);
    const { items } = await functions.call<{ items: { id: string }[] }>('readOwnData', {
      teamId,
      kind,
      after: null,
    });
    return items.map(({ id }) => id);
  };
  expect(await read('diego', 'cover-asked')).toEqual(['mine', 'school-play']);
  expect(await read('kwame', 'cover-taken')).toEqual(['school-play']);
  expect(await read('lena', 'cover-asked')).toEqual([]);
});
