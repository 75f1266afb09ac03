import type { Page } from '@playwright/test';

/** Enters the demonstration as a person, until its shell can be used. */
export async function enter(page: Page, person: string): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('button', { name: person }).click();
  await shellReady(page);
}

/** Waits until the shell of a signed-in person can be used. */
export const shellReady = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^Find\b/ })
    .first()
    .waitFor();
