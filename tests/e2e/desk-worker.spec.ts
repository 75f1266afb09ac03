/** The service worker in Chromium, with no tab of Muster open: pushes as a desk sends them, delivered by the browser's own tools. */
import { PushReceiver } from '#adapters/embedded-node/push-receiver.fixture.ts';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { deskPerson } from '../app/desk/desk-person.ts';
import { fireCheckout } from '../app/desk/push-stage.ts';
import { wholeChromium } from './chromium.ts';
import { type DeskFixtures, deskFixtures } from './desk-fixtures.ts';
import { expect, ready, test as base } from './support.ts';

const test = base.extend<DeskFixtures>(deskFixtures);

test.use({ launchOptions: wholeChromium });

test('the service worker shows a page, counts it on the badge, acknowledges it from the notification and removes it', async ({
  browser,
  stage,
}) => {
  const desk = stage.start();
  const url = await desk.ready();
  const receiver = new PushReceiver();
  const context = await browser.newContext({ baseURL: url.origin, permissions: ['notifications'] });
  // Chromium's own push service is not on this machine.
  await context.exposeFunction('subscribeHere', (sender: string) => ({
    endpoint: stage.service.subscribe(sender),
    keys: receiver.keys,
  }));
  await context.addInitScript(() => {
    const { subscribeHere } = globalThis as unknown as { subscribeHere(sender: string): Promise<object> };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const subscription = await subscribeHere(applicationServerKey);
        return { toJSON: () => subscription };
      },
    });
  });
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(demoEmail({ id: 'priya' }));
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Enable notifications' }).click();
  await expect(page.getByText('This device', { exact: true })).toBeVisible();

  const devtools = await context.newCDPSession(await context.newPage());
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations)
        if (scopeURL.startsWith(url.origin)) resolve(registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  await worker.evaluate(() => {
    const badges: number[] = [];
    Object.assign(globalThis, { badges });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => void badges.push(0),
    });
  });
  await page.close();
  // A page that is closing would be given the message.
  await expect
    .poll(() =>
      worker.evaluate(async () => {
        const { clients } = globalThis as unknown as {
          clients: { matchAll(options: object): Promise<readonly unknown[]> };
        };
        return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length;
      }),
    )
    .toBe(0);
  let delivered = 0;
  /** The next message that the desk has sent. */
  const deliver = async () => {
    await expect.poll(() => stage.service.posts.length).toBeGreaterThan(delivered);
    const body = stage.service.posts[delivered++]?.body ?? Buffer.alloc(0);
    const data = receiver.decrypt(body);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: url.origin, registrationId, data });
  };
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title }) => title);
    });
  const badges = () => worker.evaluate(() => (globalThis as unknown as { badges: number[] }).badges);

  const diego = await deskPerson(url, 'diego');
  await fireCheckout(desk);
  await deliver();
  await expect.poll(shown).toEqual([expect.stringContaining('One in five orders fails')]);
  const [asked] = await diego.openPages();
  const pageId = asked?.id ?? '';
  await expect.poll(() => diego.deliveries(pageId)).toMatchObject([{ status: 'shown' }]);
  expect(await badges()).toEqual([1]);

  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    // Chromium forgets a notification that is being shown while others are looked for, as this test does below.
    const told = new Promise<void>((resolve) => {
      const show = scope.registration.showNotification.bind(scope.registration);
      scope.registration.showNotification = (...args) => show(...args).finally(resolve);
    });
    const clicked = { notification, action: 'acknowledge' };
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', clicked));
    await told;
  });
  await expect
    .poll(() => diego.page(pageId))
    .toMatchObject({ status: 'acknowledged', acknowledgements: [{ userId: 'priya' }] });
  await deliver();
  await expect.poll(shown).toEqual(['Acknowledged']);
  await expect.poll(badges).toEqual([1, 0, 0]);
  await diego.dispose();
  await context.close();
});
