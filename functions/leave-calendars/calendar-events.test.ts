import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { recordingAt, whyMissing } from '#tests/recordings.ts';
import { type CalendarOptions, readCalendarEvents } from '#api/calendar-events.ts';
import { isBoundedRule } from '#api/calendar-rules.ts';
import { StepCounter } from '#api/calendar-steps.ts';

const from = Date.UTC(2026, 0, 1);
const options: CalendarOptions = { timezone: 'Europe/Berlin', from, to: from + 365 * day, most: 50 };
const read = (text: string, more: Partial<CalendarOptions> = {}, steps?: StepCounter) => {
  const found = readCalendarEvents(text, { ...options, ...more }, steps);
  if (!found.ok) throw new Error(found.reason);
  return found;
};
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

describe('events of a calendar', () => {
  test('of whole days have their dates, including the last one, and a key', () => {
    const { events } = read(
      calendar('DTSTART;VALUE=DATE:20260105', 'DTEND;VALUE=DATE:20260107', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    );
    expect(events.map(({ days }) => days)).toEqual([
      { first: '2026-01-05', last: '2026-01-06' },
      { first: '2026-01-12', last: '2026-01-13' },
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(2);
  });

  test('contain the invited people with lower-case addresses', () => {
    const { events } = read(
      calendar(
        'DTSTART:20260105T090000Z',
        'DTEND:20260105T100000Z',
        'SUMMARY:Dentist',
        'ORGANIZER:mailto:Boss@Example.com',
        'ATTENDEE;CN="Lena K":mailto:Lena@Example.com',
        'ATTENDEE:urn:uuid:1',
      ),
    );
    expect(events).toMatchObject([
      {
        title: 'Dentist',
        attendee: 'Lena K',
        addresses: ['lena@example.com', 'boss@example.com'],
        days: null,
      },
    ]);
  });

  test('are limited in number and in steps of their rules', () => {
    const daily = calendar('DTSTART;VALUE=DATE:20000101', 'RRULE:FREQ=DAILY', 'SUMMARY:x');
    expect(read(daily, { to: from + 3650 * day })).toMatchObject({ more: true, events: { length: 50 } });
    expect(read(daily.replace('20000101', '16010101'))).toMatchObject({ more: true, events: { length: 50 } });
    const counted = daily.replace('20000101', '16010101').replace('DAILY', 'DAILY;COUNT=999999');
    expect(read(counted, {}, new StepCounter(50_000))).toMatchObject({ more: true, events: [] });
    const dear = Array.from({ length: 40 }, () =>
      calendar('DTSTART;VALUE=DATE:16010101', 'RRULE:FREQ=DAILY;BYMONTH=1,7;COUNT=999999')
        .split('\r\n')
        .slice(1, -1),
    );
    const text = ['BEGIN:VCALENDAR', ...dear.flat(), 'END:VCALENDAR'].join('\r\n');
    expect(read(text, {}, new StepCounter(50_000))).toMatchObject({ more: true, events: [] });
  });

  test('that are unreadable are named and do not affect others', () => {
    const text = calendar('DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=HOURLY', 'SUMMARY:Odd').replace(
      'END:VCALENDAR',
      'BEGIN:VEVENT\r\nUID:2\r\nDTSTART;VALUE=DATE:20260106\r\nSUMMARY:Fine\r\nEND:VEVENT\r\nEND:VCALENDAR',
    );
    const { events, leftOut } = read(text);
    expect([events.map(({ title }) => title), leftOut.map(({ title }) => title)]).toEqual([
      ['Fine'],
      ['Odd'],
    ]);
  });
});

test.each([
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', true],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20270101', true],
  ['FREQ=MONTHLY;BYDAY=1MO', true],
  ['FREQ=DAILY;COUNT=10', true],
  ['FREQ=SECONDLY', false],
  ['FREQ=DAILY;BYMONTHDAY=-30', false],
  ['FREQ=DAILY;INTERVAL=7;BYDAY=TU', false],
  ['FREQ=YEARLY;BYDAY=1FR;BYSETPOS=366', false],
  ['FREQ=DAILY;BYHOUR=3', false],
  ['FREQ=DAILY;BYDAY=6MO', false],
  ['FREQ=WEEKLY;BYDAY=1MO', false],
  ['FREQ=MONTHLY;BYDAY=6MO', false],
  ['FREQ=YEARLY;BYMONTH=2;BYDAY=6MO', false],
  ['FREQ=MONTHLY;BYDAY=-1FR', true],
  [`FREQ=YEARLY;BYMONTH=${Array.from({ length: 200 }, () => 1).join(',')}`, false],
  ['', false],
])('%s is computed: %s', (rule, followed) => {
  expect(isBoundedRule(rule)).toBe(followed);
});

const folder = recordingAt('fixtures/calendars');
describe.skipIf(folder === null)(
  `samples of calendars${folder === null ? `: ${whyMissing('fixtures/calendars')}` : ''}`,
  () => {
    const sample = (name: string, at: number) =>
      read(readFileSync(path.join(folder ?? '', `${name}.ics`), 'utf8'), {
        from: at,
        to: at + 400 * day,
        timezone: 'America/New_York',
      });

    test('a yearly birthday is a whole day', () => {
      const [first] = sample('google_birthday', Date.UTC(2012, 0, 1)).events;
      expect(first?.days?.first).toBe(first?.days?.last);
    });

    test('several rules, added and removed dates are applied', () => {
      const at = Date.UTC(2010, 0, 1);
      for (const name of ['multiple_rrules', 'rdate_exdate', 'recur_instances', 'day_long_recur_yearly']) {
        const { events, leftOut } = sample(name, name === 'recur_instances' ? Date.UTC(2012, 8, 1) : at);
        expect([name, leftOut]).toEqual([name, []]);
        expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
      }
    });
  },
);

describe.each(['fixtures/calendars', 'fixtures/reported'])('all samples in %s', (name) => {
  const samples = recordingAt(name);
  test.skipIf(samples === null)(
    `are read or rejected with a sentence${samples === null ? `: ${whyMissing(name)}` : ''}`,
    () => {
      const files = readdirSync(samples ?? '').filter((file) => file.endsWith('.ics'));
      expect(files.length).toBeGreaterThan(0);
      const found = files.map((file) =>
        readCalendarEvents(readFileSync(path.join(samples ?? '', file), 'utf8'), options),
      );
      expect(found.every((one) => (one.ok ? one.events.length >= 0 : one.reason.endsWith('.')))).toBe(true);
    },
  );
});
