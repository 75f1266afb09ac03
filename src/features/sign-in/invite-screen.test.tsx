import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inviteFragment, inviteIdOf } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import { unusableInvite } from '#domain/team/invite.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { teamId } from '#tests/app/small-team.ts';
import { call } from '#tests/app/incident.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const token = '0123456789'.repeat(4);
const fragment = `#${inviteFragment({ teamId, token })}`;
const clean = () => history.replaceState(null, '', '/');

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  clean();
  sessionStorage.clear();
});

/** Opens the invite’s address, made by an admin before. */
async function open(as: StageOptions['as'] = null, role: 'viewer' | 'responder' = 'responder') {
  const s = await stage({ as, path: '/signin' });
  const lin = await s.person('Lin');
  const inviteId = inviteIdOf(token);
  await act(() => call(lin, 'inviteMember', { inviteId, role, note: '', address: null, days: 7 }));
  location.hash = fragment;
  await s.go('/invite');
  return s;
}
const memberOf = async (s: AppStage, uid: string) =>
  fromDocument(memberSchema, await s.server.docs.get(documentPaths.member(teamId, uid)));
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('an invite', () => {
  test('signed out shows team, inviter, role and what happens next, with sign-up and sign-in', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You are invited to Northwind');
    expect(
      screen.getByText(/^Lin Ødegård invites you as a responder\. As a responder you work on incidents/),
    ).toBeVisible();
    expect(screen.getByText(/Then you choose your name in the team, and join by a press/)).toBeVisible();
    expect(button('Create an account')).toBeVisible();
    expect(button('Sign in')).toBeVisible();
  });

  test('is not accepted by being opened', async () => {
    const s = await open('Noor');
    expect(await memberOf(s, 'noor')).toBeNull();
  });

  test('is accepted by its button: the team opens, and the browser drops the invite', async () => {
    const s = await open('Noor');
    expect(screen.getByRole('textbox', { name: 'Your name in it' })).toHaveValue('Noor Haddad');
    await s.user.click(button('Join Northwind as responder'));
    await s.settle();
    expect(s.path()).toBe('/t/demo/');
    await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(await memberOf(s, 'noor')).toMatchObject({ role: 'responder', displayName: 'Noor Haddad' });
    expect(sessionStorage).toHaveLength(0);
  });

  test('is kept while its person signs up, and accepted afterwards', async () => {
    const s = await open();
    await s.user.click(button('Create an account'));
    await s.settle();
    clean();
    expect(s.path()).toBe('/signin?to=%2Finvite&way=create');
    await s.user.type(screen.getByRole('textbox', { name: /name/i }), 'Ola Nord');
    await s.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ola@example.com');
    await s.user.type(screen.getByLabelText('Password'), 'correct horse');
    await s.user.click(button(/Create/));
    await s.settle();
    expect(s.path()).toBe('/invite');
    await s.user.click(button('Join Northwind as responder'));
    await s.settle();
    expect(s.path()).toBe('/t/demo/');
    const uid = s.client.auth.currentUser()?.uid ?? '';
    expect(await memberOf(s, uid)).toMatchObject({ displayName: 'Ola Nord' });
  });

  test('is part of the requested sign-in link, for any tab in which that link is opened', async () => {
    const s = await open(null, 'viewer');
    await s.go('/signin?to=%2Finvite&way=link');
    await s.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ola@example.com');
    await s.user.click(button('Send the link'));
    await s.settle();
    const [mail] = await s.client.control.inbox();
    const link = new URL(mail?.action ?? '');
    // Another tab.
    clean();
    sessionStorage.clear();
    await s.go('/');
    await s.go(`${link.pathname}${link.search}`);
    await s.user.click(button('Sign in'));
    await s.settle();
    expect(s.path()).toBe('/invite');
    await s.user.type(screen.getByRole('textbox', { name: 'Your name in it' }), 'Ola Nord');
    await s.user.click(button('Join Northwind as viewer'));
    await s.settle();
    expect(s.client.auth.currentUser()?.displayName).toBe('Ola Nord');
  });

  test('needs the name of the person', async () => {
    const s = await open('Noor');
    await s.user.clear(screen.getByRole('textbox', { name: 'Your name in it' }));
    await s.user.click(button('Join Northwind as responder'));
    expect(screen.getByText('This can’t be empty.')).toBeVisible();
    expect(await memberOf(s, 'noor')).toBeNull();
  });

  test('of a member shows the membership, and leads into the team', async () => {
    const s = await open('Sam');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You are in Northwind');
    await s.user.click(screen.getByRole('link', { name: 'Open Northwind' }));
    await s.settle();
    expect(s.path()).toBe('/t/demo/');
  });

  test('asks a guest to create an account', async () => {
    const s = await stage({ path: '/signin' });
    const lin = await s.person('Lin');
    const inviteId = inviteIdOf(token);
    await act(() =>
      call(lin, 'inviteMember', { inviteId, role: 'viewer', note: '', address: null, days: 7 }),
    );
    await act(() => s.client.auth.guests.signIn());
    location.hash = fragment;
    await s.go('/invite');
    expect(screen.getByText(/A guest can’t join a team/)).toBeVisible();
    await s.user.click(button('Create an account'));
    await s.settle();
    expect(s.path()).toBe('/signin?to=%2Finvite&way=create');
  });
});

describe('an unusable invite', () => {
  test('shows the same words for all reasons, with a next step', async () => {
    const s = await open('Noor');
    const lin = await s.person('Lin');
    await act(() => call(lin, 'revokeInvite', { inviteId: inviteIdOf(token) }));
    await s.user.click(button('Join Northwind as responder'));
    await s.settle();
    expect(screen.getByText(unusableInvite)).toBeVisible();
    await s.go('/signin');
    await s.go('/invite');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This invite can’t be used');
    expect(screen.getByRole('alert')).toHaveTextContent(unusableInvite);
    await s.user.click(screen.getByRole('link', { name: 'Open Muster' }));
    await s.settle();
    expect(sessionStorage).toHaveLength(0);
  });

  test.each(['', '#half', `#${teamId}.short`])('with the link %j shows the reason', async (hash) => {
    history.replaceState(null, '', `/${hash}`);
    await stage({ as: 'Noor', path: '/invite' });
    expect(screen.getByRole('alert')).toHaveTextContent('Its link is not complete');
  });

  test('on an unreachable backend is read again on reconnect', async () => {
    const s = await open('Noor');
    await s.go('/signin');
    await s.network(false);
    await s.go('/invite');
    await s.advance(120_000);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The invite can’t be shown');
    await s.network(true);
    await s.settle();
    expect(button('Join Northwind as responder')).toBeVisible();
  });
});
