import { describe, expect, test } from 'vitest';
import { isSameZone, namedZones, zoneIdentity, zoneText } from './timezone.ts';

const listed = Intl.supportedValuesOf('timeZone');

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Etc/UTC', 'UTC'],
  ['GMT', 'UTC'],
  ['europe/kyiv', 'Europe/Kiev'],
  ['US/Pacific', 'America/Los_Angeles'],
])('%s and %s are the same zone', (one, other) => {
  expect(isSameZone(one, other)).toBe(true);
});

test('zones of the engine’s list are all distinct', () => {
  expect(new Set(listed.map(zoneIdentity)).size).toBe(listed.length);
  expect(isSameZone('Europe/Berlin', 'Europe/Paris')).toBe(false);
});

test('the engine’s name and the displayed name of a zone have the same offset at all times', () => {
  const instants = [0, 4e11, 8e11, 12e11, 16e11, 18e11];
  for (const zone of listed) {
    const text = (name: string) => {
      const format = new Intl.DateTimeFormat('en', { timeZone: name, dateStyle: 'short', timeStyle: 'long' });
      return instants.map((at) => format.format(at));
    };
    expect([zone, ...text(zoneIdentity(zone))]).toEqual([zone, ...text(zone)]);
  }
});

test('an unknown name is no zone and stays unchanged', () => {
  expect(isSameZone('Mars/Olympus', 'Europe/Berlin')).toBe(false);
  expect(zoneText('Mars/Olympus_Mons')).toBe('Mars/Olympus Mons');
});

describe('the list of zones', () => {
  const zones = namedZones();

  test.each(['UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin'])('has %s', (id) => {
    expect(zones.map((zone) => zone.id)).toContain(id);
  });

  test('contains each zone once, by a name known to the engine, with the former names', () => {
    expect(new Set(zones.map(({ id }) => id)).size).toBe(zones.length);
    expect(zones.map(({ id }) => zoneIdentity(id))).toEqual(zones.map(({ id }) => id));
    expect(zones.find(({ id }) => id === 'Asia/Kolkata')?.otherNames).toEqual(['Asia/Calcutta']);
  });
});
