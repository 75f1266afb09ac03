import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { toDocument } from '#api/codec.ts';
import { day } from '#domain/constants.ts';
import { arrive } from '#tests/app/incident.ts';
import { seedSmallTeam, teamId, type PersonName } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import type { ServerPorts } from '#ports/server/server.ts';
import { ReadinessScreen } from './readiness-screen.tsx';

/** Ada, on call, has a phone that was never tested; Sam one that showed a page a day ago; Lin an iPhone without Muster on it. */
async function seed(server: ServerPorts): Promise<void> {
  await seedSmallTeam(server);
  const now = server.clock.now();
  const device = (userId: string, more: object) => ({
    type: 'set' as const,
    path: documentPaths.device(teamId, `${userId}-phone`),
    data: toDocument({
      ...{ id: `${userId}-phone`, teamId, userId, createdAt: now, createdBy: userId, revision: 1 },
      ...{ registration: `token-of-${userId}`, label: 'Chrome on Android', userAgent: 'Android' },
      ...{ lastShownAt: null, lastDrillAt: null },
      ...more,
    }),
  });
  await server.docs.batch([
    device('ada', {}),
    device('sam', { lastShownAt: now - day, pushShownAt: now - day }),
    device('lin', { registration: null, homeScreenOnly: true, label: 'Safari on iOS' }),
  ]);
}

async function readiness(
  as: PersonName,
  more: (server: ServerPorts) => Promise<void> = () => Promise.resolve(),
) {
  const seedAll = async (server: ServerPorts) => {
    await seed(server);
    await more(server);
  };
  const app = await stage({ as, seed: seedAll, screen: <ReadinessScreen /> });
  await arrive(app);
  return app;
}
/** Rows as the first three letters of the name, and the words for high and low urgency. */
const rows = () =>
  screen.getAllByRole('rowheader').map((cell) => [
    cell.textContent?.replace(/^(AM|LØ|SO)/u, '').slice(0, 3),
    ...within(cell.closest('tr') ?? cell)
      .getAllByRole('cell')
      .slice(-2)
      .map(({ textContent }) => textContent),
  ]);

test('an admin sees everyone who may be paged, urgent cases first', async () => {
  await readiness('Lin');
  expect(rows()).toEqual([
    ['Ada', 'Not tested', 'Not tested'],
    ['Lin', 'Not on home screen', 'Not on home screen'],
    ['Sam', 'Push proved', 'Push proved'],
  ]);
  expect(screen.getByText('2 of 3 can’t be counted on now.')).toBeVisible();
  expect(screen.getAllByText('On call now')[0]).toBeInTheDocument();
});

test('each urgency has a column, by rules, quiet hours and devices of each person', async () => {
  const hours = {
    timezone: 'UTC',
    windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
  };
  const all = { atOnce: 'all', later: [] };
  const { user } = await readiness('Lin', async (server) => {
    const rules = { high: all, low: all, quietHours: { ...hours, holds: 'low' } };
    const kept = { id: 'sam', teamId, createdAt: 0, createdBy: 'sam', revision: 1, ...rules };
    const path = documentPaths.notificationRules(teamId, 'sam');
    await server.docs.batch([{ type: 'set', path, data: toDocument(kept) }]);
  });
  expect(rows().at(-1)).toEqual(['Sam', 'Push proved', 'Never']);
  await user.click(screen.getByRole('button', { name: /Sam Osei/ }));
  expect(screen.getByText('Chrome on Android is notified at once.')).toBeVisible();
  expect(screen.getByText(/Quiet hours that never end hold notifications/)).toBeVisible();
});

test('a row expands to the devices, with the reason and what to do', async () => {
  const { user } = await readiness('Ada');
  await user.click(screen.getByRole('button', { name: /Lin Ødegård/ }));
  const devices = within(screen.getByRole('list', { name: 'Ways to Lin Ødegård' }));
  expect(devices.getByRole('listitem')).toHaveTextContent(
    /Safari on iOS.*on its home screen only.*“Add to Home Screen”/,
  );
  await user.click(screen.getByRole('button', { name: /Lin Ødegård/ }));
  expect(screen.queryByRole('list')).toBeNull();
});

test('the list is searched by name, and reloaded each minute', async () => {
  const { user, server, advance } = await readiness('Ada');
  await user.type(screen.getByRole('searchbox'), 'sam');
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  await server.docs.batch([{ type: 'delete', path: documentPaths.device(teamId, 'sam-phone') }]);
  await advance(60_000);
  expect(rows()).toEqual([['Sam', 'No device', 'No device']]);
  await user.type(screen.getByRole('searchbox'), 'x');
  await user.click(screen.getByRole('button', { name: 'Show everybody' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(3);
});

test('a responder sees only themselves', async () => {
  await readiness('Sam');
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  expect(screen.getByText('You see yourself. Admins see how everybody can be reached.')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Ways to Sam Osei' })).toHaveTextContent('Chrome on Android');
});

test('a viewer sees that they are never paged, and what to do', async () => {
  await readiness('Vera');
  expect(screen.getByText('You are never paged')).toBeVisible();
});

test('an admin changes how a member is notified; other members see why they may not', async () => {
  const app = await readiness('Lin');
  await app.user.click(screen.getByRole('button', { name: /Sam Osei/ }));
  await arrive(app);
  expect(screen.getAllByText('Chrome on Android at once.')).toHaveLength(4);
  await app.user.click(screen.getByRole('button', { name: 'Change notifications' }));
  await app.user.click(screen.getByRole('radio', { name: 'At certain hours' }));
  await app.user.click(screen.getByRole('radio', { name: 'All pages' }));
  await app.user.click(screen.getByRole('button', { name: 'Save notification rules' }));
  await arrive(app);
  expect(screen.getAllByText(/^Chrome on Android .*07:00, after quiet hours\.$/).length).toBeGreaterThan(0);
  const path = documentPaths.notificationRules(teamId, 'sam');
  expect((await app.server.docs.get(path)).data).toMatchObject({ quietHours: { holds: 'all' } });
});

test('the details on a backend without notifications have no advice', async () => {
  const app = await stage({
    as: 'Lin',
    seed,
    screen: <ReadinessScreen />,
    backend: (client) => ({
      ...client,
      capabilities: {
        ...client.capabilities,
        supports: { ...client.capabilities.supports, 'messaging.push': 'no', 'messaging.foreground': 'no' },
      },
    }),
  });
  await arrive(app);
  await app.user.click(screen.getByRole('button', { name: /Ada/ }));
  await app.settle();
  expect(screen.getByText(/^This server sends no notifications/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /drill|mend|notifications/i })).toBeNull();
  expect(screen.queryByText(/enable notifications/i)).toBeNull();
});
