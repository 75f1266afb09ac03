/** What of the auth port takes a real browser: the real SDK, the official Auth part, popups, redirects, tabs, telephones. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { build, preview, type PreviewServer } from 'vite';
import { needs, partsInstalled } from '../official/parts.ts';
import { type AuthPart, startAuthPart } from '../official/parts-auth.ts';
import { findChromium } from './chromium.ts';
import { gapiScript } from './firebase/gapi.ts';

test.skip(findChromium() === null, 'No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
test.skip(!partsInstalled(), needs);
test.describe.configure({ mode: 'serial' });

const root = path.resolve(import.meta.dirname, '../..');
let part: AuthPart;
let site: PreviewServer;
let outDir: string;

test.beforeAll(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), 'muster-firebase-'));
  const page = path.join(import.meta.dirname, 'firebase/page.html');
  await build({
    root,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: page } },
  });
  part = await startAuthPart();
  const headers = { 'Content-Security-Policy': await policy(atLocalhost()) };
  site = await preview({ root, build: { outDir }, preview: { port: 0, host: 'localhost', headers } });
});
test.afterAll(async () => {
  await site?.close();
  await part?.close();
  if (outDir) await rm(outDir, { recursive: true });
});

test.beforeEach(async ({ context }) => {
  await part.reset();
  // Nothing of the pages is on the internet but this; the rest (fonts and buttons of the part's own page) is done without.
  await context.route(
    (url) => url.hostname !== 'localhost',
    (route) =>
      route.request().url().startsWith('https://apis.google.com/js/api.js')
        ? route.fulfill({ contentType: 'text/javascript', body: gapiScript })
        : route.abort(),
  );
});

/** The same host as the page's, so that the frame of the part may keep things. */
const atLocalhost = () => part.host.replace('127.0.0.1', 'localhost');

/** What hosting answers with (firebase.json), and that the part may be talked to. */
async function policy(host: string): Promise<string> {
  const deployed = await readFile(path.join(root, 'firebase.json'), 'utf8');
  const found = /"key": "Content-Security-Policy",\s*"value": "([^"]+)"/.exec(deployed)?.[1];
  if (found === undefined) throw new Error('There is no content security policy in firebase.json.');
  return found.replaceAll(/(connect|frame)-src 'self'/g, `$& http://${host}`);
}

async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  const address = new URL('/tests/e2e/firebase/page.html', site.resolvedUrls?.local[0]);
  address.searchParams.set('auth', atLocalhost());
  await tab.goto(address.href);
  return tab;
}

const email = (page: Page) => page.evaluate(async () => (await window.client.auth.ready())?.email ?? null);
const createAda = (page: Page) =>
  page.evaluate(() => window.client.auth.createUser({ email: 'ada@example.com', password: 'correct horse' }));

/** On the part's own page, where the person says who they are. */
async function beNew(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add new account' }).click();
  await page.locator('#email-input').fill(address);
  await page.locator('#sign-in').click();
}

async function byPopup(
  page: Page,
  purpose: 'sign-in' | 'link' | 'reauthenticate',
  act: (popup: Page) => Promise<void>,
) {
  const opening = page.context().waitForEvent('page');
  const result = page.evaluate(
    (asked) =>
      window.client.auth
        .signInWithProvider({ provider: 'google.com', purpose: asked })
        .catch((error: { code: string }) => ({ refused: error.code })),
    purpose,
  );
  await act(await opening);
  return result;
}

test('a popup signs in, is known again, and is tied to an account', async ({ context }) => {
  const page = await openTab(context);
  expect(await byPopup(page, 'sign-in', (popup) => beNew(popup, 'gil@example.com'))).toMatchObject({
    kind: 'signed-in',
    isNewUser: true,
    providerId: 'google.com',
    user: { email: 'gil@example.com', providers: [{ providerId: 'google.com' }] },
  });
  const again = (popup: Page) => popup.locator('.js-reuse-account').first().click();
  expect(await byPopup(page, 'sign-in', again)).toMatchObject({ isNewUser: false });
  expect(await byPopup(page, 'reauthenticate', again)).toMatchObject({ kind: 'signed-in' });
  await createAda(page);
  expect(await byPopup(page, 'link', again)).toEqual({ refused: 'auth/credential-already-in-use' });
  expect(await byPopup(page, 'reauthenticate', again)).toEqual({ refused: 'auth/user-mismatch' });
  expect(await byPopup(page, 'link', (popup) => beNew(popup, 'ada@example.com'))).toMatchObject({
    user: { email: 'ada@example.com', providers: [{}, {}] },
  });
});

