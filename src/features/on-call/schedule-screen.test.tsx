import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { button } from '#tests/app/room.tsx';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';

const page = (as: PersonName = 'Ada', scheduleId = 'primary') =>
  stage({ as, path: `/schedules/${scheduleId}`, screen: <ScheduleScreen scheduleId={scheduleId} /> });

const region = (name: string) => within(screen.getByRole('region', { name }));

const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));

/** Shifts of the result, which is the lane on top. */
const rota = () => within(screen.getByRole('list', { name: 'Primary: on call' }));

const shifts = () => rota().getAllByRole('button');

const stored = async (app: AppStage, id = 'primary') =>
  fromDocument(scheduleSchema, await app.server.docs.get(documentPaths.schedule(teamId, id)));

test('the page shows who is on call until when, and two weeks', async () => {
  await page();
  expect(
    screen.getByText(/^You are on call until Mon 12 Jan 09:00 \(08:00 your time\), then Sam Osei/),
  ).toBeVisible();
  expect(shifts().map((shift) => shift.firstElementChild?.textContent)).toEqual([
    'Nobody for 9 h, Mon 5 Jan 00:00 to Mon 5 Jan 09:00',
    'Ada Moreno, Mon 5 Jan 09:00 to Mon 12 Jan 09:00',
    'Sam Osei, Mon 12 Jan 09:00 to Mon 19 Jan 00:00',
  ]);
});

test('later days are a press away, and Today leads back', async () => {
  const app = await page();
  await app.user.click(button('Later'));
  expect(shifts()[0]).toHaveAccessibleName(/^Sam Osei, Mon 19 Jan 00:00/);
  await app.user.click(button('Today'));
  expect(shifts()[1]).toHaveAccessibleName(/^Ada Moreno/);
  await app.user.click(screen.getByRole('radio', { name: '4 weeks' }));
  expect(shifts()).toHaveLength(5);
});

test('the page shows gaps and shares of the next four weeks', async () => {
  const app = await page();
  expect(region('Gaps and conflicts').getByText('None in the next four weeks.')).toBeVisible();
  const rows = region('Who is on call how much').getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Ada Moreno3361[45]2$/),
    expect.stringMatching(/Sam Osei3361[45]2$/),
  ]);
  await call(await app.person('Lin'), 'saveSchedule', {
    scheduleId: 'second',
    name: 'Second',
    timezone: 'Europe/Berlin',
    layers: [
      {
        name: 'Always',
        people: ['sam'],
        startsAt: 0,
        unit: 'week',
        every: 1,
        restrictions: [],
        shadow: false,
      },
    ],
    takesEffectAt: null,
  });
  await arrive(app);
  expect(
    region('Gaps and conflicts').getAllByText('Sam Osei is on call for Primary and Second at once'),
  ).toHaveLength(2);
});

test('a member without any turn is named', async () => {
  const app = await stage({
    as: 'Ada',
    path: '/schedules/days',
    screen: <ScheduleScreen scheduleId="days" />,
  });
  await call(await app.person('Lin'), 'saveSchedule', {
    scheduleId: 'days',
    name: 'Days',
    timezone: 'UTC',
    layers: [
      {
        name: 'Office hours',
        people: ['sam', 'lin'],
        startsAt: Date.UTC(2026, 0, 5, 6),
        unit: 'hour',
        every: 12,
        restrictions: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
        shadow: false,
      },
    ],
    takesEffectAt: null,
  });
  await arrive(app);
  const panel = within(await screen.findByRole('region', { name: /^Gaps and conflicts/ }));
  expect(panel.getByText('Lin Ødegård never has a turn').closest('li')).toHaveTextContent(
    'in Office hours: theirs fall outside of its hours',
  );
});

test('a schedule that a policy asks can’t be removed, with the policy’s name', async () => {
  const app = await page();
  await app.user.click(button('Remove Primary…'));
  const opened = dialog('Remove “Primary”?');
  const reason = '“Standard” asks this schedule. Take it out of the steps first.';
  expect(opened.getAllByText(reason)[0]).toBeVisible();
  expect(opened.getByRole('button', { name: 'Remove schedule' })).toHaveAccessibleDescription(reason);
});

test('an unused schedule is removed by typing its name', async () => {
  const app = await page();
  const path = documentPaths.policy(teamId, 'standard');
  await app.server.docs.batch([{ type: 'delete', path }]);
  await arrive(app);
  await app.user.click(button('Remove Primary…'));
  await app.user.type(dialog('Remove “Primary”?').getByRole('textbox'), 'Primary{Enter}');
  await arrive(app);
  expect(await stored(app)).toBeNull();
  expect(app.path()).toBe('/oncall');
});

test('on a phone the calendar is a list of days, and a press takes a shift over', async () => {
  const { matchMedia } = window;
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  const app = await page('Sam');
  const days = within(screen.getByRole('list', { name: 'Primary: day by day' }));
  expect(days.getAllByRole('heading')).toHaveLength(14);
  expect(
    days
      .getAllByRole('button')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^00:00 to 09:00Nobody, for 9 h/),
    expect.stringMatching(/^09:00 to 24:00.*Ada Moreno/),
    expect.stringMatching(/^All day.*Ada Moreno/),
  ]);
  await app.user.click(days.getAllByRole('button')[2] as HTMLElement);
  expect(dialog(/^Take over/).getByLabelText(/^Until/)).toHaveValue('2026-01-12T09:00');
});

test('an address of an unknown schedule shows a notice', async () => {
  await page('Ada', 'nothing');
  expect(screen.getByText('There is no such schedule')).toBeVisible();
});
