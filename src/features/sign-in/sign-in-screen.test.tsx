import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { totpCode, totpPeriod } from '#fakes/cloud/auth/totp.ts';
import type { TestBrowser } from '#fakes/client/browser.ts';
import type { CompleteAuth } from '#ports/complete.ts';
import { PortError } from '#ports/errors.ts';
import { credentialOf, people } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';

const door = (options: Omit<StageOptions, 'as'> = {}) => stage({ path: '/signin', ...options });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = ({ user }: AppStage, name: string) => user.click(screen.getByRole('button', { name }));
const type = ({ user }: AppStage, label: string, text: string) =>
  user.type(screen.getByLabelText(label, { selector: 'input' }), text);

/** A backend that is no rehearsal. */
type ChangeBackend = NonNullable<StageOptions['backend']>;
const hosted: ChangeBackend = (client) => ({ ...client, control: null });
const lacking =
  (...names: readonly ('guests' | 'links' | 'mail' | 'phone' | 'social')[]): ChangeBackend =>
  (client) => ({
    ...client,
    auth: { ...client.auth, ...Object.fromEntries(names.map((name) => [name, null])) },
  });

/** Signed-in person in a new tab of the same browser. */
async function inAnotherTab({ cloud, stores }: AppStage) {
  const client = connect(cloud, { stores: { local: stores.local, session: memoryStore() } });
  const user = await client.auth.ready();
  await client.dispose();
  return user;
}

/** Link in the latest message to an address, as an address of this app. */
async function linkTo({ client }: AppStage, to: string): Promise<string> {
  const message = (await client.control.inbox()).find((one) => one.to === to);
  if (!message) throw new Error(`Nothing was sent to ${to}.`);
  const { pathname, search } = new URL(message.action);
  return pathname + search;
}

