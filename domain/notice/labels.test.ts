import { expect, test } from 'vitest';
import { noticeWords, spanText } from './labels.ts';
import { relativeMomentText } from './text.ts';

const reader = (now: string, timezone: string) => ({
  now: Date.parse(now),
  timezone,
  nameOf: (id: string) => (id === 'lin' ? 'Lin' : 'Somebody'),
});
const at = (text: string) => Date.parse(text);

test.each([
  ['2026-11-24T08:00Z', 'Europe/Berlin', 'today 09:00'],
  ['2026-11-25T08:00Z', 'Europe/Berlin', 'tomorrow 09:00'],
  ['2026-11-24T23:30Z', 'Europe/Berlin', 'tomorrow 00:30'],
  ['2026-11-24T23:30Z', 'UTC', 'today 23:30'],
  ['2026-11-26T08:00Z', 'Asia/Tokyo', 'Thu 26 Nov 17:00'],
  ['2026-11-23T08:00Z', 'UTC', 'Mon 23 Nov 08:00'],
])('%s in %s is “%s”', (moment, timezone, words) => {
  expect(relativeMomentText(at(moment), reader('2026-11-24T07:00Z', timezone))).toBe(words);
});

test('the day after a clock change is tomorrow at every hour of both days', () => {
  for (const date of ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']) {
    const start = at(`${date}T12:00Z`);
    for (let hours = 13; hours < 33; hours += 1) {
      const moment = start + hours * 3_600_000;
      const words = relativeMomentText(moment, { now: start, timezone: 'Europe/Berlin' });
      expect(words).toMatch(/^tomorrow /);
    }
  }
});

test('a span within a day names the day once', () => {
  const one = { startsAt: at('2026-11-24T08:00Z'), endsAt: at('2026-11-24T16:00Z') };
  expect(spanText(one, reader('2026-11-24T07:00Z', 'UTC'))).toBe('today 08:00 – 16:00');
});

test('a notice of moved shifts names the mover and the shifts', () => {
  const moved = {
    scheduleId: 'shop',
    schedule: 'Shop',
    gains: [{ startsAt: at('2026-11-25T08:00Z'), endsAt: at('2026-11-26T08:00Z') }],
    loses: [],
    omitted: 0,
  };
  const kind = 'movedShifts' as const;
  const berlin = reader('2026-11-24T07:00Z', 'Europe/Berlin');
  expect(noticeWords({ kind, by: 'lin', schedules: [moved] }, berlin)).toEqual({
    title: 'Lin changed your shifts on Shop',
    body: 'You are now on call tomorrow 09:00 – Thu 26 Nov 09:00.',
  });
  const other = { ...moved, schedule: 'Mail', gains: [], loses: moved.gains, omitted: 3 };
  expect(noticeWords({ kind, by: 'lin', schedules: [moved, other] }, berlin)).toEqual({
    title: 'Lin changed your shifts on Shop and Mail',
    body:
      'You are now on call for Shop tomorrow 09:00 – Thu 26 Nov 09:00. ' +
      'You are no longer on call for Mail tomorrow 09:00 – Thu 26 Nov 09:00. And 3 more.',
  });
});

test('a reminder contains when the shift begins for the reader, and for the team where that differs', () => {
  const content = {
    ...{ kind: 'shiftReminder' as const, scheduleId: 'shop', schedule: 'Shop', from: 'lin' },
    ...{ startsAt: at('2026-11-25T08:00Z'), timezone: 'Asia/Tokyo' },
  };
  expect(noticeWords(content, reader('2026-11-24T07:00Z', 'Europe/Berlin'))).toEqual({
    title: 'Your shift on Shop begins tomorrow 09:00 (17:00 for the team)',
    body: 'You take over from Lin.',
  });
  expect(noticeWords({ ...content, from: null }, reader('2026-11-24T07:00Z', 'Asia/Tokyo'))).toEqual({
    title: 'Your shift on Shop begins tomorrow 17:00',
    body: 'Nobody is on call before you.',
  });
  const honolulu = noticeWords(content, reader('2026-11-24T18:00Z', 'Pacific/Honolulu'));
  expect(honolulu.title).toBe('Your shift on Shop begins today 22:00 (Wed 25 Nov 17:00 for the team)');
});

test('a request for cover names the person and the time, with the note', () => {
  const content = {
    ...{ kind: 'coverAsked' as const, by: 'lin', scheduleId: 'shop', schedule: 'Shop', note: '' },
    ...{ startsAt: at('2026-11-25T08:00Z'), endsAt: at('2026-11-25T16:00Z') },
  };
  expect(noticeWords(content, reader('2026-11-24T07:00Z', 'UTC'))).toEqual({
    title: 'Lin asks for cover of Shop, tomorrow 08:00 – 16:00',
    body: 'The first to accept is on call then.',
  });
  expect(noticeWords({ ...content, note: 'Dentist.' }, reader('2026-11-24T07:00Z', 'UTC')).body).toBe(
    '“Dentist.” The first to accept is on call then.',
  );
});

test('a digest lists the open items and since when', () => {
  const content = {
    ...{ kind: 'handOver' as const, scheduleId: 'shop', schedule: 'Shop', from: 'lin' },
    ...{ sinceAt: at('2026-11-24T02:00Z'), pages: 3, openPages: 1, openAlerts: 0, liveIncidents: 1 },
  };
  expect(noticeWords(content, reader('2026-11-24T07:00Z', 'UTC'))).toEqual({
    title: 'You are on call for Shop',
    body: 'Since Lin’s shift began today 02:00: 3 pages (1 open), no unresolved alerts, and 1 live incident.',
  });
  const acknowledged = { ...content, openAlerts: 1, acknowledgedAlerts: 4 };
  expect(noticeWords(acknowledged, reader('2026-11-24T07:00Z', 'UTC')).body).toContain(
    '5 unresolved alerts (4 acknowledged)',
  );
});
