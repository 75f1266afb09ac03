import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { teamSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { fromDocument } from '#api/codec.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { arrive, call } from './incident.ts';
import { button } from './room.tsx';
import { seedSmallTeam, teamId } from './small-team.ts';
import { stage } from './stage.tsx';

/** The small team, but one of its own. */
async function seed(server: ServerPorts): Promise<void> {
  await seedSmallTeam(server);
  const path = documentPaths.team(teamId);
  await server.docs.batch([{ type: 'update', path, changes: { demonstration: false } }]);
}
const open = (as: 'Ada' | 'Lin' | 'Sam' | 'Vera', path = '/settings/danger') => stage({ as, path, seed });
const told = /One of its owners can restore it until \d+ \w+ \d{4}, \d\d:\d\d UTC/;

test('an owner deletes the team by typing its name, and restores it', async () => {
  const app = await open('Ada');
  await app.user.click(button('Delete Northwind…'));
  const dialog = within(screen.getByRole('dialog'));
  const confirm = () => dialog.getByRole('button', { name: 'Delete team' });
  expect(confirm()).toHaveAccessibleDescription('Type the name of the team first.');
  await app.user.type(dialog.getByRole('textbox'), 'Northwind');
  await app.user.click(confirm());
  await arrive(app);
  expect(screen.getByRole('heading', { level: 1, name: 'Northwind was deleted' })).toBeInTheDocument();
  expect(screen.getByText(told)).toHaveTextContent('Ada Moreno deleted it');
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();

  await app.user.click(button('Restore Northwind'));
  await arrive(app);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const stored = fromDocument(teamSchema, await app.server.docs.get(documentPaths.team(teamId)));
  expect(stored?.deletedAt).toBeNull();
});

test.each(['Lin', 'Sam', 'Vera'] as const)('%s sees that only owners may delete the team', async (name) => {
  await open(name);
  expect(button('Delete Northwind…')).toHaveAccessibleDescription(/^Only owners may delete the team/);
});

test('a demonstration team can’t be deleted, with the reason on the button', async () => {
  await stage({ as: 'Ada', path: '/settings/danger' });
  expect(button('Delete Northwind…')).toHaveAccessibleDescription(/A demonstration team can’t be deleted/);
});

test.each(['Lin', 'Sam', 'Vera'] as const)(
  '%s leaves the screens of a deleted team at once, sees the reason, and returns once the team is restored',
  async (name) => {
    const app = await open(name, '/incidents');
    const ada = await app.person('Ada');
    await call(ada, 'deleteTeam', { name: 'Northwind' });
    await arrive(app);
    expect(screen.getByText(told)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull();
    expect(screen.queryByRole('heading', { level: 1, name: 'Incidents' })).toBeNull();

    await call(ada, 'restoreTeam', {});
    await arrive(app);
    expect(screen.getByRole('heading', { level: 1, name: 'Incidents' })).toBeVisible();
    expect(screen.getByText('No incidents yet')).toBeVisible();
  },
);

test('a member of a deleted team only can start another team', async () => {
  const app = await open('Sam', '/');
  await call(await app.person('Ada'), 'deleteTeam', { name: 'Northwind' });
  await arrive(app);
  await app.user.click(button('Start another team'));
  await arrive(app);
  await app.user.type(screen.getByRole('textbox', { name: /Team name/ }), 'Mine');
  await app.user.click(button('Create team'));
  await arrive(app);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a failed restore of a team shows an error and can be retried', async () => {
  const app = await open('Ada', '/');
  await call(app, 'deleteTeam', { name: 'Northwind' });
  await arrive(app);
  await app.client.control.inject({
    kind: 'refuse',
    service: 'functions',
    operation: 'call:restoreTeam',
    code: 'permission-denied',
  });
  await app.user.click(button('Restore Northwind'));
  await arrive(app);
  expect(screen.getByText(/You may not do this/)).toBeVisible();
  await app.user.click(button('Restore Northwind'));
  await arrive(app);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
