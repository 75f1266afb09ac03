/**
 * Behaviour of the auth port that needs a real browser: the real SDK, the official Auth part, popups, redirects, tabs, telephones.
 */
import type { Locator, Page } from '@playwright/test';
import { atLocalhost, expect, needsParts, test as base } from './firebase/fixtures.ts';
import { gapiScript } from './firebase/gapi.ts';

needsParts();

interface Fixtures {
  /** A tab whose client has the Auth part. */
  openTab(): Promise<Page>;
}

const test = base.extend<Fixtures>({
  openTab: async ({ authPart, context, openClient }, provide) => {
    await authPart.reset();
    // The only resource of the pages from the internet; the others (fonts and buttons of the part's own page) are not needed.
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) =>
        route.request().url().startsWith('https://apis.google.com/js/api.js')
          ? route.fulfill({ contentType: 'text/javascript', body: gapiScript })
          : route.abort(),
    );
    await provide(() => openClient({ local: { auth: atLocalhost(authPart.host) } }));
  },
});

const email = (page: Page) => page.evaluate(async () => (await window.client.auth.ready())?.email ?? null);
const createAda = (page: Page) =>
  page.evaluate(() => window.client.auth.createUser({ email: 'ada@example.com', password: 'correct horse' }));

/** Creates an account on the Auth part's own page. */
async function beNew(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add new account' }).click();
  await page.locator('#email-input').fill(address);
  await clickLast(page, page.locator('#sign-in'));
}

/** A popup closes itself, perhaps before the click is reported as done. */
async function clickLast(page: Page, button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

async function byPopup(
  page: Page,
  purpose: 'sign-in' | 'link' | 'reauthenticate',
  act: (popup: Page) => Promise<void>,
) {
  const opening = page.context().waitForEvent('page');
  const result = page.evaluate(
    (asked) =>
      window.client.auth.social
        .signIn({ provider: 'google.com', purpose: asked })
        .catch((error: { code: string }) => ({ refused: error.code })),
    purpose,
  );
  await act(await opening);
  return result;
}

test('a sign-in popup creates an account, signs in to it again and links to another account', async ({
  openTab,
}) => {
  const page = await openTab();
  expect(await byPopup(page, 'sign-in', (popup) => beNew(popup, 'gil@example.com'))).toMatchObject({
    kind: 'signed-in',
    isNewUser: true,
    providerId: 'google.com',
    user: { email: 'gil@example.com', providers: [{ providerId: 'google.com' }] },
  });
  const again = (popup: Page) => clickLast(popup, popup.locator('.js-reuse-account').first());
  expect(await byPopup(page, 'sign-in', again)).toMatchObject({ isNewUser: false });
  expect(await byPopup(page, 'reauthenticate', again)).toMatchObject({ kind: 'signed-in' });
  await createAda(page);
  expect(await byPopup(page, 'link', again)).toEqual({ refused: 'auth/credential-already-in-use' });
  expect(await byPopup(page, 'reauthenticate', again)).toEqual({ refused: 'auth/user-mismatch' });
  expect(await byPopup(page, 'link', (popup) => beNew(popup, 'ada@example.com'))).toMatchObject({
    user: { email: 'ada@example.com', providers: [{}, {}] },
  });
});

test('a closed sign-in popup rejects with auth/popup-closed-by-user', async ({ openTab }) => {
  const page = await openTab();
  expect(await byPopup(page, 'sign-in', (popup) => popup.close())).toEqual({
    refused: 'auth/popup-closed-by-user',
  });
});

test('a sign-in redirect returns its result once after the page has reloaded', async ({ openTab }) => {
  const page = await openTab();
  await page.evaluate(
    () => void window.client.auth.social.signIn({ provider: 'google.com', mode: 'redirect' }),
  );
  await page.waitForURL(/emulator\/auth\/handler/);
  await beNew(page, 'gil@example.com');
  // The part's own address has the page's in it.
  await page.waitForURL(({ pathname }) => pathname.endsWith('/page.html'));
  expect(await email(page)).toBe('gil@example.com');
  const result = () => page.evaluate(() => window.client.auth.social.redirectResult());
  expect(await result()).toMatchObject({ kind: 'signed-in', isNewUser: true, providerId: 'google.com' });
  expect(await result()).toBeNull();
  await page.reload();
  expect(await result()).toBeNull();
  expect(await email(page)).toBe('gil@example.com');
});

test('a session with local, session or memory persistence ends as its kind states', async ({
  authPart,
  openTab,
}) => {
  for (const [kind, afterReload, inNewTab] of [
    ['local', true, true],
    ['session', true, false],
    ['memory', false, false],
  ] as const) {
    await authPart.reset();
    const page = await openTab();
    await page.evaluate((chosen) => window.client.auth.session.setPersistence(chosen), kind);
    await createAda(page);
    const other = await openTab();
    expect([kind, await email(other)]).toEqual([kind, inNewTab ? 'ada@example.com' : null]);
    await page.reload();
    expect([kind, await email(page)]).toEqual([kind, afterReload ? 'ada@example.com' : null]);
    // After a second reload: this tab's record must not have moved to the store that all tabs see.
    await page.reload();
    const later = await openTab();
    expect([kind, await email(later)]).toEqual([kind, inNewTab ? 'ada@example.com' : null]);
    await page.evaluate(() => window.client.auth.signOut());
    for (const tab of [page, other, later]) await tab.close();
  }
});

test('open tabs share sign-in, profile changes and sign-out', async ({ openTab }) => {
  const [here, there] = [await openTab(), await openTab()];
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

test('a phone number signs in twice on one page', async ({ authPart, openTab }) => {
  const page = await openTab();
  for (const isNewUser of [true, false]) {
    const { verificationId } = await page.evaluate(() =>
      window.client.auth.phone.sendCode('+44 20 7946 0123'),
    );
    const [message] = await authPart.inbox();
    expect(message).toMatchObject({ channel: 'sms', to: '+442079460123' });
    const credential = { kind: 'phone', verificationId, code: message?.action ?? '' } as const;
    expect(await page.evaluate((shown) => window.client.auth.signIn(shown), credential)).toMatchObject({
      isNewUser,
      user: { phoneNumber: '+442079460123' },
    });
  }
  // The challenges leave no element behind.
  await expect(page.locator('body > div')).toHaveCount(0);
});
