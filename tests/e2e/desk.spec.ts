/** One incident on a shared cloud: paged by a real HTTP message, worked by three browsers over a killed process and a cut network. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { sampleAlerts } from '#demo/alerts.ts';
import { sharedBuild } from '#tools/shared-builds.ts';
import { keptServer, openProgram } from '../desk/process.ts';
import { freePort } from '../free-port.ts';
import { expect, expectAccessible, ready, test } from './support.ts';

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const alarm = (page: Page) => page.getByRole('alertdialog');

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

test('an incident, worked by three browsers over a killed process and a cut network', async ({
  browser,
  complaints,
}) => {
  test.setTimeout(480_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-desk-data-'));
  const program = await openProgram(await keptServer(), (await sharedBuild('embedded')).dir);
  const args = ['--data', folder, '--port', String(await freePort())];
  let desk = program.run(...args);
  const url = await desk.ready();
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

  await test.step('an alert over HTTP pages who is on call, on her phone', async () => {
    const [alert] = sampleAlerts(Date.now());
    if (!alert) throw new Error('The demonstration has alerts.');
    const { method, path: door, headers, body } = alert.request;
    const answered = await fetch(new URL(door, url), { method, headers: { ...headers }, body });
    expect(answered.status).toBe(200);
    await expect(alarm(priya)).toContainText('One in five orders fails');
    await expect(priya.getByText('Shared trial, not for production')).toBeAttached();
    await alarm(priya).getByRole('button', { name: 'Acknowledge' }).click();
    await expect(alarm(priya)).toBeHidden();
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
    await expect(diego.getByText('Said before.')).toBeVisible();
  });

  await test.step('the process is killed; what is said meanwhile arrives once', async () => {
    desk.child.kill('SIGKILL');
    await desk.ended;
    await comment(lena, 'Said meanwhile.');
    await expect(lena.getByText('Said meanwhile.')).toBeVisible();
    desk = program.run(...args);
    await desk.ready();
    for (const page of [diego, priya, lena]) {
      await expect(page.getByText('Said before.')).toHaveCount(1);
      await expect(page.getByText('Said meanwhile.')).toHaveCount(1);
    }
    await comment(diego, 'Said after.');
    await expect(lena.getByText('Said after.')).toBeVisible();
  });

  await test.step('one is cut off, twice; what she says then arrives when she is back', async () => {
    for (const time of ['once', 'twice']) {
      await lena.context().setOffline(true);
      await comment(lena, `Cut off ${time}.`);
      await comment(diego, `Heard by others ${time}.`);
      await expect(priya.getByText(`Heard by others ${time}.`)).toBeVisible();
      await expect(diego.getByText(`Cut off ${time}.`)).toHaveCount(0);
      await lena.context().setOffline(false);
      for (const page of [diego, priya, lena])
        await expect(page.getByText(`Cut off ${time}.`)).toHaveCount(1);
      await expect(lena.getByText(`Heard by others ${time}.`)).toHaveCount(1);
    }
  });

  for (const page of [priya, diego, lena]) await page.context().close();
  desk.child.kill('SIGTERM');
  expect(await desk.ended).toBe(0);
  await program.close();
  await rm(folder, { recursive: true });
  // While the process was gone.
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
