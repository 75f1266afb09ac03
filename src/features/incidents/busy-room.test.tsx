/** Rooms with more tasks, files, pages and alerts than are shown at once. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { busyRoom } from '#tests/app/busy-room.tsx';
import { arrive, call } from '#tests/app/incident.ts';
import { addAlerts, alertId } from '#tests/app/many-alerts.ts';
import { button } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';

const panel = (name: string) => within(screen.getByRole('region', { name }));
const header = (name: string) => screen.getByRole('heading', { name }).parentElement;
const tasks = (prefix: string) =>
  panel('Tasks')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .filter((text) => text.startsWith(prefix));
const earlier = (noun: string) =>
  screen.queryByRole('button', { name: new RegExp(`^Show earlier ${noun} `) });

test('opening reads a page of each list, for lists of any length', async () => {
  const few = await busyRoom({ openTasks: 60, doneTasks: 60, files: 60, pages: 60, alerts: 60 });
  const before = few.read();
  few.app.view.unmount();
  const many = await busyRoom({ openTasks: 120, doneTasks: 120, files: 120, pages: 120, alerts: 120 });
  expect(many.read()).toBe(before);
  // Five lists of 50, and the page that asks.
  expect(before).toBeGreaterThan(250);
  expect(before).toBeLessThan(310);
});

test('open tasks show the newest page, their number, and earlier ones on request', async () => {
  const { app } = await busyRoom({ openTasks: 110 });
  expect(tasks('Open')).toHaveLength(50);
  expect(tasks('Open').at(-1)).toMatch(/^Open 0109/);
  expect(header('Tasks')).toHaveTextContent('110');
  await app.user.click(screen.getByRole('button', { name: 'Show earlier tasks (60)' }));
  await arrive(app);
  expect(tasks('Open')).toHaveLength(100);
  await app.user.click(screen.getByRole('button', { name: 'Show earlier tasks (10)' }));
  await arrive(app);
  expect(tasks('Open')[0]).toMatch(/^Open 0000/);
  expect(tasks('Open')).toHaveLength(110);
  expect(earlier('tasks')).toBeNull();
});

test('the number of open tasks stays right when an unloaded task is done', async () => {
  const { writeTask } = await busyRoom({ openTasks: 60, doneTasks: 60 });
  expect(screen.getByText('60 done')).toBeInTheDocument();
  await writeTask('Open 0003', { done: true, doneAt: Date.now(), doneBy: 'lin' });
  expect(header('Tasks')).toHaveTextContent('59');
  expect(screen.getByText('61 done')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Show earlier tasks (9)' })).toBeInTheDocument();
  await writeTask('Done 0003', { done: false, doneAt: null, doneBy: null });
  expect(header('Tasks')).toHaveTextContent('60');
  expect(screen.getByText('60 done')).toBeInTheDocument();
});

test('loaded rows are live, on every page', async () => {
  const { app, writeTask } = await busyRoom({ openTasks: 60 });
  await app.user.click(screen.getByRole('button', { name: 'Show earlier tasks (10)' }));
  await arrive(app);
  await writeTask('Open 0004', { text: 'Open with another text' });
  expect(tasks('Open with another text')).toHaveLength(1);
});

test('a task added offline shows at once and is counted', async () => {
  const { app } = await busyRoom({ openTasks: 60 });
  await app.network(false);
  await app.user.type(screen.getByRole('textbox', { name: 'New task' }), 'Call the provider{Enter}');
  await app.settle();
  expect(tasks('Call the provider')).toHaveLength(1);
  expect(header('Tasks')).toHaveTextContent('61');
  await app.network(true);
  await arrive(app);
  expect(tasks('Call the provider')).toHaveLength(1);
  expect(header('Tasks')).toHaveTextContent('61');
});

test('closing an incident shows the number of open tasks, including unloaded ones', async () => {
  const { app, incidentId } = await busyRoom({ openTasks: 60 });
  await call(app, 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  await arrive(app);
  await app.user.click(button('Close'));
  expect(await screen.findByText(/^60 tasks not done/)).toBeVisible();
  expect(screen.getByText('and 55 more')).toBeVisible();
});

test('files show the newest page, their number, and earlier ones on request', async () => {
  const { app } = await busyRoom({ files: 60 });
  const links = () => panel('Files').getAllByText(/^log-\d+\.txt$/);
  expect(links()).toHaveLength(50);
  expect(header('Files')).toHaveTextContent('60');
  await app.user.click(screen.getByRole('button', { name: 'Show earlier files (10)' }));
  await arrive(app);
  expect(links()[0]).toHaveTextContent('log-0000.txt');
  expect(links()).toHaveLength(60);
});

test('pages show an asking one first, for any age, then the newest', async () => {
  const { app } = await busyRoom({ pages: 60 });
  const items = () =>
    panel('Pages')
      .getAllByRole('listitem')
      .filter((item) => item.dataset['index']);
  expect(items()[0]).toHaveTextContent('Ada Moreno');
  expect(header('Pages')).toHaveTextContent('61');
  await app.user.click(screen.getByRole('button', { name: 'Show earlier pages (11)' }));
  await arrive(app);
  expect(items()).toHaveLength(61);
});

describe('alerts of a busy room', () => {
  const rows = () => panel('Alerts').getAllByRole('link');

  test('show the newest page, their number, and earlier ones on request', async () => {
    const { app } = await busyRoom({ alerts: 110 });
    expect(rows()).toHaveLength(50);
    expect(rows().at(-1)).toHaveTextContent('Disk 109 is full');
    expect(header('Alerts')).toHaveTextContent('110');
    await app.user.click(screen.getByRole('button', { name: 'Show earlier alerts (60)' }));
    await arrive(app);
    await app.user.click(screen.getByRole('button', { name: 'Show earlier alerts (10)' }));
    await arrive(app);
    expect(rows()[0]).toHaveTextContent('Disk 0 is full');
    expect(rows()).toHaveLength(110);
    expect(earlier('alerts')).toBeNull();
  });

  test('keep the right number when an unloaded alert is unlinked and linked again', async () => {
    const { app, incidentId } = await busyRoom({ alerts: 60 });
    await call(app, 'linkAlert', { alertId: alertId(3), incidentId: null });
    await arrive(app);
    expect(header('Alerts')).toHaveTextContent('59');
    expect(screen.getByRole('button', { name: 'Show earlier alerts (9)' })).toBeInTheDocument();
    await call(app, 'linkAlert', { alertId: alertId(3), incidentId });
    await arrive(app);
    expect(header('Alerts')).toHaveTextContent('60');
    expect(screen.getByRole('button', { name: 'Show earlier alerts (10)' })).toBeInTheDocument();
  });

  test('drop an alert unlinked in its row, and the page stays full', async () => {
    const { app } = await busyRoom({ alerts: 60 });
    const last = panel('Alerts').getAllByRole('button', { name: 'Unlink alert' }).at(-1);
    await app.user.click(last ?? document.body);
    await arrive(app);
    expect(rows()).toHaveLength(50);
    expect(rows().at(-1)).toHaveTextContent('Disk 58 is full');
    expect(header('Alerts')).toHaveTextContent('59');
  });

  test('are live on every page', async () => {
    const { app, incidentId } = await busyRoom({ alerts: 60 });
    await app.user.click(screen.getByRole('button', { name: 'Show earlier alerts (10)' }));
    await arrive(app);
    await addAlerts(app, [4, 5], () => ({ incidentId, summary: 'Disk with another text' }));
    expect(panel('Alerts').getByRole('link', { name: 'Disk with another text' })).toBeInTheDocument();
  });

  test('show the number of active ones when resolving, including unloaded ones, and are all resolved', async () => {
    const statuses = ['open', 'joined', 'acknowledged', 'resolved'] as const;
    const { app } = await busyRoom({ alerts: 80 }, (index) => ({ status: statuses[index % 4] ?? 'open' }));
    await app.user.click(button('Resolve'));
    expect(await screen.findByText('60 alerts still active.')).toBeVisible();
    expect(screen.getByText('and 55 more')).toBeVisible();
    await app.user.click(screen.getByRole('checkbox', { name: 'Resolve them, too' }));
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Resolve/ }));
    await arrive(app);
    const stored = await app.server.docs.find(query(collectionPaths.alerts(teamId)));
    expect(new Set(stored.map(({ data }) => data?.['status']))).toEqual(new Set(['resolved']));
  });

  test('have the first one and the first acknowledgement of all in the summary', async () => {
    const { app, incidentId } = await busyRoom({ alerts: 60 }, (index, now) => ({
      firstAt: now - (200 - index) * minute,
      // The tenth is acknowledged first: half an hour after the first began.
      ...(index < 20 && index > 5
        ? { acknowledgedAt: now - (170 - Math.abs(index - 9)) * minute, acknowledgedBy: 'ada' }
        : {}),
    }));
    await call(app, 'transitionIncident', { incidentId, to: 'resolved', note: '' });
    await arrive(app);
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    expect(summary.getByText('Acknowledged after').parentElement).toHaveTextContent('30 min');
    expect(summary.getByText('Resolved after').parentElement).toHaveTextContent(/3 h/);
  });
});
