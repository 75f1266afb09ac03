/** Dialogs that give a command: they close once it is done or queued, and keep what was chosen when it is refused. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { arrive, declare } from '#tests/app/incident.ts';
import { button, stored } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { RoomScreen } from './room-screen.tsx';

/** The room of the first of two incidents, seen by Lin, who declared both. */
async function room() {
  const app = await stage({ as: 'Lin', screen: <RoomScreen number={1} /> });
  const { incidentId } = await declare(app, app, { title: 'One' });
  await declare(app, app, { title: 'Two' });
  await arrive(app);
  const status = async () => (await stored(app, documentPaths.incident(teamId, incidentId))).data?.['status'];
  return { app, status };
}

const dialog = () => within(screen.getByRole('dialog'));
const refuse = (app: AppStage, command: string) =>
  app.client.control.inject({
    kind: 'refuse',
    service: 'functions',
    operation: `call:${command}`,
    code: 'permission-denied',
  });
const press = async (app: AppStage, name: string | RegExp) => {
  await app.user.click(dialog().getByRole('button', { name }));
  await arrive(app);
};

async function choosePerson(app: AppStage) {
  await app.user.click(button(/Page someone/));
  await app.user.type(dialog().getByRole('combobox', { name: 'People' }), 'Sam');
  await app.user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: /Sam/ }));
}

async function chooseIncident(app: AppStage) {
  await app.user.click(button('More'));
  await app.user.click(await screen.findByRole('menuitem', { name: /Merge into/ }));
  await app.user.click(dialog().getByRole('combobox', { name: 'It belongs to' }));
  await app.user.click(within(await screen.findByRole('listbox')).getByRole('option', { name: /Two/ }));
}

test('a rejected page leaves its dialog open with the chosen person, and can be sent again', async () => {
  const { app } = await room();
  await choosePerson(app);
  await refuse(app, 'page');
  await press(app, 'Page');
  expect(dialog().getByRole('alert')).toHaveTextContent('You may not do this.');
  expect(dialog().getByText('Sam Osei')).toBeVisible();
  await press(app, 'Page');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('region', { name: /^Pages/ })).toHaveTextContent('Sam Osei');
});

test('a queued page closes its dialog with a notice', async () => {
  const { app } = await room();
  await choosePerson(app);
  await app.network(false);
  await press(app, 'Queue page');
  expect(screen.queryByRole('dialog', { name: 'Page someone' })).toBeNull();
  expect(screen.getByText('The page is queued')).toBeVisible();
  await app.network(true);
  await arrive(app);
  expect(screen.getByRole('region', { name: /^Pages/ })).toHaveTextContent('Sam Osei');
});

test('a rejected merge leaves its dialog open with the chosen incident', async () => {
  const { app, status } = await room();
  await chooseIncident(app);
  await refuse(app, 'mergeIncidents');
  await press(app, 'Merge');
  expect(dialog().getByRole('alert')).toHaveTextContent('You may not do this.');
  expect(dialog().getByRole('combobox', { name: 'It belongs to' })).toHaveTextContent('#2 Two');
  await press(app, 'Merge');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await status()).toBe('merged');
});

test('a rejected change of status leaves its dialog open with the note', async () => {
  const { app, status } = await room();
  await app.user.click(button('Resolve'));
  await app.user.type(dialog().getByRole('textbox'), 'A restart.');
  await refuse(app, 'transitionIncident');
  await press(app, /^Resolve/);
  expect(dialog().getByRole('alert')).toHaveTextContent('You may not do this.');
  expect(dialog().getByRole('textbox')).toHaveValue('A restart.');
  await press(app, /^Resolve/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await status()).toBe('resolved');
});

test('a queued page that is rejected later is reported', async () => {
  const { app } = await room();
  await choosePerson(app);
  await app.network(false);
  await press(app, 'Queue page');
  await refuse(app, 'page');
  await app.network(true);
  await arrive(app);
  expect(screen.getByText('Nobody was paged')).toBeVisible();
});

test('a dialog shows its running command', async () => {
  const { app } = await room();
  await choosePerson(app);
  await app.client.control.inject({ kind: 'latency', service: 'functions', ms: 5_000 });
  await press(app, 'Page');
  expect(dialog().getByRole('button', { name: /Paging/ })).toHaveAttribute('aria-busy', 'true');
  await app.advance(5_000);
  await arrive(app);
  expect(screen.queryByRole('dialog')).toBeNull();
});
