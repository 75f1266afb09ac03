import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { day } from '#domain/constants.ts';
import { assertProperty } from '#tests/property.ts';
import { readCalendarEvents } from './calendar-events.ts';
import { zoneCalled } from './calendar-zone-names.ts';
import { windowsZones } from './windows-zones.ts';

const noon = Date.UTC(2026, 6, 1, 12);
/** The instant of a clock’s 12:00 on the first of July, as an offset in hours. */
function offsetOf(name: string): number | null {
  const zone = zoneCalled(name);
  return zone && (noon - zone.instant(noon)) / 3_600_000;
}

describe('a zone’s name', () => {
  test.each([
    ['Europe/Berlin', 2],
    ['europe/berlin', 2],
    ['"Europe/Berlin"', 2],
    ['/Europe/Berlin', 2],
    ['/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', 2],
    ['/freeassociation.sourceforge.net/Europe/Berlin', 2],
    ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', -3],
    ['/citadel.org/20260101_1/America/New_York', -4],
    ['tzone://Microsoft/Utc', 0],
    ['US/Eastern', -4],
    ['Asia/Calcutta', 5.5],
    ['Eastern Standard Time', -4],
    ['eastern standard time', -4],
    ['Eastern Standard Time 1', -4],
    ['W. Europe Standard Time', 2],
    ['UTC', 0],
    ['Z', 0],
    ['GMT', 0],
    ['GMT+02:00', 2],
    ['GMT+2', 2],
    ['GMT-0530', -5.5],
    ['UTC+05:45', 5.75],
    ['+0100', 1],
    ['Etc/GMT-2', 2],
    ['UTC-11', -11],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 2],
    ['(GMT+01.00) Sarajevo/Warsaw/Zagreb', 1],
    ['(UTC-05:00) Eastern Time (US & Canada)', -4],
    ['(GMT-08:00) Pacific Time (US and Canada)', -7],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 5.5],
    ['(UTC-03:00) City of Buenos Aires', -3],
    ['(UTC) Dublin, Edinburgh, Lisbon, London', 1],
    ['(UTC) Coordinated Universal Time', 0],
    ['(UTC+08:00) Berlin', 8],
    ['Customized Time Zone', null],
    ['GMT+99:00', null],
    ['GMT+02:75', null],
    ['', null],
    ['constructor', null],
    ['x'.repeat(100_000), null],
  ])('%j is %s hours from UTC in July', (name, hours) => {
    expect(offsetOf(name)).toBe(hours);
  });

  test.each(windowsZones)('the Windows zone %s is %s', (windows, iana) => {
    const expected = Temporal.Instant.fromEpochMilliseconds(noon).toZonedDateTimeISO(iana).offsetNanoseconds;
    for (const name of [windows, windows.toUpperCase(), `${windows} 2`])
      expect([name, offsetOf(name)]).toEqual([name, expected / 3_600_000_000_000]);
  });
});

/** How programs write the name of a zone of the IANA database. */
const makes: readonly ((iana: string) => string)[] = [
  (iana) => iana,
  (iana) => `"${iana}"`,
  (iana) => `/freeassociation.sourceforge.net/Tzfile/${iana}`,
  (iana) => `/mozilla.org/20071231_1/${iana}`,
  (iana) => windowsZones.find(([, zone]) => zone === iana)?.[0] ?? iana,
  (iana) => `"${windowsZones.find(([, zone]) => zone === iana)?.[0] ?? iana} 1"`,
];

test('an event in any zone, in any program’s notation, has its correct time in any team’s zone', () => {
  const zones = [
    ...new Set([...windowsZones.map(([, iana]) => iana), ...Intl.supportedValuesOf('timeZone')]),
  ];
  const drawn = fc.record({
    zone: fc.constantFrom(...zones),
    make: fc.constantFrom(...makes),
    team: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
    hours: fc.integer({ min: 0, max: 365 * 24 }),
    until: fc.constantFrom<'utc' | 'local' | 'date'>('utc', 'local', 'date'),
    exception: fc.constantFrom<'utc' | 'local' | 'date' | 'tokyo'>('utc', 'local', 'date', 'tokyo'),
  });
  assertProperty(
    fc.property(drawn, ({ zone, make, team, hours, until, exception }) => {
      const first = Temporal.PlainDateTime.from('2026-01-01T00:30').add({ hours });
      const starts = [0, 1, 2].map((days) => first.add({ days }).toZonedDateTime(zone));
      const [, second, third] = starts;
      // Clocks that skip a start or have it twice: another test.
      if (
        !second ||
        !third ||
        starts.some((at, index) => !at.toPlainDateTime().equals(first.add({ days: index })))
      )
        return;
      const local = (at: Temporal.PlainDateTime) =>
        at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/gu, '');
      const inUtc = (at: Temporal.ZonedDateTime) => `${local(at.withTimeZone('UTC').toPlainDateTime())}Z`;
      const date = (at: Temporal.ZonedDateTime) => at.toPlainDate().toString().replaceAll('-', '');
      const tzid = make(zone);
      const text = [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1',
        `DTSTART;TZID=${tzid}:${local(first)}`,
        'DURATION:PT1H',
        `RRULE:FREQ=DAILY;UNTIL=${{ utc: inUtc(third), local: local(third.toPlainDateTime()), date: date(third) }[until]}`,
        {
          utc: `EXDATE:${inUtc(second)}`,
          local: `EXDATE;TZID=${tzid}:${local(second.toPlainDateTime())}`,
          date: `EXDATE;VALUE=DATE:${date(second)}`,
          tokyo: `EXDATE;TZID=Tokyo Standard Time:${local(second.withTimeZone('Asia/Tokyo').toPlainDateTime())}`,
        }[exception],
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n');
      const from = Date.UTC(2025, 11, 1);
      const found = readCalendarEvents(text, { timezone: team, from, to: from + 800 * day, most: 100 });
      const reading = found.ok ? found : { events: [], leftOut: [found.reason], unknownZones: [] };
      expect({
        starts: reading.events.map(({ startsAt }) => startsAt),
        leftOut: reading.leftOut,
        unknown: reading.unknownZones,
      }).toEqual({
        starts: [starts[0]?.epochMilliseconds, third.epochMilliseconds],
        leftOut: [],
        unknown: [],
      });
    }),
    { numRuns: 600 },
  );
});
