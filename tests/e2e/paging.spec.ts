/**
 * From an empty account to a page that a second person acknowledges, through screens only, on a shared cloud: a policy, a service, a key,
 * and a real Alertmanager with the configuration that the screen offers. Then a storm of it, and its rehearsal under another policy.
 * `MUSTER_STORM`: how many alerts the storm has (default 300).
 */
import type { Browser, Locator, Page } from '@playwright/test';
import { alertSchema } from '#domain/alert/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { type Alertmanager, startAlertmanager } from '../desk/alertmanager.ts';
import { isThrough, stormOf } from '../desk/alert-storm.ts';
import { deskMember } from '../desk/process.ts';
import { type DeskFixtures, deskFixtures } from './desk-fixtures.ts';
import { needsAlertmanager } from './needs.ts';
import { expect, expectAccessible, ready, test as base } from './support.ts';

const test = base.extend<DeskFixtures & { readonly sender: { running: Alertmanager | null } }>({
  ...deskFixtures,
  sender: async ({}, provide) => {
    const sender = { running: null as Alertmanager | null };
    await provide(sender);
    await sender.running?.close();
  },
});
needsAlertmanager(test);

const password = 'correct horse battery';
const count = Number(process.env['MUSTER_STORM'] ?? 300);
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const alarm = (page: Page) => page.getByRole('alertdialog');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('an empty account connects an Alertmanager, a second person acknowledges, a storm is one page, and is rehearsed', async ({
  browser,
  stage,
  sender,
}, info) => {
  test.setTimeout(240_000 + count * 60);
  const url = await stage.start().ready();
  const steps: string[] = [];
  const press = async (target: Locator, what: string) => {
    await target.click();
    steps.push(what);
  };
  const ada = await openBrowser(browser, url, {});
  const ben = await openBrowser(browser, url, phone);

  await test.step('an account, a team, and somebody else in it', async () => {
    await ada.goto('/signin?way=create');
    await signUp(ada, 'Ada');
    await field(ada, 'Team name').fill('Harbour');
    await press(ada.getByRole('button', { name: 'Create team' }), 'Create team');
    await ready(ada);
    await ada.goto('/settings/invites');
    await press(ada.getByRole('button', { name: 'Make the invite' }), 'Make the invite');
    const link = await ada.getByText(/\/invite#/).textContent();
    await ben.goto(link ?? '');
    await ben.getByRole('button', { name: 'Create an account' }).click();
    await signUp(ben, 'Ben');
    await press(ben.getByRole('button', { name: 'Join Harbour as responder' }), 'Join');
    await ready(ben);
  });

  const config = await test.step('a policy, a service, a key', async () => {
    await addPolicy(ada, 'Everybody', 'The whole team');
    await addPolicy(ada, 'Ada alone', 'Ada');
    await ada.goto('/services/new');
    await field(ada, 'Name').fill('Checkout');
    await ada.getByRole('combobox', { name: 'Who is paged' }).click();
    await ada.getByRole('option', { name: 'Everybody' }).click();
    await press(ada.getByRole('button', { name: 'Add service' }), 'Add service');
    await expect(ada.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await ada.goto('/integrations/new');
    await field(ada, 'Name').fill('Alertmanager');
    await press(ada.getByRole('button', { name: 'Make the key' }), 'Make the key');
    const snippet = ada.getByRole('figure', { name: 'In alertmanager.yml' }).locator('pre');
    await expectAccessible(ada);
    return (await snippet.textContent()) ?? '';
  });

  await test.step('Alertmanager pages both, and Ben acknowledges on a phone', async () => {
    // Each alert is a group by itself, and nothing waits for more of a group.
    const eager = "  receiver: muster\n  group_by: ['...']\n  group_wait: 0s\n  group_interval: 1s";
    sender.running = await startAlertmanager(config.replace('  receiver: muster', eager));
    await sender.running.fire({
      labels: { alertname: 'OrdersFailing', severity: 'critical' },
      summary: 'One in five orders fails',
    });
    for (const page of [ada, ben]) await expect(alarm(page)).toContainText('One in five orders fails');
    await expectAccessible(ben);
    await press(alarm(ben).getByRole('button', { name: 'Acknowledge' }), 'Acknowledge');
    await expect(alarm(ben)).toBeHidden();
    await expect(alarm(ada)).toBeHidden();
  });

  await test.step('what arrived is listed beside the key', async () => {
    await ada.getByRole('button', { name: 'I have copied it' }).click();
    await expect(ada.getByText('One in five orders fails').first()).toBeVisible();
  });

  await test.step(`a storm of ${count} alerts`, async () => {
    const from = performance.now();
    const running = sender.running as Alertmanager;
    await running.fire(...stormOf(count, () => 'checkout'));
    await expect
      .poll(() => isThrough(running, count + 1), { timeout: 60_000 + count * 60, intervals: [500] })
      .toBe(true);
    const kept = await recorded(url, new URL(ada.url()).pathname.split('/')[2] ?? '');
    info.annotations.push({
      type: 'storm',
      description: `${count} alerts in ${Math.round(performance.now() - from)} ms: ${kept.alerts} recorded, ${kept.pages} pages`,
    });
    expect(kept.alerts).toBe(count + 1);
    expect(kept.pages).toBeLessThanOrEqual(10);
    for (const page of [ada, ben])
      if (await alarm(page).isVisible())
        await alarm(page).getByRole('button', { name: 'Acknowledge' }).click();
    await ben.goto('/alerts');
    await expect(ben.getByText(/The disk of host-\d+ is full/).first()).toBeVisible();
    await expectAccessible(ben);
  });

  await test.step('under the other policy it would have asked Ada alone', async () => {
    await ada.goto('/policies');
    await ada.getByRole('link', { name: /Everybody/ }).click();
    await ada.getByRole('button', { name: 'Edit' }).click();
    const panel = ada.getByRole('region', { name: 'A past page' });
    await panel.getByRole('combobox', { name: 'Replay' }).click();
    await ada.getByRole('option', { name: /One in five orders fails/ }).click();
    const outcome = panel.getByRole('list', { name: 'Then and with this policy' }).getByRole('listitem');
    await expect(outcome.filter({ hasText: 'Ben' })).toBeVisible();
    const before = await outcome.allTextContents();
    await ada.getByRole('button', { name: 'Remove The whole team' }).click();
    await choose(ada, 'Ada');
    await expect(outcome.filter({ hasText: 'Ben' })).toContainText('not paged with this policy');
    await expectAccessible(ada);
    info.annotations.push({
      type: 'rehearsal',
      description: `${before.join('; ')} → ${(await outcome.allTextContents()).join('; ')}`,
    });
  });

  info.annotations.push({ type: 'steps', description: steps.join('; ') });
  for (const page of [ada, ben]) await page.context().close();
});

async function openBrowser(browser: Browser, url: URL, device: object): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: url.origin });
  return context.newPage();
}

