import ICAL from 'ical.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { constants, day, hour, limits, minute } from '#domain/constants.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { feedIdOf, feedPath } from '#api/feed-secret.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const secret = 'ab'.repeat(20);
const address = feedPath({ teamId, secret });
const now = () => stage.server.clock.now();
const name = 'Nights; Berlin, second line\\third';
const nights = (people: string[], more: object = {}) => ({
  scheduleId: 'nights',
  name,
  timezone: 'Europe/Berlin',
  layers: [
    {
      name: 'Weekly',
      people,
      startsAt: Date.UTC(2026, 0, 5, 8),
      unit: 'week' as const,
      every: 1,
      restrictions: [],
      shadow: false,
    },
  ],
  takesEffectAt: null,
  ...more,
});
const make = (who: string, scope: 'mine' | 'schedule' | 'team', scheduleId: string | null = null) =>
  stage.call(who, 'createFeed', { feedId: feedIdOf(secret), scope, scheduleId });
const read = async (path = address, method = 'GET') => {
  const client = await stage.stranger('calendar');
  return client.control.http({ method, path, headers: {}, body: '' });
};
/** Events without exceptions, which would be looked for among all others for each. */
const eventsOf = (body: string) =>
  new ICAL.Component(ICAL.parse(body) as unknown[]).getAllSubcomponents('vevent').map((part) => {
    const { uid, summary, startDate, endDate } = new ICAL.Event(part, { exceptions: [] });
    return {
      uid,
      summary,
      startsAt: startDate.toUnixTime() * 1_000,
      endsAt: endDate.toUnixTime() * 1_000,
    };
  });
const refusal = async (call: Promise<unknown>) => (await errorOf(call)).error;

describe('a name with a carriage return alone', () => {
  const injected = 'Nights\rEND:VEVENT\rBEGIN:VEVENT\rSUMMARY:Injected';

  test('is rejected', async () => {
    expect(
      await refusal(stage.call('jonas', 'saveSchedule', nights(['diego'], { name: injected }))),
    ).toMatchObject({
      code: 'invalid',
      field: 'name',
      rule: 'Name: Use one line, without control characters.',
    });
  });

  test('that is stored adds no line to a feed', async () => {
    await stage.call('jonas', 'saveSchedule', nights(['diego', 'priya']));
    await make('lena', 'schedule', 'nights');
    const path = documentPaths.schedule(teamId, 'nights');
    await stage.server.docs.batch([{ type: 'update', path, changes: { name: injected, revision: 2 } }]);
    const { status, body } = await read();
    expect([status, body.includes('Injected'), /\r(?!\n)/u.test(body)]).toEqual([200, true, false]);
    expect(body.split(/\r\n|\r|\n/u).filter((line) => line.startsWith('SUMMARY:Injected'))).toEqual([]);
  });
});

