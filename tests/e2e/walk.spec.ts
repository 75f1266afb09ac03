/** One incident, from alarm to resolved, by two people in two tabs of one browser, the cut network included. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { recordingAt, whyMissing } from '../recordings.ts';
import { enter, expect, expectAccessible, press, test } from './support.ts';

const recorded = recordingAt('fixtures/alertmanager');

const rehearsal = (page: Page) => page.getByRole('dialog', { name: 'Rehearsal' });
const alarm = (page: Page) => page.getByRole('alertdialog');

async function openRehearsal(page: Page, tab: string): Promise<void> {
  await page.bringToFront();
  if (!(await rehearsal(page).isVisible())) await page.getByRole('button', { name: /^Rehearsal/ }).click();
  await rehearsal(page).getByRole('tab', { name: tab }).click();
}

async function closeRehearsal(page: Page): Promise<void> {
  await rehearsal(page).getByRole('button', { name: 'Close' }).click();
  await expect(rehearsal(page)).toBeHidden();
}

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

test('one incident, from alarm to resolved', async ({ page: priya, newTab }) => {
  await priya.goto('/signin');
  await enter(priya, 'Priya Nair');
  const diego = await newTab('/signin');
  await enter(diego, 'Diego Ramírez');

  await test.step('an alert pages who is on call, in front of everything', async () => {
    await openRehearsal(diego, 'Alerts');
    await rehearsal(diego).getByRole('button', { name: 'Fire: Checkout is failing' }).click();
    await expect(rehearsal(diego).getByText(/answered 200/)).toBeVisible();
    await priya.bringToFront();
    await expect(alarm(priya)).toContainText('One in five orders fails');
    await expect(alarm(priya)).toContainText(/Escalates to Diego Ramírez/);
    await expect(priya).toHaveTitle(/1/);
    await expectAccessible(priya);
    await expect(alarm(diego)).toBeHidden();
  });

  await test.step('nobody acknowledges: time moves on and the page escalates', async () => {
    await openRehearsal(diego, 'Time');
    await rehearsal(diego).getByRole('button', { name: '+ 5 minutes' }).click();
    await expect(alarm(diego)).toContainText('One in five orders fails');
  });

  await test.step('someone acknowledges with one key', async () => {
    await expect(alarm(diego).getByRole('heading')).toBeFocused();
    // Moves the pointer away, so that no tooltip opens under it.
    await diego.mouse.move(2, 400);
    // Keys count after a moment without any, so that typing acknowledges nothing.
    await expect(async () => {
      await diego.keyboard.press('a');
      await expect(alarm(diego)).toBeHidden({ timeout: 1000 });
    }).toPass({ intervals: [800] });
    // The acknowledgement opens the alert's sheet and closes the rehearsal panel.
    await expect(diego).toHaveURL(/\/alerts\?alert=/);
    await expect(rehearsal(diego)).toBeHidden();
    const alert = diego.getByRole('dialog', { name: /One in five orders fails/ });
    await expect(alert).toBeVisible();
    await expect(alert).toBeFocused();
    await expectAccessible(diego);
    await priya.bringToFront();
    await expect(alarm(priya)).toBeHidden();
  });

  await test.step('an incident is declared from the alert', async () => {
    await diego.bringToFront();
    await diego.getByRole('dialog').getByRole('link', { name: 'Declare incident' }).click();
    await expect(diego.getByRole('textbox', { name: 'What is broken?' })).toHaveValue(
      /One in five orders fails/,
    );
    await diego.getByRole('textbox', { name: 'What is broken?' }).fill('Orders fail at checkout');
    await diego.keyboard.press('Control+Enter');
    await expect(diego).toHaveURL(/\/incidents\/\d+$/);
    await expect(diego.getByRole('heading', { name: /Orders fail at checkout/ })).toBeVisible();
    await expectAccessible(diego);
  });

  const room = new URL(diego.url()).pathname;

  await test.step('the other person sees who is here, looking and typing, and what is said', async () => {
    await priya.bringToFront();
    await priya.goto(room);
    await expect(priya.getByRole('heading', { name: /Orders fail at checkout/ })).toBeVisible();
    const composer = priya.getByRole('textbox', { name: 'Comment' });
    // The typing mark ends soon after the last key, so typing goes on until the other tab has shown it.
    await expect(async () => {
      await composer.fill('The deploy');
      await composer.fill('The deploy of 08:55 looks guilty.');
      await expect(diego.getByText('Priya Nair is typing')).toBeVisible({ timeout: 3000 });
    }).toPass();
    await composer.press('Control+Enter');
    await expect(composer).toHaveValue('');
    await expect(diego.getByText('The deploy of 08:55 looks guilty.', { exact: true })).toBeVisible();
    await expect(diego.getByText('Priya Nair is typing')).toBeHidden();
  });

  await test.step('status and severity change for both', async () => {
    await diego.bringToFront();
    await diego.getByRole('button', { name: 'Investigate' }).click();
    await expect(
      priya
        .getByRole('listitem')
        .getByText(/changed the status from/)
        .last(),
    ).toContainText('Investigating');
    await diego.getByRole('button', { name: /^Severity: SEV1/ }).click();
    await diego.getByRole('menu').getByText('SEV2').click();
    await expect(priya.getByText(/SEV2/).first()).toBeVisible();
  });

  await test.step('tasks and files, with progress', async () => {
    await diego.getByRole('textbox', { name: 'New task' }).fill('Roll back checkout-api');
    await diego.keyboard.press('Enter');
    await expect(priya.getByRole('checkbox', { name: /Roll back checkout-api/ })).toBeVisible();
    await priya.getByRole('checkbox', { name: /Roll back checkout-api/ }).click();
    await expect(diego.getByText('1 done')).toBeVisible();
    await expect(diego.getByText('Roll back checkout-api', { exact: true }).first()).toBeAttached();

    await openRehearsal(diego, 'Network');
    await rehearsal(diego).getByRole('button', { name: 'Inject: Slow network' }).click();
    await expect(rehearsal(diego).getByText(/Injected: Slow network/)).toBeVisible();
    await closeRehearsal(diego);
    await diego
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'checkout-errors.log',
        mimeType: 'text/plain',
        buffer: Buffer.alloc(3_000_000, 'error\n'),
      });
    await expect(diego.getByRole('progressbar', { name: /checkout-errors.log/ })).toBeVisible();
    await openRehearsal(diego, 'Network');
    await rehearsal(diego).getByRole('button', { name: 'Clear the faults' }).click();
    await closeRehearsal(diego);
    await expect(priya.getByText('checkout-errors.log').first()).toBeVisible();
  });

  await test.step('settings from remote configuration change live', async () => {
    await openRehearsal(diego, 'Settings');
    await rehearsal(diego).getByLabel('Announcement').fill('Freeze: no deploys until Monday.');
    await rehearsal(diego).getByLabel('SEV2').fill('Serious');
    await rehearsal(diego).getByRole('button', { name: 'Publish' }).click();
    await expect(priya.getByText('Freeze: no deploys until Monday.', { exact: true })).toBeVisible();
    await expect(priya.getByText('Serious').first()).toBeVisible();
    await closeRehearsal(diego);
  });

  await test.step('traces of load, declare and acknowledge are on the diagnostics screen', async () => {
    await diego.bringToFront();
    await diego.getByRole('link', { name: 'Diagnostics' }).click();
    for (const trace of ['command_declareIncident', 'command_acknowledgePage', 'load'])
      await expect(diego.getByRole('cell', { name: trace, exact: true }).first()).toBeVisible();
    await press(diego, 'g', 'i');
    await diego.getByRole('link', { name: /Orders fail at checkout/ }).click();
    await expect(diego.getByRole('heading', { name: /Orders fail at checkout/ })).toBeVisible();
  });

  await test.step('the network is cut: the room reads and writes, and lands it once, in order', async () => {
    await openRehearsal(diego, 'Network');
    await rehearsal(diego).getByRole('switch', { name: 'This tab is connected' }).click();
    await closeRehearsal(diego);
    const composer = diego.getByRole('textbox', { name: 'Comment' });
    for (const said of ['Offline one', 'Offline two', 'Offline three']) {
      await composer.fill(said);
      await composer.press('Control+Enter');
      await expect(composer).toHaveValue('');
      await expect(diego.getByText(said)).toBeVisible();
    }
    await expect(diego.getByText(/Queued/).first()).toBeVisible();
    await expect(diego.getByText('The deploy of 08:55 looks guilty.', { exact: true })).toBeVisible();
    await diego.getByRole('button', { name: 'Fix', exact: true }).click();
    await expect(priya.getByText('Offline one', { exact: true })).toBeHidden();

    await openRehearsal(diego, 'Network');
    await rehearsal(diego).getByRole('switch', { name: 'This tab is connected' }).click();
    await closeRehearsal(diego);
    await priya.bringToFront();
    await expect(priya.getByText('Offline three', { exact: true })).toBeVisible();
    await expect(diego.getByText(/Queued/)).toHaveCount(0);
    for (const reader of [diego, priya])
      await expect(reader.getByText(/^Offline (one|two|three)$/)).toHaveText([
        'Offline one',
        'Offline two',
        'Offline three',
      ]);
    await expect(
      priya
        .getByRole('listitem')
        .getByText(/changed the status from/)
        .last(),
    ).toContainText('Fixing');
  });

  await test.step('what waits survives a reload of the tab, and lands once', async () => {
    await diego.bringToFront();
    await openRehearsal(diego, 'Network');
    await rehearsal(diego).getByRole('switch', { name: 'This tab is connected' }).click();
    await closeRehearsal(diego);
    const composer = diego.getByRole('textbox', { name: 'Comment' });
    await composer.fill('Written before the reload');
    await composer.press('Control+Enter');
    await expect(diego.getByText(/Queued/).first()).toBeVisible();
    await composer.fill('A draft, not sent');
    await expect(priya.getByText('Written before the reload', { exact: true })).toBeHidden();
    // A new page starts connected, so waiting writes are sent.
    await diego.reload();
    // A tab out of sight has no frames, in which its window of the timeline moves.
    await priya.bringToFront();
    await expect(priya.getByText('Written before the reload', { exact: true })).toHaveCount(1);
    await expect(composer).toHaveValue('A draft, not sent');
    await composer.fill('');
    await expect(diego.getByText('Written before the reload', { exact: true })).toHaveCount(1);
  });

  await test.step('resolved: the timeline tells the story', async () => {
    await diego.bringToFront();
    await diego.getByRole('button', { name: 'Resolve', exact: true }).click();
    await diego
      .getByRole('dialog')
      .getByRole('button', { name: /^Resolve/ })
      .click();
    const story = priya.getByRole('region', { name: 'Summary' });
    await expect(story).toBeVisible();
    await expect(story).toContainText(/resolve/i);
    await expectAccessible(priya);
  });
});

test('recorded messages sent with a key of the demonstration make one alert', async ({ page }) => {
  test.skip(recorded === null, whyMissing('fixtures/alertmanager'));
  await page.goto('/signin');
  await enter(page, 'Mei Tanaka');
  await page.getByRole('link', { name: 'Alerts' }).first().click();
  await page.getByRole('radio', { name: 'All' }).click();
  for (const [sender, words] of [
    ['alertmanager_webhook', '5xx'],
    ['pagerduty_v2_enqueue', 'critical)'],
  ] as const) {
    await page.getByRole('searchbox', { name: 'Find' }).fill(words);
    const alerts = page.getByRole('list', { name: 'Alerts' });
    for (const [number, state] of [
      ['01', /Open|Acknowledged/],
      ['02', /Open|Acknowledged/],
      ['03', /Resolved/],
    ] as const) {
      await openRehearsal(page, 'Alerts');
      const message = await readFile(path.join(recorded ?? '', `${sender}.${number}.json`), 'utf8');
      await rehearsal(page).getByLabel('Or paste a message').fill(message);
      await rehearsal(page).getByRole('button', { name: 'Send it' }).click();
      await expect(rehearsal(page).getByText(/answered 20/)).toBeVisible();
      await closeRehearsal(page);
      await expect(alerts.getByRole('listitem')).toHaveCount(1);
      await expect(alerts).toContainText(state);
    }
  }
});
