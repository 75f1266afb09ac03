/** The app as it is deployed to Firebase, in a real browser: creation of an account, and the screen when nothing follows. */
import type { Page } from '@playwright/test';
import { layCable } from '../official/cable.ts';
import { serveApp } from './firebase/app.ts';
import { atLocalhost, expect, needsParts, test as base } from './firebase/fixtures.ts';
import type { Site } from './firebase/site.ts';
import { testLimitMs } from '../time-limits.ts';

needsParts();

const test = base.extend<object, { readonly app: Site }>({
  app: [
    async ({ authPart }, provide) => {
      // Address without a server, reserved so that none can start there.
      const nowhere = await layCable(null);
      const silent = nowhere.address;
      const app = await serveApp({
        auth: atLocalhost(authPart.host),
        docs: silent,
        realtime: silent,
        functions: silent,
        storage: silent,
      });
      await provide(app);
      await app.close();
      await nowhere.remove();
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
});

/** The screen's time limit is moved, not waited for; it begins when the screen is there. */
const saysThatNoTeamCame = (page: Page) =>
  expect(async () => {
    await page.clock.fastForward(10_000);
    const heading = page.getByRole('heading', { name: 'Your team did not load' });
    await expect(heading).toBeAttached({ timeout: 500 });
  }).toPass({ timeout: 120_000 });

test('an account is created, and a team that does not load shows a message instead of a blank screen', async ({
  app,
  authPart,
  page,
}) => {
  await authPart.reset();
  await page.clock.install();
  await page.goto(app.origin);
  await expect(page).toHaveURL(/\/signin/);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${app.origin}/`);
  await saysThatNoTeamCame(page);
  await expect(page.getByText('There is no connection to the backend')).toBeVisible();
  // The SDK knows the person without any service, after a reload too.
  await page.reload();
  await saysThatNoTeamCame(page);
  await expect(page.getByText('ada@example.com')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});
