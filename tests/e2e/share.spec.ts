/** Share target: the browser posts what another app shares, and the service worker takes it. */
import type { Page } from '@playwright/test';
import { enter, expect, test } from './support.ts';

/** As a browser does for an app that is chosen in its list of share targets. */
async function share(page: Page, text: string): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await page.evaluate(async (title) => {
    const picture = new OffscreenCanvas(64, 64);
    picture.getContext('2d')?.fillRect(8, 8, 48, 48);
    const file = new File([await picture.convertToBlob()], 'graph.png', { type: 'image/png' });
    const script = new File(['<script>'], 'page.html', { type: 'text/html' });
    const files = new DataTransfer();
    for (const one of [file, script]) files.items.add(one);
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' });
    const input = (name: string, changes: object) => {
      const made = Object.assign(document.createElement('input'), { name }, changes);
      form.append(made);
    };
    input('text', { value: title });
    input('images', { type: 'file', multiple: true, files: files.files });
    document.body.append(form);
    form.submit();
  }, text);
  await expect(page).toHaveURL(/\/declare\?shared=1$/);
}

const files = (page: Page) =>
  page.getByRole('region', { name: 'People and tasks' }).getByRole('link', { name: /graph\.png/ });

test('a shared screenshot is attached to the declared incident, and a removed one is not', async ({
  page,
}) => {
  await page.goto('/signin');
  await enter(page, 'Priya Nair');
  const images = page.getByRole('region', { name: 'Shared images' });
  const title = page.getByRole('textbox', { name: 'What is broken?' });

  await share(page, 'Orders  fail');
  await expect(title).toHaveValue('Orders fail');
  await expect(images.getByRole('img')).toHaveCount(1);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/incidents\/\d+$/);
  await expect(files(page)).toHaveCount(1);
  await page.reload();
  await expect(files(page)).toHaveCount(1);

  await share(page, 'Something else');
  await expect(title).toHaveValue('Something else');
  await images.getByRole('button', { name: 'Remove' }).click();
  await expect(images).toHaveCount(0);
  await page.reload();
  await expect(title).toBeVisible();
  await expect(images).toHaveCount(0);
});