async function signUp(page: Page, name: string): Promise<void> {
  await field(page, 'Your name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** In the field of whom a step pages. */
async function choose(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Page' });
  await box.fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

async function addPolicy(page: Page, name: string, target: string): Promise<void> {
  await page.goto('/policies/new');
  await field(page, 'Name').fill(name);
  const begun = page.getByRole('button', { name: 'Remove The whole team' });
  if (target !== 'The whole team' && (await begun.isVisible())) await begun.click();
  if (!(await page.getByRole('button', { name: `Remove ${target}` }).isVisible())) await choose(page, target);
  await page.getByRole('button', { name: 'Add policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** As a member may read it. */
async function recorded(
  url: URL,
  teamId: string,
): Promise<{ readonly alerts: number; readonly pages: number }> {
  const { auth, docs, dispose } = deskMember(url);
  await auth.signIn({ kind: 'password', email: 'ada@example.com', password });
  const visible = where('private', '==', false);
  const [alerts, pages] = await Promise.all([
    docs.find(query(collectionPaths.alerts(teamId), visible), { source: 'server' }),
    docs.find(query(collectionPaths.pages(teamId), visible), { source: 'server' }),
  ]);
  await dispose();
  return {
    alerts: alerts.docs.filter((one) => fromDocument(alertSchema, one) !== null).length,
    pages: pages.docs.filter((one) => fromDocument(pageSchema, one) !== null).length,
  };
}
