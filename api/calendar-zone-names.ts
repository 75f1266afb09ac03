/**
 * Meaning of zone names in calendars, as programs write them: IANA names, also with a prefix; names of Windows, also numbered (Outlook) or
 * as displayed (Exchange); offsets.
 */
import * as v from 'valibot';
import { timezoneSchema } from '#domain/base.ts';
import { createZone, type Zone } from '#domain/schedule/rota-zone.ts';
import { windowsZones } from './windows-zones.ts';

const byWindowsName: ReadonlyMap<string, string> = new Map(
  windowsZones.map(([windows, iana]) => [windows.toLowerCase(), iana]),
);

/** Longest name of a zone; longer ones are unknown. */
const longestName = 200;

/** Null: the name stands for no zone that is known. */
export function zoneCalled(tzid: string): Zone | null {
  const name = tzid.slice(0, longestName).replaceAll(/["\\]/gu, '').trim();
  for (const candidate of candidatesOf(name)) {
    const zone = ianaNameOf(candidate);
    if (zone !== null) return createZone(zone);
  }
  const offset = offsetIn(name);
  const shown = shownName(name, offset);
  if (shown !== null) return createZone(shown);
  return offset === null ? null : fixedZone(offset);
}

export const utcZone: Zone = { wallClock: (instant) => instant, instant: (reading) => reading };

const fixedZone = (offset: number): Zone => ({
  wallClock: (instant) => instant + offset,
  instant: (reading) => reading - offset,
});

/** The name, its last parts after a prefix such as `/example.org/2026/Europe/Berlin`, and without a number at its end. */
function candidatesOf(name: string): readonly string[] {
  const parts = name.split('/').filter((part) => part !== '');
  const suffixes = [3, 2, 1].filter((length) => length < parts.length || name.startsWith('/'));
  return [name, ...suffixes.map((length) => parts.slice(-length).join('/'))].flatMap((candidate) => [
    candidate,
    candidate.replace(/ \d{1,3}$/u, ''),
  ]);
}

function ianaNameOf(name: string): string | null {
  const lower = name.toLowerCase();
  if (v.is(timezoneSchema, name)) return name;
  if (['z', 'coordinated universal time'].includes(lower)) return 'UTC';
  return byWindowsName.get(lower) ?? null;
}

const minute = 60_000;
const mostOffset = 14 * 60 * minute;

/** Offset of `GMT+02:00`, `UTC-5`, `+0200` and of what begins with `(UTC+02:00)`, in milliseconds; null: there is none. */
function offsetIn(name: string): number | null {
  const bare = /^(?:GMT|UTC)?\s*([+-]\d{1,2})(?:[:.]?(\d{2}))?$/iu;
  const bracketed = /^\((?:GMT|UTC)\s*(?:([+-]\d{1,2})(?:[:.]?(\d{2}))?)?\)/iu;
  const match = bare.exec(name) ?? bracketed.exec(name);
  if (match === null) return null;
  const [, hours = '+0', minutes = '0'] = match;
  const size = (Math.abs(Number(hours)) * 60 + Number(minutes)) * minute;
  if (Number(minutes) > 59 || size > mostOffset) return null;
  return hours.startsWith('-') ? -size : size;
}

const regions = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'];

/**
 * Zone of a display name of Windows: `(UTC+01:00) Amsterdam, Berlin` or `(UTC-05:00) Eastern Time (US & Canada)`. Daylight saving time
 * applies, which the offset does not include; null: none of the cities has a zone with this offset.
 */
function shownName(name: string, offset: number | null): string | null {
  const [, shown] = /^\([^)]*\)\s*(.+)$/u.exec(name) ?? [];
  if (shown === undefined || offset === null) return null;
  const [, american] = /^(\w+) Time \(US (?:&|and) Canada\)$/iu.exec(shown) ?? [];
  const cities = shown
    .split(',')
    .slice(0, 8)
    .flatMap((city) => regions.map((region) => `${region}/${city.trim().replaceAll(' ', '_')}`));
  const candidates = american === undefined ? cities : [`${american} Standard Time`];
  return (
    candidates
      .map(ianaNameOf)
      .find((zone) => zone !== null && offsetsOf(createZone(zone)).includes(offset)) ?? null
  );
}

/** Offsets in January and in July of a year. */
const offsetsOf = (zone: Zone): readonly number[] =>
  [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)].map((at) => zone.wallClock(at) - at);
