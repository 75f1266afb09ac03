/**
 * Every screen, in both themes, at a desk and on a phone: no violation that axe can find, nothing to scroll sideways, no jump. At a desk
 * each is loaded by its address; on a phone each is reached from the one before: a quarter less processor time.
 */
import type { Page } from '@playwright/test';
import { goWithin, movedControls, recordPositions } from './steady.ts';
import { axeSource, enter, expect, expectAccessible, press, ready, test } from './support.ts';

const screens = [
  '/',
  '/incidents',
  '/incidents/41',
  '/alerts?show=all',
  '/oncall',
  '/oncall?view=year',
  '/readiness',
  '/timeoff',
  '/schedules/platform',
  '/schedules/platform?view=month',
  '/schedules/platform?view=year',
  '/schedules/new',
  '/services',
  '/services/checkout',
  '/services/new',
  '/runbooks',
  '/policies',
  '/policies/shop',
  '/integrations',
  '/integrations/checkout-alertmanager',
  '/integrations/checkout-alertmanager/rules',
  '/maintenance',
  '/maintenance/new',
  '/settings',
  '/settings/team',
  '/settings/members',
  '/settings/invites',
  '/settings/roles',
  '/settings/danger',
  '/audit',
  '/declare',
  '/me',
  '/diagnostics',
];

/** Two halves, a test each: one test of all screens would take longer than any other. */
const parts = [screens.slice(0, screens.length / 2), screens.slice(screens.length / 2)];

const places = [
  { name: 'at a desk', viewport: { width: 1280, height: 800 }, loadedIn: 'light', reached: 'by address' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, loadedIn: 'dark', reached: 'within' },
] as const;

// On several workers: one after the other the tests take longer than any other file.
test.describe.configure({ mode: 'parallel' });

for (const { name, viewport, loadedIn, reached } of places)
  test.describe(name, () => {
    test.use({
      viewport,
      colorScheme: loadedIn,
      reducedMotion: 'reduce',
      tellsIdle: false,
      serviceWorkers: 'block',
    });

    // Sent once instead of with each page.
    test.beforeEach(async ({ context }) => {
      await context.addInitScript(await axeSource);
      await recordPositions(context);
    });

    /** Checks all rules in the theme that the page was loaded in, then those of colours in the other, without loading it again. */
    async function expectAccessibleInBothThemes(page: Page): Promise<void> {
      await test.step(loadedIn, () => expectAccessible(page));
      const colorScheme = loadedIn === 'light' ? 'dark' : 'light';
      await test.step(colorScheme, async () => {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, 'colours');
        await page.emulateMedia({ colorScheme: loadedIn });
      });
    }

    async function expectUsable(page: Page, address: string): Promise<void> {
      const isOther = !new URL(page.url()).pathname.endsWith(pathOf(address));
      const within = reached === 'within' && isOther;
      const since = within ? await page.evaluate(() => performance.now()) : 0;
      await (within ? goWithin(page, address) : page.goto(address));
      await ready(page);
      await standing(page);
      await expectAccessibleInBothThemes(page);
      expect(await overflow(page)).toBe(0);
      expect.soft(await jumps(page, since), address).toEqual([]);
      expect.soft(await movedControls(page), address).toEqual([]);
    }

    for (const part of parts)
      test(`screens from ${part[0]} to ${part.at(-1)} pass the accessibility checks`, async ({
        page,
        newTab,
      }) => {
        await page.goto('/signin');
        await enter(page, 'Priya Nair');
        const another = await newTab('/signin');
        await enter(another, 'Priya Nair');
        // One tab is worked while the positions of the other are taken, which lasts four seconds. Either keeps the cloud's worker, which
        // would be started again with each screen.
        await Promise.all(
          [page, another].map(async (tab, at) => {
            for (const address of part.filter((_, index) => index % 2 === at))
              await test.step(address, () => expectUsable(tab, address));
          }),
        );
      });

    test('the home screen of an admin passes the accessibility checks', async ({ page, newTab }) => {
      await newTab('/signin');
      await page.goto('/signin');
      await enter(page, 'Mei Tanaka');
      await page.goto('/');
      await ready(page);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('list', { name: 'Alerts that page nobody' })).toBeAttached();
      expect(await movedControls(page)).toEqual([]);
      expect(await jumps(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await expectAccessibleInBothThemes(page);
    });

    test('the home screen of a new team passes the accessibility checks', async ({ page, newTab }) => {
      await newTab('/signin');
      await page.goto('/signin?way=create');
      await page.getByLabel('Your name').fill('Noor');
      await page.getByLabel('Email').fill('noor@example.com');
      await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByLabel('Team name').fill('Harbour');
      await page.getByRole('button', { name: 'Create team' }).click();
      await ready(page);
      await page.reload();
      await ready(page);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('list', { name: 'Set up the team' })).toBeVisible();
      expect(await movedControls(page)).toEqual([]);
      expect(await jumps(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await expectAccessibleInBothThemes(page);
    });

    test('the recovery-code screen passes the accessibility checks', async ({ page }) => {
      await page.goto('/account/recover');
      await expect(page.getByRole('heading', { name: 'Use a recovery code' })).toBeVisible();
      expect(await jumps(page)).toEqual([]);
      await expectAccessibleInBothThemes(page);
      await page.getByRole('button', { name: 'I have no recovery code' }).click();
      await expect(page.getByRole('heading', { name: 'Ask the owners of your teams' })).toBeVisible();
      await expectAccessibleInBothThemes(page);
      expect(await overflow(page)).toBe(0);
    });

    test('the rehearsal panel, the command palette and the list of keys pass the accessibility checks', async ({
      page,
    }) => {
      await page.goto('/signin');
      await enter(page, 'Priya Nair');
      await ready(page);
      await press(page, 'g', 'd');
      for (const tab of ['Alerts', 'Time', 'Network', 'Settings', 'Inbox'])
        await test.step(tab, async () => {
          await page.getByRole('tab', { name: tab }).click();
          await expectAccessibleInBothThemes(page);
        });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInBothThemes(page);
    });
  });

const pathOf = (address: string) => address.split('?')[0] ?? '';

/** Waits until the screen that positions are taken of has come, without anything busy in it. */
const standing = (page: Page): Promise<void> => page.evaluate(() => globalThis.steady.stands());

/** Horizontal overflow of the page, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Layout shifts after the first rendering and after a moment, in milliseconds of the page's clock: each with its share of the screen, start
 * and end. Less than a hundredth is invisible.
 */
const jumps = (page: Page, since = 0) =>
  page.evaluate(
    (from) =>
      new Promise<readonly string[]>((resolve) => {
        const seen: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as readonly LayoutShift[])
            if (entry.value > 0.01 && entry.startTime >= from)
              seen.push(
                `${entry.value.toFixed(3)} at ${entry.startTime.toFixed()} ms: ${entry.sources
                  .map(
                    ({ node, previousRect: before, currentRect: after }) =>
                      `${(node as Element | null)?.className} from ${before.y}+${before.height} to ${after.y}+${after.height}`,
                  )
                  .join(', ')}`,
              );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Earlier layout shifts are reported in the next turn.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(seen)));
      }),
    since,
  );

/** Chromium's own; not in the DOM library. */
interface LayoutShift {
  readonly value: number;
  readonly startTime: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
