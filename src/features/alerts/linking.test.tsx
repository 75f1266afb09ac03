/** An alert joins a running incident, and leaves it, from the alert's side. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { alertmanagerPath, complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { AlertsScreen } from './alerts-screen.tsx';

const alerts = (as: 'Sam' | 'Vera' = 'Sam') =>
  stage({ as, path: '/alerts', seed: seedTeamWithSenders, screen: <AlertsScreen /> });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = async (s: AppStage, name: string | RegExp) => {
  await s.user.click(button(name));
  await arrive(s);
};

/** Summary → number of the incident it belongs to, as the server has it. */
async function membership({ server }: AppStage) {
  const [found, rooms] = await Promise.all([
    server.docs.find(query(collectionPaths.alerts(teamId))),
    server.docs.find(query(collectionPaths.incidents(teamId))),
  ]);
  const numbers = new Map(rooms.map((room) => [room.id, room.data?.['number']]));
  return Object.fromEntries(
    found.map(({ data }) => [data?.['summary'], numbers.get(String(data?.['incidentId'])) ?? null]),
  );
}

async function open(s: AppStage, summary: string) {
  await s.user.click(
    within(screen.getByRole('list', { name: 'Alerts' })).getByRole('link', { name: new RegExp(summary) }),
  );
  await arrive(s);
  return within(screen.getByRole('dialog', { name: summary }));
}

