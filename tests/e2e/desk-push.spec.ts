/** Pages that reach a Firefox by web push: encrypted for it, through a push service on this machine, with no tab of Muster open. */
import { expect, test as base } from '@playwright/test';
import { type DeskPerson, deskPerson } from '../app/desk/desk-person.ts';
import { enableIn, notificationsIn } from '../app/desk/firefox-app.ts';
import type { DeskProcess } from '../app/desk/process.ts';
import { fireCheckout } from '../app/desk/push-stage.ts';
import { type DeskFixtures, deskFixtures } from './desk-fixtures.ts';
import { needsFirefox } from './needs.ts';

interface Fixtures {
  readonly desk: DeskProcess;
  /** Priya's Firefox takes pages, and every tab of Muster is closed. Resolves with the desk's address. */
  readonly reachable: URL;
  readonly diego: DeskPerson;
  /** Fires an alert, and resolves with the id of its page. */
  fire(): Promise<string>;
}

const test = base.extend<DeskFixtures>(deskFixtures).extend<Fixtures>({
  desk: async ({ stage }, provide) => provide(stage.start()),
  reachable: async ({ desk, firefox }, provide) => {
    const url = await desk.ready();
    await enableIn(firefox, url, 'priya');
    await firefox.goto('about:blank');
    await provide(url);
  },
  diego: async ({ reachable }, provide) => {
    const diego = await deskPerson(reachable, 'diego');
    await provide(diego);
    await diego.dispose();
  },
  fire: async ({ desk, diego }, provide) =>
    provide(async () => {
      await fireCheckout(desk);
      const [page] = await diego.openPages();
      if (!page) throw new Error('Nobody was paged.');
      return page.id;
    }),
});

needsFirefox(test);

const title = 'One in five orders fails on checkout-1 (and 1 more)';

test('a page is pushed encrypted, shown while no tab of Muster is open, and recorded as shown', async ({
  stage,
  firefox,
  reachable,
  diego,
  fire,
}) => {
  const pageId = await fire();
  await expect.poll(() => firefox.alerts()).toMatchObject([{ title, actions: ['acknowledge', 'decline'] }]);
  expect(stage.service.posts).toMatchObject([{ status: 201, urgency: 'high', topic: pageId }]);
  // Firefox says that it could decrypt it.
  expect(stage.service.confirmed).toEqual([100]);
  await expect.poll(() => diego.deliveries(pageId)).toMatchObject([{ userId: 'priya', status: 'shown' }]);
  // The service worker's receipt proves the push, which no open page could.
  const priya = await deskPerson(reachable, 'priya');
  await expect.poll(() => priya.devices()).toMatchObject([{ pushShownAt: expect.any(Number) }]);
  await priya.dispose();
  // A file of the origin that is not the app: it takes no pushes.
  await firefox.goto(new URL('/favicon.svg', reachable).href);
  expect(await notificationsIn(firefox)).toEqual([title]);
});

test('the button of the notification acknowledges the page without opening Muster', async ({
  firefox,
  diego,
  fire,
}) => {
  const pageId = await fire();
  await expect.poll(() => firefox.alerts()).toMatchObject([{ title }]);
  await firefox.click(title, 'acknowledge');
  await expect
    .poll(() => diego.page(pageId))
    .toMatchObject({ status: 'acknowledged', acknowledgements: [{ userId: 'priya' }] });
  await expect
    .poll(() => firefox.alerts())
    .toMatchObject([{ title: 'Acknowledged', body: title, isSilent: true }]);
});

test('the button of the notification declines the page, and an acknowledgement by another member removes the next notification', async ({
  firefox,
  diego,
  fire,
}) => {
  const first = await fire();
  await expect.poll(() => firefox.alerts()).toMatchObject([{ title }]);
  await firefox.click(title, 'decline');
  await expect.poll(() => diego.page(first)).toMatchObject({ declined: [{ userId: 'priya' }] });
  await expect.poll(() => firefox.alerts()).toMatchObject([{ title: 'Declined', isSilent: true }]);

  await diego.command('declareIncident', {
    title: 'Orders are late',
    severity: 'SEV2',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['priya', 'mei'] }],
  });
  const titles = async () => (await firefox.alerts()).map((alert) => alert.title);
  await expect.poll(titles).toContain('Orders are late');
  const [page] = await diego.openPages();
  await diego.command('acknowledgePage', { pageId: page?.id });
  await expect.poll(titles).not.toContain('Orders are late');
});

test('an expired push subscription is removed and marked as lost, and opening Muster creates a new one', async ({
  stage,
  firefox,
  reachable,
  diego,
  fire,
}) => {
  stage.service.endSubscriptions();
  await fire();
  await expect.poll(() => stage.service.posts).toMatchObject([{ status: 410 }]);
  const priya = await deskPerson(reachable, 'priya');
  await expect
    .poll(() => priya.devices())
    .toMatchObject([{ registration: null, lostAt: expect.any(Number) }]);

  await firefox.goto(reachable.href);
  await expect
    .poll(() => priya.devices())
    .toMatchObject([{ registration: expect.any(String), lostAt: null }]);
  await priya.dispose();
  await firefox.goto('about:blank');
  await diego.command('declareIncident', {
    title: 'Orders are late',
    severity: 'SEV2',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['priya'] }],
  });
  await expect.poll(() => firefox.alerts()).toMatchObject([{ title: 'Orders are late' }]);
});