describe('in a rehearsal', () => {
  it('offers everyone in the team, and one click enters as that person, for this tab alone', async () => {
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

  it('goes from way to way by the address, so that back and reload work', async () => {
    const s = await door();
    await press(s, 'Use an account of your own');
    await waitFor(async () => expect(await heading('Sign in')).toHaveFocus());
    expect(s.path()).toBe('/signin?way=sign-in');
    await press(s, 'Back to the team');
    await waitFor(async () => expect(await heading('Step into a rehearsal')).toHaveFocus());
    expect(s.path()).toBe('/signin');
  });
});

describe('with a password', () => {
  it('keeps what was typed when it is wrong, says what to do, and lets it be tried again', async () => {
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

  it('shows what went wrong in the view where it did, also after back and forward', async () => {
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

  it('says at the field what is missing before anything is sent', async () => {
    const s = await door({ backend: hosted });
    await type(s, 'Email', 'sam');
    await press(s, 'Sign in');
    expect(await screen.findByText('Use an address such as noor@example.com.')).toBeVisible();
    expect(screen.getByText('Enter your password.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  });

  it('opens the form of a new account without the errors of signing in, with the address', async () => {
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

  it('creates an account, which then has no team yet', async () => {
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

  it('says that there is an account already instead of losing what was typed', async () => {
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

  it('can be reset: the link that is sent lets a new one be chosen', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    await type(s, 'Email', people.Sam.email);
    await press(s, 'Forgot your password?');
    expect(await screen.findByLabelText('Email')).toHaveValue(people.Sam.email);
    await press(s, 'Send the link');
    const mail = await screen.findByRole('link', { name: 'Choose a new password' });
    expect(mail).toHaveAttribute('href', expect.stringContaining('mode=resetPassword'));
    await s.go(await linkTo(s, people.Sam.email));
    await type(s, 'New password', 'a fresh start');
    await press(s, 'Save and sign in');
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('sam');
    await s.client.auth.signOut();
    await s.client.auth.signIn({ kind: 'password', email: people.Sam.email, password: 'a fresh start' });
  });

  it('offline says so and keeps what was typed', async () => {
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
  it('made after signing out, without a reload, is not asked its name again', async () => {
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

  it('whose name could not be stored is asked for it', async () => {
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

describe('by a link in an email', () => {
  it('asks for the address only, and the link signs in', async () => {
    const s = await door({ path: '/signin?way=link&to=%2Foncall' });
    await type(s, 'Email', people.Lin.email);
    await press(s, 'Send the link');
    expect(await screen.findByText(/A link is on its way to lin@northwind.example/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in with it' })).toBeVisible();
    await s.go(await linkTo(s, people.Lin.email));
    await s.settle();
    expect(s.client.auth.currentUser()).toBeNull();
    expect(await screen.findByLabelText('Email')).toHaveValue(people.Lin.email);
    await press(s, 'Sign in');
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('lin');
    expect(s.path()).toBe('/t/demo/oncall');
  });

  it.each([
    [
      'a change of the address',
      (auth: CompleteAuth) => auth.mail.changeEmail('new@example.com'),
      'new@example.com',
      /new@example.com becomes the address/,
      'Change the address',
    ],
    [
      'a confirmation of the address',
      (auth: CompleteAuth) => auth.mail.sendVerification(),
      people.Sam.email,
      /Confirm that sam@/,
      'Confirm the address',
    ],
  ] as const)('for %s changes nothing until it is pressed', async (_, send, to, sentence, button) => {
    const s = await door({ path: '/signin?way=sign-in' });
    const account = () => s.server.users.get('sam');
    const other = connect(s.cloud, { stores: { local: memoryStore(), session: memoryStore() } });
    await other.auth.signIn(credentialOf('Sam'));
    await send(other.auth);
    await other.dispose();
    const before = await account();
    await s.go(await linkTo(s, to));
    await s.settle();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(await account()).toEqual(before);
    await press(s, button);
    await s.settle();
    expect(screen.getByText(/Your account is up to date/)).toBeVisible();
    expect(await account()).toMatchObject({ email: to, emailVerified: true });
  });

  it('asks for the address in a browser that does not know it', async () => {
    const s = await door();
    await s.client.auth.links.send(people.Lin.email, { continueUrl: 'http://localhost/signin' });
    await s.go(await linkTo(s, people.Lin.email));
    await type(s, 'Email', 'somebody.else@example.com');
    await press(s, 'Sign in');
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    await s.user.clear(screen.getByLabelText('Email'));
    await type(s, 'Email', people.Lin.email);
    await press(s, 'Sign in');
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('lin');
  });

  it('that was used already says so and leads on', async () => {
    const s = await door({ path: '/signin?mode=verifyEmail&oobCode=spent' });
    await s.settle();
    expect(screen.getByRole('alert')).toHaveTextContent('This link was used already');
    await press(s, 'Go on to Muster');
    expect(await heading('Step into a rehearsal')).toBeVisible();
  });
});

describe('as a guest', () => {
  it('enters the demonstration at once, as a viewer', async () => {
    const s = await door();
    await s.publish({ demonstration_team: 'demo' });
    await press(s, 'Look around as a guest');
    await s.settle();
    await s.settle();
    expect(s.client.auth.currentUser()?.isAnonymous).toBe(true);
    await vi.waitFor(() => expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible());
    await s.go('/me');
    expect(await screen.findByText('A viewer in Northwind')).toBeVisible();
  });

  it('is not offered where there is nothing to look at', async () => {
    await door();
    expect(screen.queryByRole('button', { name: 'Look around as a guest' })).toBeNull();
  });
});

describe('what is offered', () => {
  it('is what the backend can do', async () => {
    await door({ path: '/signin?way=sign-in', backend: lacking('social', 'links', 'mail') });
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Email me a link' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('is a password alone where there is nothing else, with a sentence about a forgotten one', async () => {
    await door({
      path: '/signin?way=sign-in',
      backend: lacking('social', 'links', 'phone', 'guests', 'mail'),
    });
    expect(screen.queryByText('or')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull();
    expect(screen.getByText(/^This server sends no mail/)).toBeVisible();
  });

  it('is what is switched on: a phone number only by remote configuration', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    expect(screen.queryByRole('button', { name: 'Use a phone number' })).toBeNull();
    await s.publish({ phone_sign_in: 'true' });
    await press(s, 'Use a phone number');
    await type(s, 'Phone number', '+49 170 1234567');
    await press(s, 'Send a code');
    await s.settle();
    const [message] = await s.client.control.inbox();
    await type(s, 'Code', message?.action ?? '');
    await press(s, 'Sign in');
    await s.settle();
    expect(s.client.auth.currentUser()?.phoneNumber).toBe('+491701234567');
  });

  it('lets a social account in, and says nothing when its window is closed', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    s.browser.choose = () => null;
    await press(s, 'Continue with Google');
    await s.settle();
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    s.browser.choose = (accounts) => accounts[0] ?? null;
    await press(s, 'Continue with Google');
    await s.settle();
    expect(s.client.auth.currentUser()?.providers.map(({ providerId }) => providerId)).toEqual([
      'google.com',
    ]);
  });

  it('offers the OpenID Connect providers that are configured, by their names', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    expect(screen.queryByRole('button', { name: 'Continue with Acme' })).toBeNull();
    await s.publish({ sign_in_providers: JSON.stringify([{ id: 'oidc.acme', name: 'Acme' }]) });
    await s.user.click(await screen.findByRole('button', { name: 'Continue with Acme' }));
    await s.settle();
    expect(s.client.auth.currentUser()?.providers.map(({ providerId }) => providerId)).toEqual(['oidc.acme']);
  });

  it('joins no account because its address is the same, and says what to do', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    const user = { email: 'robin.castillo@example.com', password: 'correct horse', emailVerified: true };
    await s.server.users.create({ uid: 'robin', ...user });
    await s.publish({ sign_in_providers: JSON.stringify([{ id: 'oidc.acme', name: 'Acme' }]) });
    await s.user.click(await screen.findByRole('button', { name: 'Continue with Acme' }));
    await s.settle();
    expect(screen.getByRole('alert')).toHaveTextContent(/Sign in to it the usual way, then connect/);
    expect(s.client.auth.currentUser()).toBeNull();
  });

  it('leaves the page for a social account where the browser allows no window, and is in on return', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    const asked = vi.fn<TestBrowser['choose']>((accounts) => accounts[0] ?? null);
    asked.mockImplementationOnce(() => {
      throw new PortError('auth/popup-blocked', 'The browser blocked the window.');
    });
    s.browser.choose = asked;
    await press(s, 'Continue with Google');
    await s.settle();
    expect(s.browser.timesLeft).toBe(1);
    expect(s.client.auth.currentUser()).toBeNull();
    const back = connect(s.cloud, { stores: s.stores });
    onTestFinished(() => back.dispose());
    expect((await back.auth.ready())?.providers.map(({ providerId }) => providerId)).toEqual(['google.com']);
  });

  it('says on return why a social account did not let the person in', async () => {
    const s = await door({
      path: '/signin?way=sign-in',
      backend: (client) => ({
        ...client,
        auth: {
          ...client.auth,
          social: {
            ...client.auth.social,
            redirectResult: () => Promise.reject(new PortError('auth/user-disabled', 'no')),
          },
        },
      }),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('This account is switched off.');
    expect(s.client.auth.currentUser()).toBeNull();
  });

  it('says what a backend that fails means', async () => {
    const s = await door({
      backend: (client) => ({
        ...client,
        control: {
          ...client.control,
          accounts: () => Promise.reject(new PortError('unavailable', 'no')),
        },
      }),
    });
    await s.settle();
    expect(screen.getByRole('alert')).toHaveTextContent('There is no connection to the backend.');
  });
});

describe('a second factor', () => {
  it('is asked for when the account has one: a code from an authenticator app', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    const other = await s.person('Sam');
    const enrollment = await other.client.auth.factors.totp.start();
    const code = () => totpCode(enrollment.secret, totpPeriod(s.cloud.clock.now()));
    await other.client.auth.factors.totp.finish(enrollment.sessionId, code());
    await s.advance(60_000);

    await type(s, 'Email', people.Sam.email);
    await type(s, 'Password', `${credentialOf('Sam').password}{Enter}`);
    await heading('One more step');
    const field = screen.getByLabelText('Code');
    await waitFor(() => expect(field).toHaveFocus());
    await s.user.keyboard('000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.');
    expect(s.client.auth.currentUser()).toBeNull();
    await s.user.clear(field);
    await s.user.type(field, `${code()}{Enter}`);
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('sam');
  });
});
