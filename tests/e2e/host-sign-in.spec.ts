/** Sign-in at an OpenID Connect provider on a host: in a window, by leaving the page, and connected to an account. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OAuth2Server } from 'oauth2-mock-server';
import { freePort } from '../free-port.ts';
import { openHostStage } from '../app/host/process.ts';
import { expect, expectAccessible, test as base } from './support.ts';

const test = base.extend<{ readonly origin: string }>({
  origin: async ({}, provide) => {
    const issuer = new OAuth2Server();
    await issuer.issuer.keys.generate('RS256');
    await issuer.start(0, 'localhost');
    issuer.service.on('beforeTokenSigning', (token: { readonly payload: Record<string, unknown> }) => {
      Object.assign(token.payload, {
        sub: 'robin',
        email: 'robin@example.com',
        name: 'Robin Castillo',
        email_verified: true,
      });
    });
    const stage = await openHostStage();
    const file = path.join(stage.folder, 'providers.json');
    const company = {
      name: 'Example ID',
      issuer: issuer.issuer.url,
      clientId: 'muster',
      clientSecret: 'a secret',
    };
    await writeFile(file, JSON.stringify({ 'oidc.company': company }));
    const url = await stage.start('--port', String(await freePort()), '--sign-in', file).ready();
    await provide(url.origin);
    await stage.close();
    await issuer.stop();
  },
});

test('a person signs in at the company’s provider, in a window and without one', async ({
  browser,
  origin,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto('/signin');
  const button = page.getByRole('button', { name: 'Continue with Example ID' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  await expectAccessible(page);
  await button.click();
  await expect(
    page
      .getByText('robin@example.com')
      .or(page.getByRole('heading', { name: /welcome/iu }))
      .first(),
  ).toBeVisible();

  // A browser that opens no windows.
  const strict = await browser.newContext({ baseURL: origin });
  await strict.addInitScript(() => {
    globalThis.open = () => null;
  });
  const other = await strict.newPage();
  await other.goto('/signin');
  await other.getByRole('button', { name: 'Continue with Example ID' }).click();
  await expect(
    other
      .getByText('robin@example.com')
      .or(other.getByRole('heading', { name: /welcome/iu }))
      .first(),
  ).toBeVisible();
  for (const one of [context, strict]) await one.close();
});
