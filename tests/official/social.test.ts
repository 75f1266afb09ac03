// @vitest-environment jsdom
/** Popups, on the SDK as browsers have it. What is opened in them takes a real browser (tests/e2e/firebase-auth.spec.ts). */
import { deleteApp, initializeApp } from 'firebase/app';
import { browserPopupRedirectResolver, initializeAuth, type OAuthProvider } from 'firebase/auth';
import { afterEach, expect, it, vi } from 'vitest';
import { prepare } from '#adapters/firebase/auth/social.ts';

afterEach(() => void vi.restoreAllMocks());

/** The part of the SDK's resolver that `prepare` uses: a change in an update of the SDK fails here. */
const resolver = (browserPopupRedirectResolver as unknown as { readonly prototype: object }).prototype;
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const chromium = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

it.each([
  ['Safari', safari, 1],
  ['Chromium', chromium, 0],
])('in %s the popup’s resolver is prepared before a click: %s → %i', async (name, agent, times) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  const begun = vi
    .spyOn(resolver as { _initialize(auth: unknown): Promise<void> }, '_initialize')
    .mockResolvedValue();
  const app = initializeApp({ apiKey: 'key', authDomain: 'localhost' }, name);
  const sdk = initializeAuth(app);
  await prepare(sdk);
  expect(begun.mock.calls).toEqual(Array.from({ length: times }, () => [sdk]));
  await deleteApp(app);
});

it('the prepared resolver is the one that the SDK uses for a popup', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari);
  const { byPopup } = await import('#adapters/firebase/auth/social.ts');
  const asked: unknown[] = [];
  vi.spyOn(resolver as { _initialize(auth: unknown): Promise<void> }, '_initialize').mockImplementation(
    function (this: unknown) {
      asked.push(this);
      return Promise.reject(new Error('enough'));
    },
  );
  const app = initializeApp({ apiKey: 'key', authDomain: 'localhost' }, 'popup');
  const sdk = initializeAuth(app);
  await expect(prepare(sdk)).rejects.toThrow('enough');
  await expect(byPopup({ sdk } as never, { provider: 'google.com' })).rejects.toThrow('enough');
  expect(asked).toHaveLength(2);
  expect(asked[0]).toBe(asked[1]);
  await deleteApp(app);
});

it('an OpenID Connect provider is requested by the id that the project configured', async () => {
  const { byPopup } = await import('#adapters/firebase/auth/social.ts');
  const app = initializeApp({ apiKey: 'key', authDomain: 'localhost' }, 'open-id');
  const sdk = initializeAuth(app);
  const opened: unknown[] = [];
  vi.spyOn(resolver as { _initialize(auth: unknown): Promise<unknown> }, '_initialize').mockResolvedValue({
    registerConsumer() {},
    unregisterConsumer() {},
  });
  vi.spyOn(
    resolver as { _openPopup(auth: unknown, provider: unknown): Promise<never> },
    '_openPopup',
  ).mockImplementation((_, provider) => {
    opened.push(provider);
    return Promise.reject(new Error('enough'));
  });
  const options = { provider: 'oidc.acme', scopes: ['groups'], loginHint: 'a@example.com' } as const;
  await expect(byPopup({ sdk } as never, options)).rejects.toThrow('enough');
  const [provider] = opened as readonly OAuthProvider[];
  expect(provider?.providerId).toBe('oidc.acme');
  expect(provider?.getScopes()).toEqual(['groups']);
  expect(provider?.getCustomParameters()).toEqual({ login_hint: 'a@example.com' });
  await deleteApp(app);
});
