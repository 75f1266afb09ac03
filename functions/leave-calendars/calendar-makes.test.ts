import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { recordingAt, whyMissing } from '#tests/recordings.ts';
import { type CalendarOptions, readCalendarEvents } from '#api/calendar-events.ts';

const from = Date.UTC(2026, 8, 1);
const options: CalendarOptions = { timezone: 'Europe/Berlin', from, to: from + 400 * day, most: 300 };

function read(text: string, more: Partial<CalendarOptions> = {}) {
  const found = readCalendarEvents(text, { ...options, ...more });
  if (!found.ok) throw new Error(found.reason);
  return found;
}
const utc = (at: number) => new Date(at).toISOString().slice(0, 16);
/** The events as lines: whole days by their dates, others by their instants. */
const eventsIn = (text: string, more?: Partial<CalendarOptions>) =>
  read(text, more).events.map(({ title, startsAt, endsAt, days }) =>
    [title, ...(days ? [days.first, days.last] : [utc(startsAt), utc(endsAt)])].join(' ').trim(),
  );
const datesIn = (text: string, more?: Partial<CalendarOptions>) =>
  read(text, more).events.map(({ days }) => days?.first ?? 'a time');
const startsIn = (text: string, more?: Partial<CalendarOptions>) =>
  read(text, more).events.map(({ startsAt }) => utc(startsAt));
const leftOutIn = (text: string) => {
  const { leftOut, leftOutCount } = read(text);
  return [leftOutCount, ...leftOut.map(({ title, line, reason }) => `${title} ${line} ${reason}`)];
};

const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const series = (...lines: readonly string[]) => event('UID:1', 'SUMMARY:A', ...lines);
const wholeDay = 'DTSTART;VALUE=DATE:20261224';

