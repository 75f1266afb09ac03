import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { minute } from '#domain/constants.ts';
import { type TimeOff, timeOffSchema } from '#domain/time-off/schema.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { Timestamp } from '#ports/docs/values.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { AwayOnCall } from '#src/features/home/away-on-call.tsx';
import { MyTimeOff } from '#src/features/me/time-off.tsx';
import { type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { TimeOffScreen } from './time-off-screen.tsx';

const leave: TimeOff = {
  ...{ id: 'leave', teamId, createdAt: Date.UTC(2026, 0, 5, 9), createdBy: 'ada', revision: 1 },
  userId: 'ada',
  startsAt: Date.UTC(2026, 0, 6, 23),
  endsAt: Date.UTC(2026, 0, 8, 23),
  allDayIn: 'Europe/Berlin',
  calendarId: null,
};
const note = {
  id: 'leave',
  teamId,
  createdAt: 0,
  createdBy: 'ada',
  revision: 1,
  userId: 'ada',
  note: 'Dentist',
};

/** Ada is on call, and away for two days. */
const away = async (server: ServerPorts) => {
  await seedSmallTeam(server);
  await server.docs.batch([
    { type: 'set', path: documentPaths.timeOff(teamId, 'leave'), data: toDocument(leave) },
    { type: 'set', path: documentPaths.timeOffNote(teamId, 'leave'), data: toDocument(note) },
  ]);
};
const stored = async (server: ServerPorts) =>
  (await server.docs.find(query(collectionPaths.timeOff(teamId)))).map((document) =>
    fromDocument(timeOffSchema, document),
  );
const entries = () => within(screen.getByRole('list', { name: 'Time off' }));

it('time off is entered on “Me”, and removed with Undo', async () => {
  const s = await stage({ as: 'Ada', screen: <MyTimeOff /> });
  expect(await screen.findByText('You have written down no time off.')).toBeVisible();
  await s.user.click(screen.getByRole('button', { name: 'Add time off' }));
  await s.user.clear(screen.getByLabelText('First day'));
  await s.user.type(screen.getByLabelText('First day'), '2026-01-07');
  await s.user.clear(screen.getByLabelText('Last day'));
  await s.user.type(screen.getByLabelText('Last day'), '2026-01-08');
  await s.user.type(screen.getByRole('textbox', { name: /Note/ }), 'Dentist');
  await s.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(entries().getByText(/Wed 7 Jan to Thu 8 Jan/)).toBeVisible();
  const { startsAt, endsAt, allDayIn } = leave;
  expect(await stored(s.server)).toMatchObject([{ userId: 'ada', startsAt, endsAt, allDayIn }]);

  await s.user.click(entries().getByRole('button', { name: /^Remove/ }));
  await waitFor(async () => expect(await stored(s.server)).toEqual([]));
  await s.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(entries().getByText('Dentist')).toBeVisible());
});

it.each([
  { of: '“Me”', Screen: MyTimeOff },
  { of: 'all time off', Screen: TimeOffScreen },
])('the proposed times of the form on the screen of $of stay while it is open', async ({ Screen }) => {
  const s = await stage({ as: 'Ada', screen: <Screen /> });
  await s.user.click(await screen.findByRole('button', { name: /^Add time off/ }));
  await s.user.click(screen.getByRole('radio', { name: 'From a time to a time' }));
  const proposed = screen.getByLabelText<HTMLInputElement>('From').value;
  await act(() => s.cloud.advance(10 * minute));
  expect(screen.getByLabelText('From')).toHaveValue(proposed);
});

it('an incomplete time off shows what is missing, and sends nothing', async () => {
  const s = await stage({ as: 'Ada', screen: <MyTimeOff /> });
  await s.user.click(await screen.findByRole('button', { name: 'Add time off' }));
  await s.user.clear(screen.getByLabelText('Last day'));
  await s.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Fill in the start and the end.')).toBeVisible();
  expect(await stored(s.server)).toEqual([]);
});

it('typed time off is kept until saved or cancelled', async () => {
  const s = await stage({ as: 'Ada', screen: <MyTimeOff /> });
  const add = async () => s.user.click(await screen.findByRole('button', { name: 'Add time off' }));
  await add();
  await s.user.type(screen.getByRole('textbox', { name: /Note/ }), 'Dentist');
  await s.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await add();
  expect(screen.getByRole('textbox', { name: /Note/ })).toHaveValue('Dentist');
  await s.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await add();
  expect(screen.getByRole('textbox', { name: /Note/ })).toHaveValue('');
});

it('time off changed elsewhere meanwhile is replaced only after a choice', async () => {
  const s = await stage({ as: 'Lin', screen: <TimeOffScreen />, seed: away });
  await s.user.click(await entries().findByRole('button', { name: /^Change Ada/ }));
  await s.user.clear(screen.getByLabelText('Last day'));
  await s.user.type(screen.getByLabelText('Last day'), '2026-01-09');
  const changes = { revision: 2, endsAt: Timestamp.fromMillis(leave.endsAt + 5 * 86_400_000) };
  const path = documentPaths.timeOff(teamId, 'leave');
  await act(() => s.server.docs.batch([{ type: 'update', path, changes }]));
  await s.settle();
  expect(screen.getByRole('dialog')).toHaveTextContent(/changed/);
  await s.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Keep/ }));
  await s.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await stored(s.server)).toMatchObject([{ revision: 3, endsAt: Date.UTC(2026, 0, 9, 23) }]);
});

const team = (as: PersonName) => stage({ as, screen: <TimeOffScreen />, seed: away });

it('time off of other members is visible to all, and its note to admins alone', async () => {
  await team('Lin');
  expect(await screen.findByText('Dentist')).toBeVisible();
  expect(entries().getByRole('button', { name: /^Change Ada/ })).toBeVisible();
});

it('time off of other members can’t be changed by responders', async () => {
  await team('Sam');
  expect(await screen.findByRole('list', { name: 'Time off' })).toHaveTextContent('Ada');
  expect(screen.queryByText('Dentist')).toBeNull();
  expect(entries().queryByRole('button')).toBeNull();
});

it('time off is compared with the rota, in words and in the calendar', async () => {
  await stage({ as: 'Lin', screen: <ScheduleScreen scheduleId="primary" />, seed: away });
  const panel = within(await screen.findByRole('region', { name: /^Gaps and conflicts/ }));
  expect(await panel.findByText(/is on call during time off/)).toHaveTextContent('Ada');
  expect(screen.getAllByText(/^time off$|: time off/)[0]).toBeInTheDocument();
});

it('time off during a shift is shown to its person while cover can be arranged', async () => {
  await stage({ as: 'Ada', screen: <AwayOnCall />, seed: away });
  expect(await screen.findByText(/You are on call for Primary during your time off/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask for cover' })).toHaveAttribute(
    'href',
    `/oncall?cover=ask&schedule=primary&from=${leave.startsAt}&to=${leave.endsAt}`,
  );
});

it('time off of another member shows no warning', async () => {
  const s = await stage({ as: 'Sam', screen: <AwayOnCall />, seed: away });
  await s.settle();
  expect(screen.queryByText(/during your time off/)).toBeNull();
});