describe('the calendar feed', () => {
  test('of a schedule contains names and shifts and is not cached', async () => {
    await stage.call('jonas', 'saveSchedule', nights(['diego', 'priya']));
    await make('lena', 'schedule', 'nights');
    const { status, headers, body } = await read();
    expect([status, headers]).toEqual([
      200,
      { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' },
    ]);
    const events = eventsOf(body);
    expect(new Set(events.map(({ summary }) => summary))).toEqual(
      new Set([`Diego Ramírez: ${name}`, `Priya Nair: ${name}`]),
    );
    expect(events[0]?.startsAt).toBe(Date.UTC(2026, 0, 5, 8));
    expect(events.at(-1)?.endsAt).toBeGreaterThan(now() + 179 * day);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    for (const private_ of ['@', '+49', 'nights.example']) {
      expect(body.replaceAll('@muster', '')).not.toContain(private_);
    }
  });

  test('has lines of at most 75 bytes, and its texts are decoded unchanged', async () => {
    const long = `${'ä'.repeat(30)}, ${'ö'.repeat(30)};\\`;
    await stage.call('jonas', 'saveSchedule', nights(['diego'], { name: long }));
    await make('diego', 'schedule', 'nights');
    const { body } = await read();
    const lines = body.split('\r\n');
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
    expect(eventsOf(body)[0]?.summary).toBe(`Diego Ramírez: ${long}`);
  });

  test('of own shifts contains those of every schedule and no name', async () => {
    await stage.call('jonas', 'saveSchedule', nights(['diego', 'priya']));
    await make('diego', 'mine');
    const { body } = await read();
    const own = eventsOf(body).filter(({ summary }) => summary === `On call: ${name}`);
    expect(own.length).toBeGreaterThan(12);
    expect(body).not.toContain('Priya');
  });

  test('of the team contains every schedule and overrides, with stable ids', async () => {
    await stage.call('jonas', 'saveSchedule', nights(['diego']));
    await make('diego', 'team');
    const before = eventsOf((await read()).body);
    expect(new Set(before.map(({ summary }) => summary.split(': ')[1])).size).toBeGreaterThan(1);
    const [startsAt, endsAt] = [now() + day, now() + day + hour];
    await stage.call('priya', 'createOverride', {
      overrideId: 'cover',
      scheduleId: 'nights',
      startsAt,
      endsAt,
      userId: 'priya',
      insteadOf: null,
    });
    await stage.cloud.advance(hour);
    const after = eventsOf((await read()).body);
    expect(after).toContainEqual(
      expect.objectContaining({ summary: `Priya Nair: ${name}`, startsAt, endsAt }),
    );
    const ids = new Set(after.map(({ uid }) => uid));
    expect(before.filter(({ uid }) => !ids.has(uid))).toEqual([]);
  });
});

describe('a feed’s address', () => {
  test('that is unknown, revoked, incomplete or requested otherwise gets the same answer', async () => {
    const unknown = await read();
    expect(unknown.status).toBe(404);
    await make('diego', 'mine');
    expect((await read()).status).toBe(200);
    const wrong = feedPath({ teamId, secret: 'cd'.repeat(20) });
    for (const path of [
      wrong,
      '/ical/',
      '/ical/x.ics',
      '/ical/__x__.y.ics',
      address.slice(0, -5),
      `${address}/`,
    ])
      expect(await read(path)).toEqual(unknown);
    expect(await read(address, 'POST')).toEqual(unknown);
    await stage.call('diego', 'revokeFeed', { feedId: feedIdOf(secret) });
    expect(await read()).toEqual(unknown);
  });

  test('ends with the membership permanently', async () => {
    await make('tom', 'team');
    expect((await read()).status).toBe(200);
    await stage.call('amara', 'removeMember', { userId: 'tom', replacementId: 'diego' });
    expect((await read()).status).toBe(404);
    expect(await stage.all(feedSchema, collectionPaths.feeds(teamId))).toEqual([]);
  });

  test('of a former member whose feeds still exist gets no answer', async () => {
    await make('tom', 'team');
    await stage.server.docs.batch([{ type: 'delete', path: documentPaths.member(teamId, 'tom') }]);
    expect((await read()).status).toBe(404);
    expect(await stage.all(feedSchema, collectionPaths.feeds(teamId))).toHaveLength(1);
  });

  test('is stored as a digest, and only its owner can revoke it', async () => {
    await make('diego', 'mine');
    expect(stage.stored()).not.toContain(secret);
    const feedId = feedIdOf(secret);
    expect(await refusal(stage.call('mei', 'revokeFeed', { feedId }))).toMatchObject({ code: 'not_found' });
    expect((await read()).status).toBe(200);
    expect(await refusal(make('mei', 'mine'))).toMatchObject({ code: 'conflict' });
  });

  test('of a schedule requires an existing one, and other kinds require none', async () => {
    expect(await refusal(make('diego', 'schedule'))).toMatchObject({ code: 'invalid' });
    expect(await refusal(make('diego', 'mine', 'shop'))).toMatchObject({ code: 'invalid' });
    expect(await refusal(make('diego', 'schedule', 'nowhere'))).toMatchObject({ code: 'not_found' });
  });

  test('is limited in number per person', async () => {
    const many = Array.from({ length: limits.feedsPerPerson }, (_, index) => feedIdOf(String(index)));
    for (const feedId of many)
      await stage.call('diego', 'createFeed', { feedId, scope: 'mine', scheduleId: null });
    expect(await refusal(make('diego', 'mine'))).toMatchObject({ code: 'invalid' });
    await make('mei', 'mine');
  });
});

describe('the cost of a feed', () => {
  const stampOf = (body: string) => /DTSTAMP:(\S+)/u.exec(body)?.[1];

  test('a feed is generated again only when a source has another revision', async () => {
    await stage.call('jonas', 'saveSchedule', nights(['diego', 'priya']));
    await make('lena', 'schedule', 'nights');
    const first = stampOf((await read()).body);
    await stage.cloud.advance(hour);
    expect(stampOf((await read()).body)).toBe(first);
    await stage.call('jonas', 'saveSchedule', nights(['priya', 'mei']));
    const { body } = await read();
    expect(stampOf(body)).not.toBe(first);
    expect(new Set(eventsOf(body).map(({ summary }) => summary)).size).toBe(3);
    await stage.standStill(day);
    expect(stampOf((await read()).body)).not.toBe(stampOf(body));
  });

  test('a feed has a rate limit, checked before any other read', async () => {
    await make('lena', 'mine');
    const statuses: number[] = [];
    for (let request = 0; request <= constants.feedReadsPerMinute; request += 1)
      statuses.push((await read()).status);
    expect([statuses.slice(0, -1).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    const refused = await read();
    expect([refused.headers['retry-after'], refused.body]).toEqual([
      '60',
      expect.stringContaining('too often'),
    ]);
    const { status } = await read(feedPath({ teamId, secret: 'cd'.repeat(20) }));
    expect(status).toBe(404);
    await stage.cloud.advance(minute);
    expect((await read()).status).toBe(200);
  });

  test('a feed of a schedule beyond the limits contains its first shifts', async () => {
    await stage.call('jonas', 'saveSchedule', nights(['diego', 'priya']));
    await make('lena', 'schedule', 'nights');
    const path = documentPaths.schedule(teamId, 'nights');
    const stored = await stage.get(scheduleSchema, path);
    const minutes = ['00', '10', '20', '30', '40', '50'];
    const often = Array.from({ length: 7 }, (_, index) => ({
      ...{ name: `Layer ${index}`, people: [index % 2 === 0 ? 'diego' : 'priya'] },
      startsAt: Date.UTC(2025, 0, 6, 8),
      ...{ unit: 'hour' as const, every: 1, shadow: false },
      restrictions: Array.from({ length: 21 }, (__, window) => ({
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        from: `${String(window).padStart(2, '0')}:${minutes[index % 6]}`,
        to: `${String(window).padStart(2, '0')}:${minutes[index % 6]?.replace('0', '5')}`,
      })),
    }));
    await stage.server.docs.batch([
      { type: 'set', path, data: toDocument({ ...stored, layers: often, revision: 2 }) },
    ]);
    expect(eventsOf((await read()).body)).toHaveLength(limits.feedShifts);
  });
});
