/** A new version of the app that a person asks for while the service worker of the version before is still at work. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { sharedBuild } from '#tools/shared-builds.ts';
import { publishAgain } from '../endurance/offline/new-version.ts';
import { serveSite, type Site } from './firebase/site.ts';
import { enter, expect, ready, test as base } from './support.ts';

interface Fixtures {
  readonly site: Site;
  /** Folder of the version that is published. */
  readonly next: string;
}

const test = base.extend<Fixtures>({
  site: async ({}, provide) => {
    const site = await serveSite((await sharedBuild('embedded')).dir);
    await provide(site);
    await site.close();
  },
  next: async ({}, provide) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'muster-version-'));
    const { dir } = await sharedBuild('embedded');
    await cp(dir, folder, { recursive: true });
    await publishAgain(folder, 2);
    // The browser would report scripts of the version before that are gone from the server.
    await cp(path.join(dir, 'assets'), path.join(folder, 'assets'), { recursive: true });
    await provide(folder);
    await rm(folder, { recursive: true });
  },
  // Pages are closed before the server that they may still load from.
  context: async ({ site: _site, next: _next, context }, provide) => {
    await provide(context);
  },
});

/** A script that the service worker keeps, as those of all screens. */
const keptScript = /^\/assets\/social-dialog-.*js$/;
/** A script of a screen, which a page preloads. */
const screenScript = /^\/assets\/audit-screen-.*js$/;

const version = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="test-version"]')?.content ?? null);

/** Waits until the service worker is the page's, and the server leaves its own request for a script without an answer. */
async function enterWhileKeeping(page: Page, site: Site): Promise<void> {
  site.hold(keptScript, 'workers');
  await page.goto(`${site.origin}/signin`);
  await enter(page, 'Mei Tanaka');
  await expect.poll(() => isControlled(page), 'the service worker runs').toBe(true);
  await expect.poll(site.held, 'the service worker fetches the script').toBeGreaterThan(0);
}

const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null);

/** Presses “Reload” once the new version waits. */
async function reloadInNewVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => version(page).catch(() => null)).toBe('2');
}

test('a single tab loads the new version on reload while the service worker stores files', async ({
  page,
  site,
  next,
}) => {
  await enterWhileKeeping(page, site);
  site.publish(next);
  await reloadInNewVersion(page);
});

test('a tab loads the new version on reload while another tab waits for a script', async ({
  page,
  site,
  next,
  newTab,
}) => {
  site.hold(screenScript, 'all');
  await page.goto(`${site.origin}/signin`);
  await enter(page, 'Mei Tanaka');
  await expect.poll(() => isControlled(page), 'the service worker runs').toBe(true);
  const other = await newTab(`${site.origin}/`);
  const asked = other.waitForRequest((request) => screenScript.test(new URL(request.url()).pathname));
  await enter(other, 'Diego');
  await asked;
  site.publish(next);
  await reloadInNewVersion(page);
});

test('a tab that bypassed the service worker loads the new version on reload', async ({
  page,
  site,
  next,
  context,
}) => {
  await enterWhileKeeping(page, site);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.reload', { ignoreCache: true });
  await expect.poll(() => isControlled(page).catch(() => true)).toBe(false);
  await ready(page);
  site.publish(next);
  await reloadInNewVersion(page);
});
