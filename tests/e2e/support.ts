/** Fixtures of every browser test: pages that fail the test on console errors, and the app's entrances. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { findChromium } from './chromium.ts';

interface Fixtures {
  /** A further tab of the same browser. */
  readonly newTab: (path?: string) => Promise<Page>;
  /** Console errors and exceptions of pages; must be empty at the end unless the test removes them. */
  readonly complaints: string[];
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, provide) => {
      const complaints: string[] = [];
      watch(context, complaints);
      await provide(complaints);
      expect(complaints, 'the pages complained').toEqual([]);
    },
    { auto: true },
  ],
  newTab: async ({ context }, provide) => {
    await provide(async (path = '/') => {
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
  },
});

test.skip(findChromium() === null, 'No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');

function watch(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
}

/** Enters as a member of the demonstration team, and waits for home. */
export async function enter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await ready(page);
}

/** A sequence of keys: sent at once, for it is one only when its strokes follow each other soon, however slow this machine is. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** A member's own controls are there: the rail's at desk, the bar's on a phone. The skeleton before them has neither. */
export const ready = (page: Page): Promise<void> =>
  expect(
    // A room has a button of that name too.
    page
      .getByRole('button', { name: /^(?:Find|More)\b/ })
      .filter({ visible: true })
      .first(),
    'the app is open to a member',
  ).toBeVisible();

export const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });

/** Script of axe; `expectAccessible` evaluates it in pages without one. */
export const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * No violation of WCAG 2.2 A and AA that axe can find. Waits for movement to end first. `colours`: only of the rules that depend on the
 * theme, for a page that all rules were tried on in the other theme.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    );
  });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource);
  const runOnly = rules === 'all' ? everyRule : colourRules;
  await page.evaluate(markRepeated);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ exclude: ['[data-repeated]'] }, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`,
  );
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(found, 'axe found').toEqual([]);
}

/**
 * Marks the months of a calendar in which every day looks as a day of an earlier month: axe passes over them, since a year of days takes
 * as long as ten other screens.
 */
function markRepeated(): void {
  const seen = new Set<string>();
  for (const month of document.querySelectorAll('table:has([data-day])')) {
    const looks = Array.from(month.querySelectorAll('[data-day]'), (day) =>
      ['class', 'style', 'aria-current'].map((name) => day.getAttribute(name)).join('|'),
    );
    month.toggleAttribute(
      'data-repeated',
      looks.every((look) => seen.has(look)),
    );
    for (const look of looks) seen.add(look);
  }
}

export { expect };
