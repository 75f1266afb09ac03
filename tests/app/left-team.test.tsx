/** A person who is removed from a team, or whose role changes, while its screens are open. */
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
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

/** What this browser still has of the team. */
const cached = async ({ client }: AppStage) => {
  const { docs } = await client.docs.find(query(collectionPaths.members(teamId)), { source: 'cache' });
  return docs.length;
};

describe('who is removed', () => {
  test('leaves the team’s screens at once, and this browser keeps nothing of it', async () => {
    const s = await stage({ as: 'Sam', path: '/t/demo/incidents' });
    const { incidentId } = await declare(s, s, { title: 'Checkout is down' });
    await arrive(s);
    localStorage.setItem(`muster.draft.sam.${teamId}.comment.${incidentId}`, 'half a sentence');
    localStorage.setItem('muster.draft.sam.south.comment.other', 'of another team');
    expect(await cached(s)).toBe(4);
    await remove(s, 'sam', 'lin');
    expect(screen.getByRole('heading', { name: heading })).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('Checkout is down');
    expect(rail()).toBeNull();
    expect(await cached(s)).toBe(0);
    expect(localStorage.getItem(`muster.draft.sam.${teamId}.comment.${incidentId}`)).toBeNull();
    expect(localStorage.getItem('muster.draft.sam.south.comment.other')).toBe('of another team');
    await s.user.click(screen.getByRole('button', { name: 'Go on to Muster' }));
    await s.settle();
    expect(s.path()).toBe('/');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Welcome/);
  });

  test('goes on in another team', async () => {
    const s = await stage({ as: 'Vera', path: '/t/demo/', seed: seedTwoTeams });
    await remove(s, 'vera');
    await s.user.click(screen.getByRole('button', { name: 'Go on to Muster' }));
    await s.settle();
    expect(s.path()).toBe('/t/south/');
  });

  test('keeps the screens of another team, and what is kept of the first is erased when Muster is next opened', async () => {
    const s = await stage({ as: 'Vera', path: '/t/south/alerts', seed: seedTwoTeams });
    await s.go('/t/demo/alerts');
    await s.go('/t/south/alerts');
    await remove(s, 'vera');
    expect(screen.queryByRole('heading', { name: heading })).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Alerts' })).toBeInTheDocument();
    expect(s.runtime.outbox.getItem('muster.left-teams.vera')).toBe('["demo"]');
  });

  test('was removed while Muster was closed: it is erased before anything is shown', async () => {
    const s = await stage({
      as: 'Vera',
      seed: seedTwoTeams,
      outbox: { 'muster.left-teams.vera': '["gone"]', 'muster.known-teams.vera': '["demo","south"]' },
    });
    expect(rail()).not.toBeNull();
    expect(s.runtime.outbox.getItem('muster.left-teams.vera')).toBeNull();
  });

  test('is refused every read, write and call from then on', async () => {
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

test('a changed role changes what open screens let a person do, at once', async () => {
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
