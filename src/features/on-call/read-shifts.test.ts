import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordingAt, whyMissing } from '#tests/recordings.ts';
import { readShifts } from './read-shifts.ts';

const now = Date.parse('2026-11-23T09:00:00Z');
const read = (text: string, timezone = 'Europe/Berlin', at = now) =>
  readShifts(text, { timezone, now: at, workers: null });
const told = async (text: string, timezone?: string, at?: number) => {
  const found = await read(text, timezone, at);
  return found.ok
    ? found.shifts.map(({ who, startsAt, endsAt }) => [
        who,
        new Date(startsAt).toISOString().slice(0, 16),
        new Date(endsAt).toISOString().slice(0, 16),
      ])
    : found.reason;
};

describe('a list of shifts', () => {
  test('has one line per shift, in the schedule’s zone or with a zone of its own', async () => {
    const list = [
      'person,start,end',
      '"Nair, Priya",2026-11-23 09:00,2026-11-30 09:00',
      'Diego ""D"" Ramírez,2026-11-30T08:00:00Z,2026-12-07T09:00:00+01:00',
    ].join('\r\n');
    expect(await told(list)).toEqual([
      ['Nair, Priya', '2026-11-23T08:00', '2026-11-30T08:00'],
      [expect.stringContaining('Ramírez'), '2026-11-30T08:00', '2026-12-07T08:00'],
    ]);
  });

  test('may have semicolons, other column names, and days without times', async () => {
    expect(await told('Name;From;To\nAda;2026-03-29;2026-03-30\n')).toEqual([
      ['Ada', '2026-03-28T23:00', '2026-03-29T22:00'],
    ]);
  });

  test.each([
    ['', 'It is empty.'],
    ['a,b,c\n1,2,3', 'Its first line names no columns start, end and person.'],
    ['start,end,person\n2026-11-23 09:00,soon,Ada', 'Line 2: it has no time'],
    ['start,end,person\n\n2026-11-23 09:00,2026-11-23 08:00,Ada', 'Line 3: it ends before it begins.'],
    ['start,end,person\n2026-11-23 09:00,2026-11-23 10:00,', 'Line 2: it names nobody.'],
    ['start,end,person', 'There is no shift in it'],
  ])('%j is rejected with what to do', async (text, reason) => {
    expect(await told(text)).toContain(reason);
  });
});

describe('left-out rows of a list', () => {
  const row = (index: number) => `2026-11-23 09:00,2026-11-${index % 2 === 0 ? 24 : 25} 09:00,Ada`;
  const list = (...rows: readonly string[]) => ['start,end,person', ...rows].join('\n');
  const leftOut = async (text: string) => {
    const found = await read(text);
    return found.ok ? { shifts: found.shifts.length, ...found.leftOut } : found.reason;
  };

  test('are named with their line, and other rows are read', async () => {
    expect(await leftOut(list(row(1), '', 'today,tomorrow,Ada', row(2)))).toEqual({
      shifts: 2,
      count: 1,
      notes: ['Line 4: it has no time such as 2026-11-23 09:00.'],
      remarks: [],
    });
  });

  test('include all shifts after the 500th, counted, with the first lines named', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => row(index));
    expect(await leftOut(list(...rows))).toMatchObject({
      shifts: 500,
      count: 100,
      notes: expect.arrayContaining(['Line 502: only the first 500 shifts are read.']),
    });
  });

  test('of a calendar are named too, also after 500 shifts', async () => {
    const daily = event(
      'DTSTART:20261101T090000Z',
      'DTEND:20261102T090000Z',
      'RRULE:FREQ=DAILY',
      'SUMMARY:A',
    );
    const broken = event('DTSTART:20261101T090000Z', 'RRULE:FREQ=NEVER', 'SUMMARY:B');
    const two = daily
      .replace('RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY\r\nEXDATE:20261103T090000Z')
      .replace('UID:1', 'UID:2');
    expect(await leftOut(`${daily}\r\n${broken}\r\n${two}`)).toMatchObject({
      shifts: 500,
      count: 2,
      notes: [
        expect.stringMatching(/^There are more than 500 entries/u),
        expect.stringMatching(/^“B” \(line 12\): its line 16 \(RRULE\) can’t be read\.$/u),
      ],
    });
  });
});

