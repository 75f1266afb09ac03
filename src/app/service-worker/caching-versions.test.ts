/** Versions of the app beside each other: their files, and the change from one to the next. */
import { expect, test } from 'vitest';
import { workerOfVersion, installedWorker, type WorkerVersion, urlOf } from '#tests/app/caching-browser.ts';

const keepAll = { type: 'muster:keep-all' };

const navigateMode = { mode: 'navigate' };

test('a new version does not take over by itself, and leaves an open page its files', async () => {
  const { browser } = await installedWorker();
  browser.windows = 2;
  browser.served = 'two';
  const next = workerOfVersion(browser, 'two');
  await next.install();
  expect(next.taken).toEqual([]);
  await next.say({ type: 'muster:take-over' }, [{ postMessage: () => undefined }]);
  expect(next.taken).toEqual(['two']);
  await next.activate();
  expect(browser.names()).toEqual(expect.arrayContaining(['/assets/start-one.js', '/assets/start-two.js']));
  // Without an open page the earlier files can't be loaded.
  browser.windows = 0;
  await next.request('/', navigateMode);
  expect(browser.names().filter((name) => name.includes('-one'))).toEqual([]);
});

test.each<[string, number, RequestCache, WorkerVersion]>([
  ['a start', 0, 'default', 'two'],
  ['a reload of the only page', 1, 'no-cache', 'two'],
  ['a second page', 1, 'default', 'one'],
  ['a reload beside another page', 2, 'no-cache', 'one'],
])('%s has the right version while a newer one waits', async (_, windows, cache, version) => {
  const { browser } = await installedWorker();
  browser.served = 'two';
  const next = workerOfVersion(browser, 'two');
  await next.install();
  const running = workerOfVersion(browser, 'one', {
    waiting: { postMessage: (message: object, ports: readonly object[]) => void next.say(message, ports) },
  });
  browser.windows = windows;
  browser.served = null;
  const page = await running.request('/', { ...navigateMode, cache });
  expect(await page?.text()).toBe(`<html>${version}`);
  expect(next.taken).toEqual(version === 'two' ? ['two'] : []);
  expect(browser.names()).toContain('/assets/start-two.js');
});

test.each(['/assets/room-one.js', '/favicon.svg'])(
  'while %s is being stored, a version that a person asks for takes over also beside other tabs',
  async (held) => {
    const { browser, worker: running } = await installedWorker();
    browser.kept.delete(urlOf('/favicon.svg?__WB_REVISION__=a'));
    browser.held = held;
    browser.asked.length = 0;
    const keeping = running.say(keepAll);
    await expect.poll(() => browser.asked).toContain(held);
    browser.windows = 2;
    browser.served = 'two';
    const next = workerOfVersion(browser, 'two', {
      active: { postMessage: (message: object) => void running.say(message) },
    });
    browser.held = '';
    await next.install();
    await next.say({ type: 'muster:take-over' });
    expect(next.taken).toEqual(['two']);
    // Nothing is under way any more.
    await keeping;
    const page = await running.request('/', { ...navigateMode, cache: 'no-cache' });
    expect(await page?.text()).toBe('<html>two');
  },
);

test('a version whose scripts the server no longer has gives way also beside other tabs', async () => {
  const { browser } = await installedWorker();
  browser.served = 'two';
  const next = workerOfVersion(browser, 'two');
  await next.install();
  let looks = 0;
  const running = workerOfVersion(browser, 'one', {
    waiting: { postMessage: (message: object, ports: readonly object[]) => void next.say(message, ports) },
    look: () => looks++,
  });
  browser.windows = 2;
  expect(await (await running.request('/', navigateMode))?.text()).toBe('<html>one');
  await running.request('/assets/room-one.js');
  expect(looks).toBe(1);
  expect(await (await running.request('/', navigateMode))?.text()).toBe('<html>two');
});

test('a browser without access asks the server for the page, and stores the page again', async () => {
  const { browser, worker } = await installedWorker();
  await worker.say({ type: 'muster:forget-page' });
  browser.asked.length = 0;
  await worker.request('/', navigateMode);
  expect(browser.asked).toEqual(['/']);
  await worker.say(keepAll);
  browser.served = null;
  expect(await (await worker.request('/', navigateMode))?.text()).toBe('<html>one');
});
