import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { day } from '#domain/constants.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { button } from '#tests/app/room.tsx';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { NewScheduleScreen } from './new-schedule-screen.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';

const page = (as: PersonName = 'Ada', scheduleId = 'primary') =>
  stage({ as, path: `/schedules/${scheduleId}`, screen: <ScheduleScreen scheduleId={scheduleId} /> });
const form = (as: PersonName = 'Ada') => stage({ as, path: '/schedules/new', screen: <NewScheduleScreen /> });
const region = (name: string) => within(screen.getByRole('region', { name }));
const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));
const press = async (app: AppStage, name: string | RegExp) => {
  await app.user.click(button(name));
  await arrive(app);
};
/** Shifts of the result, which is the lane on top. */
const rota = () => within(screen.getByRole('list', { name: 'Primary: on call' }));
const shifts = () => rota().getAllByRole('button');
const stored = async (app: AppStage, id = 'primary') =>
  fromDocument(scheduleSchema, await app.server.docs.get(documentPaths.schedule(teamId, id)));
const overrides = async (app: AppStage) =>
  (await app.server.docs.find(query(collectionPaths.overrides(teamId)))).flatMap(
    (found) => fromDocument(overrideSchema, found) ?? [],
  );
async function add(app: AppStage, name: string): Promise<void> {
  await app.user.click(screen.getByRole('combobox', { name: /^Add a person/ }));
  await app.user.click(await screen.findByRole('option', { name }));
}
const order = () =>
  within(screen.getByRole('list', { name: /order of turns$/ }))
    .getAllByRole('button', { name: /^Move .*, turn/u })
    .map((handle) => /^Move (.*), turn/u.exec(handle.getAttribute('aria-label') ?? '')?.[1]);
