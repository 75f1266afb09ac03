import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Holidays, LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { LeaveCalendarScreen } from './leave-calendar-screen.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { TimeOffScreen } from './time-off-screen.tsx';

const base = { id: 'cal', teamId, createdAt: Date.UTC(2026, 0, 5, 9), createdBy: 'lin', revision: 1 };
const calendar: LeaveCalendar = {
  ...base,
  name: 'HR leave',
  concerned: null,
  host: 'hr.example',
  lastReadAt: base.createdAt,
  nextReadAt: base.createdAt + 3_600_000,
  failures: 2,
  problem: 'The server can’t be reached.',
  entries: 1,
  leftOut: 0,
  names: [
    {
      who: 'Skiing',
      userId: null,
      chosen: false,
      spans: [
        {
          key: 'k',
          startsAt: Date.UTC(2026, 0, 7),
          endsAt: Date.UTC(2026, 0, 8),
          days: { first: '2026-01-07', last: '2026-01-07' },
        },
      ],
    },
  ],
};
const holidays: Holidays = {
  ...base,
  concerned: { kind: 'people', userIds: ['ada'] as never },
  days: [{ title: 'Epiphany', first: '2026-01-06', last: '2026-01-06' }],
};
const seeded =
  (path: string, entity: object) =>
  async (server: ServerPorts): Promise<void> => {
    await seedSmallTeam(server);
    await server.docs.batch([{ type: 'set', path, data: toDocument(entity) }]);
  };
const page = (as: PersonName = 'Lin') =>
  stage({
    as,
    screen: <LeaveCalendarScreen calendarId="cal" />,
    seed: seeded(documentPaths.leaveCalendar(teamId, 'cal'), calendar),
  });

it('is added from a file where addresses can’t be read, and says so', async () => {
  const s = await stage({ as: 'Lin', screen: <TimeOffScreen /> });
  await s.user.click(await screen.findByRole('button', { name: 'Add a calendar' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/Calendars at an address can’t be read from here/)).toBeVisible();
  expect(dialog.queryByLabelText('Address')).toBeNull();
  await s.user.type(dialog.getByLabelText('Name'), 'HR leave');
  await s.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Choose a file.')).toBeVisible();
  const text =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20260107\r\nSUMMARY:Ada Moreno\r\nEND:VEVENT\r\nEND:VCALENDAR';
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await s.user.upload(input, new File([text], 'leave.ics', { type: 'text/calendar' }));
  expect(await dialog.findByText(/leave\.ics/)).toBeVisible();
  await s.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('link', { name: /HR leave/ })).toBeVisible();
  await waitFor(async () => {
    const found = await s.server.docs.find(query(collectionPaths.timeOff(teamId)));
    expect(found.map(({ data }) => data?.['userId'])).toEqual(['ada']);
  });
});

it('says why it was not read, and shows the host of its address alone', async () => {
  await page();
  expect(await screen.findByText(/The server can’t be reached/)).toBeVisible();
  expect(screen.getByText('A secret address at hr.example')).toBeVisible();
});

it('lists names of nobody, which are matched once', async () => {
  const s = await page();
  await s.user.click(await screen.findByRole('combobox', { name: 'Who “Skiing” is' }));
  await s.user.click(await screen.findByRole('option', { name: 'Sam Osei' }));
  expect(await screen.findByText('Every name has been matched.')).toBeVisible();
  const found = await s.server.docs.find(query(collectionPaths.timeOff(teamId)));
  expect(found.map(({ data }) => data?.['userId'])).toEqual(['sam']);
});

it('is removed after a question', async () => {
  const s = await page();
  await s.user.click(await screen.findByRole('button', { name: 'Remove the calendar…' }));
  await s.user.click(await screen.findByRole('button', { name: 'Remove calendar' }));
  await waitFor(async () =>
    expect(await s.server.docs.find(query(collectionPaths.leaveCalendars(teamId)))).toEqual([]),
  );
});

it('is for admins alone', async () => {
  await page('Sam');
  expect(await screen.findByText('Calendars are for admins')).toBeVisible();
});

it('of holidays is held against the rota', async () => {
  await stage({
    as: 'Sam',
    screen: <ScheduleScreen scheduleId="primary" />,
    seed: seeded(documentPaths.holidays(teamId, 'cal'), holidays),
  });
  const panel = within(await screen.findByRole('region', { name: /^Gaps and conflicts/ }));
  expect(await panel.findByText(/is on call during Epiphany/)).toHaveTextContent('Ada');
});
