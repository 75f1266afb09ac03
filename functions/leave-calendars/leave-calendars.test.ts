import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { constants, day, hour, limits, minute } from '#domain/constants.ts';
import { holidaysSchema, leaveCalendarSchema, type LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { timeOffSchema } from '#domain/time-off/schema.ts';
import type { CommandInput } from '#api/commands.ts';
import { readCalendarEvents } from '#api/calendar-events.ts';
import { calendarWorkerFunctions } from '#api/calendar-reading.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Json } from '#ports/shared.ts';
import type { Workers } from '#ports/workers/workers.ts';
import { PortError } from '#ports/errors.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { type ScriptedAnswer, ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';

/** The worker's function in this thread. */
const inProcess: Workers = {
  run: (_, input) => {
    const read = calendarWorkerFunctions(readCalendarEvents).get('readCalendar');
    return read ? Promise.resolve(read(input)) : Promise.reject(new Error('There is no such function.'));
  },
};

const secret = 'private-71f0c2';
const address = `https://calendar.test/${secret}/basic.ics`;
let stage: FunctionsStage;
let answer: (version: string | undefined) => ScriptedAnswer;
let asked: (string | undefined)[];

beforeEach(async () => {
  const clock = new ManualClock();
  const network = new ScriptedNetwork(clock);
  asked = [];
  network.name('calendar.test', ['93.184.215.14']);
  network.serve('93.184.215.14', ({ headers }) => {
    asked.push(headers['if-none-match']);
    return answer(headers['if-none-match']);
  });
  stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http() });
});
afterEach(() => stage.close());

type Content = Omit<CommandInput<'saveLeaveCalendar'>, 'teamId' | 'commandId'>;
const save = (more: Partial<Content>) =>
  stage.call('jonas', 'saveLeaveCalendar', {
    calendarId: 'leave',
    name: 'Leave',
    concerned: null,
    source: null,
    ...more,
  });
const file = (text: string) => ({ kind: 'file' as const, text });
const byAddress = { kind: 'address' as const, address };
const calendar = () => stage.get(leaveCalendarSchema, documentPaths.leaveCalendar(teamId, 'leave'));
const timeOff = async () =>
  (await stage.all(timeOffSchema, collectionPaths.timeOff(teamId)))
    .filter(({ calendarId }) => calendarId !== null)
    .toSorted((one, other) => one.startsAt - other.startsAt);
const holidays = () => stage.all(holidaysSchema, collectionPaths.holidays(teamId));
/** Time passes, and what was due then has been read: ical.js is fetched for the first one. */
async function pass(ms: number): Promise<void> {
  await stage.cloud.advance(ms);
  const isDue = async () => ((await calendar()).nextReadAt ?? Infinity) <= stage.server.clock.now();
  for (let tries = 0; tries < 500 && (await isDue()); tries++) await settle();
}
const refusal = async (call: Promise<unknown>) => (await errorOf(call)).error;
const namesOf = ({ names }: LeaveCalendar) => names.map(({ who, userId, chosen }) => [who, userId, chosen]);

/** Days from today, as iCalendar has them. */
const dateIn = (days: number) =>
  new Date(stage.server.clock.now() + days * day).toISOString().slice(0, 10).replaceAll('-', '');
