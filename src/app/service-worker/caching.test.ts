/** Files in the service worker, as the build bundles it, in a scope with a cache, a network and windows of this test. */
import { expect, test } from 'vitest';
import { CachingBrowser, installedWorker } from '#tests/app/caching-browser.ts';

const keepAll = { type: 'muster:keep-all' };

const navigateMode = { mode: 'navigate' };

test('the start is stored at once, the other screens on request of a page', async () => {
  const { browser, worker } = await installedWorker();
  expect(browser.names()).toEqual([
    '/assets/cloud-one.js',
    '/assets/start-one.js',
    '/favicon.svg',
    '/index.html',
  ]);
  await worker.say(keepAll);
  expect(browser.names()).toContain('/assets/room-one.js');
});

test('a browser with a server as its cloud stores no cloud of its own', async () => {
  const browser = new CachingBrowser();
  browser.page = '<html><head><meta name="muster-cloud" content="shared" /></head>';
  const { worker } = await installedWorker(browser);
  await worker.say(keepAll);
  expect(browser.names()).not.toContain('/assets/cloud-one.js');
});

test.each(['/', '/t/team/incidents/41?from=mail', '/signin'])(
  'without a connection %s shows the app',
  async (path) => {
    const { browser, worker } = await installedWorker();
    browser.served = null;
    expect(await (await worker.request(path, navigateMode))?.text()).toBe('<html>one');
  },
);

test.each([
  ['a key’s address', '/in/alertmanager', { method: 'POST' }],
  ['the answer to a page', '/in/answer', { method: 'POST' }],
  ['a calendar', '/ical/secret.ics', navigateMode],
  ['a calendar that is subscribed to', '/ical/secret', {}],
  ['PagerDuty’s address', '/v2/enqueue', { method: 'POST' }],
  ['the sign-in helper of the host', '/__/auth/handler', navigateMode],
  ['the host’s own file', '/__/firebase/init.json', {}],
  ['the way in to a shared cloud', '/shared/session', {}],
  ['a certificate to install', '/shared/authority.crt', navigateMode],
  ['a file that is looked at', '/robots.txt', navigateMode],
  ['another origin’s document', 'https://firestore.googleapis.com/v1/x', {}],
  ['a download of another origin', 'https://storage.googleapis.com/a.png', navigateMode],
])('%s is never answered from the cache', async (_, path, options) => {
  const { worker } = await installedWorker();
  expect(await worker.request(path, options)).toBeNull();
});

test('a stored script is not requested again; a page in the place of a missing script is not stored', async () => {
  const { browser, worker } = await installedWorker();
  browser.asked.length = 0;
  expect(await (await worker.request('/assets/start-one.js'))?.text()).toBe('/assets/start-one.js');
  expect(browser.asked).toEqual([]);
  browser.served = 'two';
  await worker.request('/assets/gone-one.js');
  expect(browser.names()).not.toContain('/assets/gone-one.js');
});
