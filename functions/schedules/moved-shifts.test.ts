import { afterEach, beforeEach, expect, test } from 'vitest';
import { day, hour } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
const nights = (people: string[], scheduleId = 'nights') => ({
  scheduleId,
  name: scheduleId,
  timezone: 'Europe/Berlin',
  layers: [
    {
      ...{ name: 'Daily', people, startsAt: Date.UTC(2026, 0, 5, 8), unit: 'day' as const, every: 1 },
      ...{ restrictions: [], shadow: false },
    },
  ],
  takesEffectAt: null,
});
async function noticesOf(userId: string) {
  const all = await stage.all(noticeSchema, collectionPaths.notices(teamId));
  return all
    .filter((one) => one.userId === userId && one.content.kind === 'movedShifts')
    .toSorted((one, other) => one.createdAt - other.createdAt);
}
const schedulesOf = async (userId: string) =>
  (await noticesOf(userId)).map(({ content }) => content.kind === 'movedShifts' && content.schedules);

test('members who gain or lose shifts get one notice per command, and its author none', async () => {
  await stage.call('jonas', 'saveSchedule', nights(['diego', 'jonas']));
  expect(await noticesOf('jonas')).toEqual([]);
  const [made] = await schedulesOf('diego');
  expect(made).toMatchObject([{ scheduleId: 'nights', schedule: 'nights', loses: [], omitted: 7 }]);
  await stage.cloud.advance(hour);
  await stage.call('jonas', 'saveSchedule', nights(['priya', 'jonas']));
  expect(await schedulesOf('diego')).toMatchObject([{}, [{ gains: [] }]]);
  expect(await schedulesOf('priya')).toMatchObject([[{ loses: [] }]]);
  expect(await noticesOf('jonas')).toEqual([]);
});

test('a change that moves no shift sends no notice', async () => {
  await stage.call('jonas', 'saveSchedule', nights(['diego', 'priya']));
  const before = await noticesOf('diego');
  await stage.call('jonas', 'saveSchedule', { ...nights(['diego', 'priya']), name: 'Another name' });
  await stage.call('jonas', 'saveSchedule', { ...nights(['mei']), takesEffectAt: now() + 29 * day });
  expect(await noticesOf('diego')).toEqual(before);
  expect(await noticesOf('mei')).toEqual([]);
});

test('creating, moving and removing overrides notifies both sides of their shifts', async () => {
  await stage.call('jonas', 'saveSchedule', nights(['diego']));
  const startsAt = Math.ceil(now() / hour) * hour + day;
  const span = { startsAt, endsAt: startsAt + 4 * hour };
  await stage.cloud.advance(60_000);
  const override = { overrideId: 'swap', scheduleId: 'nights', userId: 'priya', insteadOf: null };
  await stage.call('priya', 'createOverride', { ...override, ...span });
  expect((await schedulesOf('diego')).at(-1)).toEqual([
    { scheduleId: 'nights', schedule: 'nights', gains: [], loses: [span], omitted: 0 },
  ]);
  expect(await noticesOf('priya')).toEqual([]);
  await stage.cloud.advance(60_000);
  await stage.call('jonas', 'moveOverride', { overrideId: 'swap', ...span, endsAt: span.endsAt + hour });
  const more = { startsAt: span.endsAt, endsAt: span.endsAt + hour };
  expect((await schedulesOf('diego')).at(-1)).toMatchObject([{ gains: [], loses: [more] }]);
  expect((await schedulesOf('priya')).at(-1)).toMatchObject([{ gains: [more], loses: [] }]);
  await stage.cloud.advance(60_000);
  await stage.call('jonas', 'removeOverride', { overrideId: 'swap' });
  const whole = { startsAt, endsAt: more.endsAt };
  expect((await schedulesOf('diego')).at(-1)).toMatchObject([{ gains: [whole], loses: [] }]);
  expect((await schedulesOf('priya')).at(-1)).toMatchObject([{ gains: [], loses: [whole] }]);
});

test('a member who takes over from a leaving one gets one notice for all schedules', async () => {
  await stage.call('jonas', 'saveSchedule', nights(['kwame', 'diego']));
  await stage.call('jonas', 'saveSchedule', nights(['kwame', 'mei'], 'days'));
  const before = await noticesOf('priya');
  await stage.call('amara', 'removeMember', { userId: 'kwame', replacementId: 'priya' });
  const [notice, ...others] = (await noticesOf('priya')).slice(before.length);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ createdBy: 'amara', link: '/oncall' });
  const told = notice?.content.kind === 'movedShifts' ? notice.content.schedules : [];
  expect(told.map(({ schedule }) => schedule)).toEqual(expect.arrayContaining(['days', 'nights']));
  expect(await noticesOf('kwame')).toEqual([]);
});

test('removing a schedule notifies its people with a link to the list', async () => {
  await stage.call('jonas', 'saveSchedule', nights(['diego']));
  await stage.cloud.advance(60_000);
  await stage.call('jonas', 'removeSchedule', { scheduleId: 'nights' });
  expect((await noticesOf('diego')).at(-1)).toMatchObject({
    link: '/oncall',
    content: { schedules: [{ schedule: 'nights', gains: [], omitted: 0 }] },
  });
});
