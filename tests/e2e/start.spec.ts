import { enter, expect, expectAccessible, mainNav, test } from './support.ts';

const hosts = [
  { name: 'shared worker', query: '' },
  { name: 'tab', query: '?provider-host=tab' },
] as const;

for (const { name, query } of hosts) {
  test.describe(`hosted by the ${name}`, () => {
    test('a cold start ends in a sign-in screen that can be used', async ({ page }) => {
      await page.goto(`/${query}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Mei Tanaka' })).toBeVisible();
      await expect(page).toHaveURL(/\/signin/);
      await expectAccessible(page);
    });

    test('entering as a person leads home, and a reload keeps them and what they did', async ({ page }) => {
      await page.goto(`/signin${query}`);
      await enter(page, 'Mei Tanaka');
      await expect(page).toHaveURL(/\/(\?.*)?$/);
      await expect(page.getByRole('status').filter({ hasText: 'on call' })).toBeVisible();
      await page.reload();
      await expect(mainNav(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Mei Tanaka' })).toBeVisible();
    });
  });
}
