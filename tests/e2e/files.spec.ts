/** Files that people upload: none of them runs on the application's origin, and each is saved under its own name. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { enter, expect, press, ready, test } from './support.ts';

const mark = "localStorage.setItem('ran', document.contentType)";
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const dangerous = [
  { name: 'report.html', mimeType: 'text/html', buffer: Buffer.from(`<script>${mark}</script>`) },
  {
    name: 'Übersicht “neu”.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>${mark}</script></svg>`),
  },
];

const files = (page: Page) => page.getByRole('region', { name: 'Files' });

async function upload(page: Page, file: (typeof dangerous)[number]): Promise<string> {
  await page.locator('input[type=file]').first().setInputFiles(file);
  const link = files(page).getByRole('link', { name: file.name });
  await expect(link).toBeVisible();
  return (await link.getAttribute('href')) ?? '';
}

const ran = (page: Page) => page.evaluate(() => localStorage.getItem('ran'));

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

test('uploaded HTML and SVG files are downloaded and never executed', async ({ page }) => {
  await page.goto('/signin');
  await enter(page, 'Diego Ramírez');
  await ready(page);
  await press(page, 'c');
  await page.getByRole('textbox', { name: /What is broken/ }).fill('Files that could run');
  await page.getByRole('main').getByRole('button', { name: 'Declare incident' }).click();
  await expect(page).toHaveURL(/\/incidents\/\d+$/);

  for (const file of dangerous) {
    const address = await upload(page, file);
    const saving = page.waitForEvent('download');
    await files(page).getByRole('link', { name: file.name }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(file.name);
    expect(await readFile(await saved.path())).toEqual(file.buffer);

    // The file's address; the tab that opens it stays where it is.
    const again = page.waitForEvent('download');
    await page.evaluate((href) => void location.assign(href), address);
    await again;
    await expect(page).toHaveURL(/\/incidents\/\d+$/);
    expect(await ran(page)).toBeNull();
  }

  const picture = { name: 'graph.png', mimeType: 'image/png', buffer: png };
  await upload(page, picture);
  const shown = files(page).locator('img');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(await ran(page)).toBeNull();
});
