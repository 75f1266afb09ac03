import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { writeIncidents } from './many-incidents.ts';
import { seedSmallTeam } from './small-team.ts';
import { stage } from './stage.tsx';

const find = () => screen.findByRole('combobox', { name: 'Find anything' });

it('⌘K finds a screen by a few letters, and Enter goes there', async () => {
  const { user, path } = await stage({ as: 'Ada' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), 'alerts');
  await user.keyboard('{Enter}');
  expect(path()).toBe('/t/demo/alerts');
});

it('finds people by names without accents', async () => {
  const { user } = await stage({ as: 'Ada' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), 'lin');
  expect(await screen.findByRole('option', { name: /Lin Ødegård/ })).toBeVisible();
});

it('offers only permitted actions', async () => {
  const { user } = await stage({ as: 'Vera' });
  await user.keyboard('{Control>}k{/Control}');
  await find();
  expect(screen.getByRole('option', { name: /Sign out/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Declare incident/ })).toBeNull();
});

it('cuts the network and restores it', async () => {
  const { user, client } = await stage({ as: 'Ada' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), 'cut');
  await user.keyboard('{Enter}');
  expect(client.control.networkOnline()).toBe(false);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), 'restore');
  await user.keyboard('{Enter}');
  expect(client.control.networkOnline()).toBe(true);
});

it('finds account actions on the profile', async () => {
  const { user } = await stage({ as: 'Vera' });
  await user.keyboard('{Control>}k{/Control}');
  for (const words of ['delete account', 'download data']) {
    await user.clear(await find());
    await user.type(await find(), words);
    expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Me/);
  }
});

it.each([
  ['payments', '/t/demo/services/payments'],
  ['primary', '/t/demo/schedules/primary'],
])('finds %s by its name', async (words, address) => {
  const { user, path } = await stage({ as: 'Sam' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), words);
  await user.keyboard('{Enter}');
  expect(path()).toBe(address);
});

it('finds an old incident by its number', async () => {
  const { user, path } = await stage({
    as: 'Sam',
    seed: async (server) => {
      await seedSmallTeam(server);
      await writeIncidents(server, [1, 150]);
    },
  });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), '#7');
  await screen.findByRole('option', { name: /^#7 Outage 7/ });
  await user.keyboard('{Enter}');
  expect(path()).toBe('/t/demo/incidents/7');
});

it('shows the best twenty results of a group and the number of matches', async () => {
  const { user } = await stage({
    as: 'Sam',
    seed: async (server) => {
      await seedSmallTeam(server);
      await writeIncidents(server, [1, 60]);
    },
  });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), 'outage');
  expect(screen.getAllByRole('option', { name: /Outage \d/ })).toHaveLength(20);
  expect(screen.getByText('Incidents: 20 of 60')).toBeVisible();
});

it.each([
  ['incidents', '/t/demo/incidents?q=cellar%20wall'],
  ['alerts', '/t/demo/alerts?show=all&q=cellar%20wall'],
])('offers a search of all %s for any text', async (noun, address) => {
  const { user, path } = await stage({ as: 'Sam' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await find(), 'cellar wall');
  await user.click(screen.getByRole('option', { name: `Look for “cellar wall” in all ${noun}` }));
  expect(path()).toBe(address);
});
