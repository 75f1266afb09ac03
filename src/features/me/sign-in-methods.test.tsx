import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { credentialOf, people, teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';
import { MeScreen } from './me-screen.tsx';

const me = (options: StageOptions = {}) =>
  stage({ as: 'Sam', path: '/me', screen: <MeScreen />, ...options });
const panel = () => within(screen.getByRole('region', { name: 'How you sign in' }));
/** Toasts are dialogs, too. */
const names = /^(Change your|Add a|Is it you|Open the link|Disconnect )/;
const dialog = () =>
  within(
    screen.queryAllByRole('dialog', { name: names }).at(0) ??
      screen.getByRole('alertdialog', { name: names }),
  );
const openDialog = () =>
  screen.queryByRole('dialog', { name: names }) ?? screen.queryByRole('alertdialog', { name: names });
const { email, password } = credentialOf('Sam');

async function press(s: AppStage, name: string | RegExp, where: ReturnType<typeof within> = dialog()) {
  await s.user.click(where.getByRole('button', { name }));
  await s.settle();
}

const signInResult = async (s: AppStage, credential: { email: string; password: string }) => {
  const other = await s.person('Ada');
  return other.client.auth.signIn({ kind: 'password', ...credential }).then(
    ({ kind }) => kind,
    (error: { code: string }) => error.code,
  );
};

describe('the password', () => {
  it('of an account with sign-ins by link only is listed like one of an account with a password', async () => {
    const s = await me();
    const { auth, control } = (await s.person('Ada')).client;
    await auth.signOut();
    await auth.links.send('eve@example.com', { continueUrl: 'https://muster.example/' });
    const mail = (await control.inbox()).find(({ to }) => to === 'eve@example.com');
    await auth.signIn({ kind: 'email-link', email: 'eve@example.com', link: mail?.action ?? '' });
    const ids = (user = s.client.auth.currentUser()) => user?.providers.map(({ providerId }) => providerId);
    expect(ids(auth.currentUser())).toEqual(ids());
    const row = within(panel().getByText('Password').closest('li') ?? document.body);
    expect(row.queryByText('Set')).toBeNull();
    expect(row.getByText('If you have set one; a link by email signs you in as well')).toBeVisible();
    await press(s, 'Change the password', panel());
    expect(dialog().getByText(/or is your first/)).toBeVisible();
  });

  it('is changed, and the old one no longer signs in', async () => {
    const s = await me();
    await press(s, 'Change the password', panel());
    await s.user.type(dialog().getByLabelText('New password'), 'staple battery');
    await press(s, 'Change password');
    expect(openDialog()).toBeNull();
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(await signInResult(s, { email, password })).toBe('auth/invalid-credential');
    expect(await signInResult(s, { email, password: 'staple battery' })).toBe('signed-in');
  });

  it('needs a recent proof first, and keeps the typed values', async () => {
    const s = await me();
    await s.advance(6 * 60_000);
    await press(s, 'Change the password', panel());
    await s.user.type(dialog().getByLabelText('New password'), 'staple battery');
    await press(s, 'Change password');
    expect(screen.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
    await s.user.type(dialog().getByLabelText('Password'), password);
    await press(s, 'Go on');
    expect(openDialog()).toBeNull();
    expect(await signInResult(s, { email, password: 'staple battery' })).toBe('signed-in');
  });

  it('that is too short changes nothing, and shows the required length', async () => {
    const s = await me();
    await press(s, 'Change the password', panel());
    await s.user.type(dialog().getByLabelText('New password'), 'short');
    await press(s, 'Change password');
    expect(dialog().getByText('Use at least 6 characters.')).toBeVisible();
    expect(await signInResult(s, { email, password })).toBe('signed-in');
  });
});

describe('the address', () => {
  it('changes when the link in the mail is opened, not earlier', async () => {
    const s = await me();
    await press(s, 'Change the address', panel());
    await s.user.type(dialog().getByLabelText('New address'), 'sam@new.example');
    await press(s, 'Send the link');
    expect(screen.getByRole('dialog', { name: 'Open the link in your mail' })).toBeVisible();
    expect(s.client.auth.currentUser()?.email).toBe(email);
    const link =
      (await dialog().findByRole('link', { name: 'Change the address' })).getAttribute('href') ?? '';
    const code = new URL(link).searchParams.get('oobCode') ?? '';
    const other = await s.person('Ada');
    await other.client.auth.mail.applyCode(code);
    expect(await signInResult(s, { email: 'sam@new.example', password })).toBe('signed-in');
  });

  it('of another account, and the current one, are rejected with a sentence', async () => {
    const s = await me();
    await press(s, 'Change the address', panel());
    await s.user.type(dialog().getByLabelText('New address'), email.toUpperCase());
    await press(s, 'Send the link');
    expect(dialog().getByText('This is your address already.')).toBeVisible();
    await s.user.clear(dialog().getByLabelText('New address'));
    await s.user.type(dialog().getByLabelText('New address'), people.Ada.email);
    await press(s, 'Send the link');
    expect(dialog().getByRole('alert')).not.toBeEmptyDOMElement();
    expect(dialog().getByLabelText('New address')).toHaveValue(people.Ada.email);
  });
});

describe('social accounts', () => {
  it('are connected, disconnected, and kept when the window is closed', async () => {
    const s = await me();
    s.browser.choose = () => null;
    await press(s, 'Connect Google', panel());
    expect(screen.queryByText('Google was not connected')).toBeNull();
    s.browser.choose = (accounts) => accounts[0] ?? null;
    await press(s, 'Connect Google', panel());
    expect(await screen.findByText('Google connected')).toBeVisible();
    expect(panel().queryByRole('button', { name: 'Connect Google' })).toBeNull();
    await press(s, 'Disconnect Google', panel());
    await press(s, 'Disconnect');
    expect(s.client.auth.currentUser()?.providers.map(({ providerId }) => providerId)).toEqual(['password']);
    expect(panel().getByRole('button', { name: 'Connect Google' })).toBeVisible();
  });

  it('are disconnected after a fresh proof if the last one is old', async () => {
    const s = await me();
    await press(s, 'Connect Google', panel());
    await s.advance(6 * 60_000);
    await press(s, 'Disconnect Google', panel());
    await press(s, 'Disconnect');
    expect(screen.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
    const providers = () => s.client.auth.currentUser()?.providers.map(({ providerId }) => providerId);
    expect(providers()).toContain('google.com');
    await s.user.type(dialog().getByLabelText('Password'), password);
    await press(s, 'Go on');
    expect(openDialog()).toBeNull();
    expect(providers()).toEqual(['password']);
  });

  it('of an OpenID Connect provider have the configured name: connected, proving, disconnected', async () => {
    const s = await me();
    await s.publish({ sign_in_providers: JSON.stringify([{ id: 'oidc.acme', name: 'Acme' }]) });
    await press(s, 'Connect Acme', panel());
    expect(await screen.findByText('Acme connected')).toBeVisible();
    expect(panel().queryByRole('button', { name: 'Connect Acme' })).toBeNull();
    expect(panel().getByRole('button', { name: 'Connect Google' })).toBeVisible();
    await s.advance(6 * 60_000);
    await press(s, 'Change the password', panel());
    await s.user.type(dialog().getByLabelText('New password'), 'staple battery');
    await press(s, 'Change password');
    await press(s, 'Continue with Acme');
    expect(await screen.findByText('Password changed')).toBeVisible();
    await press(s, 'Disconnect Acme', panel());
    await press(s, 'Disconnect');
    expect(s.client.auth.currentUser()?.providers.map(({ providerId }) => providerId)).toEqual(['password']);
  });

  it('that are the only method of an account stay, with the reason', async () => {
    const s = await me();
    await s.client.auth.social.signIn({ provider: 'google.com', purpose: 'link' });
    await s.client.auth.linking.unlink('password');
    await s.settle();
    const disconnect = panel().getByRole('button', { name: 'Disconnect Google' });
    expect(disconnect).toHaveAttribute('aria-disabled', 'true');
    await s.user.click(disconnect);
    expect(openDialog()).toBeNull();
  });
});

it('an account without a password gets one', async () => {
  const s = await me();
  await s.client.auth.social.signIn({ provider: 'google.com', purpose: 'link' });
  await s.client.auth.linking.unlink('password');
  await s.settle();
  await press(s, 'Add a password', panel());
  await s.user.type(dialog().getByLabelText('New password'), 'staple battery');
  await press(s, 'Add password');
  const address = s.client.auth.currentUser()?.email ?? '';
  expect(await signInResult(s, { email: address, password: 'staple battery' })).toBe('signed-in');
});

it('an account without an address gives one with its first password', async () => {
  const s = await me();
  await s.client.auth.social.signIn({ provider: 'google.com', purpose: 'link' });
  await s.client.auth.linking.unlink('password');
  await s.settle();
  await press(s, 'Add a password', panel());
  await s.user.clear(dialog().getByLabelText('Email'));
  await s.user.type(dialog().getByLabelText('Email'), 'sam@other.example');
  await s.user.type(dialog().getByLabelText('New password'), 'staple battery');
  await press(s, 'Add password');
  expect(await signInResult(s, { email: 'sam@other.example', password: 'staple battery' })).toBe('signed-in');
});

describe('a guest', () => {
  async function guest() {
    const s = await stage();
    await s.client.auth.guests.signIn();
    await s.settle();
    await s.client.functions.call('joinDemonstration', { teamId, commandId: 'join', displayName: 'Guest' });
    await s.settle();
    await s.go('/me');
    return s;
  }
  const type = async (s: AppStage, address: string, secret: string) => {
    await s.user.clear(panel().getByLabelText('Email'));
    await s.user.type(panel().getByLabelText('Email'), address);
    await s.user.clear(panel().getByLabelText('Password'));
    await s.user.type(panel().getByLabelText('Password'), secret);
    await press(s, 'Create account', panel());
  };

  it('becomes an account with the same id', async () => {
    const s = await guest();
    const uid = s.client.auth.currentUser()?.uid;
    await type(s, 'vera@new.example', 'staple battery');
    expect(s.client.auth.currentUser()).toMatchObject({ uid, isAnonymous: false, email: 'vera@new.example' });
    expect(panel().getByText('vera@new.example')).toBeVisible();
    expect(await signInResult(s, { email: 'vera@new.example', password: 'staple battery' })).toBe(
      'signed-in',
    );
  });

  it('with the address of another account stays a guest, and keeps the typed values', async () => {
    const s = await guest();
    await type(s, people.Ada.email, 'staple battery');
    expect(panel().getByRole('alert')).not.toBeEmptyDOMElement();
    expect(panel().getByLabelText('Email')).toHaveValue(people.Ada.email);
    expect(s.client.auth.currentUser()?.isAnonymous).toBe(true);
  });
});
