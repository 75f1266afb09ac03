/**
 * One incident on a shared cloud: an alert of a real Alertmanager, a page by real web push to a Firefox with no tab open, acknowledged
 * from its notification; then a room worked by three browsers over a killed process and a cut network.
 */
import type { Browser, Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { enableIn } from '../app/desk/firefox-app.ts';
import { type DeskFixtures, deskFixtures } from './desk-fixtures.ts';
import { needsAlertmanager, needsFirefox } from './needs.ts';
import { expect, expectAccessible, ready, test as base } from './support.ts';

const test = base.extend<DeskFixtures>(deskFixtures);

needsFirefox(test);
needsAlertmanager(test);

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const alarm = (page: Page) => page.getByRole('alertdialog');
const summary = 'One in five orders fails';

async function enterAs(browser: Browser, url: URL, id: string, device: object = {}): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: url.origin });
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(demoEmail({ id }));
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ready(page);
  return page;
}

test('three browsers work an incident while the process is killed and the network is cut', async ({
  browser,
  complaints,
  stage,
  firefox,
  startAlerts,
}) => {
  let desk = stage.start();
  const url = await desk.ready();
  const alertmanager = await startAlerts(url, desk.senderKeys().checkout);
  await enableIn(firefox, url, 'priya');
  await firefox.goto('about:blank');
  const titles = async () => (await firefox.alerts()).map(({ title }) => title);
  const priya = await enterAs(browser, url, 'priya', phone);
  const diego = await enterAs(browser, url, 'diego');
  const lena = await enterAs(browser, url, 'lena');

  await test.step('every screen says what this is, and offers no rehearsal', async () => {
    for (const page of [priya, diego, lena]) {
      await expect(page.getByText('Shared trial, not for production')).toBeVisible();
      await expectAccessible(page);
    }
    await expect(diego.getByRole('button', { name: /^Rehearsal/ })).toHaveCount(0);
  });

  await test.step('Alertmanager’s alert pages who is on call, wherever she is', async () => {
    const labels = { alertname: 'OrdersFailing', job: 'checkout', severity: 'critical' };
    await alertmanager.fire({ labels, summary });
    await expect.poll(titles).toEqual([expect.stringContaining(summary)]);
    await expect(alarm(priya)).toContainText(summary);
    await expect(priya.getByText('Shared trial, not for production')).toBeAttached();
  });

  await test.step('acknowledged from the notification, it is quiet everywhere', async () => {
    const [page = ''] = await titles();
    await firefox.click(page, 'acknowledge');
    await expect.poll(titles).toEqual(['Acknowledged']);
    await expect(alarm(priya)).toBeHidden();
    expect(stage.service.confirmed.every((code) => code === 100)).toBe(true);
  });

  await test.step('it is declared, and everybody is in the room', async () => {
    await diego.goto('/declare');
    await diego.getByRole('textbox', { name: 'What is broken?' }).fill('Orders fail at checkout');
    await diego.keyboard.press('Control+Enter');
    await expect(diego).toHaveURL(/\/incidents\/\d+$/);
    for (const page of [priya, lena]) {
      await page.goto(new URL(diego.url()).pathname);
      await expect(page.getByRole('heading', { name: /Orders fail at checkout/ })).toBeVisible();
    }
    await comment(lena, 'Said before.');
    await expect(diego.getByText('Said before.', { exact: true })).toBeVisible();
  });

  await test.step('the process is killed; what is said meanwhile arrives once', async () => {
    desk.child.kill('SIGKILL');
    await desk.ended;
    await comment(lena, 'Said meanwhile.');
    await expect(lena.getByText('Said meanwhile.', { exact: true })).toBeVisible();
    desk = stage.start();
    await desk.ready();
    for (const page of [diego, priya, lena]) {
      await expect(page.getByText('Said before.', { exact: true })).toHaveCount(1);
      await expect(page.getByText('Said meanwhile.', { exact: true })).toHaveCount(1);
    }
    await comment(diego, 'Said after.');
    await expect(lena.getByText('Said after.', { exact: true })).toBeVisible();
  });

  await test.step('one is cut off, twice; what she says then arrives when she is back', async () => {
    for (const time of ['once', 'twice']) {
      await lena.context().setOffline(true);
      await comment(lena, `Cut off ${time}.`);
      await comment(diego, `Heard by others ${time}.`);
      await expect(priya.getByText(`Heard by others ${time}.`, { exact: true })).toBeVisible();
      await expect(diego.getByText(`Cut off ${time}.`, { exact: true })).toHaveCount(0);
      await lena.context().setOffline(false);
      for (const page of [diego, priya, lena])
        await expect(page.getByText(`Cut off ${time}.`, { exact: true })).toHaveCount(1);
      await expect(lena.getByText(`Heard by others ${time}.`, { exact: true })).toHaveCount(1);
    }
  });

  for (const page of [priya, diego, lena]) await page.context().close();
  desk.child.kill('SIGTERM');
  expect(await desk.ended).toBe(0);
  // Errors from the time without the process.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((text) => !/ERR_(?:CONNECTION|INTERNET)/.test(text)),
  );
});

async function comment(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Comment' });
  await composer.fill(text);
  await composer.press('Control+Enter');
  await expect(composer).toHaveValue('');
}
