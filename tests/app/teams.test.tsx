/** Person in two teams: the address decides which one is shown. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { keepLastTeam } from '#src/app/last-team.ts';
import { documentPaths } from '#api/paths.ts';
import { focusWithin } from './focus.ts';
import { arrive, call, declare } from './incident.ts';
import { secondTeam, seedTwoTeams, teamId } from './small-team.ts';
import { type AppStage, stage, type StageOptions } from './stage.tsx';

const app = (path = '/', as: StageOptions['as'] = 'Ada') => stage({ as, path, seed: seedTwoTeams });
const rail = () => screen.getByRole('navigation', { name: 'Main' });
const main = () => screen.getByRole('main');

async function pagedInFirstTeam(s: AppStage) {
  const sam = await s.person('Sam');
  const { pageIds } = await declare(s, sam, { page: [{ kind: 'people', userIds: ['ada'] }] });
  return { pageId: pageIds[0] ?? '', sam };
}

async function openMenu(s: AppStage) {
  await s.user.click(within(rail()).getByRole('button', { name: 'Ada Moreno' }));
  return screen.findByRole('menu');
}

test('a member of two teams opens the second by its address and switches', async () => {
  const s = await app(`/t/${secondTeam.id}/`);
  expect(await screen.findByRole('heading', { level: 1, name: /Southwind/ })).toBeInTheDocument();
  const menu = await openMenu(s);
  const south = within(menu).getByRole('menuitemcheckbox', { name: 'Southwind' });
  expect(south).toHaveAttribute('aria-checked', 'true');
  await s.user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Northwind' }));
  await s.settle();
  expect(s.path()).toBe('/t/demo/');
  expect(await screen.findByRole('heading', { level: 1, name: /Northwind/ })).toBeInTheDocument();
});

describe('the team switcher', () => {
  test('is hidden for a member of one team', async () => {
    const s = await stage({ as: 'Ada' });
    const menu = await openMenu(s);
    expect(within(menu).queryByText('Northwind')).toBeNull();
  });

  test('works by keyboard', async () => {
    const s = await app('/t/demo/alerts');
    within(rail()).getByRole('button', { name: 'Ada Moreno' }).focus();
    await s.user.keyboard('{Enter}');
    const menu = await screen.findByRole('menu');
    await focusWithin(menu);
    await s.user.keyboard('sou');
    await waitFor(() =>
      expect(within(menu).getByRole('menuitemcheckbox', { name: 'Southwind' })).toHaveFocus(),
    );
    await s.user.keyboard('{Enter}');
    await s.settle();
    expect(s.path()).toBe('/t/south/');
    await waitFor(() => expect(main()).toHaveFocus());
  });

  test('is in the palette with the current team marked', async () => {
    const s = await app('/t/demo/alerts');
    await s.user.keyboard('{Control>}k{/Control}');
    await s.user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'wind');
    expect(screen.getByRole('option', { name: /Northwind.*current/i })).toBeVisible();
    expect(screen.getByRole('option', { name: /Southwind/ })).not.toHaveTextContent(/current/i);
    await s.user.click(screen.getByRole('option', { name: /Southwind/ }));
    await s.settle();
    expect(s.path()).toBe('/t/south/');
  });

  test('shows no data of the previous team', async () => {
    const s = await app('/t/demo/incidents');
    await declare(s, s, { title: 'Checkout is down' });
    await arrive(s);
    expect(within(main()).getByText(/Checkout is down/)).toBeVisible();
    await s.go('/t/south/incidents');
    expect(screen.queryByText(/Checkout is down/)).toBeNull();
    await s.go('/t/south/incidents/1');
    expect(screen.queryByText(/Checkout is down/)).toBeNull();
  });
});

describe('an address without a team', () => {
  test('keeps path and query in the first team', async () => {
    const s = await app('/alerts?show=all&q=slow');
    expect(s.path()).toBe('/t/demo/alerts?show=all&q=slow');
  });

  test('keeps mounted elements of the screen', async () => {
    const s = await app('/t/demo/alerts');
    const link = within(rail()).getByRole('link', { name: 'Home' });
    await s.go('/oncall');
    expect(s.path()).toBe('/t/demo/oncall');
    expect(link).toBeInTheDocument();
  });

  test('opens the last used team of the browser', async () => {
    const s = await app('/t/south/');
    await s.go('/incidents/41');
    expect(s.path()).toBe('/t/south/incidents/41');
  });

  test('does not open a team that the user has left', async () => {
    const s = await app('/signin', null);
    keepLastTeam('ada', 'gone');
    await s.user.click(await screen.findByRole('button', { name: /Ada Moreno/ }));
    await s.settle();
    expect(s.path()).toBe('/t/demo/');
  });

  test('stays for personal screens, whose links lead back into the team', async () => {
    const s = await app('/t/south/');
    await s.user.keyboard('gm');
    expect(s.path()).toBe('/me');
    expect(within(rail()).getByRole('link', { current: 'page' })).toHaveAccessibleName('Me');
    expect(document.title).toBe('Me · Muster');
    await s.user.click(within(rail()).getByRole('link', { name: 'Alerts' }));
    expect(s.path()).toBe('/t/south/alerts');
  });
});

describe('a page of another team than the open one', () => {
  test('shows its alarm with the team’s name and is acknowledged in its own team', async () => {
    const s = await app('/t/south/alerts');
    const { pageId } = await pagedInFirstTeam(s);
    await arrive(s);
    const alarm = await screen.findByRole('alertdialog');
    expect(alarm).toHaveAccessibleDescription(/Northwind/);
    await s.user.click(within(alarm).getByRole('button', { name: /Acknowledge/ }));
    await arrive(s);
    expect(s.path()).toBe('/t/demo/incidents/1');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const page = await s.server.docs.get(documentPaths.page(teamId, pageId));
    expect(page.data).toMatchObject({ status: 'acknowledged' });
  });
});

test('links of a screen contain the team', async () => {
  await app('/t/south/');
  expect(within(rail()).getByRole('link', { name: 'Alerts' })).toHaveAttribute('href', '/t/south/alerts');
  expect(within(rail()).getByRole('link', { name: 'Me' })).toHaveAttribute('href', '/me');
});

describe('an address of a team without membership', () => {
  test.each(['south', 'no-such-team'])(
    'shows the same message for %s and links to the user’s own team',
    async (other) => {
      const s = await app(`/t/${other}/incidents/1`, 'Lin');
      expect(screen.getByRole('alert')).toHaveTextContent('You are in no team at this address');
      expect(main()).not.toHaveTextContent(other);
      await s.user.click(screen.getByRole('link', { name: 'Open my team' }));
      await s.settle();
      expect(s.path()).toBe('/t/demo/');
    },
  );

  test('is not opened by the next user who signs in', async () => {
    const s = await app('/t/south/alerts');
    const menu = await openMenu(s);
    await s.user.click(within(menu).getByRole('menuitem', { name: 'Sign out' }));
    await s.settle();
    await s.user.click(await screen.findByRole('button', { name: /Lin/ }));
    await s.settle();
    expect(s.path()).toBe('/t/demo/alerts');
  });
});

test('a team that is no longer accessible is replaced by the other team', async () => {
  const path = documentPaths.member(secondTeam.id, 'ada');
  const s = await stage({
    as: 'Ada',
    path: '/t/south/',
    seed: async (server) => {
      await seedTwoTeams(server);
      await server.docs.batch([{ type: 'delete', path }]);
    },
  });
  await s.user.click(screen.getByRole('link', { name: 'Open another team' }));
  await s.settle();
  expect(s.path()).toBe('/t/demo/');
});

describe('a pushed message', () => {
  test('opens its own team when it is clicked', async () => {
    const s = await app('/t/south/alerts');
    const { pageId } = await pagedInFirstTeam(s);
    const data = { kind: 'page', pageId, teamId };
    const notification = { title: '', body: '', link: `/t/demo/?page=${pageId}` };
    s.browser.click({ action: null, message: { id: 'm', data, notification, sentAt: 0 } });
    await arrive(s);
    expect(s.path()).toBe(`/t/demo/?page=${pageId}`);
  });

  test('opens its own team also with a link without a team', async () => {
    const s = await app('/t/south/alerts');
    const { pageId } = await pagedInFirstTeam(s);
    const data = { kind: 'page', pageId, teamId };
    const notification = { title: '', body: '', link: `/?page=${pageId}` };
    s.browser.click({ action: null, message: { id: 'm', data, notification, sentAt: 0 } });
    await arrive(s);
    expect(s.path()).toBe(`/t/demo/?page=${pageId}`);
  });

  test('acknowledges in its own team and opens the room there', async () => {
    const s = await app('/t/south/alerts');
    const { pageId } = await pagedInFirstTeam(s);
    const data = { kind: 'page', pageId, teamId };
    const notification = { title: '', body: '', link: `/t/demo/?page=${pageId}` };
    s.browser.click({ action: 'acknowledge', message: { id: 'm', data, notification, sentAt: 0 } });
    await arrive(s);
    expect(s.path()).toBe('/t/demo/incidents/1');
    const page = await s.server.docs.get(documentPaths.page(teamId, pageId));
    expect(page.data).toMatchObject({ status: 'acknowledged' });
  });

  test('contains its team in its link', async () => {
    const s = await stage({ as: 'Sam', path: '/me' });
    await s.user.click(screen.getByRole('button', { name: 'Enable here' }));
    await s.settle();
    s.browser.setVisible(false);
    const lin = await s.person('Lin');
    const { incidentId } = await declare(s, lin);
    const whom = { kind: 'people', userIds: ['sam'] } as const;
    await call(lin, 'page', { incidentId, whom: { ...whom, userIds: [...whom.userIds] }, summary: 'Come' });
    await s.settle();
    expect(s.browser.shown.map(({ notification }) => notification?.link)).toEqual([
      expect.stringMatching(/^\/t\/demo\/\?page=/),
    ]);
  });
});
