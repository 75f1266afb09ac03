import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, hour } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

const minute = 60_000;
let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
/** A turn of a day each, from the next whole hour in a day on. */
let firstAt: number;
const rota = (people: string[], more: object = {}) => ({
  ...{ scheduleId: 'nights', name: 'Nights', timezone: 'Asia/Tokyo', takesEffectAt: null },
  layers: [
    {
      ...{ name: 'Daily', people, startsAt: firstAt, unit: 'day' as const, every: 1 },
      ...{ restrictions: [], shadow: false },
    },
  ],
  ...more,
});
beforeEach(() => {
  firstAt = Math.ceil(now() / hour) * hour + day;
});

async function noticesOf(kind: 'shiftReminder' | 'handOver' | 'pagesLeft', userId: string) {
  const all = await stage.all(noticeSchema, collectionPaths.notices(teamId));
  return all
    .filter((one) => one.userId === userId && one.content.kind === kind)
    .filter(({ content }) => 'scheduleId' in content && content.scheduleId === 'nights');
}
const reminders = async (userId: string) =>
  (await noticesOf('shiftReminder', userId)).flatMap(({ content }) =>
    content.kind === 'shiftReminder' ? [content.startsAt] : [],
  );
const sweepAt = async (at: number) => {
  await stage.cloud.advance(at - now());
  await sweep(stage.server);
};
async function choose(userId: string, shiftReminderHours: 0 | 1 | 12 | 24) {
  const me = await stage.get(memberSchema, documentPaths.member(teamId, userId));
  const { displayName, timezone, phone = null, picture = null } = me;
  await stage.call(userId, 'saveProfile', { displayName, timezone, phone, picture, shiftReminderHours });
}

describe('a reminder before a shift', () => {
  test('is sent once, an hour before, and ends when the shift begins', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    await sweepAt(firstAt - hour - minute);
    expect(await reminders('diego')).toEqual([]);
    await sweepAt(firstAt - hour);
    expect(await reminders('diego')).toEqual([firstAt]);
    await sweepAt(firstAt - hour / 2);
    expect(await reminders('diego')).toEqual([firstAt]);
    await sweepAt(firstAt + minute);
    expect(await reminders('diego')).toEqual([]);
  });

  test('is sent as early as its person chose, also after a late choice', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    await choose('diego', 0);
    await choose('priya', 24);
    await sweepAt(firstAt - hour);
    expect(await reminders('diego')).toEqual([]);
    await choose('diego', 12);
    await sweepAt(firstAt - hour + minute);
    expect(await reminders('diego')).toEqual([firstAt]);
    await sweepAt(firstAt);
    expect(await reminders('priya')).toEqual([firstAt + day]);
  });

  test('of a moved shift is sent again, and the old one is removed', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    await sweepAt(firstAt - hour);
    const swap = { overrideId: 'swap', scheduleId: 'nights', userId: 'priya', insteadOf: null };
    await stage.call('jonas', 'createOverride', { ...swap, startsAt: firstAt, endsAt: firstAt + 2 * hour });
    await sweepAt(firstAt - hour + minute);
    expect([await reminders('diego'), await reminders('priya')]).toEqual([[], [firstAt]]);
    await sweepAt(firstAt + hour);
    expect(await reminders('diego')).toEqual([firstAt + 2 * hour]);
  });

  test('of a removed schedule is removed', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego']));
    const swap = { overrideId: 'swap', scheduleId: 'nights', userId: 'priya', insteadOf: null };
    await stage.call('jonas', 'createOverride', { ...swap, startsAt: firstAt, endsAt: firstAt + hour });
    await sweepAt(firstAt - hour);
    expect(await reminders('priya')).toEqual([firstAt]);
    await stage.call('jonas', 'removeSchedule', { scheduleId: 'nights' });
    await sweepAt(now() + minute);
    expect(await reminders('priya')).toEqual([]);
    expect((await stage.server.docs.get(serverPaths.shiftTimer(teamId, 'nights'))).data).toBeNull();
  });

  test('survives a sweep that crashes while writing', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    await sweepAt(firstAt - 2 * hour);
    await stage.cloud.advance(hour);
    const transaction = () => Promise.reject(new PortError('unavailable', 'The backend died.'));
    const dying = { ...stage.server, docs: { ...stage.server.docs, transaction } };
    await sweep(dying).catch(() => undefined);
    expect(await reminders('diego')).toEqual([]);
    await sweep(stage.server);
    await sweep(stage.server);
    expect(await reminders('diego')).toEqual([firstAt]);
  });

  test('reads no schedule that is not due', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    await sweep(stage.server);
    await sweep(stage.server);
    const read: string[] = [];
    const docs: typeof stage.server.docs = {
      ...stage.server.docs,
      transaction: (run) =>
        stage.server.docs.transaction((work) =>
          run({ ...work, get: (path) => (read.push(path), work.get(path)) }),
        ),
    };
    await sweep({ ...stage.server, docs });
    expect(read.filter((path) => path.includes('/schedules/'))).toEqual([]);
  });

  test('is sent for schedules written without a command', async () => {
    await sweep(stage.server);
    const timers = await stage.server.docs.find(query(`teams/${teamId}/shiftTimers`));
    const schedules = await stage.server.docs.find(query(collectionPaths.schedules(teamId)));
    expect(timers.map(({ id }) => id).toSorted()).toEqual(schedules.map(({ id }) => id).toSorted());
  });
});

