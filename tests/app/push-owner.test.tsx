/** Owner of a browser's pushes: the person who enabled them there, never a later one who signs in on it. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deviceSchema } from '#domain/device/schema.ts';
import { documentPaths, collectionPaths } from '#api/paths.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { query } from '#ports/docs/query.ts';
import { arrive, call, declare } from './incident.ts';
import { credentialOf, teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

async function enabled(): Promise<AppStage> {
  const app = await stage({ as: 'Sam', path: '/me' });
  await app.user.click(screen.getByRole('button', { name: 'Enable here' }));
  await app.settle();
  return app;
}

async function signOut(app: AppStage): Promise<void> {
  await app.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign out' }));
  await app.settle();
}

async function devicesOf(app: AppStage) {
  const found = await app.server.docs.find(query(collectionPaths.devices(teamId)));
  return found.map((one) => fromDocument(deviceSchema, one));
}

/** Lin pages Sam. */
async function page(app: AppStage): Promise<void> {
  const lin = await app.person('Lin');
  const { incidentId } = await declare(app, lin);
  await call(lin, 'page', {
    incidentId,
    whom: { kind: 'people', userIds: ['sam'] },
    summary: 'For Sam only',
  });
  await app.settle();
}

test('signing out removes the push registration of the browser and marks its device', async () => {
  const app = await enabled();
  await signOut(app);
  expect(await app.client.messaging.registration()).toBeNull();
  expect(await devicesOf(app)).toMatchObject([{ userId: 'sam', registration: null, takenOverAt: null }]);
  app.browser.setVisible(false);
  await page(app);
  expect(app.browser.shown).toEqual([]);
});

test('signing out offline removes the push registration on reconnect', async () => {
  const app = await enabled();
  await app.network(false);
  await signOut(app);
  expect(app.path()).toMatch(/^\/signin/u);
  expect(await app.client.messaging.registration()).not.toBeNull();
  await app.network(true);
  await arrive(app);
  expect(await app.client.messaging.registration()).toBeNull();
  app.browser.setVisible(false);
  await page(app);
  expect(app.browser.shown).toEqual([]);
});

test('signing in as another user removes the previous user’s push registration', async () => {
  const app = await enabled();
  await app.client.auth.signIn(credentialOf('Vera'));
  await arrive(app);
  expect(await app.client.messaging.registration()).toBeNull();
  app.browser.setVisible(false);
  await page(app);
  expect(app.browser.shown).toEqual([]);
});

test('the next user of a browser can enable notifications', async () => {
  const app = await enabled();
  await app.client.auth.signIn(credentialOf('Vera'));
  await arrive(app);
  await app.go('/me');
  await app.user.click(screen.getByRole('button', { name: 'Enable here' }));
  await app.settle();
  const registration = (await app.client.messaging.registration())?.id;
  expect(registration).toBeDefined();
  const held = (await devicesOf(app)).filter((one) => one?.registration === registration);
  expect(held.map((one) => one?.userId)).toEqual(['vera']);
});

test('two users of one browser have a device each with the same registration id', async () => {
  const app = await enabled();
  const [first] = await devicesOf(app);
  const vera = await app.person('Vera');
  const registering = { registration: first?.registration ?? null, label: 'Phone', userAgent: '' };
  await call(vera, 'registerDevice', { deviceId: 'vera-phone', ...registering });
  await app.go('/');
  const notice = 'now go to somebody else who signed in on it. Register again on it if it is yours.';
  expect(screen.getByText(new RegExp(notice, 'u'))).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Enable notifications' }));
  await app.settle();
  expect(screen.queryByText(new RegExp(notice, 'u'))).toBeNull();
  expect((await devicesOf(app)).map((one) => [one?.userId, one?.registration === null])).toEqual(
    expect.arrayContaining([
      ['sam', false],
      ['vera', true],
    ]),
  );
});

/** A device of Sam's that gets no pushes any more. */
async function unregisteredDevice(app: AppStage, more: object) {
  const path = documentPaths.device(teamId, 'lost');
  const device = {
    ...{ id: 'lost', teamId, createdAt: 0, createdBy: 'sam', revision: 2 },
    ...{ userId: 'sam', registration: null, label: 'Firefox on Android', userAgent: '' },
    ...{ lastShownAt: null, lastDrillAt: null, takenOverAt: null },
    ...more,
  };
  await app.server.docs.batch([{ type: 'set', path, data: toDocument(device) }]);
  await app.settle();
}

test('the notice about a taken-over device disappears when it is dismissed', async () => {
  const app = await stage({ as: 'Sam' });
  await unregisteredDevice(app, { takenOverAt: app.server.clock.now() });
  expect(screen.getByText(/^Notifications of Firefox on Android now go to somebody else/u)).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await app.settle();
  expect(screen.queryByText(/Notifications of Firefox on Android/u)).toBeNull();
  expect(await devicesOf(app)).toMatchObject([{ id: 'lost', takenOverAt: null }]);
});

test.each([
  { path: '/', words: /^Pages no longer reach Firefox on Android: its push service ended the registration/u },
  { path: '/me', words: /^Its push service ended the registration\. Open Muster on it/u },
])('a user whose device lost its push registration sees a notice at $path', async ({ path, words }) => {
  const app = await stage({ as: 'Sam', path });
  await unregisteredDevice(app, { lostAt: app.server.clock.now() });
  expect(screen.getByText(words)).toBeVisible();
});
