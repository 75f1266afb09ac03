/** Lists of more alerts than a page. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Alert } from '#domain/alert/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Backend } from '#ports/backend.ts';
import { PortError } from '#ports/errors.ts';
import { countReads, type Reads } from '#tests/app/count-reads.ts';
import { arrive } from '#tests/app/incident.ts';
import { addAlerts, alertId, writeAlerts } from '#tests/app/many-alerts.ts';
import { seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { AlertsScreen } from './alerts-screen.tsx';

/** The screen for Sam, who is no owner, with so many alerts; the documents that its list reads are counted. */
async function alerts(
  size: number,
  {
    path = '/alerts',
    changes,
    before,
  }: {
    path?: string;
    changes?: (index: number) => Partial<Alert>;
    /** Awaited before each request of documents. */
    before?: () => Promise<void>;
  } = {},
) {
  let count: Reads = { documents: 0 };
  const app = await stage({
    as: 'Sam',
    path,
    screen: <AlertsScreen />,
    seed: async (server) => {
      await seedTeamWithSenders(server);
      await writeAlerts(server, [0, size], changes);
    },
    backend: (client) => {
      const counted = countReads(
        client.docs,
        // Other parts of the screen read with a limit of their own.
        ({ collection, limit, limitToLast }) =>
          collection === collectionPaths.alerts(teamId) && (limitToLast === 50 || (limit ?? 0) >= 200),
      );
      ({ count } = counted);
      const find: Backend['docs']['find'] = async (query, options) => {
        await before?.();
        return counted.docs.find(query, options);
      };
      const docs: unknown = Object.create(counted.docs, { find: { value: find } });
      return Object.create(client, { docs: { value: docs } }) as Backend;
    },
  });
  await arrive(app);
  return { app, read: () => count.documents };
}

const rows = () => within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('listitem');
const links = () => within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('link');
const numbers = () => links().map((row) => Number(/Disk (\d+)/.exec(row.textContent)?.[1]));
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const place = (row: HTMLElement | undefined) =>
  `${row?.getAttribute('aria-posinset')} of ${row?.getAttribute('aria-setsize')}`;

test('opening reads one page, for any number of alerts, and each row has its place', async () => {
  const { read } = await alerts(700);
  expect(read()).toBe(50);
  expect(numbers()).toEqual(range(699, 650));
  expect(place(rows()[0])).toBe('1 of 700');
  expect(place(rows()[49])).toBe('50 of 700');
});

test('keys move to the next page, and to the first and the last alert of all', async () => {
  const { app, read } = await alerts(700);
  links()[49]?.focus();
  await app.user.keyboard('j');
  await arrive(app);
  expect(read()).toBe(100);
  await app.user.keyboard('j');
  await app.settle();
  expect(links()[50]).toHaveFocus();
  await app.user.keyboard('{End}');
  await arrive(app);
  expect(numbers().at(-1)).toBe(0);
  expect(links().at(-1)).toHaveFocus();
  expect(place(rows().at(-1))).toBe('700 of 700');
  await app.user.keyboard('{Home}');
  await arrive(app);
  expect(links()[0]).toHaveFocus();
  expect(numbers()).toEqual(range(699, 650));
});

test('loaded rows are live: an alert changes, leaves and comes back as the newest', async () => {
  const { app } = await alerts(120);
  links()[49]?.focus();
  await app.user.keyboard('j');
  await arrive(app);
  await addAlerts(app, [30, 31], () => ({ status: 'resolved' }));
  expect(numbers()).toEqual(range(119, 19).filter((one) => one !== 30));
  await addAlerts(app, [25, 26], () => ({ count: 2, lastAt: app.server.clock.now() + 500_000 }));
  expect(numbers().slice(0, 2)).toEqual([25, 119]);
  expect(numbers().filter((one) => one === 25)).toHaveLength(1);
  expect(place(rows()[0])).toBe('1 of 119');
});

test('all alerts of the other lists are reachable', async () => {
  const resolved = (index: number) => (index % 2 === 0 ? { status: 'resolved' as const } : {});
  const { app } = await alerts(200, { path: '/alerts?show=resolved', changes: resolved });
  expect(place(rows()[0])).toBe('1 of 100');
  links()[0]?.focus();
  await app.user.keyboard('{End}');
  await arrive(app);
  expect(numbers().at(-1)).toBe(0);
  await addAlerts(app, [11, 12], () => ({ status: 'resolved' }));
  expect(numbers()).toContain(11);
  expect(new Set(numbers()).size).toBe(numbers().length);
});

test('alerts of private incidents are listed only for people of these incidents', async () => {
  const hidden = (index: number): Partial<Alert> => ({
    private: index % 2 === 0,
    people: (index % 4 === 0 ? ['sam'] : []) as Alert['people'],
  });
  await alerts(80, { changes: hidden });
  expect(numbers()).toEqual(
    range(79, 0)
      .filter((one) => one % 2 === 1 || one % 4 === 0)
      .slice(0, 50),
  );
  expect(place(rows()[0])).toBe('1 of 60');
});

