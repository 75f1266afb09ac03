import { screen, within } from '@testing-library/react';
import { decodeQR } from 'qr/decode.js';
import { URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { User } from '#ports/auth/auth.ts';
import { credentialOf, people, seedSmallTeam } from '#tests/app/small-team.ts';
import { type AppStage, stage, type StageOptions } from '#tests/app/stage.tsx';
import { MeScreen } from './me-screen.tsx';
import { TwoStep } from './two-step.tsx';

const me = (options: StageOptions = {}) =>
  stage({ as: 'Sam', path: '/me', screen: <MeScreen />, ...options });
const panel = () => within(screen.getByRole('region', { name: /^Two-step sign-in/ }));
const dialog = () => within(screen.getByRole('dialog', { name: /^(Add|Is it you)/ }));

async function press(s: AppStage, name: string | RegExp, where = dialog()) {
  await s.user.click(where.getByRole('button', { name }));
  await s.settle();
}

/** Adds the step, and declines the recovery codes that are offered then. */
async function add(s: AppStage, name: string) {
  await press(s, name);
  await press(s, 'Not now', within(screen.getByRole('dialog', { name: 'Make recovery codes' })));
}

async function addAnother(s: AppStage, kind: string) {
  await press(s, 'Add', panel());
  await s.user.click(await screen.findByRole('menuitem', { name: kind }));
  await s.settle();
}

/** Code of an app that scanned the picture on the screen. */
async function scanned(s: AppStage): Promise<string> {
  const picture = (await dialog().findByTitle(/^QR code/)).closest('svg');
  const modules = Number(picture?.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 4;
  const size = modules * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  const runs = picture?.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x = '', y = '', length = ''] of runs.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
  return URI.parse(decodeQR({ width: size, height: size, data })).generate({
    timestamp: s.cloud.clock.now(),
  });
}

const code = () => dialog().getByRole('textbox', { name: 'Code' });

async function withApp(options: StageOptions = {}) {
  const s = await me(options);
  await press(s, 'Add an authenticator app', panel());
  await s.user.type(code(), await scanned(s));
  await add(s, 'Add app');
  return s;
}

describe('an authenticator app', () => {
  it('is set up by scanning a picture and typing the code of the app', async () => {
    const s = await me();
    expect(panel().getByText('Your password alone opens your account')).toBeVisible();
    await press(s, 'Add an authenticator app', panel());
    const right = await scanned(s);
    await s.user.type(code(), right === '000000' ? '111111' : '000000');
    await press(s, 'Add app');
    expect(dialog().getByRole('alert')).toHaveTextContent('This code is wrong');
    await s.user.clear(code());
    await s.user.type(code(), right);
    await s.user.clear(dialog().getByRole('textbox', { name: 'Name' }));
    await s.user.type(dialog().getByRole('textbox', { name: 'Name' }), 'Work phone');
    await add(s, 'Add app');
    expect(screen.queryByRole('dialog', { name: /^Add/ })).toBeNull();
    expect(panel().getByText('Work phone')).toBeVisible();
    expect(await screen.findByText('Work phone added')).toBeVisible();
    expect(s.client.auth.currentUser()?.factors).toMatchObject([{ kind: 'totp', displayName: 'Work phone' }]);
    expect((await s.client.auth.idToken())?.secondFactor).toBe('totp');
  });

  it('can be set up by hand, or on this device', async () => {
    const s = await me();
    await press(s, 'Add an authenticator app', panel());
    const { secret } = (await s.client.control.authenticator())[0] ?? {};
    expect(dialog().getByText(secret?.slice(0, 4) ?? 'nothing').parentElement).toHaveTextContent(
      secret ?? '',
    );
    const link = dialog().getByRole('link', { name: 'Open in an app on this device' });
    expect(link).toHaveAttribute('href', expect.stringMatching(/^otpauth:\/\/totp\/Muster:sam%40/));
    await press(s, 'Copy key');
    expect(await navigator.clipboard.readText()).toBe(secret);
  });

  it('is simulated by the screen in a rehearsal', async () => {
    const s = await me();
    await press(s, 'Add an authenticator app', panel());
    await press(s, 'Fill it in');
    await add(s, 'Add app');
    expect(panel().getByText('Authenticator app')).toBeVisible();
  });

  it('starts again after a set-up that took too long', async () => {
    const s = await me();
    await press(s, 'Add an authenticator app', panel());
    const late = await scanned(s);
    await s.advance(11 * 60_000);
    await s.user.type(code(), late);
    await press(s, 'Add app');
    await s.user.type(dialog().getByLabelText('Password'), credentialOf('Sam').password);
    await press(s, 'Go on');
    expect(dialog().getByRole('alert')).toHaveTextContent('too old');
    await press(s, 'Start again');
    await s.user.type(code(), await scanned(s));
    await add(s, 'Add app');
    expect(panel().getByText('Authenticator app')).toBeVisible();
  });

  it('is removed after a question', async () => {
    const s = await withApp();
    await press(s, 'Remove Authenticator app', panel());
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText('Signing in asks for your password alone then.')).toBeVisible();
    await press(s, 'Remove', question);
    expect(panel().getByText('Your password alone opens your account')).toBeVisible();
    expect(s.client.auth.currentUser()?.factors).toEqual([]);
  });

  it('is removed only after a proof if the last one is old', async () => {
    const s = await withApp();
    await s.advance(6 * 60_000);
    await press(s, 'Remove Authenticator app', panel());
    await press(s, 'Remove', within(screen.getByRole('alertdialog')));
    expect(screen.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
    expect(s.client.auth.currentUser()?.factors).toHaveLength(1);
  });
});

describe('a phone', () => {
  const number = '+44 20 7946 0123';

  it('is added with the code sent to the phone', async () => {
    const s = await me();
    await press(s, 'Add a phone', panel());
    await s.user.type(dialog().getByRole('textbox', { name: 'Phone number' }), 'nonsense');
    await press(s, 'Send a code');
    expect(dialog().getByRole('alert')).toHaveTextContent('country’s code');
    await s.user.clear(dialog().getByRole('textbox', { name: 'Phone number' }));
    await s.user.type(dialog().getByRole('textbox', { name: 'Phone number' }), number);
    await press(s, 'Send a code');
    await press(s, 'Fill it in');
    await add(s, 'Add phone');
    expect(panel().getByText('Phone ending in 0123')).toBeVisible();
    expect(panel().getByText(/Codes go to \+\*+0123/)).toBeVisible();
  });

  it('is rejected when already added', async () => {
    const s = await withApp();
    await addAnother(s, 'Phone');
    await s.user.type(dialog().getByRole('textbox', { name: 'Phone number' }), number);
    await press(s, 'Send a code');
    await press(s, 'Fill it in');
    await add(s, 'Add phone');
    expect(screen.getByText('2')).toBeVisible();
    await addAnother(s, 'Phone');
    await s.user.type(dialog().getByRole('textbox', { name: 'Phone number' }), number);
    await press(s, 'Send a code');
    expect(dialog().getByRole('alert')).toHaveTextContent('one of your second steps already');
  });
});

describe('a user with an old sign-in', () => {
  it('proves their identity by password, then continues', async () => {
    const s = await me();
    await s.advance(6 * 60_000);
    await press(s, 'Add an authenticator app', panel());
    expect(screen.getByRole('dialog', { name: 'Is it you?' })).toBeVisible();
    await s.user.type(dialog().getByLabelText('Password'), 'wrong one');
    await press(s, 'Go on');
    expect(dialog().getByRole('alert')).toHaveTextContent('wrong');
    await s.user.clear(dialog().getByLabelText('Password'));
    await s.user.type(dialog().getByLabelText('Password'), credentialOf('Sam').password);
    await press(s, 'Go on');
    await s.user.type(code(), await scanned(s));
    await add(s, 'Add app');
    expect(panel().getByText('Authenticator app')).toBeVisible();
  });

  it('proves the second step too, if set up', async () => {
    const s = await withApp();
    await s.advance(6 * 60_000);
    await addAnother(s, 'Authenticator app');
    await s.user.type(dialog().getByLabelText('Password'), credentialOf('Sam').password);
    await press(s, 'Go on');
    await press(s, 'Fill it in');
    await press(s, 'Confirm');
    expect(await dialog().findByTitle(/^QR code/)).toBeInTheDocument();
  });

  it('proves their identity by a social account, too', async () => {
    const s = await me();
    await s.client.auth.social.signIn({ provider: 'github.com', purpose: 'link' });
    await s.advance(6 * 60_000);
    await press(s, 'Add an authenticator app', panel());
    await press(s, 'Continue with GitHub');
    expect(await dialog().findByTitle(/^QR code/)).toBeInTheDocument();
  });
});

it('a second step needs a confirmed address first, and is added after the confirmation', async () => {
  const s = await me({
    as: null,
    screen: undefined,
    path: '/me',
    seed: async (server) => {
      await seedSmallTeam(server);
      await server.users.remove('sam');
      await server.users.create({ uid: 'sam', ...credentialOf('Sam'), displayName: people.Sam.name });
    },
  });
  await s.client.auth.signIn(credentialOf('Sam'));
  await s.settle();
  await s.go('/me');
  expect(panel().getByText(/Confirm that sam@northwind.example is yours first/)).toBeVisible();
  expect(panel().queryByRole('button', { name: /^Add/ })).toBeNull();
  await press(s, 'Email me a link', panel());
  const link = panel().getByRole('link', { name: 'Confirm the address' });
  const elsewhere = await s.person('Lin');
  const code = new URL(link.getAttribute('href') ?? '').searchParams.get('oobCode') ?? '';
  await elsewhere.client.auth.mail.applyCode(code);
  window.dispatchEvent(new Event('focus'));
  await s.settle();
  expect(panel().getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
});

it('a guest sees why they can’t have a second step', async () => {
  const guest = { isAnonymous: true, email: null, emailVerified: false };
  await me({ screen: <TwoStep user={{ ...blank, ...guest }} /> });
  expect(panel().getByText(/Sign in with one of these to add it/)).toBeVisible();
  expect(panel().queryByRole('button')).toBeNull();
});

const blank: User = {
  uid: 'guest',
  email: null,
  emailVerified: false,
  displayName: null,
  photoUrl: null,
  phoneNumber: null,
  isAnonymous: false,
  providers: [],
  factors: [],
  createdAt: 0,
  lastSignInAt: 0,
};
