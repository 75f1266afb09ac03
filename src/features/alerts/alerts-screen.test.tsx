import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AlertsScreen } from './alerts-screen.tsx';
import { addAlerts } from '#tests/app/many-alerts.ts';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const alerts = (options: StageOptions = {}) =>
  stage({ as: 'Sam', path: '/alerts', seed: seedTeamWithSenders, screen: <AlertsScreen />, ...options });

const rows = () => within(screen.getByRole('list', { name: 'Alerts' })).getAllByRole('link');
const titles = () => rows().map((row) => /Search is (?:down|slow|full)/.exec(row.textContent)?.[0]);

/** Three alerts, of which the first was said twice and the last is over. */
async function complain(s: AppStage) {
  await s.fire(complaint({ summary: 'Search is down' }));
  await s.advance(1000);
  await s.fire(complaint({ summary: 'Search is slow', severity: 'warning' }));
  await s.advance(1000);
  await s.fire(complaint({ summary: 'Search is full', severity: 'info' }));
  await s.fire(complaint({ summary: 'Search is full', action: 'resolve' }));
  await s.advance(1000);
  await s.fire(complaint({ summary: 'Search is down' }));
}

describe('the list of alerts', () => {
  it('shows current problems, newest first, with repeated messages on one line', async () => {
    const s = await alerts();
    expect(screen.getByText('No alerts yet')).toBeVisible();
    await complain(s);
    expect(titles()).toEqual(['Search is down', 'Search is slow']);
    expect(rows()[0]).toHaveTextContent('×2');
    expect(rows()[0]).toHaveTextContent('Open');
    expect(rows()[1]).toHaveTextContent('Moderate');
  });

  it('keeps its filter and search words in the address', async () => {
    const s = await alerts();
    await complain(s);
    await s.user.click(screen.getByRole('radio', { name: 'Resolved' }));
    expect(s.path()).toBe('/alerts?show=resolved');
    expect(titles()).toEqual(['Search is full']);
    await s.user.click(screen.getByRole('radio', { name: 'All' }));
    await s.user.type(screen.getByRole('searchbox', { name: 'Find' }), 'slow');
    expect(s.path()).toBe('/alerts?show=all&q=slow');
    expect(titles()).toEqual(['Search is slow']);
    await s.go('/alerts?show=all&q=search+full');
    expect(screen.getByRole('searchbox', { name: 'Find' })).toHaveValue('search full');
    expect(titles()).toEqual(['Search is full']);
  });

  it('moves by j and k, and opens by Enter', async () => {
    const s = await alerts();
    await complain(s);
    await s.user.keyboard('jj');
    await waitFor(() => expect(rows()[1]).toHaveFocus());
    await s.user.keyboard('k{Enter}');
    await s.settle();
    expect(await screen.findByRole('dialog', { name: 'Search is down' })).toBeVisible();
    expect(s.path()).toMatch(/^\/alerts\?alert=\w+$/);
    await s.user.keyboard('{Escape}');
    await s.settle();
    expect(s.path()).toBe('/alerts');
  });

  it('distinguishes an empty list from an empty search, with what to do', async () => {
    const s = await alerts();
    expect(screen.getByText(/Open the rehearsal panel/)).toBeVisible();
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.type(screen.getByRole('searchbox', { name: 'Find' }), 'nothing like it');
    expect(screen.getByText('No alert has these words. Try fewer of them.')).toBeVisible();
    await s.user.click(screen.getByRole('button', { name: 'Show all of them' }));
    expect(titles()).toEqual(['Search is down']);
    expect(s.path()).toBe('/alerts');
    await s.fire(complaint({ summary: 'Search is down', action: 'resolve' }));
    expect(screen.getByText('No open alerts.')).toBeVisible();
  });
});

