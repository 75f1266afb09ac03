/** Fixtures of the browser tests of the Firebase provider: a page with one client, under the deployed policy, and the Auth part. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { build } from 'vite';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { needs, partsInstalled } from '../../official/parts.ts';
import { type AuthPart, startAuthPart } from '../../official/parts-auth.ts';
import { findChromium } from '../chromium.ts';
import { serveSite, type Site } from './site.ts';
import { testLimitMs } from '../../time-limits.ts';

interface Shared {
  /** Serves the page with one client. */
  readonly site: Site;
  /** The official Auth part; empty at the start of each test. */
  readonly authPart: AuthPart;
}

interface Fixtures {
  /** Violations of the content security policy in Chromium. Must be empty at the end. */
  readonly forbidden: string[];
  /** A tab with a client of these options. */
  openClient(options?: Partial<FirebaseOptions>): Promise<Page>;
  /** Opens a client in another browser than the test's own. */
  openClientIn(context: BrowserContext, options?: Partial<FirebaseOptions>): Promise<Page>;
  /** Browser of another person, who is signed in under that name, on the Auth part and these. */
  openMember(name: string, local?: FirebaseOptions['local']): Promise<Page>;
}

const root = path.resolve(import.meta.dirname, '../../..');

export const test = base.extend<Fixtures, Shared>({
  site: [
    async ({}, provide) => {
      const outDir = await mkdtemp(path.join(tmpdir(), 'muster-firebase-'));
      process.env['MUSTER_CONFIG'] ??= path.join(root, 'muster.config.example.json');
      await build({
        root,
        mode: 'firebase',
        logLevel: 'error',
        build: {
          outDir,
          emptyOutDir: true,
          rolldownOptions: { input: path.join(import.meta.dirname, 'page.html') },
        },
      });
      const site = await serveSite(outDir);
      await provide(site);
      await site.close();
      await rm(outDir, { recursive: true });
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
  authPart: [
    async ({}, provide) => {
      const part = await startAuthPart();
      await provide(part);
      await part.close();
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
  forbidden: [
    async ({ context }, provide) => {
      const forbidden: string[] = [];
      listenTo(context, forbidden);
      await provide(forbidden);
      expect(forbidden, 'against the content security policy').toEqual([]);
    },
    { auto: true },
  ],
  openClient: async ({ context, site }, provide) => {
    await provide((options = {}) => openClient(context, site, options));
  },
  openClientIn: async ({ site, forbidden }, provide) => {
    await provide((context, options = {}) => {
      listenTo(context, forbidden);
      return openClient(context, site, options);
    });
  },
  openMember: async ({ browser, site, authPart, forbidden }, provide) => {
    await authPart.reset();
    const contexts: BrowserContext[] = [];
    await provide(async (name, local = {}) => {
      const context = await browser.newContext();
      contexts.push(context);
      listenTo(context, forbidden);
      const page = await openClient(context, site, { local: { ...local, auth: atLocalhost(authPart.host) } });
      await page.evaluate((account) => window.client.auth.createUser(account), {
        email: `${name}@example.com`,
        password: 'correct horse',
      });
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

function listenTo(context: BrowserContext, forbidden: string[]): void {
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) forbidden.push(message.text());
  });
}

/** Skips a file where its tests can't run. */
export function needsChromium(): void {
  test.skip(findChromium() === null, 'No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
}

/** Skips a test without the Auth part; in CI it fails. */
export function needsParts(): void {
  needsChromium();
  test.skip(!partsInstalled(), needs);
}

/** Address on the page's own host, so that a frame of the part may use storage. */
export const atLocalhost = (host: string): string => host.replace('127.0.0.1', 'localhost');

async function openClient(
  context: BrowserContext,
  site: Site,
  options: Partial<FirebaseOptions>,
): Promise<Page> {
  site.allow(...Object.values(options.local ?? {}));
  const page = await context.newPage();
  const address = new URL('/tests/e2e/firebase/page.html', site.origin);
  address.searchParams.set('options', JSON.stringify(options));
  await page.goto(address.href);
  return page;
}

export const uidOf = (page: Page): Promise<string> =>
  page.evaluate(() => window.client.auth.currentUser()?.uid ?? '');

export { expect };