describe('a file', () => {
  test('of several calendars is read as a whole', () => {
    const two = calendar(...event('UID:1', wholeDay)) + calendar(...event('UID:2', wholeDay));
    expect(read(two).events).toHaveLength(2);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \r\n\r\n'],
    ['a page of a sign-in', '<!doctype html>\n<html><body>Sign in</body></html>'],
    ['a contact', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n'],
    ['events without a calendar', event(wholeDay).join('\r\n')],
    ['half a calendar', calendar(...event(wholeDay)).slice(0, -20)],
    ['JSON', '{"error":"unauthorized"}'],
  ])('of %s is refused with a reason', (_, text) => {
    const found = readCalendarEvents(text, options);
    expect(found.ok ? found : found.reason).toMatch(/^This calendar can’t be read\. .*\.$/u);
  });

  test('is read with a byte order mark, with line feeds and with carriage returns alone', () => {
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
  ])('%s have an entry each, with a key of its own', (_, text) => {
    const { events } = read(text);
    expect(events.map(({ title }) => title)).toEqual(['Priya Nair', 'Diego Ramírez']);
    expect(new Set(events.map(({ key }) => key)).size).toBe(2);
    expect(read(text).events).toEqual(events);
  });

  test('are told from versions of one event, of which the newest counts', () => {
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

  test('are counted in several calendars of a file, of which one cancels', () => {
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

describe('what has no length', () => {
  test('is a day, if its end is its first whole day', () => {
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
    ['its rule is none that is followed', [wholeDay, 'RRULE:FREQ=HOURLY']],
    ['it has a rule for what is left out (EXRULE)', [wholeDay, 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY']],
  ])('or can’t be followed is left out, counted and named: %s', (reason, lines) => {
    const text = calendar(...series(...lines), ...event('UID:2', wholeDay, 'SUMMARY:Fine'));
    expect(leftOutIn(text)).toEqual([1, `A 3 ${reason}`]);
    expect(read(text).events).toHaveLength(1);
  });

  test('is read of an event that ends in another zone', () => {
    const flight = series(
      'DTSTART;TZID=Asia/Tokyo:20261102T180000',
      'DTEND;TZID=America/Los_Angeles:20261102T110000',
    );
    expect(eventsIn(calendar(...flight))).toEqual(['A 2026-11-02T09:00 2026-11-02T19:00']);
  });

  test('or is one occurrence without its series, or one that the series does not have, counts', () => {
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
  ])('counts %s, whatever the zone of the team', (_, until, count) => {
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])
      expect([timezone, startsIn(berlin(until), { timezone })]).toEqual([
        timezone,
        ['2026-11-02T08:00', '2026-11-09T08:00', '2026-11-16T08:00'].slice(0, count),
      ]);
  });

  test('in UTC is on the clock of its start where it gains an occurrence otherwise', () => {
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

  test('of whole days in the zone of the team counts however far it is from UTC', () => {
    const text = calendar(
      ...series('DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=DAILY;UNTIL=20261008T110000Z'),
    );
    expect(datesIn(text, { timezone: 'Pacific/Auckland' }).at(-1)).toBe('2026-10-09');
  });

  test('that comes before its start leaves the start', () => {
    const text = calendar(...series(wholeDay, 'RRULE:FREQ=YEARLY;UNTIL=20261201'));
    expect(datesIn(text)).toEqual(['2026-12-24']);
  });
});

describe('an exception', () => {
  const daily = (...lines: readonly string[]) =>
    series(
      'DTSTART;TZID=Europe/Berlin:20261102T100000',
      'DTEND;TZID=Europe/Berlin:20261102T110000',
      'RRULE:FREQ=DAILY;COUNT=3',
      ...lines,
    );
  const others = ['2026-11-02T09:00', '2026-11-04T09:00'];

  test.each([
    'EXDATE:20261103T090000Z',
    'EXDATE;TZID=America/New_York:20261103T040000',
    'EXDATE;TZID=W. Europe Standard Time:20261103T100000',
    'EXDATE;VALUE=DATE:20261103',
    'EXDATE:20261103',
    'EXDATE;TZID=Europe/Berlin:20261101T100000,20261103T100000',
    'EXDATE;TZID=Europe/Berlin:20261102T110000,20261102T120000,20261103T100000',
  ])('is a date left out: %s', (line) => {
    expect(startsIn(calendar(...daily(line)))).toEqual(others);
  });

  test.each([
    'RECURRENCE-ID:20261103T090000Z',
    'RECURRENCE-ID;TZID=America/New_York:20261103T040000',
    'RECURRENCE-ID;TZID=Romance Standard Time:20261103T100000',
    'RECURRENCE-ID;VALUE=DATE:20261103',
  ])('is cancelled or moved: %s', (line) => {
    const cancelled = series(line, 'DTSTART:20261103T090000Z', 'STATUS:CANCELLED');
    expect(startsIn(calendar(...daily(), ...cancelled))).toEqual(others);
    const moved = series(line, 'DTSTART:20261201T120000Z', 'DTEND:20261201T130000Z');
    expect(startsIn(calendar(...daily(), ...moved))).toEqual([...others, '2026-12-01T12:00']);
  });

  test.each([
    'EXDATE;TZID=W. Europe Standard Time:20261007T000000',
    'EXDATE;TZID=Pacific Standard Time:20261007T000000',
    'EXDATE:20261006T220000Z',
    'EXDATE:20261007T000000',
    'EXDATE;VALUE=DATE:20261007',
  ])('is left out of whole days: %s', (line) => {
    const text = calendar(...series('DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=DAILY;COUNT=4', line));
    for (const timezone of ['Europe/Berlin', 'America/New_York'])
      expect(datesIn(text, { timezone })).toEqual(['2026-10-05', '2026-10-06', '2026-10-08']);
  });

  test('changes all that follow, or ends them', () => {
    const following = (...lines: readonly string[]) =>
      series('RECURRENCE-ID;RANGE=THISANDFUTURE:20261103T090000Z', ...lines);
    const later = following('DTSTART:20261103T110000Z', 'DTEND:20261103T113000Z');
    expect(eventsIn(calendar(...daily(), ...later))).toEqual([
      'A 2026-11-02T09:00 2026-11-02T10:00',
      'A 2026-11-04T11:00 2026-11-04T11:30',
      'A 2026-11-03T11:00 2026-11-03T11:30',
    ]);
    const ended = following('DTSTART:20261103T090000Z', 'STATUS:CANCELLED');
    expect(startsIn(calendar(...daily(), ...ended))).toEqual(['2026-11-02T09:00']);
  });

  test('of a cancelled series is none', () => {
    const cancelled = daily('STATUS:CANCELLED');
    const moved = series('RECURRENCE-ID:20261103T090000Z', 'DTSTART:20261103T110000Z', 'DURATION:PT1H');
    expect(startsIn(calendar(...cancelled, ...moved))).toEqual([]);
  });

  test('is an added date, with the start itself', () => {
    const text = calendar(
      ...series('DTSTART:20261102T100000Z', 'DURATION:PT1H', 'RDATE;TZID=Europe/Berlin:20261110T100000'),
    );
    expect(startsIn(text)).toEqual(['2026-11-02T10:00', '2026-11-10T09:00']);
  });
});

describe('an occurrence', () => {
  test('ends at the time of day of its series, also after the clocks changed', () => {
    const night = series(
      'DTSTART;TZID=Europe/Berlin:20261024T220000',
      'DTEND;TZID=Europe/Berlin:20261025T060000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    expect(eventsIn(calendar(...night))).toEqual([
      'A 2026-10-24T20:00 2026-10-25T05:00',
      'A 2026-10-31T21:00 2026-11-01T05:00',
    ]);
  });

  test.each([
    ['FREQ=YEARLY', '20240229', ['2028-02-29', '2032-02-29']],
    ['FREQ=YEARLY;BYMONTH=2', '20240229', ['2028-02-29', '2032-02-29']],
    ['FREQ=YEARLY;COUNT=2', '20240229', ['2028-02-29']],
    [
      'FREQ=YEARLY;BYMONTH=1,2,3;COUNT=4',
      '20270131',
      ['2027-01-31', '2027-03-31', '2028-01-31', '2028-03-31'],
    ],
    ['FREQ=MONTHLY;COUNT=3', '20270131', ['2027-01-31', '2027-03-31', '2027-05-31']],
  ])('of a day that a month does not have is none: %s', (rule, start, dates) => {
    const text = calendar(...series(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`));
    expect(datesIn(text, { to: Date.UTC(2033, 0, 1) })).toEqual(dates);
  });
});

describe('people of an event', () => {
  const peopleIn = (...lines: readonly string[]) => {
    const [first] = read(calendar(...event('UID:1', wholeDay, 'SUMMARY:Priya Nair off', ...lines))).events;
    return [first?.attendee, ...(first?.addresses ?? [])];
  };
  const organizer = 'ORGANIZER:mailto:priya@example.com';

  test.each([
    'ATTENDEE;PARTSTAT=DECLINED:mailto:diego@example.com',
    'ATTENDEE;PARTSTAT=declined;CN=Diego:MAILTO:Diego@example.com',
    'ATTENDEE;PARTSTAT=DELEGATED:mailto:diego@example.com',
    'ATTENDEE;CUTYPE=ROOM;CN=Blue room:mailto:blue@example.com',
    'ATTENDEE;CUTYPE=RESOURCE;PARTSTAT=ACCEPTED:mailto:beamer@example.com',
    'ATTENDEE;ROLE=NON-PARTICIPANT:mailto:boss@example.com',
    'ATTENDEE;CN=Room:mailto:c_188@resource.calendar.google.com',
  ])('are none of %s; its owner is meant', (line) => {
    expect(peopleIn(organizer, line)).toEqual([null, 'priya@example.com']);
  });

  test('are those who accepted, and not its owner who declined', () => {
    expect(
      peopleIn(
        organizer,
        'ATTENDEE;PARTSTAT=DECLINED:mailto:priya@example.com',
        'ATTENDEE;PARTSTAT=ACCEPTED;CN=Lena:mailto:lena@example.com',
      ),
    ).toEqual(['Lena', 'lena@example.com']);
  });

  test('are found by the address that some programs have in a parameter', () => {
    expect(peopleIn('ATTENDEE;CN=Lena;EMAIL=lena@example.com:urn:uuid:1')).toEqual([
      'Lena',
      'lena@example.com',
    ]);
  });

  test('have names of one line', () => {
    expect(peopleIn('ATTENDEE;CN="A\rBEGIN:VEVENT":mailto:a@example.com')[0]).toBe('A BEGIN:VEVENT');
    const [first] = read(calendar(...event(wholeDay, 'SUMMARY:A\\nB\rC'))).events;
    expect(first?.title).toBe('A B C');
  });
});

describe('a bad line', () => {
  test.each([
    ['RRULE:FREQ=FORTNIGHTLY', 'its line 7 (RRULE) can’t be read'],
    ['DTEND;VALUE=DATE', 'its line 7 (DTEND) can’t be read'],
    ['EXDATE;=:20261224', 'its line 7 (EXDATE) can’t be read'],
  ])('is named, and refuses no other event: %s', (line, reason) => {
    const text = calendar(...series(wholeDay, line), ...event('UID:2', wholeDay, 'SUMMARY:Fine'));
    const { events, leftOut, leftOutCount } = read(text);
    expect(events.map(({ title }) => title)).toContain('Fine');
    expect([leftOutCount, leftOut.length]).toEqual([1, 1]);
    expect(leftOut[0]).toEqual({ title: 'A', line: 3, reason });
  });

  test('without a colon in a text is passed over and named; its event counts', () => {
    const text = calendar(...series(wholeDay, 'and the rest of a title'));
    expect([datesIn(text), leftOutIn(text)]).toEqual([['2026-12-24'], [1, ' 7 it is no line of a calendar']]);
  });

  test('of what is not looked at costs nothing', () => {
    const alarm = ['BEGIN:VALARM', 'TRIGGER;=:x', 'END:VALARM'];
    expect(leftOutIn(calendar(...series(wholeDay, 'X-A;=:b', 'DESCRIPTION;=:c', ...alarm)))).toEqual([0]);
  });

  test('of many is counted, and the first are named', () => {
    const many = Array.from({ length: 60 }, (_, index) => event(`UID:${index}`, `SUMMARY:${index}`)).flat();
    const { leftOut, leftOutCount } = read(calendar(...many));
    expect([leftOutCount, leftOut.length]).toEqual([60, 20]);
  });
});

const folder = recordingAt('fixtures/reported');
describe.skipIf(folder === null)(
  `calendars as people have reported them${folder === null ? `: ${whyMissing('fixtures/reported')}` : ''}`,
  () => {
    test.each([
      ['01-two-calendars', ['A 2026-12-24 2026-12-24', 'B 2026-12-25 2026-12-25']],
      ['03-no-uid', ['Priya Nair 2026-12-24 2026-12-24', 'Diego Ramírez 2026-12-24 2026-12-24']],
      ['05-instance-without-master', ['Busy 2026-11-04T09:30 2026-11-04T10:00']],
      [
        '06-until-utc-no-vtimezone',
        [2, 9, 16].map((date) => {
          const at = `2026-11-${String(date).padStart(2, '0')}`;
          return `A ${at}T08:00 ${at}T16:00`;
        }),
      ],
      [
        '07-all-day-until-outlook',
        [...[5, 6, 7, 8, 9].map((date) => `A 2026-10-0${date} 2026-10-0${date}`), 'B 2026-10-20 2026-10-20'],
      ],
      ['09-exdate-exchange', [5, 6, 8].map((date) => `A 2026-10-0${date} 2026-10-0${date}`)],
      [
        '10-exceptions-in-utc',
        ['A 2026-11-02T09:00 2026-11-02T10:00', 'A 2026-11-04T09:00 2026-11-04T10:00'],
      ],
      ['11-windows-zone', ['A 2026-11-02T18:00 2026-11-02T19:00']],
      ['13-declined', ['Priya Nair off 2026-12-24 2026-12-24']],
    ])('%s is read right, and nothing is left out', (name, expected) => {
      const text = readFileSync(path.join(folder ?? '', `${name}.ics`), 'utf8');
      for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])
        expect([timezone, eventsIn(text, { timezone })]).toEqual([timezone, expected]);
      expect(leftOutIn(text)).toEqual([0]);
    });
  },
);
