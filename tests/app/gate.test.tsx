import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { returnPath, signInFor } from '#src/app/session-gate.tsx';
import { documentPaths } from '#api/paths.ts';
import type { WriteData } from '#ports/docs/values.ts';
import { seedSmallTeam, teamId } from './small-team.ts';
import { stage } from './stage.tsx';

describe('the session gate', () => {
  it('redirects a signed-out user to sign-in with the return address', async () => {
    const { path } = await stage({ path: '/incidents?status=live' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(path()).toBe('/signin?to=%2Fincidents%3Fstatus%3Dlive');
  });

  it('lets a member of a team open the requested screen', async () => {
    const { path } = await stage({ as: 'Ada', path: '/oncall' });
    expect(await screen.findByRole('heading', { level: 1, name: 'On call' })).toBeVisible();
    expect(path()).toBe('/t/demo/oncall');
  });

  it('redirects a personal screen’s address below a team to the screen', async () => {
    const { path } = await stage({ as: 'Ada', path: '/t/demo/me?from=mail' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Moreno' })).toBeVisible();
    expect(path()).toBe('/me?from=mail');
  });

  it('opens the requested screen after sign-in', async () => {
    const { user, path } = await stage({ path: '/alerts?status=open' });
    await user.click(await screen.findByRole('button', { name: /Ada Moreno/ }));
    await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(path()).toBe('/t/demo/alerts?status=open');
  });

  it('welcomes a user without a team', async () => {
    await stage({ as: 'Noor' });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/welcome|team/i);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('handles an email link for another account action while a user is signed in', async () => {
    const { client, go, user, path } = await stage({ as: 'Ada' });
    await client.auth.mail.sendVerification();
    const [mail] = await client.control.inbox();
    const link = new URL(mail?.action ?? '');
    await go(`${link.pathname}${link.search}`);
    await user.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    expect(await screen.findByText(/Your account is up to date/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on to Muster' }));
    await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(path()).toBe('/t/demo/');
  });

  it('tells a user whose account id can’t be stored to sign in another way', async () => {
    const { server, client, settle, go, user, path } = await stage();
    const token = await server.users.customToken('ann@example.com');
    await client.auth.signIn({ kind: 'custom-token', token });
    await settle();
    await go('/');
    expect(await screen.findByRole('alert')).toHaveTextContent('The id of this account');
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await settle();
    expect(path()).toBe('/signin');
  });

  it('says that access to the team is denied, and opens the team after a retry', async () => {
    const record = documentPaths.member(teamId, 'ada');
    let ada: WriteData = {};
    const { server, settle, user, path } = await stage({
      as: 'Ada',
      seed: async (cloud) => {
        await seedSmallTeam(cloud);
        ada = (await cloud.docs.get(record)).data ?? {};
        await cloud.docs.batch([{ type: 'delete', path: record }]);
      },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('you may have been removed from the team');
    await server.docs.batch([{ type: 'set', path: record, data: ada }]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await server.docs.batch([{ type: 'delete', path: record }]);
    await settle();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await settle();
    expect(path()).toMatch(/^\/signin/);
  });

  it('says that the member record is unreadable, and opens the team when it becomes readable', async () => {
    const record = documentPaths.member(teamId, 'ada');
    let ada: WriteData = {};
    const { advance, server, settle } = await stage({
      as: 'Ada',
      seed: async (cloud) => {
        await seedSmallTeam(cloud);
        ada = (await cloud.docs.get(record)).data ?? {};
        // Record as another version of Muster may have written it.
        await cloud.docs.batch([{ type: 'set', path: record, data: { role: 'owner' } }]);
      },
    });
    expect(screen.queryByText('Your team did not load')).toBeNull();
    await advance(10_000);
    expect(screen.getByRole('alert')).toHaveTextContent('The backend has not sent your record');
    await server.docs.batch([{ type: 'set', path: record, data: ada }]);
    await settle();
    await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('does not treat a user as teamless while offline, and opens the team when the connection is back', async () => {
    const { advance, network } = await stage({
      as: 'Ada',
      backend: (client) => {
        client.control.setNetwork(false);
        return client;
      },
    });
    await advance(10_000);
    expect(screen.queryByRole('heading', { name: /^Welcome/ })).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('There is no connection to the backend');
    await network(true);
    await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('removes the team’s screens on sign-out', async () => {
    const { user, path } = await stage({ as: 'Ada' });
    await user.click(screen.getByRole('button', { name: 'Ada Moreno' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(path()).toBe('/signin');
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });
});

describe('the return address', () => {
  it.each([
    ['/incidents', '/incidents'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/signin?to=/x', '/'],
    ['', '/'],
  ])('%s leads to %s', (to, expected) => {
    expect(returnPath(new URLSearchParams({ to }).toString())).toBe(expected);
  });

  it('is omitted for home', () => {
    expect(signInFor('/', '')).toBe('/signin');
    expect(signInFor('/', 'page=p1')).toBe('/signin?to=%2F%3Fpage%3Dp1');
  });
});