test('selected alerts stay selected while the list shows another part', async () => {
  const { app } = await alerts(700);
  links()[0]?.focus();
  await app.user.keyboard('x{End}');
  await arrive(app);
  await app.user.keyboard('x');
  const bar = within(screen.getByRole('region', { name: 'Selected alerts' }));
  expect(bar.getByText('2 selected')).toBeVisible();
  await app.user.click(bar.getByRole('button', { name: 'Acknowledge 2' }));
  await arrive(app);
  expect(await screen.findByText('2 alerts acknowledged')).toBeVisible();
  const first = await app.server.docs.get(documentPaths.alert(teamId, alertId(699)));
  expect(first.data?.['status']).toBe('acknowledged');
});

test('a search finds the oldest alert, and shows how far the reading has come', async () => {
  const { app, read } = await alerts(700, {
    changes: (index) => (index === 3 ? { labels: { host: 'cellar' } } : {}),
  });
  const opened = read();
  await app.user.type(screen.getByRole('searchbox', { name: 'Find' }), 'cellar');
  await screen.findByText('Looked through all 700 active alerts.');
  expect(numbers()).toEqual([3]);
  // Other words look through what was read.
  await app.user.type(screen.getByRole('searchbox', { name: 'Find' }), ' disk');
  await arrive(app);
  expect(numbers()).toEqual([3]);
  expect(read() - opened).toBe(700);
});

test('a search with enough matches waits for a request for more', async () => {
  const { app, read } = await alerts(1000);
  const opened = read();
  await app.user.type(screen.getByRole('searchbox', { name: 'Find' }), 'disk');
  await arrive(app);
  expect(read() - opened).toBe(200);
  expect(numbers()).toEqual(range(999, 800));
  expect(screen.getByRole('status')).toHaveTextContent(
    'Looked through 200 of 1,000 active alerts, newest first.',
  );
  await app.user.click(screen.getByRole('button', { name: 'Look further' }));
  await arrive(app);
  expect(numbers()).toEqual(range(999, 600));
});

test('an alert found by a search is live', async () => {
  const { app } = await alerts(300);
  await app.user.type(screen.getByRole('searchbox', { name: 'Find' }), 'db-7');
  await arrive(app);
  await addAlerts(app, [7, 8], () => ({ status: 'acknowledged' }));
  expect(links().find((row) => row.textContent.includes('Disk 7 '))).toHaveTextContent('Acknowledged');
});

test('a search can be stopped, and continues on request', async () => {
  let requests = 0;
  const held = Promise.withResolvers<void>();
  const { app } = await alerts(700, {
    before: async () => {
      requests += 1;
      if (requests === 2) await held.promise;
    },
  });
  await app.user.click(screen.getByRole('searchbox', { name: 'Find' }));
  await app.user.paste('db-7');
  const reading = await screen.findByText('Looking through 200 of 700 active alerts…');
  expect(reading).toBeVisible();
  expect(reading, 'each number is not announced').toHaveAttribute('aria-live', 'off');
  await app.user.click(screen.getByRole('button', { name: 'Stop' }));
  held.resolve();
  const stopped = await screen.findByText('Looked through 400 of 700 active alerts, newest first.');
  expect(stopped).toBeVisible();
  expect(stopped).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByText('None of the alerts that were looked through has these words.')).toBeVisible();
  expect(requests).toBe(2);
  await app.user.click(screen.getByRole('button', { name: 'Look further' }));
  expect(await screen.findByText('Looked through all 700 active alerts.')).toBeVisible();
  expect(numbers().at(-1)).toBe(7);
});

test('a search that can’t read on shows the failure, and tries again', async () => {
  let fails = true;
  const { app } = await alerts(300, {
    before: () => (fails ? Promise.reject(new PortError('unavailable', 'Gone.')) : Promise.resolve()),
  });
  await app.user.click(screen.getByRole('searchbox', { name: 'Find' }));
  await app.user.paste('db-7');
  expect(await screen.findByText(/The others can’t be read now\.$/)).toBeVisible();
  fails = false;
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Looked through all 300 active alerts.')).toBeVisible();
  expect(numbers().at(-1)).toBe(7);
});

test('a search without a connection is marked as limited to alerts on this device', async () => {
  const { app } = await alerts(300);
  await app.network(false);
  await app.user.click(screen.getByRole('searchbox', { name: 'Find' }));
  await app.user.paste('db-29');
  expect(
    await screen.findByText(
      /^Looked through the \d+ active alerts on this device\. The others need the connection\.$/,
    ),
  ).toBeVisible();
  expect(numbers()).toEqual(range(299, 290));
  await app.network(true);
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Looked through all 300 active alerts.')).toBeVisible();
  expect(numbers()).toEqual([...range(299, 290), 29]);
});
