/** Month and year of a schedule, and the year of all schedules: what each day says, and how one moves among days. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { button } from '#tests/app/room.tsx';
import { seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { OnCallScreen } from './on-call-screen.tsx';
import { calendarParts } from './parts.ts';
import { ScheduleScreen } from './schedule-screen.tsx';

beforeAll(() => Promise.all(Object.values(calendarParts).map(({ load }) => load())));

const base = { teamId, createdAt: Date.UTC(2026, 0, 5, 9), createdBy: 'lin', revision: 1 };
/** Lin stands in on 14 January, for three hours. */
const dentist: Override = {
  ...{ ...base, id: 'dentist', scheduleId: 'primary', userId: 'lin', insteadOf: null },
  startsAt: Date.UTC(2026, 0, 14, 8),
  endsAt: Date.UTC(2026, 0, 14, 11),
};
/** Sam, from 5 January on. */
const second: Schedule = {
  ...{ ...base, id: 'second', name: 'Second', timezone: 'Asia/Tokyo' },
  layers: [
    {
      ...{ name: 'Always', people: ['sam'], unit: 'week', every: 1, restrictions: [] },
      startsAt: Date.UTC(2026, 0, 4, 15),
    },
  ],
};

const seed = async (server: Parameters<typeof seedSmallTeam>[0]) => {
  await seedSmallTeam(server);
  await server.docs.batch([
    { type: 'set', path: documentPaths.override(teamId, 'dentist'), data: toDocument(dentist) },
    { type: 'set', path: documentPaths.schedule(teamId, 'second'), data: toDocument(second) },
  ]);
};
const page = (query: string, path = '/schedules/primary') =>
  stage({ as: 'Ada', seed, path: `${path}${query}`, screen: <ScheduleScreen scheduleId="primary" /> });
const teamYear = (query = '?view=year') =>
  stage({ as: 'Ada', seed, path: `/oncall${query}`, screen: <OnCallScreen /> });

const table = (name: string) => within(screen.getByRole('table', { name }));
const day = (name: string | RegExp) => screen.getByRole('link', { name });
const hue = (name: RegExp) => day(name).style.getPropertyValue('--hue');
const query = (app: AppStage) => new URL(app.path(), 'https://muster.example').search;

test('a month is a table of six weeks whose days name their people, overrides, and today', async () => {
  const app = await page('?view=month');
  const month = table('Primary: January 2026');
  expect(month.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ]);
  const links = month.getAllByRole('link');
  expect(links).toHaveLength(42);
  expect(links[0]).toHaveAccessibleName('Mon 29 December: before the schedule begins');
  expect(links.at(-1)).toHaveAccessibleName('Sun 8 February: Ada Moreno');
  expect(day(/^Mon 5 January/)).toHaveAccessibleName('Mon 5 January: Ada Moreno; today');
  expect(month.getAllByRole('link', { current: 'date' })).toEqual([day(/^Mon 5 January/)]);
  expect(day(/^Mon 12 January/)).toHaveAccessibleName('Mon 12 January: Sam Osei, Ada Moreno');
  expect(day(/^Wed 14 January/)).toHaveAccessibleName('Wed 14 January: Sam Osei, Lin Ødegård; override');
  expect(within(day(/^Wed 14 January/)).getByText('Lin Ødegård')).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: /^Ada Moreno/ }));
  expect(hue(/^Mon 12 January/)).not.toBe('');
  expect(hue(/^Tue 13 January/)).toBe('');
});

