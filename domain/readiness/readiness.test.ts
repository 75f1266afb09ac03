import { expect, test } from 'vitest';
import { day, hour } from '../constants.ts';
import type { Schedule } from '../schedule/schema.ts';
import { wayStates } from '../channel/state.ts';
import { shownWay } from '../channel/way.ts';
import { wayOfDevice } from '../device/way.ts';
import { wayOfMail } from '../mail/way.ts';
import { dutiesNow } from './duty.ts';
import { reachability, wayReachability } from './reachability.ts';
import { readinessRows } from './rows.ts';

type ReachedDevice = Parameters<typeof wayOfDevice>[0];
const now = Date.UTC(2026, 2, 10, 12);
const registered: ReachedDevice = {
  id: 'phone',
  label: 'Phone',
  userAgent: 'iPhone',
  registration: 'r1',
  lastShownAt: now - day,
  pushShownAt: now - day,
  lastDrillAt: null,
};
const phone = wayOfDevice(registered);
const device = (more: Partial<ReachedDevice>) => wayOfDevice({ ...registered, ...more });
const mail = (provedAt: number | null, failure: string | null = null) => {
  const way = wayOfMail('ada', { address: failure === null ? 'ada@x.example' : null, failure, provedAt });
  return way ?? expect.fail('It is a way.');
};
const off = device({ registration: null });

const cases: readonly (readonly [(typeof wayStates)[number], typeof phone])[] = [
  ['reachable', phone],
  ['reachable', device({ lastShownAt: now - 14 * day, pushShownAt: now - 14 * day })],
  ['open-page', device({ pushShownAt: now - 14 * day - 1 })],
  ['open-page', device({ pushShownAt: null })],
  ['silent', device({ lastShownAt: now - 14 * day - 1 })],
  ['untested', device({ lastShownAt: null })],
  ['lost', device({ registration: null, lostAt: 5 })],
  ['taken-over', device({ registration: null, takenOverAt: 5 })],
  ['signed-out', device({ registration: null, signedOutAt: 5, lostAt: 4 })],
  ['home-screen', device({ registration: null, homeScreenOnly: true })],
  ['off', off],
  ['reachable', mail(now - day)],
  ['silent', mail(now - 14 * day - 1)],
  ['untested', mail(null)],
  ['disabled', mail(now, 'It takes no mail.')],
];

test.each(cases)('a way is %s', (state, one) => {
  const found = wayReachability(one, now);
  expect(found.state).toBe(state);
  expect(found.remedy === null).toBe(state === 'reachable');
});

test('every state of a way has a case in this table', () => {
  expect(new Set(cases.map(([state]) => state))).toEqual(new Set(wayStates));
});

test('a person is as reachable as their best way, in any order of ways', () => {
  for (const [state, one] of cases) {
    expect(reachability([off, one], now).state).toBe(state);
    expect(reachability([one, off], now).state).toBe(state);
    expect(reachability([one, phone], now).state).toBe('reachable');
  }
  expect(reachability([], now).state).toBe('no-device');
});

test('other members’ view of a way has no address of its channel', () => {
  expect(shownWay({ ...phone, ...{ address: 'secret', userId: 'ada' } })).toEqual({ ...phone, fault: 'off' });
  expect(shownWay(off)).toEqual(off);
  expect(shownWay(mail(5))).toMatchObject({ lastShownAt: 5, closedShownAt: 5, lastDrillAt: null });
});

test('a way by mail is described in words of mail, proved or not', () => {
  expect(wayReachability(mail(now), now).word).toBe('Proved');
  expect(wayReachability(mail(null), now).remedy).toContain('acknowledge it there');
});

const schedule = (id: string, people: string[]): Schedule => ({
  id,
  teamId: 't',
  createdAt: 0,
  createdBy: 'ada',
  revision: 1,
  name: id,
  timezone: 'UTC',
  layers: [{ name: 'days', people, startsAt: now - hour, unit: 'day', every: 1, restrictions: [] }],
});

test('on-call members now and next are listed by schedule; now comes before next', () => {
  const schedules = [schedule('Shop', ['ada', 'ben']), schedule('Data', ['ben', 'cy']), schedule('None', [])];
  expect(Object.fromEntries(dutiesNow({ schedules, overrides: [] }, now))).toEqual({
    ada: { kind: 'now', schedules: ['Shop'], at: now - hour + day },
    ben: { kind: 'now', schedules: ['Data'], at: now - hour + day },
    cy: { kind: 'next', schedules: ['Data'], at: now - hour + day },
  });
});

test('rows are sorted by unreachable, then on call, then worse; viewers have no row', () => {
  const member = (id: string, role: 'viewer' | 'responder' | 'admin') => ({ id, displayName: id, role });
  const rows = readinessRows(
    [
      member('fine', 'admin'),
      member('viewer', 'viewer'),
      member('none', 'responder'),
      member('silent', 'responder'),
      member('next', 'responder'),
      member('on call', 'responder'),
      member('fine on call', 'responder'),
    ],
    [
      { userId: 'fine', ways: [phone], rules: null },
      { userId: 'fine on call', ways: [phone], rules: null },
      { userId: 'silent', ways: [device({ lastShownAt: 5 })], rules: null },
      { userId: 'on call', ways: [device({ lastShownAt: null })], rules: null },
    ],
    new Map([
      ['on call', { kind: 'now', schedules: ['Shop'], at: now }],
      ['fine on call', { kind: 'now', schedules: ['Shop'], at: now }],
      ['next', { kind: 'next', schedules: ['Shop'], at: now }],
    ]),
    { now, timezone: 'UTC' },
  );
  expect(rows.map(({ name, reachability: { word } }) => [name, word])).toEqual([
    ['on call', 'Not tested'],
    ['next', 'No device'],
    ['none', 'No device'],
    ['silent', 'Silent 14 days'],
    ['fine on call', 'Push proved'],
    ['fine', 'Push proved'],
  ]);
});
