/** On-call screens: now, next and the reader's own turn, in both zones, in the colours of people. */
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hour } from '#domain/constants.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { OnCallNow } from '#src/features/home/on-call-now.tsx';
import { type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { OnCallScreen } from './on-call-screen.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';

/** The reader's clock is at UTC; it is Mon 5 Jan 09:00 there. */
const monday = Date.UTC(2026, 0, 5, 8);
const withSchedule = (change: Partial<Schedule>) => async (server: ServerPorts) => {
  await seedSmallTeam(server);
  const path = documentPaths.schedule(teamId, 'primary');
  await server.docs.batch([{ type: 'set', path, data: toDocument(change), merge: true }]);
};
const weekly = (people: string[]): Schedule['layers'] => [
  { name: 'Weekly', people, startsAt: monday, unit: 'week', every: 1, restrictions: [] },
];
const schedulePage = (as: PersonName, change: Partial<Schedule> = {}) =>
  stage({ as, screen: <ScheduleScreen scheduleId="primary" />, seed: withSchedule(change) });
const onCall = (as: PersonName, change: Partial<Schedule> = {}) =>
  stage({ as, screen: <OnCallScreen />, seed: withSchedule(change) });
const header = () => screen.getByText(/on call (?:until|for)/).textContent;

describe('the header of a schedule', () => {
  test('shows the reader’s next turn, in the schedule’s time and the reader’s', async () => {
    await schedulePage('Lin', { layers: weekly(['ada', 'sam', 'lin']) });
    expect(header()).toBe(
      'Ada Moreno is on call until Mon 12 Jan 09:00 (08:00 your time), then Sam Osei. ' +
        'Your next turn begins Mon 19 Jan 09:00 (08:00 your time). ' +
        'Times are in Europe/Berlin.',
    );
  });

  test('shows the next turn once when the reader is next, with a different day', async () => {
    await schedulePage('Sam', { timezone: 'Pacific/Auckland' });
    expect(header()).toBe(
      'Ada Moreno is on call until Mon 12 Jan 21:00 (08:00 your time), then you. ' +
        'Times are in Pacific/Auckland.',
    );
  });

  test('shows the turn after the running one', async () => {
    await schedulePage('Ada', { timezone: 'UTC' });
    expect(header()).toBe(
      'You are on call until Mon 12 Jan 08:00, then Sam Osei. Your next turn begins Mon 19 Jan 08:00. Times are in UTC.',
    );
  });

  test('shows no turn to a reader without one', async () => {
    await schedulePage('Vera', { timezone: 'UTC', layers: weekly(['ada']) });
    expect(header()).toBe('Ada Moreno is on call for the next four weeks. Times are in UTC.');
  });
});

describe('the list of days of a phone', () => {
  beforeEach(() => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  });
  const days = () => within(screen.getByRole('list', { name: 'Primary: day by day' }));
  const rows = (day: number) =>
    within(days().getAllByRole('list')[day] as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('has a line for now before the running shift, which moves with the time', async () => {
    const app = await schedulePage('Sam', { timezone: 'UTC' });
    expect(rows(0)).toEqual([
      expect.stringMatching(/^00:00 to 08:00Nobody/),
      'Now, 09:00',
      expect.stringMatching(/^08:00 to 24:00.*Ada Moreno$/),
    ]);
    await app.jump(24 * hour);
    expect(rows(0)).toEqual(['Now, 09:00', expect.stringMatching(/^All day.*Ada Moreno$/)]);
    expect(days().getAllByText(/^Now/)).toHaveLength(1);
  });

  test('has no line for now on other days', async () => {
    const app = await schedulePage('Sam');
    await app.user.click(screen.getByRole('button', { name: 'Later' }));
    expect(days().queryByText(/^Now/)).toBeNull();
  });

  test('shows the reader’s time for another zone, with the day where different', async () => {
    await schedulePage('Sam', { timezone: 'Asia/Tokyo' });
    expect(screen.getByText('Times are in Asia/Tokyo, with yours below them.')).toBeVisible();
    expect(rows(0)).toEqual([
      expect.stringMatching(/Nobody.*Sun 4, 15:00 to 08:00 your time$/),
      'Now, 18:00 (09:00 your time)',
      expect.stringMatching(/^17:00 to 24:00.*Ada Moreno08:00 to 15:00 your time$/),
    ]);
  });

  test('shows one time for the same zone', async () => {
    await schedulePage('Sam', { timezone: 'UTC' });
    expect(screen.getByText('Times are in UTC.')).toBeVisible();
    expect(screen.queryByText(/your time/)).toBeNull();
  });
});

describe('the on-call screen', () => {
  test('shows the end of the running shift and the reader’s next turn in the schedule’s time too', async () => {
    await onCall('Sam');
    const panel = within(screen.getByRole('region', { name: 'Primary' }));
    expect(panel.getByText(/^until/)).toHaveTextContent('until Mon 12 Jan, 08:00 (09:00 in Europe/Berlin)');
    expect(panel.getByText(/Your next turn begins/)).toHaveTextContent(
      'Your next turn begins Mon 12 Jan, 08:00 (09:00 in Europe/Berlin).',
    );
  });

  test('shows one time for the same zone', async () => {
    await onCall('Sam', { timezone: 'UTC' });
    expect(screen.queryByText(/ in UTC\)/)).toBeNull();
    const panel = within(screen.getByRole('region', { name: 'Primary' }));
    expect(panel.getByText(/^until/)).toHaveTextContent(/^until Mon 12 Jan, 08:00$/);
  });
});

describe('colours of people', () => {
  /** Colours by initials or by name. */
  const coloursIn = (element: Element) =>
    new Map(
      [...element.querySelectorAll<HTMLElement>('[style*="--hue:"]')].map((one) => [
        one.textContent,
        one.style.getPropertyValue('--hue'),
      ]),
    );

  test('differ within a rota, and are the same on its screens', async () => {
    // By their ids alone these two persons share a colour.
    const turns = [{ ...weekly(['vera', 'ada'])[0], startsAt: monday - 7 * 24 * hour }];
    const change = { layers: turns as Schedule['layers'] };
    const page = await schedulePage('Sam', change);
    const { AM: ada, VH: vera } = Object.fromEntries(
      coloursIn(screen.getByRole('list', { name: 'Primary: on call' })),
    );
    expect(ada).toMatch(/^var\(--person-\d\)$/);
    expect(vera).toMatch(/^var\(--person-\d\)$/);
    expect(ada).not.toBe(vera);
    page.view.unmount();
    const list = await onCall('Sam', change);
    const strip = coloursIn(screen.getByRole('list', { name: /^Primary: the next 14 days/ }));
    expect([strip.get('AM'), strip.get('VH')]).toEqual([ada, vera]);
    list.view.unmount();
    await stage({ as: 'Sam', screen: <OnCallNow />, seed: withSchedule(change) });
    expect(coloursIn(document.body).get('AM')).toBe(ada);
  });
});
