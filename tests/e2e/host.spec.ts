/**
 * On a PostgreSQL of its own: from an empty account to a page of a real Alertmanager that a second person acknowledges, through screens only;
 * then a room with two people, over a cut network and a restart of the server.
 */
import type { Page } from '@playwright/test';
import { startAlertmanager } from '../app/desk/alertmanager.ts';
import { openHostStage, type HostStage } from '../app/host/process.ts';
import { needsAlertmanager } from './needs.ts';
import { acknowledgeOnPhone, eager, foundTeam, join, setUpPaging } from './paging-walk.ts';
import { expect, expectAccessible, test as base } from './support.ts';

const test = base.extend<{ readonly stage: HostStage }>({
  stage: async ({}, provide) => {
    const stage = await openHostStage();
    await provide(stage);
    await stage.close();
  },
});
needsAlertmanager(test);

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const composer = (page: Page) => page.getByRole('textbox', { name: 'Comment' });

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Control+Enter');
}

test('an empty account connects an Alertmanager, a second person acknowledges, and both work in a room', async ({
  browser,
  stage,
}) => {
  const host = stage.start();
  const url = await host.ready();
  const ada = await (await browser.newContext({ baseURL: url.origin })).newPage();
  const ben = await (await browser.newContext({ ...phone, baseURL: url.origin })).newPage();
  await join(ben, await foundTeam(ada, url.origin));
  const alertmanager = await startAlertmanager(eager(await setUpPaging(ada, url.origin)));
  try {
    await acknowledgeOnPhone(ada, ben, alertmanager);
  } finally {
    await alertmanager.close();
  }

  await test.step('a room with two people', async () => {
    await ada.goto('/declare');
    await ada.getByRole('textbox', { name: 'What is broken?' }).fill('Orders fail at checkout');
    await ada.keyboard.press('Control+Enter');
    await expect(ada).toHaveURL(/\/incidents\/\d+$/);
    await ben.goto(new URL(ada.url()).pathname);
    await say(ben, 'Looking at the database');
    await expect(ada.getByText('Looking at the database').first()).toBeVisible();
    await expectAccessible(ada);
  });

  await test.step('what is written without a network is there for the other person afterwards', async () => {
    await ben.context().setOffline(true);
    await say(ben, 'Written in the lift');
    await expect(ben.getByText('Written in the lift').first()).toBeVisible();
    await expect(ada.getByText('Written in the lift')).toHaveCount(0);
    await ben.context().setOffline(false);
    await expect(ada.getByText('Written in the lift').first()).toBeVisible();
  });

  await test.step('what is written while the server restarts is there afterwards', async () => {
    host.child.kill('SIGTERM');
    expect(await host.ended).toBe(0);
    await say(ada, 'Written while the server was gone');
    await expect(ada.getByText('Written while the server was gone').first()).toBeVisible();
    await stage.start('--port', url.port).ready();
    await expect(ben.getByText('Written while the server was gone').first()).toBeVisible();
  });
  for (const page of [ada, ben]) await page.context().close();
});