test('days without anyone on call are gaps, in part or as a whole', async () => {
  const app = await stage({
    as: 'Ada',
    path: '/schedules/days?view=month',
    screen: <ScheduleScreen scheduleId="days" />,
  });
  await call(await app.person('Lin'), 'saveSchedule', {
    ...{ scheduleId: 'days', name: 'Days', timezone: 'Europe/Berlin', takesEffectAt: null },
    layers: [
      {
        ...{ name: 'Office hours', people: ['sam'], unit: 'week', every: 1, shadow: false },
        startsAt: Date.parse('2026-01-05T00:00+01:00'),
        restrictions: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
      },
    ],
  });
  await arrive(app);
  const month = within(await screen.findByRole('table', { name: 'Days: January 2026' }));
  expect(month.getByRole('link', { name: /^Tue 6 January/ })).toHaveAccessibleName(
    'Tue 6 January: Sam Osei; nobody for 16 h',
  );
  expect(month.getByRole('link', { name: /^Sat 10 January/ })).toHaveAccessibleName('Sat 10 January: nobody');
  const legend = within(screen.getByRole('list', { name: /^People/ }));
  // From 5 to 31 January.
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Gap27 days');
});

test('views and months are in the address, and Today leads back', async () => {
  const app = await page('');
  await app.user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(table('Primary: January 2026')).toBeDefined();
  expect(query(app)).toBe('?view=month');
  await app.user.click(button('Later'));
  expect(table('Primary: February 2026')).toBeDefined();
  expect(query(app)).toBe('?view=month&date=2026-02-05');
  await app.user.click(button('Today'));
  expect(query(app)).toBe('?view=month');
  await app.user.click(button('Earlier'));
  await app.user.click(screen.getByRole('radio', { name: 'Year' }));
  expect(table('December 2025').getAllByRole('link')).toHaveLength(31);
  expect(query(app)).toBe('?view=year&date=2025-12-05');
  await app.user.click(screen.getByRole('radio', { name: 'Fortnight' }));
  expect(query(app)).toBe('?date=2025-12-05');
});

test('the keys p, n and t step through the calendar', async () => {
  const app = await page('?view=month');
  await app.user.keyboard('nn');
  expect(table('Primary: March 2026')).toBeDefined();
  await app.user.keyboard('p');
  expect(table('Primary: February 2026')).toBeDefined();
  await app.user.keyboard('t');
  expect(table('Primary: January 2026')).toBeDefined();
});

test('an unusable address shows a fortnight from today on', async () => {
  await page('?view=decade&date=2026-13-45');
  expect(screen.getByRole('radio', { name: 'Fortnight' })).toBeChecked();
  expect(screen.getByText('Mon 5 January to Sun 18 January')).toBeVisible();
});

test('a day leads to the week that begins with that day', async () => {
  const app = await page('?view=year');
  await app.user.click(day(/^Wed 11 March/));
  await arrive(app);
  expect(query(app)).toBe('?view=week&date=2026-03-11');
  const shifts = within(screen.getByRole('list', { name: 'Primary: on call' })).getAllByRole('button');
  expect(shifts[0]).toHaveAccessibleName(/, Wed 11 Mar 00:00 to /);
});

test('one day of a month is a tab stop; arrows move by days and weeks, Page Down turns the month', async () => {
  const app = await page('?view=month');
  const stops = () =>
    screen.getAllByRole('link').filter(({ tabIndex, dataset }) => dataset['day'] && tabIndex === 0);
  expect(stops()).toEqual([day(/^Mon 5 January/)]);
  day(/^Mon 5 January/).focus();
  await app.user.keyboard('{ArrowRight}{ArrowDown}');
  expect(day(/^Tue 13 January/)).toHaveFocus();
  expect(stops()).toEqual([day(/^Tue 13 January/)]);
  await app.user.keyboard('{Home}{ArrowLeft}');
  expect(day(/^Sun 11 January/)).toHaveFocus();
  await app.user.keyboard('{PageDown}');
  await waitFor(() => expect(day(/^Wed 11 February/)).toHaveFocus());
  expect(table('Primary: February 2026')).toBeDefined();
  await app.user.keyboard('{End}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  await waitFor(() => expect(day(/^Sun 15 March/)).toHaveFocus());
  expect(table('Primary: March 2026')).toBeDefined();
});

test('a year is twelve months, with people by the days of which they hold most', async () => {
  const app = await page('?view=year');
  expect(screen.getAllByRole('table', { name: / 2026$/ })).toHaveLength(12);
  expect(screen.getAllByRole('link').filter(({ dataset }) => dataset['day'])).toHaveLength(365);
  const legend = within(screen.getByRole('list', { name: /^People/ }));
  // Turns begin on Mondays at nine: 361 days from 5 January on, those of Sam from the 12th.
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AMAda Moreno182 days',
    'SOSam Osei179 days',
    'Override1 day',
  ]);
  const ada = legend.getByRole('button', { name: /^Ada Moreno/ });
  await app.user.click(ada);
  expect(ada).toHaveAttribute('aria-pressed', 'true');
  expect(hue(/^Tue 6 January/)).not.toBe('');
  // On that day Ada has nine hours, Sam the rest.
  expect(hue(/^Mon 12 January/)).toBe('');
  expect(hue(/^Tue 13 January/)).toBe('');
  await app.user.click(ada);
  expect(hue(/^Tue 13 January/)).not.toBe('');
});

