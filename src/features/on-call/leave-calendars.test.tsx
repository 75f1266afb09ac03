import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { limits } from '#domain/constants.ts';
import type { Holidays, LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { arrive } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
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

it('a leave calendar shows the number and names of left-out entries', async () => {
  const notes = [
    '“Ada” (line 12): its rule is none that is followed.',
    'Line 40: it is no line of a calendar.',
  ];
  await stage({
    as: 'Lin',
    screen: <LeaveCalendarScreen calendarId="cal" />,
    seed: seeded(documentPaths.leaveCalendar(teamId, 'cal'), {
      ...calendar,
      ...{ leftOut: 5, notes, remarks: ['The time zone “Moon” is unknown.'] },
    }),
  });
  expect(await screen.findByText('The time zone “Moon” is unknown.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: /5 entries were left out/ })).toBeVisible();
  const items = within(screen.getByRole('list', { name: 'Left out' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([...notes, 'And 3 more.']);
  expect(screen.getByText('1 from 7 days back to 370 ahead; 5 left out')).toBeVisible();
});

it('a leave calendar read before notes existed offers another reading', async () => {
  await stage({
    as: 'Lin',
    screen: <LeaveCalendarScreen calendarId="cal" />,
    seed: seeded(documentPaths.leaveCalendar(teamId, 'cal'), { ...calendar, leftOut: 1 }),
  });
  expect(await screen.findByRole('heading', { name: /1 entry was left out/ })).toBeVisible();
  expect(screen.getByText('Read it again to see which.')).toBeVisible();
});

it('a leave calendar is added from a file where addresses can’t be read, with a notice', async () => {
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

const chooseFile = async (s: AppStage, text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await s.user.upload(input, new File([text], 'leave.ics', { type: 'text/calendar' }));
  await screen.findByText(/leave\.ics/);
};

it('a typed leave calendar survives leaving the screen, without its file, until Cancel', async () => {
  const s = await stage({ as: 'Lin', screen: <TimeOffScreen /> });
  const open = async () => {
    await s.user.click(await screen.findByRole('button', { name: 'Add a calendar' }));
    return within(screen.getByRole('dialog'));
  };
  const first = await open();
  await s.user.type(first.getByLabelText('Name'), 'HR leave');
  await s.user.click(first.getByRole('radio', { name: /^Holidays of some people/ }));
  await chooseFile(s, 'BEGIN:VCALENDAR');
  await reload(s, <TimeOffScreen />);
  const second = await open();
  expect(second.getByLabelText('Name')).toHaveValue('HR leave');
  expect(second.getByRole('radio', { name: /^Holidays of some people/ })).toBeChecked();
  expect(second.queryByText(/leave\.ics/)).toBeNull();
  expect(JSON.stringify({ ...localStorage })).not.toContain('BEGIN:VCALENDAR');
  await s.user.click(second.getByRole('button', { name: 'Save' }));
  expect(await second.findByText('Choose at least one person.')).toBeVisible();
  await waitFor(() => expect(second.getByRole('combobox', { name: 'People' })).toHaveFocus());
  await s.user.click(second.getByRole('button', { name: 'Cancel' }));
  expect((await open()).getByLabelText('Name')).toHaveValue('');
});

it('a leave calendar with an unreadable file shows the failure at the file, and keeps the typed values', async () => {
  const s = await stage({ as: 'Lin', screen: <TimeOffScreen /> });
  await s.user.click(await screen.findByRole('button', { name: 'Add a calendar' }));
  const dialog = within(screen.getByRole('dialog'));
  await s.user.type(dialog.getByLabelText('Name'), 'HR leave');
  await chooseFile(s, 'no calendar');
  await s.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findAllByText(/This calendar can’t be read/)).toHaveLength(1);
  expect(dialog.getByLabelText('Name')).toHaveValue('HR leave');
});

it('a too large leave calendar is rejected at once', async () => {
  const s = await stage({ as: 'Lin', screen: <TimeOffScreen /> });
  await s.user.click(await screen.findByRole('button', { name: 'Add a calendar' }));
  await chooseFile(s, ' '.repeat(limits.calendarText + 1));
  expect(screen.getByText('The file is too large. Export fewer events.')).toBeVisible();
});

it('a typed leave calendar replaces a newer revision only after a choice, and a mere reading is no conflict', async () => {
  const s = await page();
  await s.user.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(screen.getByRole('dialog'));
  const conflict = () => dialog.queryByRole('region', { name: 'Changed meanwhile' });
  const path = documentPaths.leaveCalendar(teamId, 'cal');
  const update = async (changes: object) => {
    await s.server.docs.batch([{ type: 'update', path, changes: { ...changes } }]);
    await arrive(s);
  };
  await s.user.type(dialog.getByLabelText('Name'), ' of Berlin');
  await update({ revision: 2, failures: 0 });
  expect(conflict()).toBeNull();
  await update({ revision: 3, name: 'Theirs' });
  expect(conflict()).toBeVisible();
  await s.user.click(dialog.getByRole('button', { name: 'Keep what I typed' }));
  await s.user.click(dialog.getByRole('button', { name: 'Save' }));
  await arrive(s);
  expect((await s.server.docs.get(path)).data).toMatchObject({ name: 'HR leave of Berlin', revision: 4 });
});

it('a leave calendar shows why its reading failed, and only the host of its address', async () => {
  await page();
  expect(await screen.findByText(/The server can’t be reached/)).toBeVisible();
  expect(screen.getByText('A secret address at hr.example')).toBeVisible();
});

it('a leave calendar lists unknown names, which are matched once', async () => {
  const s = await page();
  await s.user.click(await screen.findByRole('combobox', { name: 'Who “Skiing” is' }));
  await s.user.click(await screen.findByRole('option', { name: 'Sam Osei' }));
  expect(await screen.findByText('Every name has been matched.')).toBeVisible();
  const found = await s.server.docs.find(query(collectionPaths.timeOff(teamId)));
  expect(found.map(({ data }) => data?.['userId'])).toEqual(['sam']);
});

it('a leave calendar is removed after a question', async () => {
  const s = await page();
  await s.user.click(await screen.findByRole('button', { name: 'Remove the calendar…' }));
  await s.user.click(await screen.findByRole('button', { name: 'Remove calendar' }));
  await waitFor(async () =>
    expect(await s.server.docs.find(query(collectionPaths.leaveCalendars(teamId)))).toEqual([]),
  );
});

it('a leave calendar is visible to admins alone', async () => {
  await page('Sam');
  expect(await screen.findByText('Calendars are for admins')).toBeVisible();
});

it('a calendar of holidays shows conflicts with the rota', async () => {
  await stage({
    as: 'Sam',
    screen: <ScheduleScreen scheduleId="primary" />,
    seed: seeded(documentPaths.holidays(teamId, 'cal'), holidays),
  });
  const panel = within(await screen.findByRole('region', { name: /^Gaps and conflicts/ }));
  expect(await panel.findByText(/is on call during Epiphany/)).toHaveTextContent('Ada');
});