const event = (uid: string, summary: string, from: number, to: number, ...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTART;VALUE=DATE:${dateIn(from)}`,
  `DTEND;VALUE=DATE:${dateIn(to)}`,
  `SUMMARY:${summary}`,
  ...lines,
  'END:VEVENT',
];
const ics = (...events: readonly (readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');

describe('a calendar of leave, from a file', () => {
  test('becomes time off of who is named in its titles, on their own clocks', async () => {
    await save({
      source: file(ics(event('1', 'Lena Kowalska: vacation', 3, 5), event('2', 'Skiing', 4, 5))),
    });
    expect(namesOf(await calendar())).toEqual([
      ['Lena Kowalska: vacation', 'lena', false],
      ['Skiing', null, false],
    ]);
    const [one, ...more] = await timeOff();
    expect(more).toEqual([]);
    expect(one).toMatchObject({ userId: 'lena', allDayIn: 'Europe/Warsaw', calendarId: 'leave' });
    expect((one?.endsAt ?? 0) - (one?.startsAt ?? 0)).toBe(2 * day);
    expect(await calendar()).toMatchObject({ host: null, nextReadAt: null, entries: 2, leftOut: 0 });
  });

  test('finds people by the addresses of who is invited', async () => {
    const mail = (await (await stage.person('mei')).auth.currentUser())?.email ?? '';
    const lines = [`ATTENDEE;CN=M:mailto:${mail.toUpperCase()}`, 'ORGANIZER:mailto:boss@example.com'];
    await save({ source: file(ics(event('1', 'Away', 3, 4, ...lines))) });
    await stage.cloud.advance(1_000);
    expect((await timeOff()).map(({ userId }) => userId)).toEqual(['mei']);
  });

  test('takes an admin’s word for a name, and keeps it when it is read again', async () => {
    await save({ source: file(ics(event('1', 'Skiing', 3, 4), event('2', 'Skiing', 8, 9))) });
    await stage.call('jonas', 'mapLeaveName', { calendarId: 'leave', who: 'Skiing', userId: 'tom' });
    expect((await timeOff()).map(({ userId }) => userId)).toEqual(['tom', 'tom']);
    await save({ source: file(ics(event('1', 'Skiing', 3, 4), event('3', 'Skiing', 12, 13))) });
    expect((await timeOff()).map(({ userId }) => userId)).toEqual(['tom', 'tom']);
    await stage.call('jonas', 'mapLeaveName', { calendarId: 'leave', who: 'Skiing', userId: null });
    expect(await timeOff()).toEqual([]);
    expect(
      await refusal(stage.call('jonas', 'mapLeaveName', { calendarId: 'leave', who: 'X', userId: null })),
    ).toMatchObject({ code: 'invalid', field: 'who' });
  });

  test('that is removed takes its time off along', async () => {
    await save({ source: file(ics(event('1', 'Lena Kowalska', 3, 5))) });
    await stage.call('jonas', 'removeLeaveCalendar', { calendarId: 'leave' });
    expect(await timeOff()).toEqual([]);
    expect(await stage.call('jonas', 'removeLeaveCalendar', { calendarId: 'leave' })).toEqual({
      revision: 1,
    });
  });

  test('has its recurring events followed, without those cancelled, moved ones as moved', async () => {
    const text = ics(
      event('1', 'Lena Kowalska', 1, 2, 'RRULE:FREQ=WEEKLY;COUNT=4', `EXDATE;VALUE=DATE:${dateIn(8)}`),
      event('1', 'Lena Kowalska', 16, 18, `RECURRENCE-ID;VALUE=DATE:${dateIn(15)}`),
      event('1', 'Lena Kowalska', 22, 23, `RECURRENCE-ID;VALUE=DATE:${dateIn(22)}`, 'STATUS:CANCELLED'),
      event('2', 'Lena Kowalska', 5, 6, 'STATUS:CANCELLED'),
    );
    await save({ source: file(text) });
    const lengths = (await timeOff()).map(({ startsAt, endsAt }) => (endsAt - startsAt) / day);
    expect(lengths).toEqual([1, 2]);
  });

  test('is bounded, and says how much was left out', async () => {
    const many = Array.from({ length: limits.leaveSpans + 20 }, (_, index) =>
      event(`${index}`, 'Lena Kowalska', 3, 4),
    );
    await save({ source: file(ics(...many)) });
    expect(await timeOff()).toHaveLength(limits.leaveSpans);
    expect((await calendar()).leftOut).toBeGreaterThan(0);
  });

  test.each([
    'FREQ=SECONDLY',
    'FREQ=HOURLY;BYDAY=MO;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;BYMONTHDAY=-30',
    'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
    'FREQ=WEEKLY;INTERVAL=2147483647',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2',
    'FREQ=DAILY;BYSETPOS=366;BYDAY=MO',
    'FREQ=YEARLY;BYMONTH=4,6;BYMONTHDAY=31;BYDAY=MO,TU',
    'FREQ=YEARLY;BYMONTH=2;BYDAY=1FR;BYSETPOS=366',
  ])('leaves out an event that never comes to an end: %s', async (rule) => {
    await save({ source: file(ics(event('1', 'Lena Kowalska', 3, 4, `RRULE:${rule}`))) });
    expect([(await timeOff()).length, (await calendar()).leftOut]).toEqual([0, 1]);
  });

  test('has an entry for each of two people on one day, also without UIDs or with one', async () => {
    const withoutUid = (one: readonly string[]) => one.filter((line) => !line.startsWith('UID'));
    const [lena, mei] = [event('1', 'Lena Kowalska', 3, 4), event('1', 'Mei Tanaka', 3, 4)];
    for (const both of [[lena, mei], [lena, mei].map(withoutUid)]) {
      await save({ source: file(ics(...both)) });
      expect((await timeOff()).map(({ userId }) => userId).toSorted()).toEqual(['lena', 'mei']);
    }
  });

  test('gives nothing to who has declined, and its owner the time off', async () => {
    const address = async (name: string) =>
      (await (await stage.person(name)).auth.currentUser())?.email ?? '';
    const lines = [
      `ATTENDEE;PARTSTAT=DECLINED:mailto:${await address('mei')}`,
      `ATTENDEE;CUTYPE=ROOM:mailto:${await address('tom')}`,
      `ORGANIZER:mailto:${await address('lena')}`,
    ];
    await save({ source: file(ics(event('1', 'Away', 3, 4, ...lines))) });
    await stage.cloud.advance(1_000);
    expect((await timeOff()).map(({ userId }) => userId)).toEqual(['lena']);
  });

  test('names what was left out, once, also after its people were looked up', async () => {
    const mail = (await (await stage.person('mei')).auth.currentUser())?.email ?? '';
    const long = event('3', 'Lena Kowalska', 3, 3 + limits.timeOffDays + 1);
    const text = ics(
      event('1', 'Away', 3, 4, `ATTENDEE:mailto:${mail}`),
      event('2', 'Lena Kowalska', 3, 4, 'RRULE:FREQ=FORTNIGHTLY'),
      long,
    );
    await save({ source: file(text) });
    await stage.cloud.advance(1_000);
    expect((await timeOff()).map(({ userId }) => userId)).toEqual(['mei']);
    expect(await calendar()).toMatchObject({
      entries: 1,
      leftOut: 2,
      notes: [
        '“Lena Kowalska” (line 11): its line 16 (RRULE) can’t be read.',
        '“Lena Kowalska”: it lasts more than 400 days.',
      ],
    });
  });

  test('says in which zone times were read whose zone is unknown', async () => {
    const [begin, uid, ...lines] = event('1', 'Lena Kowalska', 3, 4);
    const timed = [begin, uid, `DTSTART;TZID=Moon:${dateIn(3)}T090000`, 'DURATION:PT8H', ...lines.slice(2)];
    await save({ source: file(ics(timed.filter((line) => line !== undefined))) });
    const { leftOut, notes, remarks } = await calendar();
    expect([leftOut, notes?.length, remarks?.[0]]).toEqual([
      0,
      0,
      expect.stringMatching(/^The time zone “Moon” is unknown: its times are read in /u),
    ]);
  });

  test('that is none is refused, and changes nothing', async () => {
    const before = stage.stored();
    for (const text of ['hello', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT', '<html></html>'])
      expect(await refusal(save({ source: file(text) }))).toMatchObject({ code: 'invalid', field: 'source' });
    expect(await refusal(save({}))).toMatchObject({ code: 'invalid', field: 'source' });
    expect(stage.stored()).toBe(before);
  });

  test('that takes too long to read is refused with what to do, and changes nothing', async () => {
    await stage.close();
    const slow = new PortError('deadline-exceeded', 'The work took too long.');
    stage = await FunctionsStage.open(createFunctions(), { workers: { run: () => Promise.reject(slow) } });
    const before = stage.stored();
    expect(await refusal(save({ source: file(ics()) }))).toMatchObject({
      code: 'invalid',
      field: 'source',
      rule: expect.stringContaining('takes too long'),
    });
    expect(stage.stored()).toBe(before);
  });

  test('is for admins alone', async () => {
    const call = stage.call('lena', 'saveLeaveCalendar', {
      calendarId: 'leave',
      name: 'Leave',
      concerned: null,
      source: file(ics()),
    });
    expect(await refusal(call)).toMatchObject({ code: 'forbidden' });
  });
});

describe('a calendar of holidays', () => {
  const berlin = { kind: 'timezone' as const, timezone: 'Europe/Berlin' };
  test('has days and whom they concern, for everybody to read', async () => {
    await save({
      concerned: berlin,
      source: file(ics(event('1', 'Unity Day', 5, 6), event('2', 'Fair', 9, 11))),
    });
    expect(await holidays()).toMatchObject([
      { id: 'leave', concerned: berlin, days: [{ title: 'Unity Day' }, { title: 'Fair' }] },
    ]);
    const [{ days: [first, second] = [] } = {}] = await holidays();
    expect([first?.first === first?.last, second?.first === second?.last]).toEqual([true, false]);
    expect(await timeOff()).toEqual([]);
  });

  test('names what is no whole day, and counts the same day once', async () => {
    const timed = event('3', 'Half a day', 5, 6).map((line) =>
      line.startsWith('DT') ? `${line.replace(';VALUE=DATE', '')}T090000Z` : line,
    );
    await save({
      concerned: berlin,
      source: file(ics(event('1', 'Unity Day', 5, 6), event('2', 'Unity Day', 5, 6), timed)),
    });
    expect(await calendar()).toMatchObject({
      entries: 1,
      leftOut: 1,
      notes: ['“Half a day”: a holiday is a whole day.'],
    });
  });

  test('may concern others without being read again, and does not become one of leave', async () => {
    await save({ concerned: berlin, source: file(ics(event('1', 'Unity Day', 5, 6))) });
    const concerned = { kind: 'people' as const, userIds: ['tom'] };
    await save({ concerned });
    expect(await holidays()).toMatchObject([{ concerned, days: [{ title: 'Unity Day' }] }]);
    expect(await refusal(save({ concerned: null }))).toMatchObject({ code: 'invalid', field: 'concerned' });
    await stage.call('jonas', 'removeLeaveCalendar', { calendarId: 'leave' });
    expect(await holidays()).toEqual([]);
  });
});

describe('a calendar at an address', () => {
  const page = (text: string, etag = '"1"'): ScriptedAnswer => ({ headers: { etag }, body: text });

  test('is read right after it was added, and again when due, by its version', async () => {
    const text = ics(event('1', 'Lena Kowalska', 3, 5));
    answer = (version) => (version === '"1"' ? { status: 304 } : page(text));
    await save({ source: byAddress });
    await pass(minute);
    expect(await calendar()).toMatchObject({ host: 'calendar.test', failures: 0, problem: '', entries: 1 });
    const [before] = await timeOff();
    await pass(constants.calendarReadHours * hour);
    expect(asked).toEqual([undefined, '"1"']);
    expect(await timeOff()).toEqual([before]);
    // Unchanged content is taken over again after some days.
    await pass(4 * day);
    expect(asked.at(-1) ?? asked.at(-2)).toBeDefined();
    expect(asked.slice(2)).toContain(undefined);
  });

  describe('whose reading ends the process', () => {
    test('is counted before it begins, is tried later and later, and at last no more', async () => {
      const inner = await dyingStage();
      const due: number[] = [];
      for (let reading = 1; reading <= constants.unfinishedReadings; reading += 1) {
        await readNext();
        expect([reading, inner.reads]).toEqual([reading, reading]);
        due.push(((await calendar()).nextReadAt ?? 0) - stage.server.clock.now());
      }
      expect(due.every((pause, index) => index === 0 || pause >= (due[index - 1] ?? 0))).toBe(true);
      await readNext();
      const { nextReadAt, problem } = await calendar();
      expect([inner.reads, nextReadAt]).toEqual([constants.unfinishedReadings, null]);
      expect(problem).toContain('did not end');
    });

    test('is read again when somebody asks for it, and counts no more when it ends', async () => {
      const inner = await dyingStage();
      for (let reading = 0; reading <= constants.unfinishedReadings; reading += 1) await readNext();
      inner.dies = false;
      await stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
      await pass(minute);
      expect(await calendar()).toMatchObject({ problem: '', failures: 0, entries: 1 });
      const { data } = await stage.server.docs.get(documentPaths.calendarAddress(teamId, 'leave'));
      expect(data?.['unfinished']).toBe(0);
    });

    async function dyingStage() {
      await stage.close();
      const clock = new ManualClock();
      const network = new ScriptedNetwork(clock);
      network.name('calendar.test', ['93.184.215.14']);
      network.serve('93.184.215.14', () => page(ics(event('1', 'Lena Kowalska', 3, 5))));
      const inner = { reads: 0, dies: true };
      const workers = {
        run: (...parameters: Parameters<Workers['run']>) => {
          inner.reads += 1;
          // Unwritten results are lost with the process.
          return inner.dies ? new Promise<Json>(() => {}) : inProcess.run(...parameters);
        },
      };
      stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http(), workers });
      await save({ source: byAddress });
      return inner;
    }

    /** Time passes until the calendar is due, and the reading that begins then has ended in one way or another. */
    async function readNext(): Promise<void> {
      const { nextReadAt } = await calendar();
      await stage.cloud.advance(Math.max(0, (nextReadAt ?? 0) - stage.server.clock.now()) + minute);
      for (let tries = 0; tries < 100; tries += 1) await settle();
    }
  });

  test('writes differences alone', async () => {
    let text = ics(event('1', 'Lena Kowalska', 3, 5), event('2', 'Lena Kowalska', 8, 9));
    answer = () => page(text, `"${text.length}"`);
    await save({ source: byAddress });
    await pass(minute);
    const [kept] = await timeOff();
    text = ics(event('1', 'Lena Kowalska', 3, 5), event('3', 'Lena Kowalska', 20, 21));
    await stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
    await pass(minute);
    const [same, other, ...more] = await timeOff();
    expect([same, more]).toEqual([kept, []]);
    expect(other?.startsAt).toBeGreaterThan((kept?.startsAt ?? 0) + 10 * day);
  });

  test('that fails keeps what was read, says why, and is tried with growing pauses', async () => {
    answer = () => page(ics(event('1', 'Lena Kowalska', 3, 5)));
    await save({ source: byAddress });
    await pass(minute);
    answer = () => ({ status: 503 });
    await stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
    await pass(minute);
    expect(await calendar()).toMatchObject({ failures: 1, problem: expect.stringContaining('503') });
    expect(await timeOff()).toHaveLength(1);
    const first = (await calendar()).nextReadAt ?? 0;
    await pass(constants.calendarPauseMinutes * minute + minute);
    const { nextReadAt, failures } = await calendar();
    expect([failures, (nextReadAt ?? 0) - first > constants.calendarPauseMinutes * minute * 1.5]).toEqual([
      2,
      true,
    ]);
    answer = () => page(ics());
    await pass(2 * constants.calendarPauseMinutes * minute + minute);
    expect(await calendar()).toMatchObject({ failures: 0, problem: '' });
    expect(await timeOff()).toEqual([]);
  });

  describe.each([
    ['with an empty body', () => ({ body: '' })],
    ['with a page of a sign-in', () => ({ body: '<html><body>Sign in</body></html>' })],
    ['with a contact', () => ({ body: 'BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD\r\n' })],
    ['that ends in the middle', () => ({ body: ics(event('1', 'Lena Kowalska', 3, 5)).slice(0, -20) })],
  ] satisfies readonly (readonly [string, () => ScriptedAnswer])[])('that answers %s', (_, odd) => {
    test('is a counted failure with a reason, and what was read stays', async () => {
      answer = () => page(ics(event('1', 'Lena Kowalska', 3, 5)));
      await save({ source: byAddress });
      await pass(minute);
      answer = odd;
      await stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
      await pass(minute);
      expect(await calendar()).toMatchObject({
        failures: 1,
        problem: expect.stringMatching(/^This calendar can’t be read\./u),
      });
      expect(await timeOff()).toHaveLength(1);
    });
  });

  test('of several calendars is read as a whole', async () => {
    answer = () => page(ics(event('1', 'Lena Kowalska', 3, 5)) + ics(event('2', 'Mei Tanaka', 3, 5)));
    await save({ source: byAddress });
    await pass(minute);
    expect((await timeOff()).map(({ userId }) => userId).toSorted()).toEqual(['lena', 'mei']);
  });

  test.each(['worker', 'directory of people'])(
    'whose %s fails in an unknown way is a counted failure, and what was read stays',
    async (part) => {
      let fails = false;
      await stage.close();
      const clock = new ManualClock();
      const network = new ScriptedNetwork(clock);
      network.name('calendar.test', ['93.184.215.14']);
      const invited = 'ATTENDEE;CN=Lena Kowalska:mailto:lena@example.com';
      network.serve('93.184.215.14', () => page(ics(event('1', 'Lena Kowalska', 3, 5, invited))));
      const workers: Workers = {
        run: (...parameters) =>
          fails && part === 'worker'
            ? Promise.reject(new TypeError('It broke.'))
            : inProcess.run(...parameters),
      };
      stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http(), workers });
      await save({ source: byAddress });
      await pass(minute);
      const { users } = stage.server;
      const byEmail = users.byEmail.bind(users);
      users.byEmail = (address) =>
        fails && part !== 'worker'
          ? Promise.reject(new PortError('unavailable', 'It is down.'))
          : byEmail(address);
      fails = true;
      await stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
      await pass(minute);
      const { failures, problem, nextReadAt } = await calendar();
      expect([failures, problem.endsWith('.'), (nextReadAt ?? 0) > clock.now()]).toEqual([1, true, true]);
      expect(await timeOff()).toHaveLength(1);
    },
  );

  test('is in nothing that is read, answered or logged but the server’s own document', async () => {
    answer = () => ({ status: 302, headers: { location: `http://127.0.0.1/${secret}` } });
    const output = await save({ source: { ...byAddress, address: address.replace('https', 'webcal') } });
    await pass(minute);
    expect((await calendar()).problem).not.toBe('');
    const places = JSON.parse(JSON.stringify([output, await calendar()])) as unknown;
    expect(JSON.stringify(places)).not.toContain(secret);
    const audit = await stage.server.docs.find({ collection: collectionPaths.audit(teamId) });
    expect(JSON.stringify(audit)).not.toContain(secret);
    const commands = await stage.server.docs.find({ collection: `teams/${teamId}/commands` });
    expect(JSON.stringify(commands)).not.toContain(secret);
    const { data } = await stage.server.docs.get(documentPaths.calendarAddress(teamId, 'leave'));
    expect(data?.['address']).toBe(address);
  });

  test('that is replaced while it is read is not taken over', async () => {
    answer = () => page(ics(event('1', 'Lena Kowalska', 3, 5)));
    await save({ source: byAddress });
    await save({ source: file(ics(event('2', 'Mei Lin', 8, 9))) });
    await pass(hour);
    expect(await calendar()).toMatchObject({ host: null, nextReadAt: null });
    expect((await timeOff()).every(({ userId }) => userId !== 'lena')).toBe(true);
  });

  test.each(['ftp://calendar.test/x', 'calendar.test/x', 'https://'])('%s is refused', async (bad) => {
    expect(await refusal(save({ source: { kind: 'address', address: bad } }))).toMatchObject({
      code: 'invalid',
      field: 'source',
    });
  });

  test('is refused where backend code can’t reach the outside', async () => {
    const inBrowser = await FunctionsStage.open(createFunctions());
    const call = inBrowser.call('jonas', 'saveLeaveCalendar', {
      calendarId: 'leave',
      name: 'Leave',
      concerned: null,
      source: byAddress,
    });
    expect(await refusal(call)).toMatchObject({ code: 'invalid', field: 'source' });
    await inBrowser.close();
  });

  test('of a file is not read again by itself', async () => {
    await save({ source: file(ics()) });
    expect(await refusal(stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' }))).toMatchObject({
      code: 'invalid',
    });
  });
});
