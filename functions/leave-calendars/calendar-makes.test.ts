import { describe, expect, test } from 'vitest';
import { readCalendarEvents } from '#api/calendar-events.ts';
import {
  readFromSeptember,
  eventsIn,
  leftOutIn,
  options,
  datesFromSeptember as datesIn,
  startsFromSeptember as startsIn,
  vevent as event,
  vcalendar as calendar,
  veventSeries as series,
  wholeDayStart as wholeDay,
} from './calendar-makes.fixture.ts';

describe('a calendar file', () => {
  test('with several calendars is read completely', () => {
    const two = calendar(...event('UID:1', wholeDay)) + calendar(...event('UID:2', wholeDay));
    expect(readFromSeptember(two).events).toHaveLength(2);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \r\n\r\n'],
    ['a page of a sign-in', '<!doctype html>\n<html><body>Sign in</body></html>'],
    ['a contact', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n'],
    ['events without a calendar', event(wholeDay).join('\r\n')],
    ['half a calendar', calendar(...event(wholeDay)).slice(0, -20)],
    ['JSON', '{"error":"unauthorized"}'],
  ])('of %s is rejected with a reason', (_, text) => {
    const found = readCalendarEvents(text, options);
    expect(found.ok ? found : found.reason).toMatch(/^This calendar can’t be read\. .*\.$/u);
  });

  test('is read with a byte order mark, with line feeds and with carriage returns only', () => {
    const text = calendar(...event('UID:1', wholeDay));
    for (const other of [`\uFEFF${text}`, text.replaceAll('\r', ''), text.replaceAll('\n', '')])
      expect(datesIn(other)).toEqual(['2026-12-24']);
  });
});

describe('people away on one day', () => {
  const days = [wholeDay, 'SUMMARY:Priya Nair'];
  const other = [wholeDay, 'SUMMARY:Diego Ramírez'];

  test.each([
    ['without UIDs', calendar(...event(...days), ...event(...other))],
    ['with one UID', calendar(...event('UID:1', ...days), ...event('UID:1', ...other))],
  ])('%s have an entry each with its own key', (_, text) => {
    const { events } = readFromSeptember(text);
    expect(events.map(({ title }) => title)).toEqual(['Priya Nair', 'Diego Ramírez']);
    expect(new Set(events.map(({ key }) => key)).size).toBe(2);
    expect(readFromSeptember(text).events).toEqual(events);
  });

  test('are distinguished from versions of one event, of which the newest counts', () => {
    const version = (sequence: number, date: number, ...lines: readonly string[]) =>
      event('UID:1', `SEQUENCE:${sequence}`, `DTSTART;VALUE=DATE:202612${date}`, 'SUMMARY:A', ...lines);
    expect(datesIn(calendar(...version(2, 26), ...version(0, 24), ...version(1, 25)))).toEqual([
      '2026-12-26',
    ]);
    expect(
      datesIn(
        calendar(
          ...version(0, 24, 'DTSTAMP:20260101T000000Z', 'LAST-MODIFIED:20260202T000000Z'),
          ...version(0, 25, 'DTSTAMP:20260101T000000Z', 'LAST-MODIFIED:20260201T000000Z'),
        ),
      ),
    ).toEqual(['2026-12-24']);
    expect(datesIn(calendar(...version(0, 24), ...version(1, 24, 'STATUS:CANCELLED')))).toEqual([]);
    expect(datesIn(calendar(...version(0, 24)) + calendar(...version(0, 24)))).toEqual(['2026-12-24']);
  });

  test('are read from several calendars of a file, one of which cancels', () => {
    const cancels = calendar('METHOD:CANCEL', ...event('UID:1', 'SEQUENCE:1', wholeDay, 'SUMMARY:A'));
    expect(datesIn(calendar(...event('UID:1', wholeDay, 'SUMMARY:A')) + cancels)).toEqual([]);
  });

  test('have one entry for an exception with two versions', () => {
    const moved = (sequence: number, date: number) =>
      series('RECURRENCE-ID;VALUE=DATE:20261006', `SEQUENCE:${sequence}`, `DTSTART;VALUE=DATE:202611${date}`);
    const master = series('DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=DAILY;COUNT=2');
    expect(datesIn(calendar(...master, ...moved(1, 12), ...moved(0, 11)))).toEqual([
      '2026-10-05',
      '2026-11-12',
    ]);
  });
});

test('an event may last 3,660 days', () => {
  expect(eventsIn(calendar(...series('DTSTART:20261224T090000Z', 'DURATION:P3660D')))).toHaveLength(1);
});

describe('an event without a length', () => {
  test('is a day if its end is its first whole day', () => {
    expect(eventsIn(calendar(...series(wholeDay, 'DTEND;VALUE=DATE:20261224')))).toEqual([
      'A 2026-12-24 2026-12-24',
    ]);
  });

  test.each([
    ['it ends when it begins', ['DTSTART:20261224T090000Z']],
    ['it ends when it begins', ['DTSTART:20261224T090000Z', 'DTEND:20261224T090000Z']],
    ['it ends before it begins', ['DTSTART:20261224T090000Z', 'DTEND:20261224T080000Z']],
    ['it ends before it begins', [wholeDay, 'DTEND;VALUE=DATE:20261222']],
    ['it has no start', []],
    ['its DTSTART is no time', ['DTSTART;VALUE=DATE:20260230']],
    ['it lasts too long', ['DTSTART:20261224T090000Z', 'DURATION:P999999W']],
    ['it lasts too long', ['DTSTART:20261224T090000Z', 'DURATION:P3660DT1S']],
    ['its rule is none that is followed', [wholeDay, 'RRULE:FREQ=HOURLY']],
    ['it has a rule for what is left out (EXRULE)', [wholeDay, 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY']],
  ])('is left out, counted and named: %s', (reason, lines) => {
    const text = calendar(...series(...lines), ...event('UID:2', wholeDay, 'SUMMARY:Fine'));
    expect(leftOutIn(text)).toEqual([1, `A 3 ${reason}`]);
    expect(readFromSeptember(text).events).toHaveLength(1);
  });

  test('is kept if it ends in another zone', () => {
    const flight = series(
      'DTSTART;TZID=Asia/Tokyo:20261102T180000',
      'DTEND;TZID=America/Los_Angeles:20261102T110000',
    );
    expect(eventsIn(calendar(...flight))).toEqual(['A 2026-11-02T09:00 2026-11-02T19:00']);
  });

  test('is kept if it is an occurrence without its series', () => {
    const moved = series(
      'RECURRENCE-ID:20261104T093000Z',
      'DTSTART:20261105T093000Z',
      'DTEND:20261105T100000Z',
    );
    expect(startsIn(calendar(...moved))).toEqual(['2026-11-05T09:30']);
    const master = series('DTSTART:20261001T093000Z', 'DTEND:20261001T100000Z', 'RRULE:FREQ=DAILY;COUNT=2');
    expect(startsIn(calendar(...master, ...moved))).toEqual([
      '2026-10-01T09:30',
      '2026-10-02T09:30',
      '2026-11-05T09:30',
    ]);
  });
});

describe('the end of a rule', () => {
  const berlin = (until: string) =>
    calendar(
      ...series(
        'DTSTART;TZID=Europe/Berlin:20261102T090000',
        'DTEND;TZID=Europe/Berlin:20261102T170000',
        `RRULE:FREQ=WEEKLY;UNTIL=${until}`,
      ),
    );

  test.each([
    ['in UTC', '20261116T080000Z', 3],
    ['in UTC, a minute before', '20261116T075900Z', 2],
    ['on the clock of its start', '20261116T090000', 3],
    ['as a date', '20261116', 3],
    ['as the date before', '20261115', 2],
  ])('includes %s in any time zone of the team', (_, until, count) => {
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])
      expect([timezone, startsIn(berlin(until), { timezone })]).toEqual([
        timezone,
        ['2026-11-02T08:00', '2026-11-09T08:00', '2026-11-16T08:00'].slice(0, count),
      ]);
  });

  test('in UTC is read in the zone of its start where it would gain an occurrence', () => {
    const evening = calendar(
      ...series(
        'DTSTART;TZID=America/New_York:20261102T200000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;UNTIL=20261105T010000Z',
      ),
    );
    expect(startsIn(evening)).toEqual(['2026-11-03T01:00', '2026-11-04T01:00', '2026-11-05T01:00']);
  });

  test.each([
    ['Berlin', '20261008T220000Z', '2026-10-09'],
    ['London in summer', '20261008T230000Z', '2026-10-09'],
    ['New York', '20261009T040000Z', '2026-10-09'],
    ['Kolkata', '20261008T183000Z', '2026-10-09'],
    ['no zone', '20261009T000000Z', '2026-10-09'],
    ['no zone, as the end of the day', '20261009T235959Z', '2026-10-09'],
    ['a date', '20261009', '2026-10-09'],
    ['a clock', '20261009T000000', '2026-10-09'],
  ])('of whole days is a midnight of %s', (_, until, last) => {
    const text = calendar(
      ...series(
        'DTSTART;VALUE=DATE:20261005',
        'DTEND;VALUE=DATE:20261006',
        `RRULE:FREQ=DAILY;UNTIL=${until}`,
      ),
    );
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])
      expect([timezone, datesIn(text, { timezone }).at(-1)]).toEqual([timezone, last]);
  });

  test('of whole days in the team’s zone counts at any offset from UTC', () => {
    const text = calendar(
      ...series('DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=DAILY;UNTIL=20261008T110000Z'),
    );
    expect(datesIn(text, { timezone: 'Pacific/Auckland' }).at(-1)).toBe('2026-10-09');
  });

  test('before its start keeps the start', () => {
    const text = calendar(...series(wholeDay, 'RRULE:FREQ=YEARLY;UNTIL=20261201'));
    expect(datesIn(text)).toEqual(['2026-12-24']);
  });
});
