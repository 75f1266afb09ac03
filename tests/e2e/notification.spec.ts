/** A page reaches a tab that is out of sight, as a notification of the service worker, and is acknowledged from there. */
import type { Page } from '@playwright/test';
import { wholeChromium } from './chromium.ts';
import { enter, expect, ready, test } from './support.ts';

test.use({ launchOptions: wholeChromium });

/** Makes the page report that it is hidden by another window: headless Chromium shows every tab. */
const outOfSight = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((worker) => ({
      getNotifications: () => worker.getNotifications(),
    }));
    return (await getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

test('a page to a hidden tab shows a notification, and its button acknowledges the page', async ({
  page: priya,
  context,
  newTab,
}) => {
  await context.grantPermissions(['notifications']);
  await priya.goto('/signin');
  await enter(priya, 'Priya Nair');
  await ready(priya);
  await priya.getByRole('button', { name: 'Enable notifications' }).click();
  await expect(priya.getByText('This device', { exact: true })).toBeVisible();
  await outOfSight(priya);

  const diego = await newTab('/signin');
  await enter(diego, 'Diego Ramírez');
  await diego.getByRole('button', { name: /^Rehearsal/ }).click();
  await diego.getByRole('button', { name: 'Fire: Checkout is failing' }).click();
  await expect.poll(() => notifications(priya)).toHaveLength(1);
  expect((await notifications(priya))[0]?.title).toContain('One in five orders fails');
  await expect(priya.getByRole('alertdialog')).toBeVisible();

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    const clicked = new scope.NotificationEvent('notificationclick', { notification, action: 'acknowledge' });
    // No script can lengthen the life of an event that it has made.
    Object.defineProperty(clicked, 'waitUntil', { value: () => undefined });
    globalThis.dispatchEvent(clicked);
  });
  await expect(priya.getByRole('alertdialog')).toBeHidden();
  await expect(priya.getByText('Acknowledged').first()).toBeVisible();
  await expect(priya).toHaveURL(/\/alerts\?alert=/);
  await expect.poll(() => notifications(priya)).toHaveLength(0);
  await diego.keyboard.press('Escape');
  await diego.getByRole('link', { name: 'Alerts' }).first().click();
  await diego.getByRole('link', { name: /One in five orders fails/ }).click();
  await expect(diego.getByRole('dialog').getByText('Acknowledged by')).toBeVisible();
  await expect(diego.getByRole('dialog').getByText('Priya Nair')).toBeVisible();
});

test('a notification disappears when another member acknowledges the page', async ({
  page: priya,
  context,
  newTab,
}) => {
  await context.grantPermissions(['notifications']);
  await priya.goto('/signin');
  await enter(priya, 'Priya Nair');
  await priya.getByRole('button', { name: 'Enable notifications' }).click();
  await expect(priya.getByText('This device', { exact: true })).toBeVisible();
  await outOfSight(priya);

  const diego = await newTab('/signin');
  await enter(diego, 'Diego Ramírez');
  await diego.getByRole('button', { name: /^Rehearsal/ }).click();
  await diego.getByRole('button', { name: 'Fire: Checkout is failing' }).click();
  await expect.poll(() => notifications(priya)).toHaveLength(1);
  await diego.keyboard.press('Escape');
  await diego.getByRole('link', { name: 'Alerts' }).first().click();
  await diego.getByRole('link', { name: /One in five orders fails/ }).click();
  await diego.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(() => notifications(priya)).toHaveLength(0);
});

test('the service worker shows a push that no open page handles, and removes it when the page is settled', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['notifications']);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) resolve(registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('/signin');
  await enter(page, 'Mei Tanaka');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const registrationId = await registered;
  const push = (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: baseURL ?? '',
      registrationId,
      data: JSON.stringify(message),
    });
  const notification = { title: 'Checkout is down', body: 'Acknowledge.', tag: 'page-1' };
  // On a loaded machine Chromium drops a push that comes before the worker can start.
  await expect
    .poll(async () => {
      await push({ id: '1', data: { kind: 'page', pageId: 'page-1' }, sentAt: 0, notification });
      return notifications(page);
    })
    .toEqual([notification]);
  await push({ id: '2', data: { kind: 'page', pageId: 'page-1' }, sentAt: 0, notification });
  await push({ id: '3', data: { kind: 'settled', pageId: 'page-1' }, sentAt: 0 });
  await expect.poll(() => notifications(page)).toEqual([]);
});
