/** Fixtures of every browser test: pages that fail the test on console errors, and the app's entrances. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { findChromium } from './chromium.ts';

interface Options {
  /**
   * Whether pages have `requestIdleCallback`. Default: true. Without, as in Safari, the scripts of all other screens are not fetched and
   * run with each page that is loaded: a fifth of the processor time.
   */
  readonly tellsIdle: boolean;
}

interface Fixtures {
  /** Removes `requestIdleCallback` from the pages of all contexts unless `tellsIdle`. */
  readonly idle: void;
  /** A further tab of the same browser. */
  readonly newTab: (path?: string) => Promise<Page>;
  /** Console errors and exceptions of pages; must be empty at the end unless the test removes them. */
  readonly complaints: string[];
}

export const test = base.extend<Options & Fixtures>({
  tellsIdle: [true, { option: true }],
  idle: [
    async ({ browser, tellsIdle }, provide) => {
      const end = tellsIdle ? () => undefined : removeIdle(browser);
      await provide();
      end();
    },
    { auto: true },
  ],
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

/** In contexts that are open, and in those that are opened until the returned function is called. */
function removeIdle(browser: Browser): () => void {
  const remove = (context: BrowserContext) =>
    void context
      .addInitScript(() => Reflect.deleteProperty(globalThis, 'requestIdleCallback'))
      // A context that was closed meanwhile.
      .catch(() => undefined);
  for (const context of browser.contexts()) remove(context);
  browser.on('context', remove);
  return () => void browser.off('context', remove);
}

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
  await page.evaluate(takeRepeated);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`,
  );
  await page.evaluate(() => globalThis.repeated.splice(0).forEach((putBack) => putBack()));
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(found, 'axe found').toEqual([]);
}

declare global {
  /** Functions that put back what `takeRepeated` took. */
  var repeated: (() => void)[];
}

/**
 * Takes the months of a calendar in which every day looks as a day of an earlier month out of the rendering until axe has run: a year of
 * days takes as long as ten other screens. Blanks keep their places, so that nothing else moves.
 */
function takeRepeated(): void {
  globalThis.repeated = [];
  const seen = new Set<string>();
  const taken: HTMLTableElement[] = [];
  for (const month of document.querySelectorAll<HTMLTableElement>('table:has([data-day])')) {
    const looks = Array.from(month.querySelectorAll('[data-day]'), (day) =>
      ['class', 'style', 'aria-current'].map((name) => day.getAttribute(name)).join('|'),
    );
    if (looks.every((look) => seen.has(look))) taken.push(month);
    for (const look of looks) seen.add(look);
  }
  const blanks = taken.map((month) => {
    const blank = document.createElement('div');
    const { width, height } = month.getBoundingClientRect();
    const { margin } = getComputedStyle(month);
    Object.assign(blank.style, { width: `${width}px`, height: `${height}px`, margin });
    return [month, blank] as const;
  });
  for (const [month, blank] of blanks) {
    month.before(blank);
    month.style.display = 'none';
    globalThis.repeated.push(() => {
      blank.remove();
      month.style.removeProperty('display');
    });
  }
}

export { expect };
