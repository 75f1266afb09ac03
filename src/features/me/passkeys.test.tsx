/** Passkeys on the profile, over a backend that has them: the embedded one has none. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Passkey, Passkeys } from '#ports/auth/auth.ts';
import type { Backend } from '#ports/backend.ts';
import { PortError } from '#ports/errors.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import { MeScreen } from './me-screen.tsx';

/** Passkeys in memory. `failure`: error of the next call. */
class MemoryPasskeys implements Passkeys {
  readonly mostPerAccount = 2;
  kept: readonly Passkey[];
  failure: PortError | null = null;

  constructor(...names: readonly string[]) {
    this.kept = names.map((name) => ({ id: name, name, createdAt: 0, lastUsedAt: null }));
  }

  private async answer<T>(run: () => T): Promise<T> {
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure;
    return run();
  }

  list = () => this.answer(() => this.kept);
  add = (name: string) =>
    this.answer(() => {
      const passkey = { id: name, name, createdAt: 0, lastUsedAt: null };
      this.kept = [...this.kept, passkey];
      return passkey;
    });
  rename = (id: string, name: string) =>
    this.answer(() => {
      const passkey = { id, name, createdAt: 0, lastUsedAt: null };
      this.kept = this.kept.map((one) => (one.id === id ? passkey : one));
      return passkey;
    });
  remove = (id: string) => this.answer(() => void (this.kept = this.kept.filter((one) => one.id !== id)));
  signIn = () => Promise.reject(new PortError('unimplemented', 'No sign-in in this test.'));
  reauthenticate = () => Promise.reject(this.failure ?? new PortError('unimplemented', 'No proof here.'));
}

const withPasskeys =
  (passkeys: Passkeys) =>
  (client: EmbeddedClient): Backend => ({ ...client, auth: { ...client.auth, passkeys } });

const me = (passkeys: Passkeys) =>
  stage({ as: 'Sam', path: '/me', screen: <MeScreen />, backend: withPasskeys(passkeys) });

const panel = () => within(screen.getByRole('region', { name: /^Passkeys/ }));
const dialog = () => within(screen.getByRole('dialog', { name: /^(Add|Rename|Is it you)/ }));
async function press(s: AppStage, name: string, where = dialog()) {
  await s.user.click(where.getByRole('button', { name }));
  await s.settle();
}

test('A backend without passkeys shows no panel', async () => {
  await stage({ as: 'Sam', path: '/me', screen: <MeScreen /> });
  expect(screen.queryByRole('region', { name: /^Passkeys/ })).toBeNull();
});

test('A backend with passkeys alone does not claim that no way to sign in can be added', async () => {
  const bare = (passkeys: Passkeys | null) => (client: EmbeddedClient) => ({
    ...client,
    auth: { ...client.auth, linking: null, passkeys },
  });
  const claim = /^No further way to sign in can be added/;
  const first = await stage({ as: 'Sam', path: '/me', screen: <MeScreen />, backend: bare(null) });
  expect(screen.getByText(claim)).toBeVisible();
  first.view.unmount();
  await stage({ as: 'Sam', path: '/me', screen: <MeScreen />, backend: bare(new MemoryPasskeys()) });
  expect(screen.queryByText(claim)).toBeNull();
});

test('Passkeys are added under a name, renamed and removed after a confirmation', async () => {
  const passkeys = new MemoryPasskeys();
  const s = await me(passkeys);
  await press(s, 'Add a passkey', panel());
  await s.user.clear(dialog().getByRole('textbox', { name: 'Name' }));
  await press(s, 'Add passkey');
  expect(dialog().getByText('Enter a name.')).toBeVisible();
  await s.user.type(dialog().getByRole('textbox', { name: 'Name' }), ' Laptop ');
  await press(s, 'Add passkey');
  expect(panel().getByText('Laptop')).toBeVisible();
  await press(s, 'Rename Laptop', panel());
  await s.user.type(dialog().getByRole('textbox', { name: 'Name' }), ' at work');
  await press(s, 'Rename');
  expect(panel().getByText('Laptop at work')).toBeVisible();
  await press(s, 'Remove Laptop at work', panel());
  expect(passkeys.kept).toHaveLength(1);
  await press(s, 'Remove', within(screen.getByRole('alertdialog')));
  expect(passkeys.kept).toEqual([]);
  expect(panel().getByText(/^A passkey signs you in/)).toBeVisible();
});

test('An account with the maximum number of passkeys can’t add another, with the reason', async () => {
  await me(new MemoryPasskeys('Laptop', 'Phone'));
  expect(panel().getByRole('button', { name: 'Add a passkey' })).toHaveAccessibleDescription(
    /can have 2 passkeys/,
  );
});

test('Unreadable passkeys are a problem with a retry, not an empty list', async () => {
  const passkeys = new MemoryPasskeys('Laptop');
  passkeys.failure = new PortError('unavailable', 'No connection.');
  const s = await me(passkeys);
  expect(panel().getByText('Your passkeys can’t be read')).toBeVisible();
  expect(panel().queryByText(/^A passkey signs you in/)).toBeNull();
  await press(s, 'Try again', panel());
  expect(panel().getByText('Laptop')).toBeVisible();
});

test('A failed passkey is reported as a passkey’s problem, wherever a fresh proof is needed', async () => {
  const passkeys = new MemoryPasskeys('Laptop');
  const s = await me(passkeys);
  await s.advance(6 * 60_000);
  await press(
    s,
    'Add an authenticator app',
    within(screen.getByRole('region', { name: /^Two-step sign-in/ })),
  );
  passkeys.failure = new PortError('auth/invalid-credential', 'The signature is wrong.');
  await press(s, 'Use a passkey');
  expect(dialog().getByText(/^This passkey did not prove who you are/)).toBeVisible();
});
