/** Form of a schedule. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { onCallAt } from '#domain/schedule/rota.ts';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { arrive } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { button } from '#tests/app/room.tsx';
import { type PersonName, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { NewScheduleScreen } from './new-schedule-screen.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { pressButton } from '#tests/app/press-button.tsx';

const page = (as: PersonName = 'Ada', scheduleId = 'primary') =>
  stage({ as, path: `/schedules/${scheduleId}`, screen: <ScheduleScreen scheduleId={scheduleId} /> });

const form = (as: PersonName = 'Ada') => stage({ as, path: '/schedules/new', screen: <NewScheduleScreen /> });

const region = (name: string) => within(screen.getByRole('region', { name }));

const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }));

const stored = async (app: AppStage, id = 'primary') =>
  fromDocument(scheduleSchema, await app.server.docs.get(documentPaths.schedule(teamId, id)));

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
    await pressButton(app, 'Add schedule');
    const id = app.path().split('/').at(-1) ?? '';
    expect(await stored(app, id)).toMatchObject({
      name: 'Nights',
      timezone: 'Europe/Berlin',
      layers: [{ name: 'Weekly', people: ['sam', 'lin'], startsAt: Date.UTC(2026, 0, 5, 8), every: 1 }],
    });
  });

  test('shows what is missing and sends nothing', async () => {
    const app = await form();
    await app.user.type(screen.getByRole('textbox', { name: 'Name of the layer' }), ' one');
    await pressButton(app, 'Add schedule');
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
    await pressButton(app, 'Read');
    expect(opened().getByText(/^2 shifts from Mon 5 Jan 09:00 to Mon 19 Jan 09:00/)).toBeVisible();
    await pressButton(app, 'Use as a layer');
    expect(opened().getByRole('alert')).toHaveTextContent('Choose who “L. Other” is.');
    await app.user.click(opened().getByRole('combobox', { name: '“L. Other” is' }));
    await app.user.click(await screen.findByRole('option', { name: 'Lin Ødegård' }));
    await pressButton(app, 'Use as a layer');
    expect(screen.queryByRole('dialog', { name: 'Import a rota' })).toBeNull();
    expect(order()).toEqual(['Sam Osei', 'Lin Ødegård']);
    expect(screen.getByLabelText('First turn begins')).toHaveValue('2026-01-05T09:00');
  });

  test('shows the left-out parts of a list, and is created from the readable parts', async () => {
    const app = await form();
    await app.user.click(button('Import a rota…'));
    const opened = () => dialog('Import a rota');
    await screen.findByRole('dialog', { name: 'Import a rota' });
    await app.user.click(opened().getByRole('textbox'));
    await app.user.paste(
      'start,end,person\n2026-01-05 09:00,2026-01-12 09:00,sam@example.com\nsoon,later,Ada\n2026-01-12 09:00,2026-01-19 09:00,Ada\n',
    );
    await pressButton(app, 'Read');
    expect(opened().getByText(/1 entry was left out/)).toBeVisible();
    expect(opened().getByText('Line 3: it has no time such as 2026-11-23 09:00.')).toBeVisible();
    expect(opened().getByText(/^2 shifts from/)).toBeVisible();
  });

  test('can’t be created from an unreadable file, with the reason', async () => {
    const app = await form();
    await app.user.click(button('Import a rota…'));
    await screen.findByRole('dialog', { name: 'Import a rota' });
    await app.user.click(dialog('Import a rota').getByRole('textbox'));
    await app.user.paste('one,two\n1,2');
    await pressButton(app, 'Read');
    expect(dialog('Import a rota').getByRole('alert')).toHaveTextContent('names no columns');
    expect(dialog('Import a rota').getByRole('textbox')).toHaveValue('one,two\n1,2');
  });

  test('survives a reload as typed', async () => {
    const app = await form();
    await app.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nights');
    await add(app, 'Sam Osei');
    await reload(app, <NewScheduleScreen />);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Nights');
    expect(order()).toEqual(['Sam Osei']);
  });
});

describe('changing a schedule', () => {
  test('shows in advance who gains and who loses which shifts', async () => {
    const app = await page();
    await pressButton(app, 'Edit');
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
    await pressButton(app, 'Save schedule');
    const schedule = await stored(app);
    expect(schedule?.versions).toMatchObject([{ layers: [{ people: ['ada', 'lin'] }] }]);
    expect(schedule?.layers).toMatchObject([{ people: ['ada', 'sam'] }]);
  });

  test('takes effect at a future time, and is discarded before that', async () => {
    const app = await page();
    await pressButton(app, 'Edit');
    await app.user.click(button('Take Sam Osei out'));
    await app.user.click(screen.getByRole('radio', { name: 'Later' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-19T09:00' } });
    expect(changes()).toEqual([
      expect.stringMatching(/^Ada Moreno14 d more/),
      expect.stringMatching(/^Sam Osei14 d less/),
    ]);
    await pressButton(app, 'Save schedule');
    const takesEffectAt = Date.UTC(2026, 0, 19, 8);
    const schedule = await stored(app);
    expect(schedule?.versions).toMatchObject([{ takesEffectAt }]);
    expect(schedule && onCallAt(schedule, [], Date.UTC(2026, 0, 13))).toBe('sam');
    expect(region('Planned changes').getByText(/^From/)).toBeVisible();
    await pressButton(app, 'Discard');
    expect((await stored(app))?.versions).toEqual([]);
  });

  test('adds a layer at certain hours on top, and a shadow that is never paged', async () => {
    const app = await page();
    await pressButton(app, 'Edit');
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
    await pressButton(app, 'Save schedule');
    expect((await stored(app))?.versions).toMatchObject([
      { layers: [{ name: 'Weekly' }, { name: 'Office hours', shadow: true, people: ['lin'] }] },
    ]);
    expect(region('Layers').getByText('Shadow')).toBeVisible();
  });

  test('does not overwrite a change of another member meanwhile', async () => {
    const app = await page();
    await pressButton(app, 'Edit');
    await app.user.click(button('Take Sam Osei out'));
    const path = documentPaths.schedule(teamId, 'primary');
    await app.server.docs.batch([{ type: 'update', path, changes: { revision: 2 } }]);
    await arrive(app);
    await pressButton(app, 'Save schedule');
    expect(screen.getByText(/Someone changed this/)).toBeVisible();
    expect(order()).toEqual(['Ada Moreno']);
  });
});
