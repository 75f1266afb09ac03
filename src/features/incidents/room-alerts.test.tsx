/** Alerts join and leave an incident from its room. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call, declare } from '#tests/app/incident.ts';
import { addAlerts } from '#tests/app/many-alerts.ts';
import { button, timeline } from '#tests/app/room.tsx';
import { complaint, seedTeamWithSenders } from '#tests/app/senders.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { RoomScreen } from './room-screen.tsx';

const field = () => within(dialog()).getByRole('combobox', { name: 'Alerts' });
const panel = () => screen.getByRole('region', { name: 'Alerts' });
const dialog = () => screen.getByRole('dialog', { name: 'Link alerts to #1' });
const linked = () =>
  within(panel())
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

/** Lin's room, and alerts that belong nowhere. */
async function opened(changes: Parameters<typeof declare>[2] = {}, as: 'Lin' | 'Sam' = 'Lin') {
  const s = await stage({ as, seed: seedTeamWithSenders, screen: <RoomScreen number={1} /> });
  const { incidentId } = await declare(s, as === 'Lin' ? s : await s.person('Lin'), changes);
  for (const summary of ['Search is down', 'Search is slow']) {
    await s.fire(complaint({ summary }));
    // Alerts are listed by their beginning.
    await s.advance(1_000);
  }
  await arrive(s);
  return { s, incidentId };
}

async function choose({ user, settle }: AppStage, ...summaries: readonly string[]) {
  await user.click(field());
  for (const summary of summaries)
    await user.click(await screen.findByRole('option', { name: new RegExp(summary) }));
  // Closes the list of options.
  await user.keyboard('{Escape}');
  await settle();
}

const alertId = async ({ server }: AppStage, summary: string) =>
  (await server.docs.find(query(collectionPaths.alerts(teamId)))).find(
    ({ data }) => data?.['summary'] === summary,
  )?.id ?? '';

/** Alerts on the server, while a dialog hides the panel. */
const belonging = async ({ server }: AppStage, incidentId: string) =>
  (await server.docs.find(query(collectionPaths.alerts(teamId)))).flatMap(({ data }) =>
    data?.['incidentId'] === incidentId ? [data['summary']] : [],
  );

describe('alerts', () => {
  test('are linked from the room with a timeline event, and unlinked with Undo', async () => {
    const { s } = await opened();
    await s.user.click(button('Link alerts'));
    await choose(s, 'Search is down', 'Search is slow');
    await s.user.click(within(dialog()).getByRole('button', { name: 'Link' }));
    await arrive(s);
    expect(linked()).toEqual(['Search is down', 'Search is slow']);
    expect(timeline()).toHaveTextContent('Search is down');
    expect(screen.queryByRole('dialog', { name: 'Link alerts to #1' })).toBeNull();
    await s.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(s);
    expect(linked()).toEqual([]);
  });

  test('are unlinked in one press, and return with Undo', async () => {
    const { s, incidentId } = await opened();
    await call(s, 'linkAlert', { alertId: await alertId(s, 'Search is down'), incidentId });
    await arrive(s);
    await s.user.click(within(panel()).getByRole('button', { name: 'Unlink alert' }));
    await arrive(s);
    expect(linked()).toEqual([]);
    expect(panel()).toHaveTextContent('No alert is linked to this incident.');
    await s.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await arrive(s);
    expect(linked()).toEqual(['Search is down']);
  });

  test('are offered only while open and without an incident', async () => {
    const { s } = await opened();
    await declare(s, s, { title: 'Another', alertId: await alertId(s, 'Search is down') });
    await s.fire(complaint({ summary: 'Search is slow', action: 'resolve' }));
    await s.user.click(button('Link alerts'));
    expect(within(dialog()).getByText(/Every open alert is in an incident already/)).toBeVisible();
    await s.user.click(within(dialog()).getByRole('button', { name: 'Link' }));
    expect(within(dialog()).getByText('Choose at least one alert.')).toBeVisible();
  });

  test('are searched in all open ones, and chosen ones stay during another search', async () => {
    const { s, incidentId } = await opened();
    await addAlerts(s, [0, 500], (index) => (index === 3 ? { summary: 'The cellar is wet' } : {}));
    await s.user.click(button('Link alerts'));
    expect(dialog()).toHaveTextContent('Looked through 200 of 502 active alerts, newest first.');
    await s.user.type(field(), 'cellar');
    expect(await screen.findByText('Looked through all 502 active alerts.')).toBeVisible();
    await s.user.click(await screen.findByRole('option', { name: /^The cellar is wet/ }));
    await choose(s, 'Disk 450 is full');
    await s.user.click(within(dialog()).getByRole('button', { name: 'Link' }));
    await arrive(s);
    expect(await belonging(s, incidentId)).toEqual(['The cellar is wet', 'Disk 450 is full']);
  });

  test('that are rejected stay chosen, with the reason', async () => {
    const { s, incidentId } = await opened();
    await s.user.click(button('Link alerts'));
    await choose(s, 'Search is down', 'Search is slow');
    await s.client.control.inject({
      kind: 'refuse',
      service: 'functions',
      operation: 'call:linkAlert',
      code: 'permission-denied',
    });
    await s.user.click(within(dialog()).getByRole('button', { name: 'Link' }));
    await arrive(s);
    expect(await belonging(s, incidentId)).toEqual(['Search is slow']);
    expect(within(dialog()).getByRole('alert')).toHaveTextContent('You may not do this.');
    await s.user.click(within(dialog()).getByRole('button', { name: 'Link' }));
    await arrive(s);
    expect(linked()).toEqual(['Search is down', 'Search is slow']);
  });

  test('wait for the connection, as shown in the panel', async () => {
    const { s } = await opened();
    await s.user.click(button('Link alerts'));
    await choose(s, 'Search is down');
    await s.network(false);
    await s.user.click(within(dialog()).getByRole('button', { name: 'Link' }));
    await arrive(s);
    expect(panel()).toHaveTextContent('1 alert Queued');
    await s.network(true);
    await arrive(s);
    expect(linked()).toEqual(['Search is down']);
  });

  test('of a private incident are linked and unlinked with a notice of the people who will see them', async () => {
    const { s } = await opened({ private: true });
    await s.user.click(button('Link alerts'));
    expect(dialog()).toHaveTextContent('Only people in #1 will see the alerts that you link.');
    await choose(s, 'Search is down');
    await s.user.click(within(dialog()).getByRole('button', { name: 'Link' }));
    await arrive(s);
    await s.user.click(within(panel()).getByRole('button', { name: 'Unlink alert' }));
    await arrive(s);
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Everyone in the team will see this alert again.',
    );
    await s.user.click(button('Unlink'));
    await arrive(s);
    expect(linked()).toEqual([]);
  });

  test('of a closed incident can’t be changed, with the reason in the panel', async () => {
    const { s, incidentId } = await opened({ severity: 'SEV3' });
    for (const to of ['resolved', 'closed'] as const)
      await call(s, 'transitionIncident', { incidentId, to, note: '' });
    await arrive(s);
    expect(button('Link alerts')).toHaveAccessibleDescription(
      'This incident is closed and can’t be changed.',
    );
  });
});
