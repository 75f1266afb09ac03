/** Budget of scripts (tools/size-screens.ts), compared with what Chromium really loads. */
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { preview, type PreviewServer } from 'vite';
import { sharedBuild } from '#tools/shared-builds.ts';
import type { Kind, Script } from '#tools/size-build.ts';
import { type Screen, screens, scriptsOf } from '#tools/size-screens.ts';
import { findChromium } from './chromium.ts';
import { enter } from './support.ts';

// Each test may have to build the app first.
test.setTimeout(360_000);
test.skip(findChromium() === null, 'No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');

const closing: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function serve(kind: Kind): Promise<{ readonly url: string; readonly scripts: readonly Script[] }> {
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
  return { url, scripts };
}

/** Opens a page, and notes when `heading` appears: in the same turn, before any later script. */
async function open(page: Page, url: string, heading: string): Promise<void> {
  await page.addInitScript((wanted) => {
    // Stops the screen's idle timeout, however long it takes here: scripts loaded afterwards are counted apart.
    const { setTimeout: later } = globalThis;
    const patient = (run: () => void, ms = 0, ...given: unknown[]) =>
      later(run, ms < 1000 ? ms : ms * 1000, ...given);
    globalThis.setTimeout = patient as typeof setTimeout;
    const look = () => {
      const there = [...document.querySelectorAll('h1')].some((h1) => h1.textContent === wanted);
      if (there && performance.getEntriesByName('up').length === 0) performance.mark('up');
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, heading);
  await page.goto(url);
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

test('the sign-in screen on Firebase fetches what is counted, and later what is said to follow', async ({
  page,
}) => {
  const { url, scripts } = await serve('firebase');
  const { asks, follows } = named('Sign-in screen, Firebase');
  await open(page, `${url}signin`, 'Sign in');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect.poll(() => fetched(page, 'up')).toEqual(files(scripts, asks));
  await expect.poll(() => fetched(page, 'now')).toEqual(files(scripts, [...asks, ...follows]));
});

test('the first screen of the demonstration fetches what is counted', async ({ page }) => {
  const { url, scripts } = await serve('embedded');
  const { asks } = named('First screen, embedded');
  await page.goto(`${url}signin`);
  await enter(page, 'Mei Tanaka');
  await open(page, url, 'Alder & Finch, now');
  await expect.poll(() => fetched(page, 'up')).toEqual(files(scripts, asks));
});
