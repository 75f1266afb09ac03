/** A person who is removed from a team, or whose role changes, while its screens are open. */
import { act, screen, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { connect } from '#fakes/client/client.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call, declare } from './incident.ts';
import { seedTwoTeams, teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

const heading = 'You are no longer in this team';
const rail = () => screen.queryByRole('navigation', { name: 'Main' });

async function remove(s: AppStage, userId: string, replacementId: string | null = null) {
  const ada = await s.person('Ada');
  await act(() => call(ada, 'removeMember', { userId, replacementId }));
  await s.settle();
}

/** Cached data of the team in this browser. */
const cached = async ({ client }: AppStage) => {
  const { docs } = await client.docs.find(query(collectionPaths.members(teamId)), { source: 'cache' });
  return docs.length;
};

describe('a removed member', () => {
  test('leaves the team’s screens at once, and the browser’s data of the team is erased', async () => {
    const s = await stage({ as: 'Sam', path: '/t/demo/incidents' });
    const { incidentId } = await declare(s, s, { title: 'Checkout is down' });
    await arrive(s);
    localStorage.setItem(`muster.draft.sam.${teamId}.comment.${incidentId}`, 'half a sentence');
    localStorage.setItem('muster.draft.sam.south.comment.other', 'of another team');
    localStorage.setItem(`muster.seen.sam.${teamId}`, JSON.stringify([[incidentId, 1, 1, 'entry']]));
    expect(await cached(s)).toBe(4);
    await remove(s, 'sam', 'lin');
    expect(screen.getByRole('heading', { name: heading })).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('Checkout is down');
    expect(rail()).toBeNull();
    expect(await cached(s)).toBe(0);
    expect(localStorage.getItem(`muster.draft.sam.${teamId}.comment.${incidentId}`)).toBeNull();
    expect(localStorage.getItem(`muster.seen.sam.${teamId}`)).toBeNull();
    expect(localStorage.getItem('muster.draft.sam.south.comment.other')).toBe('of another team');
    await s.user.click(screen.getByRole('button', { name: 'Go on to Muster' }));
    await s.settle();
    expect(s.path()).toBe('/');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Welcome/);
  });

  test('can continue in another team', async () => {
    const s = await stage({ as: 'Vera', path: '/t/demo/', seed: seedTwoTeams });
    await remove(s, 'vera');
    await s.user.click(screen.getByRole('button', { name: 'Go on to Muster' }));
    await s.settle();
    expect(s.path()).toBe('/t/south/');
  });

  test('keeps the screens of another team, and data of the left team is erased at the next start', async () => {
    const s = await stage({ as: 'Vera', path: '/t/south/alerts', seed: seedTwoTeams });
    await s.go('/t/demo/alerts');
    await s.go('/t/south/alerts');
    await remove(s, 'vera');
    expect(screen.queryByRole('heading', { name: heading })).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Alerts' })).toBeInTheDocument();
    expect(s.runtime.outbox.getItem('muster.left-teams.vera')).toBe('["demo"]');
  });

  test('keeps the screens of another team, and data of the left team is erased when no tab needs it', async () => {
    const s = await stage({ as: 'Vera', path: '/t/demo/alerts', seed: seedTwoTeams });
    await s.go('/t/south/alerts');
    const other = connect(s.cloud, { stores: s.stores });
    onTestFinished(() => other.dispose());
    await other.auth.ready();
    const end = other.docs.watch(documentPaths.team('south'), {
      next: () => undefined,
      error: () => undefined,
    });
    await remove(s, 'vera');
    const noted = () => s.runtime.outbox.getItem('muster.left-teams.vera');
    const leave = async () => {
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await s.advance(3_000);
      await arrive(s);
    };
    await leave();
    expect(await screen.findByRole('heading', { level: 1, name: 'Alerts' })).toBeInTheDocument();
    expect(noted()).toBe('["demo"]');
    expect(await cached(s)).toBeGreaterThan(0);
    end();
    await leave();
    await screen.findByRole('heading', { level: 1, name: 'Alerts' });
    expect(noted()).toBeNull();
    expect(await cached(s)).toBe(0);
    expect(await screen.findByRole('heading', { level: 1, name: 'Alerts' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: heading })).toBeNull();
  });

  test('leaves the team in every open tab, and the last tab erases its data', async () => {
    const s = await stage({ as: 'Sam', path: '/t/demo/alerts' });
    const other = connect(s.cloud, { stores: s.stores });
    onTestFinished(() => other.dispose());
    await other.auth.ready();
    const path = documentPaths.member(teamId, 'sam');
    // The other tab closes its queries when it is refused, as its screens do.
    let refused = false;
    const end = other.docs.watch(path, {
      next: () => undefined,
      error: () => {
        refused = true;
      },
    });
    await remove(s, 'sam', 'lin');
    await s.advance(3_000);
    expect(refused).toBe(true);
    end();
    expect(screen.getByRole('heading', { name: heading })).toBeInTheDocument();
    expect(s.runtime.outbox.getItem('muster.left-teams.sam')).toBeNull();
    expect(await cached(s)).toBe(0);
  });

  test('has data of the team erased at the next start, before a screen is shown', async () => {
    const s = await stage({
      as: 'Vera',
      seed: seedTwoTeams,
      outbox: { 'muster.left-teams.vera': '["gone"]', 'muster.known-teams.vera': '["demo","south"]' },
    });
    expect(rail()).not.toBeNull();
    expect(s.runtime.outbox.getItem('muster.left-teams.vera')).toBeNull();
  });

  test('is denied every read, write and call', async () => {
    const s = await stage({ as: 'Sam' });
    const { incidentId } = await declare(s, s);
    await remove(s, 'sam', 'lin');
    const { docs, functions } = s.client;
    for (const path of [documentPaths.team(teamId), documentPaths.incident(teamId, incidentId)])
      await expect(docs.get(path, { source: 'server' })).rejects.toMatchObject({ code: 'permission-denied' });
    const task = documentPaths.task(teamId, incidentId, 'x');
    await expect(docs.write({ type: 'delete', path: task })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    const calling = functions.call('joinIncident', { teamId, commandId: 'c', incidentId });
    await expect(calling).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

test('a changed role changes the permissions of open screens at once', async () => {
  const s = await stage({ as: 'Sam', path: '/t/demo/runbooks' });
  const add = () => within(screen.getByRole('main')).getByRole('button', { name: 'New runbook' });
  expect(add()).toHaveAttribute('aria-disabled', 'true');
  const ada = await s.person('Ada');
  await act(() => call(ada, 'setMemberRole', { userId: 'sam', role: 'admin', replacementId: null }));
  await s.settle();
  expect(add()).not.toHaveAttribute('aria-disabled');
  await act(() => call(ada, 'setMemberRole', { userId: 'sam', role: 'viewer', replacementId: 'lin' }));
  await s.settle();
  expect(add()).toHaveAttribute('aria-disabled', 'true');
});

test('entries of a removed member keep the name, marked as left', async () => {
  const s = await stage({ as: 'Lin', path: '/t/demo/incidents' });
  const sam = await s.person('Sam');
  await declare(s, sam, { title: 'Checkout is down' });
  await arrive(s);
  await s.go('/t/demo/incidents/1');
  await arrive(s);
  const timeline = await screen.findByRole('region', { name: 'Timeline of #1' });
  expect(timeline).toHaveTextContent('Sam Osei declared this incident');
  await remove(s, 'sam', 'lin');
  await arrive(s);
  expect(timeline).toHaveTextContent('Sam Osei (left) declared this incident');
});
