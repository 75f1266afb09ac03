import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { credentialOf, people } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';
import {
  mailedLinkTo,
  openSignIn as door,
  signInHeading as heading,
  pressSignIn as press,
  typeSignIn as type,
  type ChangeBackend,
} from '#tests/app/sign-in-stage.tsx';

const hosted: ChangeBackend = (client) => ({ ...client, control: null });

/** Signed-in person in a new tab of the same browser. */
async function inAnotherTab({ cloud, stores }: AppStage) {
  const client = connect(cloud, { stores: { local: stores.local, session: memoryStore() } });
  const user = await client.auth.ready();
  await client.dispose();
  return user;
}

describe('the sign-in screen in a rehearsal', () => {
  it('offers everyone in the team, and one click signs in as that person, for this tab alone', async () => {
    const s = await door({ path: '/signin?to=%2Falerts' });
    const team = within(screen.getByRole('list', { name: 'The demonstration team' }));
    expect(team.getAllByRole('button')).toHaveLength(4);
    await s.user.click(team.getByRole('button', { name: /^Lin Ødegård/ }));
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('lin');
    expect(await inAnotherTab(s)).toBeNull();
    expect(s.path()).toBe('/t/demo/alerts');
    expect(await screen.findByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  });

  it('keeps the view in the address, so that back and reload work', async () => {
    const s = await door();
    await press(s, 'Use an account of your own');
    await waitFor(async () => expect(await heading('Sign in')).toHaveFocus());
    expect(s.path()).toBe('/signin?way=sign-in');
    await press(s, 'Back to the team');
    await waitFor(async () => expect(await heading('Step into a rehearsal')).toHaveFocus());
    expect(s.path()).toBe('/signin');
  });
});

describe('a sign-in with a password', () => {
  it('keeps the typed values of a wrong password, shows what to do, and can be repeated', async () => {
    const s = await door({ backend: hosted });
    await type(s, 'Email', people.Sam.email);
    await type(s, 'Password', 'not this one');
    await press(s, 'Sign in');
    expect(await screen.findByRole('alert')).toHaveTextContent('Check both, or reset the password.');
    expect(screen.getByLabelText('Email')).toHaveValue(people.Sam.email);
    const password = screen.getByLabelText('Password', { selector: 'input' });
    expect(password).toHaveValue('not this one');
    await waitFor(() => expect(password).toHaveFocus());
    await s.user.keyboard(`${credentialOf('Sam').password}{Enter}`);
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('sam');
    expect(await inAnotherTab(s)).toMatchObject({ uid: 'sam' });
  });

  it('shows a failure in its own view, also after back and forward', async () => {
    const s = await door({ backend: hosted });
    await type(s, 'Email', people.Sam.email);
    await type(s, 'Password', 'not this one');
    await press(s, 'Sign in');
    expect(await screen.findByRole('alert')).toHaveTextContent('Check both, or reset the password.');
    await s.go('/signin?way=create');
    expect(await heading('Create your account')).toBeVisible();
    expect(screen.queryByText(/Check both/)).toBeNull();
    await s.go('/signin?way=reset');
    expect(await heading('Choose a new password')).toBeVisible();
    expect(screen.queryByText(/Check both/)).toBeNull();
  });

  it('shows missing values at the field before anything is sent', async () => {
    const s = await door({ backend: hosted });
    await type(s, 'Email', 'sam');
    await press(s, 'Sign in');
    expect(await screen.findByText('Use an address such as noor@example.com.')).toBeVisible();
    expect(screen.getByText('Enter your password.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  });

  it('leads to the form of a new account without earlier errors, with the address', async () => {
    const s = await door({ backend: hosted });
    await type(s, 'Email', 'robin@example.com');
    await press(s, 'Sign in');
    expect(await screen.findByText('Enter your password.')).toBeVisible();
    await press(s, 'Create an account');
    expect(await heading('Create your account')).toBeVisible();
    expect(screen.queryByText('Enter your password.')).toBeNull();
    expect(screen.getByLabelText('Password', { selector: 'input' })).not.toBeInvalid();
    expect(screen.getByLabelText('Email')).toHaveValue('robin@example.com');
  });

  it('can create an account, which has no team yet', async () => {
    const s = await door({ path: '/signin?way=create', backend: hosted });
    await type(s, 'Your name', 'Robin Okoye');
    await type(s, 'Email', 'robin@example.com');
    await type(s, 'Password', 'short');
    await press(s, 'Create account');
    expect(await screen.findByText('Use at least 6 characters.')).toBeVisible();
    await type(s, 'Password', 'er but not now');
    await press(s, 'Create account');
    await s.settle();
    expect(s.client.auth.currentUser()).toMatchObject({
      email: 'robin@example.com',
      displayName: 'Robin Okoye',
    });
    expect(await heading('Welcome, Robin Okoye')).toBeVisible();
  });

  it('shows that the account exists, and keeps the typed values', async () => {
    const s = await door({ path: '/signin?way=create', backend: hosted });
    await type(s, 'Your name', 'Sam');
    await type(s, 'Email', people.Sam.email);
    await type(s, 'Password', 'whatever it is');
    await press(s, 'Create account');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There is an account with this address already.',
    );
    expect(screen.getByLabelText('Your name')).toHaveValue('Sam');
  });

  it('can be reset by a sent link for a new password', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    await type(s, 'Email', people.Sam.email);
    await press(s, 'Forgot your password?');
    expect(await screen.findByLabelText('Email')).toHaveValue(people.Sam.email);
    await press(s, 'Send the link');
    const mail = await screen.findByRole('link', { name: 'Choose a new password' });
    expect(mail).toHaveAttribute('href', expect.stringContaining('mode=resetPassword'));
    await s.go(await mailedLinkTo(s, people.Sam.email));
    await type(s, 'New password', 'a fresh start');
    await press(s, 'Save and sign in');
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('sam');
    await s.client.auth.signOut();
    await s.client.auth.signIn({ kind: 'password', email: people.Sam.email, password: 'a fresh start' });
  });

  it('shows being offline, and keeps the typed values', async () => {
    const s = await door({ backend: hosted });
    await s.network(false);
    await type(s, 'Email', people.Sam.email);
    await type(s, 'Password', credentialOf('Sam').password);
    await press(s, 'Sign in');
    expect(await screen.findByRole('alert')).toHaveTextContent('Check the connection, then try again.');
    expect(screen.getByLabelText('Email')).toHaveValue(people.Sam.email);
  });
});

describe('a new account', () => {
  it('created after a sign-out, without a reload, is not asked for its name again', async () => {
    const s = await stage({ as: 'Noor', backend: hosted });
    await press(s, 'Sign out');
    await s.settle();
    await press(s, 'Create an account');
    await type(s, 'Your name', 'Ola Nordmann');
    await type(s, 'Email', 'ola@northwind.example');
    await type(s, 'Password', 'correct horse battery');
    await press(s, 'Create account');
    await s.settle();
    expect(await heading('Welcome, Ola Nordmann')).toBeVisible();
    expect(screen.getByLabelText('Your name in it')).toHaveValue('Ola Nordmann');
  });

  it('with a name that could not be stored is asked for that name', async () => {
    const s = await stage({ as: 'Noor', backend: hosted });
    await press(s, 'Sign out');
    await s.settle();
    await press(s, 'Create an account');
    await s.client.control.inject({
      kind: 'refuse',
      service: 'auth',
      operation: 'updateProfile',
      code: 'auth/network-request-failed',
    });
    await type(s, 'Your name', 'Ola Nordmann');
    await type(s, 'Email', 'ola@northwind.example');
    await type(s, 'Password', 'correct horse battery');
    await press(s, 'Create account');
    await s.settle();
    expect(await heading('Welcome')).toBeVisible();
    expect(screen.getByLabelText('Your name in it')).toHaveValue('');
  });
});
