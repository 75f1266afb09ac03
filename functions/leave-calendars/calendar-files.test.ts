/** Calendars of leave and of holidays that were uploaded as files. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, limits } from '#domain/constants.ts';
import { PortError } from '#ports/errors.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import {
  LeaveCalendarStage,
  calendarFile,
  ics,
  namesOf,
  callError,
} from '#tests/app/functions/leave-calendar-stage.ts';

let calendars: LeaveCalendarStage;
beforeEach(async () => {
  calendars = await LeaveCalendarStage.open();
});
afterEach(() => calendars.close());

describe('a leave calendar from a file', () => {
  test('becomes time off of the members in its titles, in their own time zones', async () => {
    await calendars.save({
      source: calendarFile(
        ics(calendars.event('1', 'Lena Kowalska: vacation', 3, 5), calendars.event('2', 'Skiing', 4, 5)),
      ),
    });
    expect(namesOf(await calendars.calendar())).toEqual([
      ['Lena Kowalska: vacation', 'lena', false],
      ['Skiing', null, false],
    ]);
    const [one, ...more] = await calendars.timeOff();
    expect(more).toEqual([]);
    expect(one).toMatchObject({ userId: 'lena', allDayIn: 'Europe/Warsaw', calendarId: 'leave' });
    expect((one?.endsAt ?? 0) - (one?.startsAt ?? 0)).toBe(2 * day);
    expect(await calendars.calendar()).toMatchObject({
      host: null,
      nextReadAt: null,
      entries: 2,
      leftOut: 0,
    });
  });

  test('finds members by the addresses of attendees', async () => {
    const mail = (await (await calendars.stage.person('mei')).auth.currentUser())?.email ?? '';
    const lines = [`ATTENDEE;CN=M:mailto:${mail.toUpperCase()}`, 'ORGANIZER:mailto:boss@example.com'];
    await calendars.save({ source: calendarFile(ics(calendars.event('1', 'Away', 3, 4, ...lines))) });
    await calendars.stage.cloud.advance(1_000);
    expect((await calendars.timeOff()).map(({ userId }) => userId)).toEqual(['mei']);
  });

  test('applies an admin’s assignment of a name, also when it is read again', async () => {
    await calendars.save({
      source: calendarFile(ics(calendars.event('1', 'Skiing', 3, 4), calendars.event('2', 'Skiing', 8, 9))),
    });
    await calendars.stage.call('jonas', 'mapLeaveName', {
      calendarId: 'leave',
      who: 'Skiing',
      userId: 'tom',
    });
    expect((await calendars.timeOff()).map(({ userId }) => userId)).toEqual(['tom', 'tom']);
    await calendars.save({
      source: calendarFile(ics(calendars.event('1', 'Skiing', 3, 4), calendars.event('3', 'Skiing', 12, 13))),
    });
    expect((await calendars.timeOff()).map(({ userId }) => userId)).toEqual(['tom', 'tom']);
    await calendars.stage.call('jonas', 'mapLeaveName', { calendarId: 'leave', who: 'Skiing', userId: null });
    expect(await calendars.timeOff()).toEqual([]);
    expect(
      await callError(
        calendars.stage.call('jonas', 'mapLeaveName', { calendarId: 'leave', who: 'X', userId: null }),
      ),
    ).toMatchObject({ code: 'invalid', field: 'who' });
  });

  test('removes its time off when it is removed', async () => {
    await calendars.save({ source: calendarFile(ics(calendars.event('1', 'Lena Kowalska', 3, 5))) });
    await calendars.stage.call('jonas', 'removeLeaveCalendar', { calendarId: 'leave' });
    expect(await calendars.timeOff()).toEqual([]);
    expect(await calendars.stage.call('jonas', 'removeLeaveCalendar', { calendarId: 'leave' })).toEqual({
      revision: 1,
    });
  });

  test('expands recurring events, without cancelled and with moved occurrences', async () => {
    const text = ics(
      calendars.event(
        '1',
        'Lena Kowalska',
        1,
        2,
        'RRULE:FREQ=WEEKLY;COUNT=4',
        `EXDATE;VALUE=DATE:${calendars.dateIn(8)}`,
      ),
      calendars.event('1', 'Lena Kowalska', 16, 18, `RECURRENCE-ID;VALUE=DATE:${calendars.dateIn(15)}`),
      calendars.event(
        '1',
        'Lena Kowalska',
        22,
        23,
        `RECURRENCE-ID;VALUE=DATE:${calendars.dateIn(22)}`,
        'STATUS:CANCELLED',
      ),
      calendars.event('2', 'Lena Kowalska', 5, 6, 'STATUS:CANCELLED'),
    );
    await calendars.save({ source: calendarFile(text) });
    const lengths = (await calendars.timeOff()).map(({ startsAt, endsAt }) => (endsAt - startsAt) / day);
    expect(lengths).toEqual([1, 2]);
  });

  test('is limited, and reports how much was left out', async () => {
    const many = Array.from({ length: limits.leaveSpans + 20 }, (_, index) =>
      calendars.event(`${index}`, 'Lena Kowalska', 3, 4),
    );
    await calendars.save({ source: calendarFile(ics(...many)) });
    expect(await calendars.timeOff()).toHaveLength(limits.leaveSpans);
    expect((await calendars.calendar()).leftOut).toBeGreaterThan(0);
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
  ])('leaves out an endless event: %s', async (rule) => {
    await calendars.save({
      source: calendarFile(ics(calendars.event('1', 'Lena Kowalska', 3, 4, `RRULE:${rule}`))),
    });
    expect([(await calendars.timeOff()).length, (await calendars.calendar()).leftOut]).toEqual([0, 1]);
  });

  test('has an entry for each of two members on one day, with and without UIDs', async () => {
    const withoutUid = (one: readonly string[]) => one.filter((line) => !line.startsWith('UID'));
    const [lena, mei] = [
      calendars.event('1', 'Lena Kowalska', 3, 4),
      calendars.event('1', 'Mei Tanaka', 3, 4),
    ];
    for (const both of [[lena, mei], [lena, mei].map(withoutUid)]) {
      await calendars.save({ source: calendarFile(ics(...both)) });
      expect((await calendars.timeOff()).map(({ userId }) => userId).toSorted()).toEqual(['lena', 'mei']);
    }
  });

  test('gives no time off to a member who declined, and some to the organizer', async () => {
    const address = async (name: string) =>
      (await (await calendars.stage.person(name)).auth.currentUser())?.email ?? '';
    const lines = [
      `ATTENDEE;PARTSTAT=DECLINED:mailto:${await address('mei')}`,
      `ATTENDEE;CUTYPE=ROOM:mailto:${await address('tom')}`,
      `ORGANIZER:mailto:${await address('lena')}`,
    ];
    await calendars.save({ source: calendarFile(ics(calendars.event('1', 'Away', 3, 4, ...lines))) });
    await calendars.stage.cloud.advance(1_000);
    expect((await calendars.timeOff()).map(({ userId }) => userId)).toEqual(['lena']);
  });

  test('names left-out events once, also after members were assigned', async () => {
    const mail = (await (await calendars.stage.person('mei')).auth.currentUser())?.email ?? '';
    const long = calendars.event('3', 'Lena Kowalska', 3, 3 + limits.timeOffDays + 1);
    const text = ics(
      calendars.event('1', 'Away', 3, 4, `ATTENDEE:mailto:${mail}`),
      calendars.event('2', 'Lena Kowalska', 3, 4, 'RRULE:FREQ=FORTNIGHTLY'),
      long,
    );
    await calendars.save({ source: calendarFile(text) });
    await calendars.stage.cloud.advance(1_000);
    expect((await calendars.timeOff()).map(({ userId }) => userId)).toEqual(['mei']);
    expect(await calendars.calendar()).toMatchObject({
      entries: 1,
      leftOut: 2,
      notes: [
        '“Lena Kowalska” (line 11): its line 16 (RRULE) can’t be read.',
        '“Lena Kowalska”: it lasts more than 400 days.',
      ],
    });
  });

  test('reports the zone used for times of unknown zones', async () => {
    const [begin, uid, ...lines] = calendars.event('1', 'Lena Kowalska', 3, 4);
    const timed = [
      begin,
      uid,
      `DTSTART;TZID=Moon:${calendars.dateIn(3)}T090000`,
      'DURATION:PT8H',
      ...lines.slice(2),
    ];
    await calendars.save({ source: calendarFile(ics(timed.filter((line) => line !== undefined))) });
    const { leftOut, notes, remarks } = await calendars.calendar();
    expect([leftOut, notes?.length, remarks?.[0]]).toEqual([
      0,
      0,
      expect.stringMatching(/^The time zone “Moon” is unknown: its times are read in /u),
    ]);
  });

  test('that is not a calendar is rejected and changes nothing', async () => {
    const before = calendars.stage.stored();
    for (const text of ['hello', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT', '<html></html>'])
      expect(await callError(calendars.save({ source: calendarFile(text) }))).toMatchObject({
        code: 'invalid',
        field: 'source',
      });
    expect(await callError(calendars.save({}))).toMatchObject({ code: 'invalid', field: 'source' });
    expect(calendars.stage.stored()).toBe(before);
  });

  test('that takes too long to read is rejected with the next step and changes nothing', async () => {
    await calendars.stage.close();
    const slow = new PortError('deadline-exceeded', 'The work took too long.');
    calendars.stage = await FunctionsStage.open(createFunctions(), {
      workers: { run: () => Promise.reject(slow) },
    });
    const before = calendars.stage.stored();
    expect(await callError(calendars.save({ source: calendarFile(ics()) }))).toMatchObject({
      code: 'invalid',
      field: 'source',
      rule: expect.stringContaining('takes too long'),
    });
    expect(calendars.stage.stored()).toBe(before);
  });

  test('can be changed by admins only', async () => {
    const call = calendars.stage.call('lena', 'saveLeaveCalendar', {
      calendarId: 'leave',
      name: 'Leave',
      concerned: null,
      source: calendarFile(ics()),
    });
    expect(await callError(call)).toMatchObject({ code: 'forbidden' });
  });
});

describe('a holiday calendar', () => {
  const berlin = { kind: 'timezone' as const, timezone: 'Europe/Berlin' };
  test('has days and their members, readable by every member', async () => {
    await calendars.save({
      concerned: berlin,
      source: calendarFile(ics(calendars.event('1', 'Unity Day', 5, 6), calendars.event('2', 'Fair', 9, 11))),
    });
    expect(await calendars.holidays()).toMatchObject([
      { id: 'leave', concerned: berlin, days: [{ title: 'Unity Day' }, { title: 'Fair' }] },
    ]);
    const [{ days: [first, second] = [] } = {}] = await calendars.holidays();
    expect([first?.first === first?.last, second?.first === second?.last]).toEqual([true, false]);
    expect(await calendars.timeOff()).toEqual([]);
  });

  test('names events that are not whole days, and counts a repeated day once', async () => {
    const timed = calendars
      .event('3', 'Half a day', 5, 6)
      .map((line) => (line.startsWith('DT') ? `${line.replace(';VALUE=DATE', '')}T090000Z` : line));
    await calendars.save({
      concerned: berlin,
      source: calendarFile(
        ics(calendars.event('1', 'Unity Day', 5, 6), calendars.event('2', 'Unity Day', 5, 6), timed),
      ),
    });
    expect(await calendars.calendar()).toMatchObject({
      entries: 1,
      leftOut: 1,
      notes: ['“Half a day”: a holiday is a whole day.'],
    });
  });

  test('can change its members without being read again, and can’t become a leave calendar', async () => {
    await calendars.save({
      concerned: berlin,
      source: calendarFile(ics(calendars.event('1', 'Unity Day', 5, 6))),
    });
    const concerned = { kind: 'people' as const, userIds: ['tom'] };
    await calendars.save({ concerned });
    expect(await calendars.holidays()).toMatchObject([{ concerned, days: [{ title: 'Unity Day' }] }]);
    expect(await callError(calendars.save({ concerned: null }))).toMatchObject({
      code: 'invalid',
      field: 'concerned',
    });
    await calendars.stage.call('jonas', 'removeLeaveCalendar', { calendarId: 'leave' });
    expect(await calendars.holidays()).toEqual([]);
  });
});
