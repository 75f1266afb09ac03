/** Unreadable documents are always reported on screens. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { arrive } from './incident.ts';
import { complaint, seedTeamWithSenders } from './senders.ts';
import { type PersonName } from './small-team.ts';
import { stage } from './stage.tsx';
import { saveDue, saveUnreadable } from './unreadable.ts';

const open = async (as: PersonName, path: string, ...collections: readonly string[]) => {
  const app = await stage({
    as,
    path,
    seed: async (server) => {
      await seedTeamWithSenders(server);
      for (const collection of collections) await saveUnreadable(server, collection, `odd-${collection}`);
    },
  });
  await arrive(app);
  return app;
};
const told = (words: RegExp) =>
  screen.getAllByRole('status').find((one) => words.test(one.textContent ?? ''));

test('the alerts screen says how many alerts are unreadable, beside the readable ones', async () => {
  const app = await open('Sam', '/alerts', 'alerts');
  expect(told(/1 alert can’t be shown/)).toHaveTextContent('An admin can see which under Diagnostics.');
  expect(screen.queryByText('No alerts yet')).toBeNull();
  await app.fire(complaint({ summary: 'Search is down' }));
  await app.settle();
  expect(within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('link')).toHaveLength(1);
  expect(told(/1 alert can’t be shown/)).toBeVisible();
});

test.each(['Sam', 'Ada'] as const)(
  'the incidents screen says how many incidents are unreadable, to %s',
  async (as) => {
    await open(as, '/incidents', 'incidents');
    expect(told(/1 incident can’t be shown/)).toBeVisible();
    expect(screen.queryByText('No incidents yet')).toBeNull();
  },
);

test('home says that pages and live incidents are unreadable, instead of that nothing needs the user', async () => {
  await open('Sam', '/', 'pages', 'incidents');
  expect(told(/1 page can’t be shown/)).toBeVisible();
  expect(told(/1 incident can’t be shown/)).toBeVisible();
  expect(screen.queryByText('Nothing needs you now.')).toBeNull();
  expect(screen.queryByText('No live incident')).toBeNull();
});

test('home shows no message when all documents are readable', async () => {
  await open('Sam', '/alerts');
  expect(screen.queryByText(/can’t be shown/)).toBeNull();
});

test('an admin is led to Diagnostics, which lists unreadable documents and what to do', async () => {
  const app = await open('Lin', '/alerts', 'alerts', 'incidents');
  await app.user.click(screen.getByRole('link', { name: 'See which' }));
  await app.settle();
  expect(app.path()).toBe('/t/demo/diagnostics');
  const panel = within(screen.getByRole('region', { name: /^Records that can’t be used/ }));
  expect(panel.getByText('teams/demo/alerts/odd-alerts')).toBeVisible();
  expect(panel.getByText('teams/demo/incidents/odd-incidents')).toBeVisible();
  expect(panel.getByText(/Install the newest Muster/)).toBeVisible();
});

test('documents set aside are reported to admins on home and listed under Diagnostics, with time and reason', async () => {
  const app = await open('Lin', '/', 'pages');
  await saveDue(app.server);
  await app.advance(minute);
  await app.settle();
  // The other one is a page that the server has met as well.
  expect(told(/2 records can’t be used/)).toBeVisible();
  await app.go('/diagnostics');
  await app.settle();
  const panel = within(screen.getByRole('region', { name: /^Records that can’t be used/ }));
  const item = panel.getByText('teams/demo/pages/due').closest('li');
  expect(item).toHaveTextContent(/can’t be read.*its field createdBy does not fit/);
});

test('other members see no report of documents set aside and may not read them', async () => {
  const app = await open('Sam', '/');
  await saveDue(app.server);
  await app.advance(minute);
  await app.settle();
  expect(screen.queryByText(/can’t be used/)).toBeNull();
  await app.go('/diagnostics');
  await app.settle();
  expect(screen.queryByRole('region', { name: /^Records that can’t be used/ })).toBeNull();
});

test('an admin with no documents set aside sees that none are', async () => {
  await open('Lin', '/diagnostics');
  const panel = within(screen.getByRole('region', { name: /^Records that can’t be used/ }));
  expect(panel.getByText('Every record can be used.')).toBeVisible();
});

test.each([
  ['services', 'services', 'service', 'All services'],
  ['policies', 'policies', 'policy', 'All policies'],
  ['schedules', 'schedules', 'schedule', 'All schedules'],
  ['integrations', 'integrations', 'integration', 'All integrations'],
  ['maintenance', 'maintenance', 'maintenance window', 'All maintenance'],
])(
  'the screen of one of the %s says that it is unreadable, or that there is none',
  async (collection, path, noun, all) => {
    const app = await open('Lin', `/${path}/odd-${collection}`, collection);
    expect(screen.getByText(`This ${noun} can’t be shown`)).toBeVisible();
    await app.go(`/t/demo/${path}/of-nobody`);
    expect(screen.getByText(`There is no such ${noun}`)).toBeVisible();
    expect(screen.getByRole('link', { name: all })).toBeVisible();
  },
);
