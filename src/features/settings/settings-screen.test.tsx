import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissionRows } from '#domain/permission-words.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { button } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { SettingsScreen } from './settings-screen.tsx';

const open = (as: 'Ada' | 'Lin' | 'Sam' | 'Vera' = 'Lin', section: string | null = 'team') =>
  stage({ as, screen: <SettingsScreen section={section} /> });
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const stored = async ({ server }: AppStage) =>
  fromDocument(teamSchema, await server.docs.get(documentPaths.team(teamId)));
const others = { name: 'Westwind', timezone: 'UTC', fallbackPeople: ['ada'], mailDomains: [] };

async function rename(app: AppStage, name: string): Promise<void> {
  await app.user.clear(field(/^Name/));
  await app.user.type(field(/^Name/), name);
}

test('an admin changes all settings of the team', async () => {
  const app = await open();
  expect(button('Save settings')).toHaveAccessibleDescription('Nothing is changed yet.');
  await rename(app, 'Eastwind');
  await app.user.type(field(/Mail domains/), 'Example.com{Enter}mail.example.com');
  await app.user.click(screen.getByRole('combobox', { name: /Fallback/ }));
  await app.user.click(screen.getByRole('option', { name: /Sam Osei/ }));
  await app.user.keyboard('{Escape}');
  await app.user.click(button('Save settings'));
  await arrive(app);
  expect(await stored(app)).toMatchObject({
    name: 'Eastwind',
    fallbackPeople: ['ada', 'sam'],
    mailDomains: ['example.com', 'mail.example.com'],
    revision: 2,
  });
  expect(screen.getByText('Settings saved')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Changed meanwhile' })).toBeNull();
});

test.each(['Ada', 'Lin'] as const)('%s may change the settings', async (name) => {
  const app = await open(name);
  await rename(app, 'Eastwind');
  await app.user.click(button('Save settings'));
  await arrive(app);
  expect((await stored(app))?.name).toBe('Eastwind');
});

test('viewers are excluded from the fallback people', async () => {
  const app = await open();
  await app.user.click(screen.getByRole('combobox', { name: /Fallback/ }));
  expect(screen.queryByRole('option', { name: /Vera/ })).toBeNull();
});

test.each(['Sam', 'Vera'] as const)('%s reads the settings, and sees who may change them', async (name) => {
  await open(name);
  expect(screen.getByText('Northwind', { selector: 'dd' })).toBeVisible();
  expect(button('Change settings')).toHaveAccessibleDescription(
    /^Only admins may change the team’s settings/,
  );
});

test('an invalid value is reported at its field, and nothing is sent', async () => {
  const app = await open();
  await rename(app, ' ');
  await app.user.type(field(/Mail domains/), '@example');
  await app.user.click(button('Save settings'));
  await arrive(app);
  expect(field(/^Name/)).toBeInvalid();
  expect(screen.getByText(/Write one domain a line/)).toBeVisible();
  expect((await stored(app))?.revision).toBe(1);
});

test('a rejection by the server is shown at its field, which has the focus', async () => {
  const app = await open();
  const fallback = screen.getByRole('combobox', { name: /Fallback/ });
  await app.user.click(fallback);
  await app.user.click(screen.getByRole('option', { name: /Sam Osei/ }));
  await app.user.keyboard('{Escape}');
  await app.server.docs.batch([{ type: 'delete', path: documentPaths.member(teamId, 'sam') }]);
  await app.user.click(button('Save settings'));
  await arrive(app);
  expect(screen.getAllByText(/One of them is not in the team any more/)).toHaveLength(1);
  expect(fallback).toBeInvalid();
  await waitFor(() => expect(fallback).toHaveFocus());
});

test('values saved by another admin meanwhile are shown, and neither version is lost before a choice', async () => {
  const app = await open();
  await rename(app, 'Eastwind');
  await call(await app.person('Ada'), 'saveTeam', others);
  await arrive(app);
  const news = within(screen.getByRole('region', { name: 'Changed meanwhile' }));
  expect(news.getByText('Name is now “Westwind”.')).toBeVisible();
  expect(news.getByText('Time zone is now UTC.')).toBeVisible();
  expect(field(/^Name/)).toHaveValue('Eastwind');

  await app.user.click(button('Save settings'));
  await arrive(app);
  expect((await stored(app))?.name).toBe('Westwind');
  expect(screen.getByText(/Someone changed this while you were working/)).toBeVisible();

  await app.user.click(button('Keep what I typed'));
  await app.user.click(button('Save settings'));
  await arrive(app);
  expect(await stored(app)).toMatchObject({ name: 'Eastwind', revision: 3 });
});

test('an untouched form shows the current team', async () => {
  const app = await open();
  await call(await app.person('Ada'), 'saveTeam', others);
  await arrive(app);
  expect(field(/^Name/)).toHaveValue('Westwind');
  expect(screen.queryByRole('region', { name: 'Changed meanwhile' })).toBeNull();
});

test('the values of the other admin can be taken', async () => {
  const app = await open();
  await rename(app, 'Eastwind');
  await call(await app.person('Ada'), 'saveTeam', others);
  await arrive(app);
  await app.user.click(button('Take theirs'));
  expect(field(/^Name/)).toHaveValue('Westwind');
});

test('typed values survive a reload', async () => {
  const app = await open();
  await rename(app, 'Eastwind');
  await reload(app, <SettingsScreen section="team" />);
  expect(field(/^Name/)).toHaveValue('Eastwind');
});

test('the roles section shows the permission table, one row per action', async () => {
  await open('Sam', 'roles');
  const table = screen.getByRole('table');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(permissionRows.length);
  const row = within(table).getByRole('row', { name: /^Set the status of an incident/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['–No', '–No', 'As commander or operations', 'Yes', 'Yes']);
  expect(within(table).getByRole('columnheader', { name: /Responder/ })).toHaveTextContent('(your role)');
});

test('an unknown section shows a notice', async () => {
  await open('Sam', 'nothing');
  expect(screen.getByText('There is no such section')).toBeVisible();
});

test('the audit is opened by an owner; an admin sees the reason', async () => {
  await open('Ada', 'audit');
  expect(screen.getByRole('link', { name: 'Open the audit' })).toHaveAttribute('href', '/audit');
  cleanup();
  await open('Lin', 'audit');
  expect(button('Open the audit')).toHaveAccessibleDescription(
    'Only owners may read the audit log. You are an admin.',
  );
});
