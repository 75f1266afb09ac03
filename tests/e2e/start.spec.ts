/** The first minute, with the cloud in a shared worker and with a tab as its host. */
import type { Browser, Page } from '@playwright/test';
import { enter, expect, expectAccessible, mainNav, press, ready, test } from './support.ts';

// The service worker has its own tests.
test.use({ tellsIdle: false, serviceWorkers: 'block' });
// One after the other they take longer than any other file.
test.describe.configure({ mode: 'parallel' });

const hosts = [
  { name: 'a shared worker', query: '' },
  { name: 'a tab', query: '?provider-host=tab' },
] as const;

const account = (page: Page, name: string) => mainNav(page).getByRole('button', { name });

for (const { name, query } of hosts) {
  test.describe(`hosted by ${name}`, () => {
    test('a cold start shows the sign-in screen, entering as a person opens home, and a reload keeps the session', async ({
      page,
    }) => {
      await page.goto(`/${query}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Mei Tanaka' })).toBeVisible();
      await expect(page).toHaveURL(/\/signin/);
      await expectAccessible(page);
      await enter(page, 'Mei Tanaka');
      await expect(page).toHaveURL(({ pathname }) => /^\/t\/[^/]+\/$/.test(pathname));
      await expect(page.getByText(/on call/).first()).toBeVisible();
      // The frame is there before the screen in it.
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await page.reload();
      await expect(account(page, 'Mei Tanaka')).toBeVisible();
    });

    test('a second tab signs in as another person in the same cloud, and data survives closing every tab', async ({
      browser,
      context,
      newTab,
    }) => {
      const first = await newTab(`/signin${query}`);
      await enter(first, 'Mei Tanaka');
      const other = await newTab(`/signin${query}`);
      await enter(other, 'Diego Ramírez');
      await expect(account(first, 'Mei Tanaka')).toBeVisible();
      await expect(account(other, 'Diego Ramírez')).toBeVisible();

      await declare(other, 'Orders fail at the last step');
      await first.goto('/incidents');
      await expect(first.getByText('Orders fail at the last step').first()).toBeVisible();

      await first.close();
      await other.close();
      expect(context.pages()).toHaveLength(0);
      await workersEnded(browser);
      const second = await newTab(`/signin${query}`);
      await enter(second, 'Mei Tanaka');
      await second.goto('/incidents');
      await expect(second.getByText('Orders fail at the last step').first()).toBeVisible();
    });
  });
}

test.describe('with scripts that are fetched while the browser is idle', () => {
  test.use({ tellsIdle: true });

  test('home replaces the sign-in screen without an intermediate fallback', async ({ page }) => {
    await page.goto('/signin');
    const person = page.getByRole('button', { name: 'Mei Tanaka' });
    await expect(person).toBeVisible();
    const between = await page.evaluateHandle(() => {
      const seen = { start: false, frameWithoutScreen: false };
      new MutationObserver(() => {
        const has = (selector: string) => document.querySelector(selector) !== null;
        seen.start ||= document.body.textContent.includes('Opening Muster');
        // Controls of the frame's skeleton are inert.
        seen.frameWithoutScreen ||= has('nav') && !has('[inert]') && !has('h1');
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    });
    await enter(page, 'Mei Tanaka');
    await expect(page.getByRole('heading', { level: 1, name: /now$/ })).toBeAttached();
    expect(await between.jsonValue()).toEqual({ start: false, frameWithoutScreen: false });
  });

  test('home reads Notification.permission and creates date formats a bounded number of times', async ({
    page,
  }) => {
    await page.goto('/signin');
    await enter(page, 'Mei Tanaka');
    await page.addInitScript(() => {
      const questions = { permission: 0, formats: 0 };
      Object.assign(globalThis, { questions });
      const permission = Object.getOwnPropertyDescriptor(Notification, 'permission');
      Object.defineProperty(Notification, 'permission', {
        get() {
          questions.permission++;
          return permission?.get?.call(Notification) as unknown;
        },
      });
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct(target, given) {
          questions.formats++;
          return Reflect.construct(target, given) as object;
        },
      });
    });
    await page.reload();
    await ready(page);
    await page.evaluate(() => new Promise<void>((idle) => void requestIdleCallback(() => idle())));
    const { permission, formats } = await page.evaluate(
      () => (globalThis as unknown as { questions: { permission: number; formats: number } }).questions,
    );
    // Each read of the permission asks another process; a formatter takes some 0.1 ms, and there are 400 zones.
    expect(permission).toBeGreaterThan(0);
    expect(permission).toBeLessThanOrEqual(3);
    expect(formats).toBeGreaterThan(0);
    expect(formats).toBeLessThanOrEqual(40);
  });
});

test('when the hosting tab is closed, another tab takes over without a reload', async ({ newTab }) => {
  const host = await newTab('/signin?provider-host=tab');
  await enter(host, 'Mei Tanaka');
  const other = await newTab('/signin?provider-host=tab');
  await enter(other, 'Diego Ramírez');
  await declare(host, 'Payments are declined');
  // The notice may be gone before a test can look.
  const lost = await other.evaluateHandle((words) => {
    const seen = { lost: false };
    new MutationObserver(() => {
      seen.lost ||= document.body.innerText.includes(words);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return seen;
  }, 'No connection to the backend');
  await host.close();

  await expect.poll(() => lost.jsonValue()).toEqual({ lost: true });
  await expect(other.getByText('No connection to the backend')).toBeHidden();
  await other.getByRole('link', { name: 'Incidents' }).first().click();
  await expect(other.getByText('Payments are declined').first()).toBeVisible();
  await declare(other, 'The site is down');
  await expect(other.getByText('The site is down').first()).toBeVisible();
});

test('an address without a team keeps its query and its fragment', async ({ page }) => {
  await page.goto('/signin');
  await enter(page, 'Mei Tanaka');
  await page.goto('/incidents/41?from=mail#entry');
  await ready(page);
  await expect(page).toHaveURL(/\/t\/[^/]+\/incidents\/41\?from=mail#entry$/);
});

test('keyboard shortcuts open every screen', async ({ page }) => {
  await page.goto('/signin');
  await enter(page, 'Mei Tanaka');
  await press(page, 'g', 'o');
  await expect(page).toHaveURL(/\/oncall$/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('alerts');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/alerts$/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('on a phone, in both themes, the bar opens every screen without overflow', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/signin');
  await enter(page, 'Mei Tanaka');
  const bar = page.getByRole('navigation', { name: 'Main, bottom' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const place of ['Incidents', 'Alerts', 'On call', 'Home']) {
      await bar.getByRole('link', { name: place }).click();
      await expect(bar.getByRole('link', { name: place })).toHaveAttribute('aria-current', 'page');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${place} is wider than the phone`).toBeLessThanOrEqual(0);
    }
  }
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Diagnostics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Diagnostics' })).toBeVisible();
});

/**
 * Waits for the end of all shared workers. Chromium crashed once when a tab was opened while the worker of closed tabs ended; the promise is
 * that data outlives the worker, so its end comes first.
 */
async function workersEnded(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await expect
    .poll(async () =>
      (await session.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'shared_worker'),
    )
    .toEqual([]);
  await session.detach();
}

/** Declares an incident and waits for its room: its number is the function's answer, which comes when it is kept. */
async function declare(page: Page, title: string): Promise<void> {
  await ready(page);
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: /What is broken/ }).fill(title);
  await page.getByRole('main').getByRole('button', { name: 'Declare incident' }).click();
  await expect(page).toHaveURL(/\/incidents\/\d+$/);
}