describe('an alert', () => {
  test('joins the only live incident in one press, with Undo', async () => {
    const s = await alerts();
    await declare(s, await s.person('Lin'));
    await s.fire(complaint({ summary: 'Search is down' }));
    const sheet = await open(s, 'Search is down');
    await s.user.click(sheet.getByRole('button', { name: 'Add to #1' }));
    await arrive(s);
    expect(await membership(s)).toEqual({ 'Search is down': 1 });
    expect(sheet.getByRole('link', { name: '#1 Checkout answers with errors' })).toBeVisible();
    expect(sheet.queryByRole('link', { name: 'Declare incident' })).toBeNull();
    await s.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(s);
    expect(await membership(s)).toEqual({ 'Search is down': null });
  });

  test('leaves its incident, with Undo', async () => {
    const s = await alerts();
    const { incidentId } = await declare(s, await s.person('Lin'));
    await s.fire(complaint({ summary: 'Search is down' }));
    const sheet = await open(s, 'Search is down');
    const [{ id } = { id: '' }] = await s.server.docs.find(query(collectionPaths.alerts(teamId)));
    await call(s, 'linkAlert', { alertId: id, incidentId });
    await arrive(s);
    await s.user.click(sheet.getByRole('button', { name: 'Remove from #1' }));
    await arrive(s);
    expect(await membership(s)).toEqual({ 'Search is down': null });
    await s.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(s);
    expect(await membership(s)).toEqual({ 'Search is down': 1 });
  });

  test('joins the chosen one of several live incidents', async () => {
    const s = await alerts();
    const lin = await s.person('Lin');
    await declare(s, lin);
    await declare(s, lin, { title: 'Search is slow' });
    await s.fire(complaint({ summary: 'Search is down' }));
    const sheet = await open(s, 'Search is down');
    await s.user.click(sheet.getByRole('button', { name: 'Add to an incident…' }));
    await press(s, 'Add');
    const dialog = screen.getByRole('dialog', { name: 'Add the alert to an incident' });
    expect(within(dialog).getByText('Choose an incident.')).toBeVisible();
    await s.user.click(within(dialog).getByRole('combobox'));
    await s.user.click(await screen.findByRole('option', { name: /#2 Search is slow/ }));
    await press(s, 'Add to #2');
    expect(await membership(s)).toEqual({ 'Search is down': 2 });
    expect(screen.queryByRole('dialog', { name: 'Add the alert to an incident' })).toBeNull();
  });

  test('is added to a private incident with a notice of the people who will see the alert', async () => {
    const s = await alerts();
    await declare(s, s, { private: true });
    await s.fire(complaint({ summary: 'Search is down' }));
    const sheet = await open(s, 'Search is down');
    await s.user.click(sheet.getByRole('button', { name: 'Add to an incident…' }));
    await arrive(s);
    expect(screen.getByText('Only people in #1 will see this alert.')).toBeVisible();
    await press(s, 'Add to #1');
    expect(await membership(s)).toEqual({ 'Search is down': 1 });
    await s.user.click(sheet.getByRole('button', { name: 'Remove from #1' }));
    await arrive(s);
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Everyone in the team will see this alert again.',
    );
    await press(s, 'Remove');
    expect(await membership(s)).toEqual({ 'Search is down': null });
  });

  test('rejected by the server shows the reason, and the chosen incident stays', async () => {
    const s = await alerts();
    const lin = await s.person('Lin');
    await declare(s, lin);
    await declare(s, lin, { title: 'Search is slow' });
    await s.fire(complaint({ summary: 'Search is down' }));
    const sheet = await open(s, 'Search is down');
    await s.user.click(sheet.getByRole('button', { name: 'Add to an incident…' }));
    await s.user.click(screen.getByRole('combobox'));
    await s.user.click(await screen.findByRole('option', { name: /#2/ }));
    await s.client.control.inject({
      kind: 'refuse',
      service: 'functions',
      operation: 'call:linkAlert',
      code: 'permission-denied',
    });
    await press(s, 'Add to #2');
    const dialog = screen.getByRole('dialog', { name: 'Add the alert to an incident' });
    expect(within(dialog).getByRole('alert')).toHaveTextContent('You may not do this.');
    await press(s, 'Add to #2');
    expect(await membership(s)).toEqual({ 'Search is down': 2 });
  });

  test('waits for the connection, and shows the wait', async () => {
    const s = await alerts();
    await declare(s, await s.person('Lin'));
    await s.fire(complaint({ summary: 'Search is down' }));
    const sheet = await open(s, 'Search is down');
    await s.network(false);
    await s.user.click(sheet.getByRole('button', { name: 'Add to #1' }));
    await arrive(s);
    expect(sheet.getByText('Link waits for the connection')).toBeVisible();
    await s.network(true);
    await arrive(s);
    expect(await membership(s)).toEqual({ 'Search is down': 1 });
  });

  test('can’t join without a live incident, or by a viewer, with the reason', async () => {
    const s = await alerts();
    await s.fire(complaint({ summary: 'Search is down' }));
    const sheet = await open(s, 'Search is down');
    expect(sheet.getByRole('button', { name: 'Add to an incident…' })).toHaveAccessibleDescription(
      'There is no live incident. Declare one from this alert.',
    );
    s.view.unmount();
    const v = await alerts('Vera');
    await v.fire(complaint({ summary: 'Search is down' }));
    const seen = await open(v, 'Search is down');
    expect(seen.getByRole('button', { name: 'Add to an incident…' })).toHaveAccessibleDescription(
      'Only responders may change alerts. You are a viewer.',
    );
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('leads to its runbook', async () => {
    const s = await alerts();
    await s.fire({
      path: alertmanagerPath,
      body: {
        version: '4',
        groupKey: 'disk',
        status: 'firing',
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'DiskFull' },
            annotations: { summary: 'Disk is full', runbook_url: 'https://runbooks.example/disk' },
            startsAt: '2026-01-05T09:00:00Z',
          },
        ],
      },
    });
    const sheet = await open(s, 'Disk is full');
    expect(sheet.getAllByRole('link', { name: /runbook/i })).toHaveLength(1);
    expect(sheet.getByRole('link', { name: /Open the runbook/ })).toHaveAttribute(
      'href',
      'https://runbooks.example/disk',
    );
  });
});

test('several alerts are selected by key and added together, with Undo', async () => {
  const s = await alerts();
  await declare(s, await s.person('Lin'));
  for (const summary of ['Search is down', 'Search is slow', 'Search is full'])
    await s.fire(complaint({ summary }));
  await s.user.keyboard('jxjx');
  expect(screen.getByText('2 selected')).toBeVisible();
  await press(s, 'Add to #1');
  const added = Object.values(await membership(s)).filter((number) => number === 1);
  expect(added).toHaveLength(2);
  expect(screen.queryByText('2 selected')).toBeNull();
  await s.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await arrive(s);
  expect(Object.values(await membership(s))).toEqual([null, null, null]);
});
