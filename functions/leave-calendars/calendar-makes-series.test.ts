/** Calendars of common programs: exceptions, occurrences, people, bad lines. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordingAt, whyMissing } from '#tests/recordings.ts';
import {
  readFromSeptember,
  eventsIn,
  leftOutIn,
  datesFromSeptember as datesIn,
  startsFromSeptember as startsIn,
  vevent as event,
  vcalendar as calendar,
  veventSeries as series,
  wholeDayStart as wholeDay,
} from './calendar-makes.fixture.ts';

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
  ])('removes a date: %s', (line) => {
    expect(startsIn(calendar(...daily(line)))).toEqual(others);
  });

  test.each([
    'RECURRENCE-ID:20261103T090000Z',
    'RECURRENCE-ID;TZID=America/New_York:20261103T040000',
    'RECURRENCE-ID;TZID=Romance Standard Time:20261103T100000',
    'RECURRENCE-ID;VALUE=DATE:20261103',
  ])('cancels or moves an occurrence: %s', (line) => {
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
  ])('removes a whole day: %s', (line) => {
    const text = calendar(...series('DTSTART;VALUE=DATE:20261005', 'RRULE:FREQ=DAILY;COUNT=4', line));
    for (const timezone of ['Europe/Berlin', 'America/New_York'])
      expect(datesIn(text, { timezone })).toEqual(['2026-10-05', '2026-10-06', '2026-10-08']);
  });

  test('with THISANDFUTURE changes or ends all following occurrences', () => {
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

  test('of a cancelled series adds no occurrence', () => {
    const cancelled = daily('STATUS:CANCELLED');
    const moved = series('RECURRENCE-ID:20261103T090000Z', 'DTSTART:20261103T110000Z', 'DURATION:PT1H');
    expect(startsIn(calendar(...cancelled, ...moved))).toEqual([]);
  });

  test('adds a date beside the start', () => {
    const text = calendar(
      ...series('DTSTART:20261102T100000Z', 'DURATION:PT1H', 'RDATE;TZID=Europe/Berlin:20261110T100000'),
    );
    expect(startsIn(text)).toEqual(['2026-11-02T10:00', '2026-11-10T09:00']);
  });
});

describe('an occurrence', () => {
  test('ends at the time of day of its series across a clock change', () => {
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
  ])('on a day that a month lacks is skipped: %s', (rule, start, dates) => {
    const text = calendar(...series(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`));
    expect(datesIn(text, { to: Date.UTC(2033, 0, 1) })).toEqual(dates);
  });
});

describe('people of an event', () => {
  const peopleIn = (...lines: readonly string[]) => {
    const [first] = readFromSeptember(
      calendar(...event('UID:1', wholeDay, 'SUMMARY:Priya Nair off', ...lines)),
    ).events;
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
  ])('exclude %s, and the organizer counts instead', (line) => {
    expect(peopleIn(organizer, line)).toEqual([null, 'priya@example.com']);
  });

  test('are those who accepted, without an organizer who declined', () => {
    expect(
      peopleIn(
        organizer,
        'ATTENDEE;PARTSTAT=DECLINED:mailto:priya@example.com',
        'ATTENDEE;PARTSTAT=ACCEPTED;CN=Lena:mailto:lena@example.com',
      ),
    ).toEqual(['Lena', 'lena@example.com']);
  });

  test('are found by an address in a parameter', () => {
    expect(peopleIn('ATTENDEE;CN=Lena;EMAIL=lena@example.com:urn:uuid:1')).toEqual([
      'Lena',
      'lena@example.com',
    ]);
  });

  test('have single-line names', () => {
    expect(peopleIn('ATTENDEE;CN="A\rBEGIN:VEVENT":mailto:a@example.com')[0]).toBe('A BEGIN:VEVENT');
    const [first] = readFromSeptember(calendar(...event(wholeDay, 'SUMMARY:A\\nB\rC'))).events;
    expect(first?.title).toBe('A B C');
  });
});

describe('an invalid line', () => {
  test.each([
    ['RRULE:FREQ=FORTNIGHTLY', 'its line 7 (RRULE) can’t be read'],
    ['DTEND;VALUE=DATE', 'its line 7 (DTEND) can’t be read'],
    ['EXDATE;=:20261224', 'its line 7 (EXDATE) can’t be read'],
  ])('is named and does not affect other events: %s', (line, reason) => {
    const text = calendar(...series(wholeDay, line), ...event('UID:2', wholeDay, 'SUMMARY:Fine'));
    const { events, leftOut, leftOutCount } = readFromSeptember(text);
    expect(events.map(({ title }) => title)).toContain('Fine');
    expect([leftOutCount, leftOut.length]).toEqual([1, 1]);
    expect(leftOut[0]).toEqual({ title: 'A', line: 3, reason });
  });

  test('without a colon is skipped and named, and its event counts', () => {
    const text = calendar(...series(wholeDay, 'and the rest of a title'));
    expect([datesIn(text), leftOutIn(text)]).toEqual([['2026-12-24'], [1, ' 7 it is no line of a calendar']]);
  });

  test('of an unread property is ignored', () => {
    const alarm = ['BEGIN:VALARM', 'TRIGGER;=:x', 'END:VALARM'];
    expect(leftOutIn(calendar(...series(wholeDay, 'X-A;=:b', 'DESCRIPTION;=:c', ...alarm)))).toEqual([0]);
  });

  test('is counted, and the first ones are named', () => {
    const many = Array.from({ length: 60 }, (_, index) => event(`UID:${index}`, `SUMMARY:${index}`)).flat();
    const { leftOut, leftOutCount } = readFromSeptember(calendar(...many));
    expect([leftOutCount, leftOut.length]).toEqual([60, 20]);
  });
});

const folder = recordingAt('fixtures/reported');

describe.skipIf(folder === null)(
  `calendars reported by users${folder === null ? `: ${whyMissing('fixtures/reported')}` : ''}`,
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
    ])('%s is read completely', (name, expected) => {
      const text = readFileSync(path.join(folder ?? '', `${name}.ics`), 'utf8');
      for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])
        expect([timezone, eventsIn(text, { timezone })]).toEqual([timezone, expected]);
      expect(leftOutIn(text)).toEqual([0]);
    });
  },
);
