/** Ways to sign in: links by email, guests, social accounts, second factors. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { totpCode, totpPeriod } from '#fakes/cloud/auth/totp.ts';
import type { TestBrowser } from '#fakes/client/browser.ts';
import type { CompleteAuth } from '#ports/complete.ts';
import { PortError } from '#ports/errors.ts';
import { credentialOf, people } from '#tests/app/small-team.ts';
import {
  mailedLinkTo,
  openSignIn as door,
  signInHeading as heading,
  pressSignIn as press,
  typeSignIn as type,
  type ChangeBackend,
} from '#tests/app/sign-in-stage.tsx';

const lacking =
  (...names: readonly ('guests' | 'links' | 'mail' | 'phone' | 'social')[]): ChangeBackend =>
  (client) => ({
    ...client,
    auth: { ...client.auth, ...Object.fromEntries(names.map((name) => [name, null])) },
  });

describe('a sign-in by a link in an email', () => {
  it('needs only the address, and the link signs in', async () => {
    const s = await door({ path: '/signin?way=link&to=%2Foncall' });
    await type(s, 'Email', people.Lin.email);
    await press(s, 'Send the link');
    expect(await screen.findByText(/A link is on its way to lin@northwind.example/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in with it' })).toBeVisible();
    await s.go(await mailedLinkTo(s, people.Lin.email));
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
  ] as const)('for %s changes nothing before a press', async (_, send, to, sentence, button) => {
    const s = await door({ path: '/signin?way=sign-in' });
    const account = () => s.server.users.get('sam');
    const other = connect(s.cloud, { stores: { local: memoryStore(), session: memoryStore() } });
    await other.auth.signIn(credentialOf('Sam'));
    await send(other.auth);
    await other.dispose();
    const before = await account();
    await s.go(await mailedLinkTo(s, to));
    await s.settle();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(await account()).toEqual(before);
    await press(s, button);
    await s.settle();
    expect(screen.getByText(/Your account is up to date/)).toBeVisible();
    expect(await account()).toMatchObject({ email: to, emailVerified: true });
  });

  it('needs the address in a browser that does not know the address', async () => {
    const s = await door();
    await s.client.auth.links.send(people.Lin.email, { continueUrl: 'http://localhost/signin' });
    await s.go(await mailedLinkTo(s, people.Lin.email));
    await type(s, 'Email', 'somebody.else@example.com');
    await press(s, 'Sign in');
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    await s.user.clear(screen.getByLabelText('Email'));
    await type(s, 'Email', people.Lin.email);
    await press(s, 'Sign in');
    await s.settle();
    expect(s.client.auth.currentUser()?.uid).toBe('lin');
  });

  it('with a used link shows a notice and a next step', async () => {
    const s = await door({ path: '/signin?mode=verifyEmail&oobCode=spent' });
    await s.settle();
    expect(screen.getByRole('alert')).toHaveTextContent('This link was used already');
    await press(s, 'Go on to Muster');
    expect(await heading('Step into a rehearsal')).toBeVisible();
  });
});

describe('a sign-in as a guest', () => {
  it('opens the demonstration at once, as a viewer', async () => {
    const s = await door();
    await s.publish({ demonstration_team: 'demo' });
    await press(s, 'Look around as a guest');
    await s.settle();
    await s.settle();
    expect(s.client.auth.currentUser()?.isAnonymous).toBe(true);
    await expect.poll(() => screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await s.go('/me');
    expect(await screen.findByText('A viewer in Northwind')).toBeVisible();
  });

  it('is not offered without a demonstration', async () => {
    await door();
    expect(screen.queryByRole('button', { name: 'Look around as a guest' })).toBeNull();
  });
});

describe('the offered sign-in methods', () => {
  it('match the capabilities of the backend', async () => {
    await door({ path: '/signin?way=sign-in', backend: lacking('social', 'links', 'mail') });
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Email me a link' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('are a password alone on a minimal backend, with a sentence about a forgotten one', async () => {
    await door({
      path: '/signin?way=sign-in',
      backend: lacking('social', 'links', 'phone', 'guests', 'mail'),
    });
    expect(screen.queryByText('or')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull();
    expect(screen.getByText(/^This server sends no mail/)).toBeVisible();
  });

  it('match the configuration: a phone number only by remote configuration', async () => {
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

  it('include a social account, and closing its window shows no error', async () => {
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

  it('include the configured OpenID Connect providers, by name', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    expect(screen.queryByRole('button', { name: 'Continue with Acme' })).toBeNull();
    await s.publish({ sign_in_providers: JSON.stringify([{ id: 'oidc.acme', name: 'Acme' }]) });
    await s.user.click(await screen.findByRole('button', { name: 'Continue with Acme' }));
    await s.settle();
    expect(s.client.auth.currentUser()?.providers.map(({ providerId }) => providerId)).toEqual(['oidc.acme']);
  });

  it('join no account with the same address, and show what to do', async () => {
    const s = await door({ path: '/signin?way=sign-in' });
    const user = { email: 'robin.castillo@example.com', password: 'correct horse', emailVerified: true };
    await s.server.users.create({ uid: 'robin', ...user });
    await s.publish({ sign_in_providers: JSON.stringify([{ id: 'oidc.acme', name: 'Acme' }]) });
    await s.user.click(await screen.findByRole('button', { name: 'Continue with Acme' }));
    await s.settle();
    expect(screen.getByRole('alert')).toHaveTextContent(/Sign in to it the usual way, then connect/);
    expect(s.client.auth.currentUser()).toBeNull();
  });

  it('redirect to a social account where the browser allows no window, and sign in on return', async () => {
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

  it('show on return why a social account was rejected', async () => {
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

  it('show the meaning of a backend failure', async () => {
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
  it('is required when the account has one: a code from an authenticator app', async () => {
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