const changes = () =>
  within(screen.getByRole('list', { name: 'Who gains and who loses shifts' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.slice(2));

test('the page says who is on call until when, and shows two weeks', async () => {
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

test('gaps and shares of the next four weeks are told', async () => {
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

describe('taking over', () => {
  test('now takes three presses, and is undone by one more', async () => {
    const app = await page('Sam');
    await app.user.click(button('Take it now: Primary'));
    await app.user.click(screen.getByRole('radio', { name: '2 hours' }));
    await app.user.click(dialog(/^Take over/).getByRole('button', { name: 'Take over' }));
    await arrive(app);
    const [made] = await overrides(app);
    expect(made).toMatchObject({ userId: 'sam', insteadOf: null });
    expect((made?.endsAt ?? 0) - (made?.startsAt ?? 0)).toBe(2 * 3_600_000);
    expect(screen.getByText(/^You are on call until/)).toBeVisible();
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(screen.getByText(/^Ada Moreno is on call until/)).toBeVisible();
  });

  test('by keyboard: arrows move over shifts, Shift extends, Enter picks', async () => {
    const app = await page();
    shifts()[0]?.focus();
    await app.user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() => expect(shifts()[2]).toHaveFocus());
    expect(shifts().map((shift) => shift.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'true']);
    await app.user.keyboard('{Enter}');
    const opened = dialog(/^Take over/);
    expect(opened.getByLabelText(/^From/)).toHaveValue('2026-01-05T09:00');
    expect(opened.getByLabelText(/^Until/)).toHaveValue('2026-01-19T00:00');
    await app.user.click(opened.getByRole('combobox', { name: /^Who takes over/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Ada Moreno (you)' }));
    await app.user.click(opened.getByRole('combobox', { name: /^In place of/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Only Sam Osei' }));
    await app.user.click(opened.getByRole('button', { name: 'Take over' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ userId: 'ada', insteadOf: 'sam' }]);
  });

  test('by dragging over the calendar, to the hour', async () => {
    const app = await page('Lin');
    const lane = screen.getByRole('list', { name: 'Primary: on call' });
    // 14 days of 100 pixels.
    lane.getBoundingClientRect = () => new DOMRect(0, 0, 1_400, 40);
    fireEvent.pointerDown(lane, { clientX: 801, button: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(lane, { clientX: 850, pointerType: 'mouse' });
    fireEvent.pointerUp(lane, { clientX: 899, pointerType: 'mouse' });
    const opened = dialog(/^Take over/);
    expect(opened.getByLabelText(/^From/)).toHaveValue('2026-01-13T00:00');
    expect(opened.getByLabelText(/^Until/)).toHaveValue('2026-01-14T00:00');
    await app.user.click(opened.getByRole('combobox', { name: /^Who takes over/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Ada Moreno' }));
    await app.user.click(opened.getByRole('button', { name: 'Put Ada Moreno on call' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ userId: 'ada', startsAt: Date.UTC(2026, 0, 12, 23) }]);
    expect(screen.getByRole('list', { name: 'Primary: overrides' })).toBeVisible();
  });

  test('a press that does not wander is no drag', async () => {
    await page();
    const lane = screen.getByRole('list', { name: 'Primary: on call' });
    lane.getBoundingClientRect = () => new DOMRect(0, 0, 1_400, 40);
    fireEvent.pointerDown(lane, { clientX: 801, button: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(lane, { clientX: 803, pointerType: 'mouse' });
    fireEvent.pointerUp(lane, { clientX: 803, pointerType: 'mouse' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('responders take shifts themselves and put nobody else on call', async () => {
    const app = await page('Sam');
    await app.user.click(shifts()[1] as HTMLElement);
    await app.user.click(dialog(/^Take over/).getByRole('combobox', { name: /^Who takes over/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Sam Osei (you)',
    ]);
  });

  test('a time that is over is refused in the dialog, which stays', async () => {
    const app = await page();
    await app.user.click(shifts()[0] as HTMLElement);
    const opened = dialog(/^Take over/);
    await app.user.click(opened.getByRole('button', { name: 'Take over' }));
    const until = opened.getByLabelText(/^Until/);
    await waitFor(() => expect(until).toHaveAccessibleDescription(/^This time is over already\./));
    await waitFor(() => expect(until).toHaveFocus());
    expect(await overrides(app)).toEqual([]);
  });

  test('typed values survive leaving the screen, until Cancel', async () => {
    const app = await page();
    await app.user.click(shifts()[1] as HTMLElement);
    fireEvent.change(dialog(/^Take over/).getByLabelText(/^Until/), {
      target: { value: '2026-01-13T10:00' },
    });
    await reload(app, <ScheduleScreen scheduleId="primary" />);
    await app.user.click(shifts()[0] as HTMLElement);
    expect(dialog(/^Take over/).getByLabelText(/^Until/)).not.toHaveValue('2026-01-13T10:00');
    await app.user.keyboard('{Escape}');
    await app.user.click(shifts()[1] as HTMLElement);
    expect(dialog(/^Take over/).getByLabelText(/^Until/)).toHaveValue('2026-01-13T10:00');
    await app.user.click(dialog(/^Take over/).getByRole('button', { name: 'Cancel' }));
    await app.user.click(shifts()[1] as HTMLElement);
    expect(dialog(/^Take over/).getByLabelText(/^Until/)).not.toHaveValue('2026-01-13T10:00');
  });

  test('a refusal of the server stands at its field, which has the focus', async () => {
    const app = await page('Sam');
    await app.user.click(shifts()[1] as HTMLElement);
    const until = dialog(/^Take over/).getByLabelText(/^Until/);
    fireEvent.change(until, { target: { value: '2030-01-13T10:00' } });
    await app.user.click(dialog(/^Take over/).getByRole('button', { name: 'Take over' }));
    await arrive(app);
    await waitFor(() => expect(until).toHaveAccessibleDescription(/An override lasts at most/));
    await waitFor(() => expect(until).toHaveFocus());
    expect(await overrides(app)).toEqual([]);
  });

  test('an override is taken back, and made again by Undo', async () => {
    const app = await page();
    const startsAt = app.server.clock.now() + day;
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(await app.person('Sam'), 'createOverride', { ...asked, overrideId: 'swap', userId: 'sam' });
    await arrive(app);
    await press(app, /^Sam Osei takes over/);
    await app.user.click(dialog('Override of “Primary”').getByRole('button', { name: 'Take back' }));
    await arrive(app);
    expect(await overrides(app)).toEqual([]);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ ...asked, userId: 'sam' }]);
  });

  test('an override is moved by dragging it, and back by Undo', async () => {
    const app = await page();
    const startsAt = Date.UTC(2026, 0, 12, 8);
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(app, 'createOverride', { ...asked, overrideId: 'swap', userId: 'lin' });
    await arrive(app);
    const lane = screen.getByRole('list', { name: 'Primary: overrides' });
    lane.getBoundingClientRect = () => new DOMRect(0, 0, 1_400, 40);
    const block = button(/^Lin Ødegård takes over/);
    fireEvent.pointerDown(block, { clientX: 800, button: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(block, { clientX: 1_001, pointerType: 'mouse' });
    expect(block).toHaveAccessibleName(/Wed 14 Jan 09:00 to Thu 15 Jan 09:00$/);
    fireEvent.pointerUp(block, { clientX: 1_001, pointerType: 'mouse' });
    fireEvent.click(block);
    await arrive(app);
    expect(screen.queryByRole('dialog', { name: /^Override of/ })).toBeNull();
    expect(await overrides(app)).toMatchObject([
      { startsAt: startsAt + 2 * day, endsAt: startsAt + 3 * day },
    ]);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ startsAt, endsAt: startsAt + day }]);
  });

  test('an override gets another end by its fields', async () => {
    const app = await page();
    const startsAt = Date.UTC(2026, 0, 12, 8);
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(app, 'createOverride', { ...asked, overrideId: 'swap', userId: 'lin' });
    await arrive(app);
    await press(app, /^Lin Ødegård takes over/);
    const opened = dialog('Override of “Primary”');
    fireEvent.change(opened.getByLabelText('Until'), { target: { value: '2026-01-11T09:00' } });
    await app.user.click(opened.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(opened.getByLabelText('Until')).toHaveAccessibleDescription(/^The end comes after the start\./),
    );
    fireEvent.change(opened.getByLabelText('Until'), { target: { value: '2026-01-14T09:00' } });
    await app.user.click(opened.getByRole('button', { name: 'Save' }));
    await arrive(app);
    expect(await overrides(app)).toMatchObject([{ startsAt, endsAt: startsAt + 2 * day }]);
  });

  test('a typed end of an override survives leaving the screen, unless the override was moved', async () => {
    const app = await page();
    const startsAt = Date.UTC(2026, 0, 12, 8);
    const asked = { scheduleId: 'primary', startsAt, endsAt: startsAt + day, insteadOf: null };
    await call(app, 'createOverride', { ...asked, overrideId: 'swap', userId: 'lin' });
    await arrive(app);
    const until = async () => {
      await press(app, /^Lin Ødegård takes over/);
      return dialog('Override of “Primary”').getByLabelText('Until');
    };
    fireEvent.change(await until(), { target: { value: '2026-01-14T09:00' } });
    await reload(app, <ScheduleScreen scheduleId="primary" />);
    expect(await until()).toHaveValue('2026-01-14T09:00');
    await app.user.keyboard('{Escape}');
    await call(app, 'moveOverride', { overrideId: 'swap', startsAt, endsAt: startsAt + 3 * day });
    await arrive(app);
    expect(await until()).toHaveValue('2026-01-15T09:00');
  });

  test('viewers are told why they can’t', async () => {
    await page('Vera');
    expect(button('Take it now: Primary')).toHaveAccessibleDescription(/^Only responders may/);
    expect(button('Edit')).toHaveAccessibleDescription(/^Only admins may/);
  });
});

describe('a new schedule', () => {
  test('is added with people in the order of their turns', async () => {
    const app = await form();
    await app.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nights');
    expect(screen.getByText('Shown here once every layer has people and times.')).toBeVisible();
    await add(app, 'Lin Ødegård');
    await add(app, 'Sam Osei');
    await app.user.click(button('Move Sam Osei up'));
    expect(order()).toEqual(['Sam Osei', 'Lin Ødegård']);
    screen.getByRole('button', { name: /^Move Sam Osei, turn 1/ }).focus();
    await app.user.keyboard('{ArrowDown}');
    expect(order()).toEqual(['Lin Ødegård', 'Sam Osei']);
    expect(screen.getByText('Sam Osei is now 2 of 2')).toBeInTheDocument();
    await app.user.keyboard('{ArrowUp}');
    expect(order()).toEqual(['Sam Osei', 'Lin Ødegård']);
    await press(app, 'Add schedule');
    const id = app.path().split('/').at(-1) ?? '';
    expect(await stored(app, id)).toMatchObject({
      name: 'Nights',
      timezone: 'Europe/Berlin',
      layers: [{ name: 'Weekly', people: ['sam', 'lin'], startsAt: Date.UTC(2026, 0, 5, 8), every: 1 }],
    });
  });

  test('says what is missing and sends nothing', async () => {
    const app = await form();
    await app.user.type(screen.getByRole('textbox', { name: 'Name of the layer' }), ' one');
    await press(app, 'Add schedule');
    expect(screen.getByText('Add at least one person.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid();
    expect(app.path()).toBe('/schedules/new');
  });

  test('is imported from a list, whose names are matched with members', async () => {
    const app = await form();
    await app.user.click(button('Import a rota…'));
    const opened = () => dialog('Import a rota');
    await screen.findByRole('dialog', { name: 'Import a rota' });
    await app.user.click(opened().getByRole('textbox'));
    await app.user.paste(
      'start,end,person\n2026-01-05 09:00,2026-01-12 09:00,sam@example.com\n2026-01-12 09:00,2026-01-19 09:00,L. Other\n',
    );
    await press(app, 'Read');
    expect(opened().getByText(/^2 shifts from Mon 5 Jan 09:00 to Mon 19 Jan 09:00/)).toBeVisible();
    await press(app, 'Use as a layer');
    expect(opened().getByRole('alert')).toHaveTextContent('Choose who “L. Other” is.');
    await app.user.click(opened().getByRole('combobox', { name: '“L. Other” is' }));
    await app.user.click(await screen.findByRole('option', { name: 'Lin Ødegård' }));
    await press(app, 'Use as a layer');
    expect(screen.queryByRole('dialog', { name: 'Import a rota' })).toBeNull();
    expect(order()).toEqual(['Sam Osei', 'Lin Ødegård']);
    expect(screen.getByLabelText('First turn begins')).toHaveValue('2026-01-05T09:00');
  });

  test('says what of a list was left out, and is made of what could be read', async () => {
    const app = await form();
    await app.user.click(button('Import a rota…'));
    const opened = () => dialog('Import a rota');
    await screen.findByRole('dialog', { name: 'Import a rota' });
    await app.user.click(opened().getByRole('textbox'));
    await app.user.paste(
      'start,end,person\n2026-01-05 09:00,2026-01-12 09:00,sam@example.com\nsoon,later,Ada\n2026-01-12 09:00,2026-01-19 09:00,Ada\n',
    );
    await press(app, 'Read');
    expect(opened().getByText(/1 entry was left out/)).toBeVisible();
    expect(opened().getByText('Line 3: it has no time such as 2026-11-23 09:00.')).toBeVisible();
    expect(opened().getByText(/^2 shifts from/)).toBeVisible();
  });

  test('is not made of a file that can’t be read, and the reason is told', async () => {
    const app = await form();
    await app.user.click(button('Import a rota…'));
    await screen.findByRole('dialog', { name: 'Import a rota' });
    await app.user.click(dialog('Import a rota').getByRole('textbox'));
    await app.user.paste('one,two\n1,2');
    await press(app, 'Read');
    expect(dialog('Import a rota').getByRole('alert')).toHaveTextContent('names no columns');
    expect(dialog('Import a rota').getByRole('textbox')).toHaveValue('one,two\n1,2');
  });

  test('survives a reload as it was typed', async () => {
    const app = await form();
    await app.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nights');
    await add(app, 'Sam Osei');
    await reload(app, <NewScheduleScreen />);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Nights');
    expect(order()).toEqual(['Sam Osei']);
  });
});

describe('changing a schedule', () => {
  test('shows beforehand who gains and who loses which shifts', async () => {
    const app = await page();
    await press(app, 'Edit');
    expect(screen.getByText('Nobody gains or loses a shift.')).toBeVisible();
    await app.user.click(button('Take Sam Osei out'));
    await add(app, 'Lin Ødegård');
    expect(changes()).toEqual([
      expect.stringMatching(
        /^Lin Ødegård14 d moregains Mon 12 Jan 09:00 \(7 d\) and Mon 26 Jan 09:00 \(7 d\)$/,
      ),
      expect.stringMatching(/^Sam Osei14 d lessloses Mon 12 Jan 09:00 \(7 d\) and Mon 26 Jan 09:00 \(7 d\)$/),
    ]);
    expect(region('Preview').getByRole('list', { name: 'Primary: on call' })).toHaveTextContent(
      'Lin Ødegård',
    );
    await press(app, 'Save schedule');
    const schedule = await stored(app);
    expect(schedule?.versions).toMatchObject([{ layers: [{ people: ['ada', 'lin'] }] }]);
    expect(schedule?.layers).toMatchObject([{ people: ['ada', 'sam'] }]);
  });

  test('takes effect at a time to come, and is discarded before it', async () => {
    const app = await page();
    await press(app, 'Edit');
    await app.user.click(button('Take Sam Osei out'));
    await app.user.click(screen.getByRole('radio', { name: 'Later' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-19T09:00' } });
    expect(changes()).toEqual([
      expect.stringMatching(/^Ada Moreno14 d more/),
      expect.stringMatching(/^Sam Osei14 d less/),
    ]);
    await press(app, 'Save schedule');
    const takesEffectAt = Date.UTC(2026, 0, 19, 8);
    const schedule = await stored(app);
    expect(schedule?.versions).toMatchObject([{ takesEffectAt }]);
    expect(schedule && onCallAt(schedule, [], Date.UTC(2026, 0, 13))).toBe('sam');
    expect(region('Planned changes').getByText(/^From/)).toBeVisible();
    await press(app, 'Discard');
    expect((await stored(app))?.versions).toEqual([]);
  });

  test('a layer at certain hours goes on top, and a shadow is paged for nothing', async () => {
    const app = await page();
    await press(app, 'Edit');
    await app.user.click(button('Add a layer'));
    const office = within(screen.getByRole('group', { name: 'Office hours' }));
    await app.user.click(office.getByRole('combobox', { name: /^Add a person/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Lin Ødegård' }));
    await app.user.click(office.getByRole('radio', { name: 'At certain hours' }));
    expect(screen.getByRole('list', { name: 'Who gains and who loses shifts' })).toHaveTextContent(
      'Lin Ødegård',
    );
    await app.user.click(office.getByRole('checkbox', { name: /^Shadow/ }));
    expect(screen.getByText('Nobody gains or loses a shift.')).toBeVisible();
    await press(app, 'Save schedule');
    expect((await stored(app))?.versions).toMatchObject([
      { layers: [{ name: 'Weekly' }, { name: 'Office hours', shadow: true, people: ['lin'] }] },
    ]);
    expect(region('Layers').getByText('Shadow')).toBeVisible();
  });

  test('does not write over what somebody else changed meanwhile', async () => {
    const app = await page();
    await press(app, 'Edit');
    await app.user.click(button('Take Sam Osei out'));
    const path = documentPaths.schedule(teamId, 'primary');
    await app.server.docs.batch([{ type: 'update', path, changes: { revision: 2 } }]);
    await arrive(app);
    await press(app, 'Save schedule');
    expect(screen.getByText(/Someone changed this/)).toBeVisible();
    expect(order()).toEqual(['Ada Moreno']);
  });
});

test('a schedule that a policy asks can’t be removed, and the policy is named', async () => {
  const app = await page();
  await app.user.click(button('Remove Primary…'));
  const opened = dialog('Remove “Primary”?');
  const reason = '“Standard” asks this schedule. Take it out of the steps first.';
  expect(opened.getAllByText(reason)[0]).toBeVisible();
  expect(opened.getByRole('button', { name: 'Remove schedule' })).toHaveAccessibleDescription(reason);
});

test('a schedule that nothing asks is removed by its name', async () => {
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

test('an address of no schedule says so', async () => {
  await page('Ada', 'nothing');
  expect(screen.getByText('There is no such schedule')).toBeVisible();
});
