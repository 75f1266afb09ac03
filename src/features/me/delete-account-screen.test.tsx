import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { declare } from '#tests/app/incident.ts';
import { credentialOf, type PersonName, seedSmallTeam, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const open = (as: StageOptions['as'] = 'Sam', more: Partial<StageOptions> = {}) =>
  stage({ as, path: '/account/delete', seed: seedRealTeam, ...more });

/** Team that is no demonstration, whose people stay in it. */
async function seedRealTeam(server: AppStage['server']) {
  await seedSmallTeam(server);
  const changes = { demonstration: false };
  await server.docs.batch([{ type: 'update', path: documentPaths.team(teamId), changes }]);
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const confirmation = () => screen.getByRole('textbox', { name: /^Type “/ });
const isMember = async (s: AppStage, id: string) =>
  (await s.server.docs.get(documentPaths.member(teamId, id))).data !== null;
const account = (s: AppStage, id: string) => s.server.users.get(id);
const addressOf = (name: PersonName) => credentialOf(name).email;

async function confirm(s: AppStage, name: PersonName) {
  await s.user.type(confirmation(), addressOf(name));
  await s.user.click(button('Delete account'));
  await s.settle();
}

describe('a deleted account', () => {
  test('needs its typed address, and the browser is signed out', async () => {
    const s = await stage({ as: 'Vera', path: '/me', seed: seedRealTeam });
    expect(localStorage.getItem('muster.team.vera')).toBe(teamId);
    await s.go('/account/delete');
    expect(screen.getByText('Nothing has to be handed over.')).toBeVisible();
    expect(button('Delete account')).toHaveAccessibleDescription(/^Type “vera@northwind.example” first/);
    await s.user.click(button('Delete account'));
    expect(await isMember(s, 'vera')).toBe(true);
    await confirm(s, 'Vera');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your account is deleted');
    expect(screen.getByText(/This browser has erased what it kept/)).toBeVisible();
    expect([await account(s, 'vera'), await isMember(s, 'vera')]).toEqual([null, false]);
    expect(s.client.auth.currentUser()).toBeNull();
    const kept = [
      localStorage.getItem('muster.team.vera'),
      s.runtime.outbox.getItem('muster.known-teams.vera'),
    ];
    expect(kept).toEqual([null, null]);
    await s.user.click(button('Go to sign-in'));
    expect(s.path()).toBe('/signin');
  });

  test('hands over the person’s holdings to the chosen members', async () => {
    const s = await open();
    const { incidentId, number } = await declare(s, await s.person('Sam'));
    await s.go('/me');
    await s.user.click(screen.getByRole('link', { name: 'Delete your account…' }));
    await s.settle();
    expect(screen.getByText(`Commander of #${number}`)).toBeVisible();
    expect(button('Delete account')).toHaveAccessibleDescription('Choose who takes over what you hold.');
    await s.user.click(screen.getByRole('combobox', { name: /^Who takes over/ }));
    expect(screen.queryByRole('option', { name: /Vera|Sam/ })).toBeNull();
    await s.user.click(await screen.findByRole('option', { name: /Lin/ }));
    await confirm(s, 'Sam');
    const { data } = await s.server.docs.get(documentPaths.incident(teamId, incidentId));
    expect(data).toMatchObject({ roles: { commander: 'lin' } });
    expect(await account(s, 'sam')).toBeNull();
  });

  test('of the last owner shows the obstacles, and checks again', async () => {
    const s = await open('Ada');
    expect(screen.getByText(/^You are the last owner of Northwind/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Members of Northwind' })).toHaveAttribute(
      'href',
      '/t/demo/settings/members',
    );
    await s.user.type(confirmation(), addressOf('Ada'));
    await s.user.click(button('Delete account'));
    await s.settle();
    expect(await account(s, 'ada')).not.toBeNull();
    const changes = { role: 'owner' };
    const path = documentPaths.member(teamId, 'lin');
    await act(() => s.server.docs.batch([{ type: 'update', path, changes }]));
    await s.user.click(button('Check again'));
    await s.settle();
    expect(screen.queryByText(/^You are the last owner/)).toBeNull();
    expect(screen.getByText(/^One of the people who are paged/)).toBeVisible();
  });

  test('needs a proof of identity after a while, and continues after the proof', async () => {
    const s = await open('Vera');
    await s.advance(10 * 60_000);
    await confirm(s, 'Vera');
    const dialog = within(screen.getByRole('dialog', { name: 'Is it you?' }));
    expect(await account(s, 'vera')).not.toBeNull();
    await s.user.type(dialog.getByLabelText('Password'), credentialOf('Vera').password);
    await s.user.click(dialog.getByRole('button', { name: 'Go on' }));
    await s.settle();
    expect(await account(s, 'vera')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your account is deleted');
  });

  test('stays without an answer of the backend, with the typed values', async () => {
    const s = await open('Vera');
    await s.user.type(confirmation(), addressOf('Vera'));
    await s.network(false);
    await s.user.click(button('Delete account'));
    await s.advance(120_000);
    expect(screen.getByRole('alert')).toBeVisible();
    expect(confirmation()).toHaveValue(addressOf('Vera'));
    await s.network(true);
    await s.user.click(button('Delete account'));
    await s.settle();
    expect(await account(s, 'vera')).toBeNull();
  });

  test('without a team is deleted from the welcome screen', async () => {
    const s = await stage({ as: 'Noor', path: '/' });
    await s.user.click(await screen.findByRole('link', { name: 'Delete the account' }));
    await s.settle();
    await confirm(s, 'Noor');
    expect(await account(s, 'noor')).toBeNull();
  });
});

test('a signed-out visitor is asked to sign in, and returns afterwards', async () => {
  const s = await open(null);
  expect(s.path()).toBe('/signin?to=%2Faccount%2Fdelete');
});

test('a guest types words instead of an address', async () => {
  const s = await open(null);
  await act(async () => {
    await s.client.auth.guests.signIn();
  });
  await s.go('/account/delete');
  await s.user.type(confirmation(), 'delete my account');
  await s.user.click(button('Delete account'));
  await s.settle();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your account is deleted');
});
