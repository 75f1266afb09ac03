/** Passkeys on a host, with an authenticator of Chromium's own: added, signed in with, renamed and removed. */
import { freePort } from '../free-port.ts';
import { openHostStage } from '../app/host/process.ts';
import { foundTeam } from './paging-walk.ts';
import { expect, expectAccessible, test as base } from './support.ts';

const test = base.extend<{ readonly origin: string }>({
  origin: async ({}, provide) => {
    const stage = await openHostStage();
    const url = await stage.start('--port', String(await freePort())).ready();
    await provide(url.origin);
    await stage.close();
  },
});

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

test('a person adds a passkey and signs in with it, without an address', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await foundTeam(page, origin);

  await page.goto('/me');
  const panel = page.getByRole('region', { name: /^Passkeys/u });
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(panel.getByText('Laptop')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(byPasskey).toBeVisible();
  await expectAccessible(page);
  await byPasskey.click();
  await expect(page.getByRole('navigation').first()).toBeVisible();

  await page.goto('/me');
  await expect(panel.getByText('last used')).toBeVisible();
  await panel.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(panel.getByText('Work laptop')).toBeVisible();
  await panel.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(panel.getByText('Work laptop')).toHaveCount(0);
  await context.close();
});
