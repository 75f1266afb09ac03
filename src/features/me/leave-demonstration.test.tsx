import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { declare } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { MeScreen } from './me-screen.tsx';

/** A visitor. Lin holds a step of a policy, Vera nothing. */
async function visitor(name: 'Lin' | 'Vera' = 'Lin') {
  const s = await stage({ as: name, path: '/me', screen: <MeScreen /> });
  const path = documentPaths.member(teamId, name.toLowerCase());
  await s.server.docs.batch([{ type: 'update', path, changes: { createdBy: name.toLowerCase() } }]);
  await s.settle();
  const open = async () => {
    await s.user.click(screen.getByRole('button', { name: 'Leave Northwind' }));
    await s.settle();
    return within(screen.getByRole('dialog', { name: 'Leave Northwind?' }));
  };
  const isMember = async () => (await s.server.docs.get(path)).data !== null;
  return { s, open, isMember };
}

test('a member without holdings leaves a demonstration at once', async () => {
  const { s, open, isMember } = await visitor('Vera');
  const dialog = await open();
  expect(dialog.getByText('Nothing has to be handed over.')).toBeVisible();
  await s.user.click(dialog.getByRole('button', { name: 'Leave' }));
  await s.settle();
  expect(await isMember()).toBe(false);
});

test('holdings of the person are shown, and go to the chosen member', async () => {
  const { s, open, isMember } = await visitor();
  const { incidentId, number } = await declare(s, await s.person('Lin'));
  const dialog = await open();
  expect(dialog.getByText(`Commander of #${number}`)).toBeVisible();
  const leave = dialog.getByRole('button', { name: 'Leave' });
  expect(leave).toHaveAccessibleDescription('Choose who takes over what you hold.');
  await s.user.click(leave);
  expect(await isMember()).toBe(true);
  await s.user.click(dialog.getByRole('combobox', { name: /^Who takes over/ }));
  expect(screen.queryByRole('option', { name: /Lin|Vera/ })).toBeNull();
  await s.user.click(await screen.findByRole('option', { name: /Ada/ }));
  await s.user.click(dialog.getByRole('button', { name: 'Leave' }));
  await s.settle();
  expect(await isMember()).toBe(false);
  const { data } = await s.server.docs.get(documentPaths.incident(teamId, incidentId));
  expect(data).toMatchObject({ roles: { commander: 'ada' } });
});
