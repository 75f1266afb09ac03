/** Steps from an empty account to an acknowledged page, through screens only. */
import { expect, type Page, test } from '@playwright/test';
import type { Alertmanager } from '../app/desk/alertmanager.ts';
import { expectAccessible, ready } from './support.ts';

export const password = 'correct horse battery';
const summary = 'One in five orders fails';
export const alarm = (page: Page) => page.getByRole('alertdialog');
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signUp(page: Page, name: string): Promise<void> {
  await field(page, 'Your name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press(page, 'Create account');
}

/** Ada's account and team; returns the link of an invite. */
export const foundTeam = (ada: Page, origin: string): Promise<string> =>
  test.step('an account, a team, an invite', async () => {
    await ada.goto(`${origin}/signin?way=create`);
    await signUp(ada, 'Ada');
    await field(ada, 'Team name').fill('Harbour');
    await press(ada, 'Create team');
    await ready(ada);
    await ada.goto(`${origin}/settings/invites`);
    await press(ada, 'Make the invite');
    return (await ada.getByText(/^\S+\/invite#\S+$/).textContent()) ?? '';
  });

export const join = (ben: Page, link: string): Promise<void> =>
  test.step('Ben joins', async () => {
    await ben.goto(link);
    await press(ben, 'Create an account');
    await signUp(ben, 'Ben');
    await press(ben, 'Join Harbour as responder');
    await ready(ben);
  });

/** Two policies, a service, a key; returns the configuration that the screen offers. */
export const setUpPaging = (ada: Page, origin: string): Promise<string> =>
  test.step('a policy, a service, a key', async () => {
    await addPolicy(ada, origin, 'Everybody', 'The whole team');
    await addPolicy(ada, origin, 'Ada alone', 'Ada');
    await ada.goto(`${origin}/services/new`);
    await field(ada, 'Name').fill('Checkout');
    await ada.getByRole('combobox', { name: 'Who is paged' }).click();
    await ada.getByRole('option', { name: 'Everybody' }).click();
    await press(ada, 'Add service');
    await expect(ada.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await ada.goto(`${origin}/integrations/new`);
    await field(ada, 'Name').fill('Alertmanager');
    await press(ada, 'Make the key');
    const snippet = ada.getByRole('figure', { name: 'In alertmanager.yml' }).locator('pre');
    await expect(snippet).toBeVisible();
    await expectAccessible(ada);
    return (await snippet.textContent()) ?? '';
  });

/** Configuration with a group for each alert, and without waiting times. */
export const eager = (config: string): string =>
  config.replace(
    '  receiver: muster',
    "  receiver: muster\n  group_by: ['...']\n  group_wait: 0s\n  group_interval: 1s",
  );

export const acknowledgeOnPhone = (ada: Page, ben: Page, alertmanager: Alertmanager): Promise<void> =>
  test.step('Alertmanager pages both, and Ben acknowledges', async () => {
    await alertmanager.fire({ labels: { alertname: 'OrdersFailing', severity: 'critical' }, summary });
    for (const page of [ada, ben]) await expect(alarm(page)).toContainText(summary);
    await expectAccessible(ben);
    await alarm(ben).getByRole('button', { name: 'Acknowledge' }).click();
    for (const page of [ben, ada]) await expect(alarm(page)).toBeHidden();
    await press(ada, 'I have copied it');
    await expect(ada.getByText(summary).first()).toBeVisible();
  });

/** No alarm left on the screen. An alarm can be taken away by another person's answer between a look at it and a press. */
export async function acknowledgeAll(page: Page): Promise<void> {
  await expect(async () => {
    if (await alarm(page).isVisible())
      await alarm(page).getByRole('button', { name: 'Acknowledge' }).click({ timeout: 5_000 });
    await expect(alarm(page)).toBeHidden({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
}

/** One rule: alerts of the same key go to the services that a label names. */
export const routeByLabel = (ada: Page, alertmanager: Alertmanager): Promise<void> =>
  test.step('one rule routes alerts of the same key to several services', async () => {
    for (const name of ['Search engine', 'Payments']) {
      await ada.goto('/services/new');
      await field(ada, 'Name').fill(name);
      await ada.getByRole('combobox', { name: 'Who is paged' }).click();
      await ada.getByRole('option', { name: 'Everybody' }).click();
      await press(ada, 'Add service');
      await expect(ada.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    await ada.goto('/integrations');
    await ada.getByRole('link', { name: /Alertmanager/ }).click();
    await ada.getByRole('link', { name: 'Route by rules' }).click();
    await press(ada, 'Add “service from a label”');
    await press(ada, 'Save the rules');
    await expect(ada.getByText(/^Version 1,/)).toBeVisible();
    for (const service of ['search-engine', 'payments', 'mail']) {
      const labels = { alertname: `Slow-${service}`, severity: 'warning', service };
      await alertmanager.fire({ labels, summary: `Slow: ${service}` });
    }
    const last = ada.getByRole('list', { name: 'The last messages' });
    const routed = { 'search-engine': 'Search engine', payments: 'Payments', mail: 'No service is named' };
    for (const [service, text] of Object.entries(routed)) {
      // The alerts page their reader too, at any time.
      await expect(async () => {
        await acknowledgeAll(ada);
        await last.getByRole('button', { name: `Slow: ${service}` }).click({ timeout: 5_000 });
      }).toPass({ timeout: 120_000 });
      const tried = ada.getByRole('region', { name: 'Try a message' });
      await expect(tried).toContainText('Rule 1, Service by its label');
      await expect(tried.getByText(text).first()).toBeVisible();
      await expect(tried.getByRole('list', { name: 'Who would be paged, in order' })).toContainText('Ben');
    }
    await expectAccessible(ada);
    await ada.goto('/alerts');
    await ada.getByText('Slow: payments').first().click();
    await expect(ada.getByText('By the rule “Service by its label”')).toBeVisible();
    await ada.getByText('History and comments').click();
    await field(ada, 'Comment').fill('The bank is slow.');
    await press(ada, 'Comment');
    await expect(ada.getByRole('list', { name: 'History' })).toContainText('The bank is slow.');
    await expectAccessible(ada);
  });

/** Chooses a recipient in the field of a step. */
export async function choose(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Page' });
  await box.fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

/** In a team without a schedule a new policy notifies all members. */
async function addPolicy(page: Page, origin: string, name: string, target: string): Promise<void> {
  await page.goto(`${origin}/policies/new`);
  await field(page, 'Name').fill(name);
  if (target !== 'The whole team') {
    await press(page, 'Remove The whole team');
    await choose(page, target);
  }
  await press(page, 'Add policy');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}
