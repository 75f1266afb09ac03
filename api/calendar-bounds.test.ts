import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { assertProperty } from '#tests/property.ts';
import { type CalendarOptions, calendarStepLimits, readCalendarEvents } from './calendar-events.ts';
import { StepCounter } from './calendar-steps.ts';

const from = Date.UTC(2026, 0, 1);
const options: CalendarOptions = { timezone: 'Europe/Berlin', from, to: from + 370 * day, most: 300 };

/** A call of ical.js may take a whole list of values at once. */
const longestList = 400;

/** Reads a text, and checks that it took no more steps than it may. */
function read(text: string) {
  const counter = new StepCounter(calendarStepLimits.text);
  const found = readCalendarEvents(text, options, counter);
  expect(counter.takenOfAll()).toBeLessThanOrEqual(calendarStepLimits.text + longestList);
  const { events, leftOut, more } = found.ok ? found : { events: [], leftOut: [], more: false };
  return { steps: counter.takenOfAll(), events, unreadable: leftOut.map(({ title }) => title), more };
}

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'];
const zone = (name: string, ...lines: readonly string[]) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', ...lines],
  ...['END:STANDARD', 'END:VTIMEZONE'],
];

describe('a calendar of unbounded work', () => {
  test('a rule by the day with the sixth Monday is left out', () => {
    const text = calendar(...event('DTSTART:20260105T090000Z', 'RRULE:FREQ=DAILY;BYDAY=6MO', 'SUMMARY:Odd'));
    expect(text.length).toBeLessThan(167);
    expect(read(text)).toMatchObject({ events: [], unreadable: ['Odd'] });
  });

  test('a zone that changes every second is left out with its events', () => {
    const text = calendar(
      ...zone('Odd', 'DTSTART:19700101T000000', 'RRULE:FREQ=SECONDLY'),
      ...event('DTSTART;TZID=Odd:20260105T090000', 'DTEND;TZID=Odd:20260105T100000', 'SUMMARY:Odd'),
      ...event('DTSTART:20260105T090000Z', 'DTEND:20260105T100000Z', 'SUMMARY:Fine'),
    );
    const { events, unreadable } = read(text);
    expect([events.map(({ title }) => title), unreadable]).toEqual([['Fine'], ['Odd']]);
  });

  test('a zone of the IANA database replaces one that can’t be computed', () => {
    const text = calendar(
      ...zone('Europe/Paris', 'DTSTART:19700101T000000', 'RRULE:FREQ=HOURLY'),
      ...event('DTSTART;TZID=Europe/Paris:20260105T090000', 'DTEND;TZID=Europe/Paris:20260105T100000'),
    );
    expect(read(text).events.map(({ startsAt }) => startsAt)).toEqual([Date.UTC(2026, 0, 5, 8)]);
  });

  test.each(['P99999999999W', 'PT99999999999999H', 'P999999999D'])(
    'an event that lasts %s is left out',
    (duration) => {
      expect(read(calendar(...event('DTSTART:20260105T090000Z', `DURATION:${duration}`)))).toMatchObject({
        events: [],
        unreadable: [''],
      });
    },
  );

  test('a line of endless parameters is skipped', () => {
    const text = calendar(
      ...event(`X;${'A=B;'.repeat(400_000)}`, 'DTSTART:20260105T090000Z', 'DURATION:PT1H'),
    );
    expect(read(text).events).toHaveLength(1);
  });
});

describe('exceptions of one UID', () => {
  const exceptionsOf = (events: number, exceptions: number) =>
    calendar(
      ...Array.from({ length: events }, (_, index) =>
        event('DTSTART:20260105T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3', `SUMMARY:${index}`),
      ).flat(),
      ...Array.from({ length: exceptions }, (_, index) =>
        event(
          'DTSTART:20260106T100000Z',
          `SUMMARY:${index}`,
          `RECURRENCE-ID:202601${String(5 + (index % 20)).padStart(2, '0')}T090000Z`,
        ),
      ).flat(),
    );

  test('are assigned once, however many events have the UID', () => {
    const [one, twice] = [read(exceptionsOf(30, 3_000)).steps, read(exceptionsOf(30, 6_000)).steps];
    const many = read(exceptionsOf(80, 6_000)).steps;
    expect(one).toBeGreaterThan(3_000);
    // Twice as many exceptions cost twice as much; more events of the UID cost what the events do.
    expect(twice).toBeLessThan(2.2 * one);
    expect(many - twice).toBeLessThan(50 * 100);
  });
});

const numbers = (least: number, most: number) =>
  fc
    .array(fc.oneof(fc.integer({ min: least, max: most }), fc.integer({ min: -most, max: -1 })), {
      minLength: 1,
      maxLength: 5,
    })
    .map((list) => list.join(','));
const weekdays = fc
  .array(
    fc
      .tuple(
        fc.option(fc.integer({ min: -54, max: 54 }), { nil: '' }),
        fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'),
      )
      .map((pair) => pair.join('')),
    { minLength: 1, maxLength: 5 },
  )
  .map((list) => list.join(','));
const parts = fc.record(
  {
    INTERVAL: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.constant(2_147_483_647)).map(String),
    COUNT: fc.integer({ min: 0, max: 1_000_000 }).map(String),
    UNTIL: fc.constantFrom('20260601', '99991231T235959Z', '20260601T000000'),
    WKST: fc.constantFrom('MO', 'SU'),
    BYSECOND: numbers(0, 60),
    BYMINUTE: numbers(0, 59),
    BYHOUR: numbers(0, 23),
    BYDAY: weekdays,
    BYMONTHDAY: numbers(0, 31),
    BYYEARDAY: numbers(1, 366),
    BYWEEKNO: numbers(1, 53),
    BYMONTH: numbers(1, 12),
    BYSETPOS: numbers(1, 366),
  },
  { requiredKeys: [] },
);
const rules = fc
  .tuple(
    fc.constantFrom('SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'NEVER'),
    parts,
  )
  .map(([frequency, given]) =>
    [`FREQ=${frequency}`, ...Object.entries(given).map(([name, value]) => `${name}=${value}`)].join(';'),
  );
const starts = fc.constantFrom('16010101T000000', '20000229T120000', '20251231T235959', '99991230T000000');
const durations = fc.constantFrom('PT1H', 'P1D', '-P1D', 'P4000W', 'P99999999999W');

describe('a random calendar', () => {
  test('stays within its steps, whatever its rules, zones and exceptions', () => {
    const drawn = fc.record({
      rules: fc.array(rules, { minLength: 1, maxLength: 3 }),
      zoneRule: rules,
      starts,
      zoneStarts: starts,
      durations,
      named: fc.constantFrom('', ';TZID=Own', ';TZID=Europe/Paris', ';TZID=Nowhere'),
      exception: fc.boolean(),
      range: fc.constantFrom('', ';RANGE=THISANDFUTURE'),
    });
    assertProperty(
      fc.property(drawn, (one) => {
        const { steps } = read(
          calendar(
            ...zone('Own', `DTSTART:${one.zoneStarts}`, `RRULE:${one.zoneRule}`),
            ...event(
              `DTSTART${one.named}:${one.starts}`,
              `DURATION:${one.durations}`,
              ...one.rules.map((rule) => `RRULE:${rule}`),
            ),
            ...(one.exception
              ? event(
                  `DTSTART${one.named}:${one.starts}`,
                  `RECURRENCE-ID${one.range}${one.named}:${one.starts}`,
                )
              : []),
          ),
        );
        expect(steps).toBeLessThanOrEqual(calendarStepLimits.text + longestList);
      }),
      { numRuns: 300 },
    );
  });
});