describe('an opened alert', () => {
  async function opened(as: 'Sam' | 'Vera' = 'Sam') {
    const s = await alerts({ as });
    await s.fire(complaint({ summary: 'Search is down' }));
    await s.user.click(rows()[0] as HTMLElement);
    await s.settle();
    return { ...s, sheet: within(screen.getByRole('dialog', { name: 'Search is down' })) };
  }

  it('shows its severity, its service, its occurrences and the asked person', async () => {
    const { sheet } = await opened();
    expect(sheet.getByText('Critical')).toBeVisible();
    expect(sheet.getByText('Search')).toBeVisible();
    expect(sheet.getByText('Occurrences').nextElementSibling).toHaveTextContent(/^1$/u);
    expect(sheet.getByText(/Ada Moreno/)).toBeVisible();
  });

  it('is acknowledged together with its page', async () => {
    const s = await opened();
    await s.user.click(s.sheet.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    expect(s.sheet.getByText('Acknowledged by')).toBeVisible();
    expect(s.sheet.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    expect(s.sheet.getAllByText('Acknowledged').length).toBeGreaterThan(1);
  });

  it('is open again when its page is given back, also after a queued hand-back', async () => {
    const s = await opened();
    await s.user.click(s.sheet.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    expect(s.sheet.getByText('Acknowledged by').nextElementSibling).toHaveTextContent('Sam Osei');
    await s.network(false);
    await s.user.click(s.sheet.getByRole('button', { name: 'Give back' }));
    await s.settle();
    expect(s.sheet.getByText('Acknowledged by')).toBeVisible();
    await s.network(true);
    await s.settle();
    expect(s.sheet.queryByText('Acknowledged by')).toBeNull();
    expect(s.sheet.getByRole('button', { name: 'Acknowledge' })).toBeEnabled();
    await s.user.keyboard('{Escape}');
    await s.settle();
    expect(rows()[0]).toHaveTextContent('Open');
  });

  it('is snoozed for a while and opens again', async () => {
    const s = await opened();
    await s.user.click(s.sheet.getByRole('button', { name: 'Snooze' }));
    await s.user.click(await screen.findByRole('menuitem', { name: '15 minutes' }));
    await s.settle();
    expect(s.sheet.getByText(/Snoozed until/)).toBeVisible();
    await s.advance(15 * 60_000);
    await s.settle();
    expect(s.sheet.queryByText(/Snoozed until/)).toBeNull();
  });

  it('can’t be snoozed when acknowledged; its page can be, by the holder', async () => {
    const s = await opened();
    await s.user.click(s.sheet.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    const [ofPage, ofAlert] = s.sheet.getAllByRole('button', { name: 'Snooze' });
    expect(ofAlert).toHaveAccessibleDescription('Acknowledged: whoever has its page snoozes that.');
    await s.user.click(ofPage as HTMLElement);
    await s.user.click(await screen.findByRole('menuitem', { name: 'Until 08:00' }));
    await s.settle();
    expect(s.sheet.getByText(/^Snoozed until/u)).toHaveTextContent(/08:00$/u);
    expect(s.sheet.getByText('Acknowledged by')).toBeVisible();
    await s.jump(24 * 60 * 60_000);
    await s.settle();
    expect(s.sheet.queryByText(/^Snoozed until/u)).toBeNull();
    expect(s.sheet.queryByText('Acknowledged by')).toBeNull();
  });

  it('is snoozed after its sheet was closed offline, with a notice', async () => {
    const s = await opened();
    await s.network(false);
    await s.user.click(s.sheet.getByRole('button', { name: 'Snooze' }));
    await s.user.click(await screen.findByRole('menuitem', { name: '15 minutes' }));
    await s.settle();
    await s.user.click(s.sheet.getByRole('button', { name: 'Close' }));
    await s.settle();
    expect(screen.queryByRole('dialog', { name: 'Search is down' })).toBeNull();
    expect(screen.queryByText('Snoozed')).toBeNull();
    await s.network(true);
    await s.settle();
    expect(await screen.findByText('Snoozed')).toBeVisible();
  });

  it('is resolved, and offers no further action', async () => {
    const s = await opened();
    await s.user.click(s.sheet.getByRole('button', { name: 'Resolve' }));
    await s.settle();
    expect(s.sheet.getByText('Resolved')).toBeVisible();
    expect(s.sheet.queryByRole('button', { name: 'Resolve' })).toBeNull();
  });

  it('leads to declaring an incident', async () => {
    const s = await opened();
    await s.user.click(s.sheet.getByRole('link', { name: 'Declare incident' }));
    expect(s.path()).toMatch(/^\/declare\?alert=\w+$/);
  });

  it('shows a queued answer in its sheet', async () => {
    const s = await opened();
    await s.network(false);
    await s.user.click(s.sheet.getByRole('button', { name: 'Resolve' }));
    await s.settle();
    expect(s.sheet.getByText('Resolve waits for the connection')).toBeVisible();
    await s.network(true);
    await s.settle();
    expect(s.sheet.queryByText('Resolve waits for the connection')).toBeNull();
    expect(s.sheet.getByText('Resolved')).toBeVisible();
  });

  it('reports the result of a command after its sheet was closed', async () => {
    const s = await opened();
    await s.network(false);
    await s.user.click(s.sheet.getByRole('button', { name: 'Acknowledge' }));
    await s.settle();
    await s.user.keyboard('{Escape}');
    await s.settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/It is assigned to you/)).toBeNull();
    await s.network(true);
    await s.settle();
    expect(await screen.findByText(/It is assigned to you/)).toBeVisible();
  });

  it('can be read by a viewer, with the reasons for disabled actions', async () => {
    const s = await opened('Vera');
    expect(s.sheet.getByRole('button', { name: 'Acknowledge' })).toHaveAccessibleDescription(
      'Only responders may acknowledge. You are a viewer.',
    );
    expect(s.sheet.getByRole('button', { name: 'Resolve' })).toHaveAccessibleDescription(
      'Only responders may change alerts. You are a viewer.',
    );
    expect(s.sheet.getByRole('button', { name: 'Declare incident' })).toHaveAccessibleDescription(
      'Only responders may declare incidents. You are a viewer.',
    );
    await s.user.click(s.sheet.getByRole('button', { name: 'Resolve' }));
    await s.settle();
    expect(s.sheet.queryByText('Resolved')).toBeNull();
  });

  it.each(['gone', 'a%2Fb', '..', '__x__'])('shows “no such alert” for the id %s', async (id) => {
    await alerts({ path: `/alerts?alert=${id}` });
    expect(screen.getByText('There is no such alert')).toBeVisible();
  });
});

describe('an alert storm', () => {
  const storm = async (s: AppStage, count: number) => {
    for (let n = 0; n < count; n++) await s.fire(complaint({ summary: `Disk ${n} is full` }));
    await s.advance(5_000);
    await s.settle();
  };

  it('shows an open alert older than a hundred ended ones', async () => {
    const s = await alerts();
    await s.fire(complaint({ summary: 'Search is down' }));
    await addAlerts(s, [0, 100], () => ({ status: 'resolved', resolvedAt: s.server.clock.now() }));
    expect(titles()).toEqual(['Search is down']);
  });

  it('leads from one of its alerts to all alerts of the page', async () => {
    const s = await alerts();
    await s.fire(complaint({ summary: 'Of another page', severity: 'info' }));
    await storm(s, 3);
    await s.user.click(rows()[0] as HTMLElement);
    await s.settle();
    await s.user.click(await screen.findByRole('link', { name: 'for 3 alerts' }));
    await s.settle();
    expect(screen.getByText('Alerts of the page “Disk 0 is full and 2 more”')).toBeVisible();
    expect(rows()).toHaveLength(3);
    await s.user.click(screen.getByRole('button', { name: 'Show all alerts' }));
    await s.settle();
    expect(rows()).toHaveLength(4);
  });

  it('marks a flapping alert, with the number of its openings', async () => {
    const s = await alerts();
    for (let n = 0; n < 6; n++) {
      await s.fire(complaint({ summary: 'Search is down' }));
      await s.advance(20_000);
      await s.fire(complaint({ summary: 'Search is down', action: 'resolve' }));
    }
    await s.fire(complaint({ summary: 'Search is down' }));
    expect(rows()[0]).toHaveTextContent('Flapping: 7 times in 2 min');
  });
});
