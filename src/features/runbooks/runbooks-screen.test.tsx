import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { reload } from '#tests/app/reload.tsx';
import { button } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { RunbooksScreen } from './runbooks-screen.tsx';

type App = Awaited<ReturnType<typeof stage>>;
const open = (as: 'Ada' | 'Sam' = 'Ada') => stage({ as, screen: <RunbooksScreen /> });
const dialog = () => within(screen.getByRole('dialog'));

async function fill(app: App, name: string, steps: string): Promise<void> {
  await app.user.click(button('New runbook'));
  await app.user.type(dialog().getByRole('textbox', { name: 'Name' }), name);
  await app.user.type(dialog().getByRole('textbox', { name: 'Steps' }), steps);
}
const save = async (app: App) => {
  await app.user.click(dialog().getByRole('button', { name: 'Save runbook' }));
  await arrive(app);
};

test('an admin writes a runbook, changes it and removes it', async () => {
  const app = await open();
  expect(screen.getByText('No runbooks yet')).toBeVisible();
  await fill(app, 'Search is slow', 'Look at the index{Enter}{Enter}Restart it');
  await save(app);
  const panel = () => screen.getByRole('region', { name: 'Search is slow' });
  expect(
    within(panel())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['1. Look at the index', '2. Restart it']);

  await app.user.click(button('Edit Search is slow'));
  await app.user.type(dialog().getByRole('textbox', { name: 'Steps' }), '{Enter}Tell support');
  await save(app);
  expect(panel()).toHaveTextContent('3. Tell support');

  await app.user.click(button('Remove Search is slow'));
  await app.user.click(button('Remove runbook'));
  await arrive(app);
  expect(screen.getByText('No runbooks yet')).toBeVisible();
});

test('a runbook without a name or steps is not sent, and shows what is missing', async () => {
  const app = await open();
  await app.user.click(button('New runbook'));
  await save(app);
  expect(dialog().getByText('Write at least one step.')).toBeVisible();
  expect(dialog().getByRole('textbox', { name: 'Name' })).toBeInvalid();
});

test('typed values survive a reload', async () => {
  const app = await open();
  await fill(app, 'Search', 'Look');
  await reload(app, <RunbooksScreen />);
  await app.user.click(button('New runbook'));
  expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Search');
  expect(dialog().getByRole('textbox', { name: 'Steps' })).toHaveValue('Look');
});

test('Cancel discards typed values, and Escape keeps them', async () => {
  const app = await open();
  await fill(app, 'Search', 'Look');
  await app.user.keyboard('{Escape}');
  await app.user.click(button('New runbook'));
  expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Search');
  await app.user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await app.user.click(button('New runbook'));
  expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('typed values replace a newer revision only after a choice', async () => {
  const app = await open();
  await fill(app, 'Search', 'Look');
  await save(app);
  await app.user.click(button('Edit Search'));
  const name = () => dialog().getByRole('textbox', { name: 'Name' });
  await app.user.type(name(), ' is slow');
  const [runbook] = await app.server.docs.find(query(collectionPaths.runbooks(teamId)));
  await call(await app.person('Lin'), 'saveRunbook', {
    ...{ runbookId: runbook?.path.split('/').at(-1) ?? '', name: 'Theirs' },
    ...{ severities: [], serviceIds: [], steps: [{ id: 'one', text: 'Wait' }] },
  });
  await arrive(app);
  const conflict = () => dialog().queryByRole('region', { name: 'Changed meanwhile' });
  expect(conflict()).toBeVisible();
  await app.user.click(dialog().getByRole('button', { name: 'Keep what I typed' }));
  expect(conflict()).toBeNull();
  expect(name()).toHaveValue('Search is slow');
  await save(app);
  expect(screen.getByRole('region', { name: 'Search is slow' })).toHaveTextContent('1. Look');
});

test('a runbook saved offline closes its dialog, and is reported when saved', async () => {
  const app = await open();
  await fill(app, 'Search', 'Look');
  await app.network(false);
  await save(app);
  expect(screen.queryByRole('dialog', { name: 'New runbook' })).toBeNull();
  expect(screen.getByText('The runbook is queued')).toBeVisible();
  await app.network(true);
  await arrive(app);
  expect(await screen.findByText('Runbook saved')).toBeVisible();
  await app.user.click(button('New runbook'));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('a rejected runbook shows the reason in the dialog, which keeps the typed values', async () => {
  const app = await open();
  await fill(app, 'Search', 'Look');
  await app.client.control.inject({
    kind: 'refuse',
    service: 'functions',
    operation: 'call:saveRunbook',
    code: 'permission-denied',
  });
  await save(app);
  expect(dialog().getByRole('alert')).toBeVisible();
  expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Search');
});