test('arrows in a year cross months, and the last of December leads to the next year', async () => {
  const app = await page('?view=year&date=2026-12-01');
  day(/^Sat 31 January/).focus();
  await app.user.keyboard('{ArrowRight}');
  expect(day(/^Sun 1 February/)).toHaveFocus();
  await app.user.keyboard('{Home}');
  expect(day(/^Sun 1 February/)).toHaveFocus();
  day(/^Thu 31 December/).focus();
  await app.user.keyboard('{ArrowRight}');
  await waitFor(() => expect(day(/^Fri 1 January/)).toHaveFocus());
  expect(table('January 2027')).toBeDefined();
});

test('the preview of a draft shows its year, whose days lead to their weeks', async () => {
  const app = await page('');
  await app.user.click(button('Edit'));
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  await app.user.click(preview.getByRole('radio', { name: 'Year' }));
  await app.user.click(screen.getByRole('button', { name: 'Take Sam Osei out' }));
  expect(await preview.findByRole('button', { name: 'Tue 13 January: Ada Moreno' })).toBeVisible();
  await app.user.click(preview.getByRole('button', { name: 'Tue 13 January: Ada Moreno' }));
  expect(preview.getByText('Tue 13 January to Mon 19 January')).toBeVisible();
  expect(query(app)).toBe('');
});

test('the year of the team has a row per schedule, each on its own calendar', async () => {
  const app = await teamYear('');
  await app.user.click(screen.getByRole('link', { name: 'Year' }));
  await arrive(app);
  expect(query(app)).toBe('?view=year');
  const january = table('January 2026');
  const row = (name: string) => within(january.getByRole('row', { name: new RegExp(`^${name}`) }));
  expect(row('Primary').getAllByRole('link').slice(5, 6)[0]).toHaveAccessibleName(
    'Mon 5 January: Ada Moreno; today',
  );
  expect(row('Second').getAllByRole('link').slice(5, 6)[0]).toHaveAccessibleName(
    'Mon 5 January: Sam Osei; today',
  );
  expect(row('Second').getAllByRole('link')[13]).toHaveAttribute(
    'href',
    expect.stringMatching(/\/schedules\/second\?view=week&date=2026-01-13$/),
  );
  row('Primary').getAllByRole('link')[5]?.focus();
  await app.user.keyboard('{ArrowDown}{ArrowRight}');
  expect(row('Second').getAllByRole('link')[6]).toHaveFocus();
  await app.user.keyboard('{Home}{ArrowLeft}');
  await waitFor(() =>
    expect(document.activeElement).toHaveAccessibleName('Wed 31 December: before the schedule begins'),
  );
  expect(screen.getByRole('region', { name: '2025' })).toBeVisible();
  await app.user.click(button('Today'));
  expect(query(app)).toBe('?view=year');
  await app.user.click(screen.getByRole('link', { name: 'Now and next' }));
  await arrive(app);
  expect(screen.getByRole('region', { name: 'Primary' })).toBeVisible();
});
