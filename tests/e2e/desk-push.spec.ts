/** Pages that reach a Firefox by web push: encrypted for it, through a push service on this machine, with no tab of Muster open. */
import { expect, test as base } from '@playwright/test';
import { enableIn, notificationsIn } from '../desk/firefox-app.ts';
import { type Firefox, startFirefox } from '../desk/firefox.ts';
import { fireCheckout, openPushStage, type PushStage } from '../desk/push-stage.ts';
import { needsFirefox } from './needs.ts';

interface Fixtures {
  readonly stage: PushStage;
  readonly firefox: Firefox;
  /** Priya's Firefox takes pages, and every tab of Muster is closed. Resolves with the desk's address. */
  readonly reachable: URL;
}

const test = base.extend<Fixtures>({
  stage: async ({}, provide) => {
    const stage = await openPushStage();
    await provide(stage);
    await stage.close();
  },
  firefox: async ({ stage }, provide) => {
    const firefox = await startFirefox({ pushUrl: stage.service.browserUrl });
    await provide(firefox);
    await firefox.close();
  },
  reachable: async ({ stage, firefox }, provide) => {
    const url = await stage.start().ready();
    await enableIn(firefox, url, 'priya');
    await firefox.goto('about:blank');
    await provide(url);
  },
});

needsFirefox(test);

const title = 'One in five orders fails on checkout-1 (and 1 more)';

test('a page is encrypted for the browser, which shows it with every tab of Muster closed', async ({
  stage,
  firefox,
  reachable,
}) => {
  await fireCheckout(reachable);
  await expect.poll(() => firefox.alerts()).toMatchObject([{ title, actions: ['acknowledge'] }]);
  expect(stage.service.posts).toMatchObject([{ status: 201, urgency: 'high' }]);
  // Firefox says that it could decrypt it.
  expect(stage.service.confirmed).toEqual([100]);
  // A file of the origin that is not the app: it takes no pushes.
  await firefox.goto(new URL('/favicon.svg', reachable).href);
  expect(await notificationsIn(firefox)).toEqual([title]);
});
