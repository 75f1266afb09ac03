/** Muster on a backend that has the core of each port and no extension: what is there works, and what is missing is said. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { serveSite, type Site } from './firebase/site.ts';
import { expect, expectAccessible, ready, test as base } from './support.ts';
import { testLimitMs } from '../time-limits.ts';

const root = path.resolve(import.meta.dirname, '../..');

const test = base.extend<object, { readonly app: Site }>({
  app: [
    async ({}, provide) => {
      const dist = await mkdtemp(path.join(tmpdir(), 'muster-minimal-'));
      const before = process.env['VITE_PROVIDER'];
      process.env['VITE_PROVIDER'] = 'minimal';
      try {
        await build({
          root,
          logLevel: 'error',
          build: { outDir: dist, emptyOutDir: true, sourcemap: false },
        });
      } finally {
        if (before === undefined) delete process.env['VITE_PROVIDER'];
        else process.env['VITE_PROVIDER'] = before;
      }
      const site = await serveSite(dist);
      await provide(site);
      await site.close();
      await rm(dist, { recursive: true });
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
});

const main = (page: Page) => page.getByRole('main');
const goTo = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name, exact: true })
    .click();

async function signUp(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await expect(page.getByText('This server sends no mail')).toBeVisible();
  await expect(page.getByRole('button', { name: /Forgot|link|Google|guest|phone/i })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Team name').fill('Harbour');
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByText('You are the only one in Harbour')).toBeVisible();
}

test('an incident is declared, worked in its room and resolved', async ({ app, page }) => {
  await signUp(page, app.origin);
  await main(page).getByRole('link', { name: 'Declare incident' }).first().click();
  await page.getByRole('textbox', { name: 'What is broken?' }).fill('Cranes stand still');
  await main(page)
    .getByRole('button', { name: /^Declare incident/ })
    .click();
  await expect(page.getByRole('heading', { name: /Cranes stand still/ })).toBeVisible();

  await test.step('comment, task, file and severity', async () => {
    await page.getByRole('textbox', { name: 'Comment' }).fill('The gearbox has no oil.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('The gearbox has no oil.', { exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: 'New task' }).fill('Bring oil');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: /Bring oil/ }).click();
    await expect(page.getByText('1 done')).toBeVisible();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'crane.log', mimeType: 'text/plain', buffer: Buffer.from('no oil') });
    await expect(page.getByText('6 B')).toBeVisible();
    await page.getByRole('button', { name: /^Severity: SEV3/ }).click();
    await page.getByRole('menu').getByText('SEV2').click();
    await expect(page.getByRole('button', { name: /^Severity: SEV2/ })).toBeVisible();
  });
  await expectAccessible(page);

  await test.step('resolve', async () => {
    await page.getByRole('button', { name: 'Resolve', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await goTo(page, 'Incidents');
    await expect(main(page).getByText('Resolved', { exact: true })).toBeVisible();
  });
});

test('profile and diagnostics state which features the backend lacks', async ({ app, page }) => {
  await signUp(page, app.origin);
  await goTo(page, 'Me');
  for (const sentence of [
    'This server sends no notifications: pages show only while Muster is open.',
    'This server sends no mail: the address can be neither confirmed nor changed here.',
    'There is nothing to choose: this server sends no notifications.',
    'No further way to sign in can be added to an account of this server.',
    'This server has no second step: whoever knows your password can sign in as you.',
  ])
    await expect(page.getByText(sentence)).toBeVisible();
  for (const name of ['Add a device', 'Change the address', 'Enable here'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expectAccessible(page);

  await goTo(page, 'Diagnostics');
  await expect(page.getByText('minimal', { exact: true })).toBeVisible();
  for (const sentence of [
    'This server collects no measurements: they are of this page alone.',
    'This server publishes no configuration: every value is the default.',
  ])
    await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Measure' })).toHaveCount(0);

  await goTo(page, 'On call');
  await expect(page.getByText('No schedules yet')).toBeVisible();
  await goTo(page, 'Me');
  await main(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/signin/);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ready(page);
});