describe('the digest at a hand-over', () => {
  test('states the previous on-call member, their start and open items, once', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    await sweepAt(firstAt);
    await sweepAt(firstAt + day + minute);
    await sweepAt(firstAt + day + 2 * minute);
    const [digest, ...others] = await noticesOf('handOver', 'priya');
    expect(others).toEqual([]);
    expect(digest?.content).toMatchObject({ from: 'diego', sinceAt: firstAt, pages: 0 });
  });

  test('counts pages that asked the schedule, and private ones for their readers only', async () => {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    const step = { targets: [{ kind: 'schedule' as const, scheduleId: 'nights' }], delayMinutes: 30 };
    await stage.call('jonas', 'savePolicy', {
      ...{ policyId: 'nightly', name: 'Nightly', repeat: 0 },
      steps: [{ ...step, mode: 'all', acknowledgedBy: 'any' }],
    });
    await sweepAt(firstAt + hour);
    const declared = { title: 'Down', severity: 'SEV3' as const, serviceIds: [], alertId: null };
    const page = [{ kind: 'policy' as const, policyId: 'nightly' }];
    await stage.call('lena', 'declareIncident', { ...declared, private: false, page });
    await stage.call('lena', 'declareIncident', { ...declared, private: true, page });
    const live = async () => (await noticesOf('handOver', 'priya'))[0]?.content;
    await stage.cloud.advance(firstAt + day - now());
    await sweep(stage.server);
    expect(await live()).toMatchObject({ kind: 'handOver', pages: 1 });
  });
});

describe('pages left at the end of a shift', () => {
  /** Diego's shift has begun, and a private incident and another have paged him; ids of the pages, oldest first. */
  async function pagedTwice(): Promise<readonly string[]> {
    await stage.call('jonas', 'saveSchedule', rota(['diego', 'priya']));
    const step = { targets: [{ kind: 'schedule' as const, scheduleId: 'nights' }], delayMinutes: 30 };
    await stage.call('jonas', 'savePolicy', {
      ...{ policyId: 'nightly', name: 'Nightly', repeat: 0 },
      steps: [{ ...step, mode: 'all', acknowledgedBy: 'any' }],
    });
    await sweepAt(firstAt + day - 10 * minute);
    const declared = { severity: 'SEV3' as const, serviceIds: [], alertId: null, private: false };
    const page = [{ kind: 'policy' as const, policyId: 'nightly' }];
    await stage.call('lena', 'declareIncident', { ...declared, title: 'Slow', page });
    await stage.cloud.advance(minute);
    await stage.call('lena', 'declareIncident', { ...declared, title: 'Down', page });
    const pages = await stage.all(pageSchema, collectionPaths.pages(teamId));
    return pages
      .filter(({ notified }) => notified.some(({ userId }) => userId === 'diego'))
      .filter(({ summary }) => summary.includes('Slow') || summary.includes('Down'))
      .toSorted((one, other) => one.createdAt - other.createdAt)
      .map(({ id }) => id);
  }

  test('are offered once to their holder, newest first, with the current on-call member', async () => {
    const [first = '', second = ''] = await pagedTwice();
    await stage.call('diego', 'acknowledgePage', { pageId: first });
    await stage.call('diego', 'acknowledgePage', { pageId: second });
    await sweepAt(firstAt + day);
    await sweepAt(firstAt + day + minute);
    const [offer, ...others] = await noticesOf('pagesLeft', 'diego');
    expect(others).toEqual([]);
    expect(offer?.content).toMatchObject({ to: 'priya', pageIds: [second, first] });
    expect(await noticesOf('pagesLeft', 'priya')).toEqual([]);
  });

  test('are not offered when another member holds them or their subject is over', async () => {
    const [first = '', second = ''] = await pagedTwice();
    await stage.call('priya', 'acknowledgePage', { pageId: first });
    await stage.call('diego', 'acknowledgePage', { pageId: second });
    const { incidentId } = await stage.get(pageSchema, documentPaths.page(teamId, second));
    await stage.call('jonas', 'transitionIncident', {
      incidentId: incidentId ?? '',
      to: 'resolved',
      note: '',
    });
    await sweepAt(firstAt + day);
    expect(await noticesOf('pagesLeft', 'diego')).toEqual([]);
  });
});
