/** Budget of scripts (tools/size-screens.ts), compared with what Chromium really loads. */
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { preview, type PreviewServer } from 'vite';
import { sharedBuild } from '#tools/shared-builds.ts';
import type { Kind, Script } from '#tools/size-build.ts';
import { type Screen, screens, scriptsOf, workers, workerScript } from '#tools/size-screens.ts';
import { findChromium } from './chromium.ts';
import { enter } from './support.ts';

// Each test may have to build the app first.
test.skip(findChromium() === null, 'No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');

const closing: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Site {
  readonly url: string;
  readonly scripts: readonly Script[];
  /** Paths of all requests, also of those that a shared worker makes, which the browser's tools don't tell of. */
  readonly requested: readonly string[];
}

async function serve(kind: Kind): Promise<Site> {
  const { dir: outDir, scripts } = await sharedBuild(kind);
  const site: PreviewServer = await preview({
    root: path.resolve(import.meta.dirname, '../..'),
    logLevel: 'warn',
    build: { outDir },
    preview: { port: 0, host: 'localhost' },
  });
  closing.push(() => site.close());
  const [url] = site.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('The site is not served.');
  const requested: string[] = [];
  site.httpServer.on('request', (request: IncomingMessage) =>
    requested.push(new URL(request.url ?? '/', url).pathname.slice(1)),
  );
  return { url, scripts, requested };
}

/** The first element of a screen that is not in its shell. */
interface Mark {
  readonly selector: string;
  /** Its whole text. Default: any. */
  readonly text?: string;
}

/** Opens a page, acts, and notes when `mark` appears: in the same turn, before any later script. */
async function open(
  page: Page,
  url: string,
  mark: Mark,
  act: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.addInitScript(({ selector, text }) => {
    // Stops the screen's idle timeout, however long it takes here: scripts loaded afterwards are counted apart.
    const { setTimeout: later } = globalThis;
    const patient = (run: () => void, ms = 0, ...given: unknown[]) =>
      later(run, ms < 1000 ? ms : ms * 1000, ...given);
    globalThis.setTimeout = patient as typeof setTimeout;
    const look = () => {
      const there = [...document.querySelectorAll(selector)].some(
        ({ textContent }) => text === undefined || textContent === text,
      );
      if (there && performance.getEntriesByName('up').length === 0) performance.mark('up');
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, mark);
  await page.goto(url);
  await act();
  await page.waitForFunction(() => performance.getEntriesByName('up').length > 0);
}

/** Names of the loaded scripts, of those requested until the heading appeared or up to now. */
const fetched = (page: Page, until: 'up' | 'now'): Promise<string[]> =>
  page.evaluate((moment) => {
    const end = moment === 'up' ? (performance.getEntriesByName('up')[0]?.startTime ?? 0) : Infinity;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= end)
      .map(({ name }) => new URL(name).pathname.slice(1))
      .sort();
  }, until);

const named = (name: string): Screen => {
  const found = screens.find((screen) => screen.name === name);
  if (!found) throw new Error(`There is no budget for ${name}.`);
  return found;
};
const files = (scripts: readonly Script[], asks: Screen['asks']) =>
  scriptsOf(scripts, asks)
    .map(({ file }) => file)
    .sort();

test('the sign-in screen on Firebase fetches exactly its listed scripts, and the listed later scripts afterwards', async ({
  page,
}) => {
  const { url, scripts } = await serve('firebase');
  const { asks, follows } = named('Sign-in screen, Firebase');
  await open(page, `${url}signin`, { selector: 'input[type=email]' });
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect.poll(() => fetched(page, 'up')).toEqual(files(scripts, asks));
  // The next screen follows once the browser is idle, tooltips with the first input.
  const home = files(scripts, ['src/features/home/home-screen.tsx']);
  await expect.poll(() => fetched(page, 'now')).toEqual(expect.arrayContaining(home));
  await page.mouse.move(40, 40);
  await expect.poll(() => fetched(page, 'now')).toEqual(files(scripts, [...asks, ...follows]));
});

/** Holds the next screen's moment back, as in a browser of a person who saves data: what is fetched until then is counted apart. */
const savesData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
  );

test('a first visit of the demonstration makes at most twelve requests, and with Save-Data the second worker loads on the first input', async ({
  page,
}) => {
  const { url, scripts, requested } = await serve('embedded');
  const { asks } = named('Sign-in screen, embedded');
  await savesData(page);
  await open(page, url, { selector: 'ul[aria-label="The demonstration team"] button' });
  expect(await fetched(page, 'up')).toEqual(files(scripts, asks));
  const [first, later] = workers.map((worker) => workerScript(scripts, worker).file);
  await expect.poll(() => requested).toContain(first);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // Chromium asks for the icon again once the address has changed. Nobody is signed in: no service worker keeps files.
  const distinct = new Set(requested);
  expect(distinct.size, [...distinct].join('\n')).toBeLessThanOrEqual(12);
  expect(requested).not.toContain(later);
  await page.mouse.move(40, 40);
  await expect.poll(() => requested).toContain(later);
});

test('the sign-in screen of the demonstration fetches the home screen and the second worker script without an input', async ({
  page,
}) => {
  const { url, scripts, requested } = await serve('embedded');
  await page.goto(url);
  const [, later] = workers.map((worker) => workerScript(scripts, worker).file);
  const [home] = files(scripts, ['src/features/home/home-screen.tsx']);
  await expect.poll(() => requested).toEqual(expect.arrayContaining([later, home]));
});

test('after sign-in, no script of another screen is fetched before home is rendered', async ({ page }) => {
  const { url, scripts } = await serve('embedded');
  await open(page, url, { selector: 'h1', text: 'Alder & Finch, now' }, async () => {
    await page.getByRole('button', { name: /^Mei Tanaka/ }).click();
  });
  const isOther = (module: string) => /^src\/features\/(?!sign-in|home).*\/screens\.ts$/.test(module);
  const others = scripts.filter(({ modules }) => [...modules.keys()].some(isOther)).map(({ file }) => file);
  expect(others.length).toBeGreaterThan(3);
  const early = await fetched(page, 'up');
  expect(others.filter((file) => early.includes(file))).toEqual([]);
});

test('the first screen of the demonstration fetches exactly its listed scripts', async ({ page }) => {
  const { url, scripts } = await serve('embedded');
  const { asks } = named('First screen, embedded');
  await page.goto(`${url}signin`);
  await enter(page, 'Mei Tanaka');
  await open(page, url, { selector: 'h1', text: 'Alder & Finch, now' });
  await expect.poll(() => fetched(page, 'up')).toEqual(files(scripts, asks));
});