const event = (...lines: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTAMP:20260101T000000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');

describe('a calendar of shifts', () => {
  test('has a shift for each event, named by the invited person, otherwise by the title', async () => {
    const invited = event(
      'DTSTART:20261123T090000Z',
      'DTEND:20261130T090000Z',
      'SUMMARY:On call',
      'ATTENDEE;CN=Priya Nair:mailto:priya@example.com',
    );
    expect(await told(invited)).toEqual([['Priya Nair', '2026-11-23T09:00', '2026-11-30T09:00']]);
    const titled = event('DTSTART:20261123T090000', 'DURATION:P7D', 'SUMMARY:Ada');
    expect(await told(titled)).toEqual([['Ada', '2026-11-23T08:00', '2026-11-30T08:00']]);
  });

  test('has recurring events from a month ago to a year ahead', async () => {
    const weekly = event(
      'DTSTART:20200106T090000Z',
      'DTEND:20200113T090000Z',
      'RRULE:FREQ=WEEKLY;INTERVAL=2',
      'SUMMARY:Ada',
    );
    const found = await read(weekly);
    const shifts = found.ok ? found.shifts : [];
    expect(shifts.length).toBeGreaterThanOrEqual(27);
    expect(shifts.length).toBeLessThanOrEqual(30);
    expect(shifts.every(({ endsAt }) => endsAt > now - 31 * 86_400_000)).toBe(true);
  });

  test('is read in a zone without a definition, or an unknown zone', async () => {
    const named = (zone: string) =>
      event(`DTSTART;TZID=${zone}:20261123T090000`, `DTEND;TZID=${zone}:20261130T090000`, 'SUMMARY:Ada');
    expect(await told(named('Asia/Tokyo'))).toEqual([['Ada', '2026-11-23T00:00', '2026-11-30T00:00']]);
    expect(await told(named('Customized Time Zone'))).toEqual([
      ['Ada', '2026-11-23T08:00', '2026-11-30T08:00'],
    ]);
  });

  test('that is cancelled is left out, and that is broken is rejected', async () => {
    const cancelled = event('DTSTART:20261123T090000Z', 'DTEND:20261130T090000Z', 'STATUS:CANCELLED');
    expect(await told(cancelled)).toContain('There is no shift in it');
    expect(await told('BEGIN:VCALENDAR\nBEGIN:VEVENT\nno')).toContain('This calendar can’t be read.');
  });
});

const folder = recordingAt('fixtures/calendars');

describe.skipIf(folder === null)(
  `samples of calendars${folder === null ? `: ${whyMissing('fixtures/calendars')}` : ''}`,
  () => {
    const sample = (name: string) => readFileSync(path.join(folder ?? '', `${name}.ics`), 'utf8');
    const names = folder === null ? [] : readdirSync(folder).filter((name) => name.endsWith('.ics'));

    test.each(names)('%s is read, or rejected with a sentence', async (name) => {
      const found = await read(sample(name.replace(/\.ics$/u, '')), 'America/New_York', Date.UTC(2012, 8, 1));
      const faults = found.ok
        ? found.shifts.filter(({ who, startsAt, endsAt }) => who === '' || !(endsAt > startsAt))
        : [found.reason].filter((reason) => !reason.endsWith('.'));
      expect(faults).toEqual([]);
    });

    test('are read with a duration in a zone of the file, a moved and a left-out occurrence, and whole days', async () => {
      const at = Date.UTC(2012, 6, 10);
      expect(await told(sample('duration_instead_of_dtend'), 'UTC', at)).toEqual([
        ['Really long event name thing', '2012-06-30T13:00', '2012-07-01T13:00'],
      ]);
      const moved = await told(sample('recur_instances'), 'UTC', Date.UTC(2012, 9, 1));
      // Moved from 10:00 to 15:00 in Los Angeles.
      expect(moved).toContainEqual(['Crazy Event Thingy!', '2012-10-02T22:00', '2012-10-02T22:30']);
      expect(JSON.stringify(moved)).not.toContain('2012-12-04T18:00');
      const days = await told(sample('day_long_recur_yearly'), 'America/New_York', Date.UTC(2012, 7, 20));
      expect(days[1]).toEqual(['Day Long Event', '2012-08-06T04:00', '2012-08-07T04:00']);
      expect(await told(sample('utc_negative_zero'), 'UTC', Date.UTC(2012, 7, 20))).toEqual([
        ['And another', '2012-08-21T21:00', '2012-08-21T21:30'],
      ]);
    });
  },
);