test('a popup that the person closes says so', async ({ context }) => {
  const page = await openTab(context);
  expect(await byPopup(page, 'sign-in', (popup) => popup.close())).toEqual({
    refused: 'auth/popup-closed-by-user',
  });
});

test('a redirect leaves the page; its result is there on return, once', async ({ context }) => {
  const page = await openTab(context);
  await page.evaluate(
    () => void window.client.auth.signInWithProvider({ provider: 'google.com', mode: 'redirect' }),
  );
  await page.waitForURL(/emulator\/auth\/handler/);
  await beNew(page, 'gil@example.com');
  await page.waitForURL(/page\.html/);
  expect(await email(page)).toBe('gil@example.com');
  const result = () => page.evaluate(() => window.client.auth.redirectResult());
  expect(await result()).toMatchObject({ kind: 'signed-in', isNewUser: true, providerId: 'google.com' });
  expect(await result()).toBeNull();
  await page.reload();
  expect(await result()).toBeNull();
  expect(await email(page)).toBe('gil@example.com');
});

test('each kind of persistence lasts as long as it says', async ({ context }) => {
  for (const [kind, afterReload, inNewTab] of [
    ['local', true, true],
    ['session', true, false],
    ['memory', false, false],
  ] as const) {
    await part.reset();
    const page = await openTab(context);
    await page.evaluate((chosen) => window.client.auth.setPersistence(chosen), kind);
    await createAda(page);
    const other = await openTab(context);
    expect([kind, await email(other)]).toEqual([kind, inNewTab ? 'ada@example.com' : null]);
    await page.reload();
    expect([kind, await email(page)]).toEqual([kind, afterReload ? 'ada@example.com' : null]);
    // Once more: what is meant for this tab must not have moved to where all see it.
    await page.reload();
    const later = await openTab(context);
    expect([kind, await email(later)]).toEqual([kind, inNewTab ? 'ada@example.com' : null]);
    await page.evaluate(() => window.client.auth.signOut());
    for (const tab of [page, other, later]) await tab.close();
  }
});

test('tabs that are open follow each other', async ({ context }) => {
  const [here, there] = [await openTab(context), await openTab(context)];
  const seen = await there.evaluateHandle(() => {
    const names: (string | null)[] = [];
    window.client.auth.onUserChange((user) => void names.push(user && (user.displayName ?? user.email)));
    return names;
  });
  const follows = (names: readonly (string | null)[]) => expect.poll(() => seen.jsonValue()).toEqual(names);
  await follows([null]);
  await createAda(here);
  await follows([null, 'ada@example.com']);
  await here.evaluate(() => window.client.auth.updateProfile({ displayName: 'Ada' }));
  await follows([null, 'ada@example.com', 'Ada']);
  await there.evaluate(() => window.client.auth.signOut());
  await expect.poll(() => here.evaluate(() => window.client.auth.currentUser())).toBeNull();
  await follows([null, 'ada@example.com', 'Ada', null]);
});

test('a telephone signs in, time and again on one page', async ({ context }) => {
  const page = await openTab(context);
  for (const isNewUser of [true, false]) {
    const { verificationId } = await page.evaluate(() =>
      window.client.auth.startPhoneVerification('+44 20 7946 0123'),
    );
    const [message] = await part.inbox();
    expect(message).toMatchObject({ channel: 'sms', to: '+442079460123' });
    const credential = { kind: 'phone', verificationId, code: message?.action ?? '' } as const;
    expect(await page.evaluate((shown) => window.client.auth.signIn(shown), credential)).toMatchObject({
      isNewUser,
      user: { phoneNumber: '+442079460123' },
    });
  }
  // Nothing of the challenges is left behind.
  expect(await page.locator('body > div').count()).toBe(0);
});
