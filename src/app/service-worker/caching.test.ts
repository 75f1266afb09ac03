/** Files in the service worker, as the build bundles it, in a scope with a cache, a network and windows of this test. */
import vm from 'node:vm';
import { expect, test, vi } from 'vitest';
import { bundleServiceWorker } from '#tools/service-worker.ts';
import type { FileManifest } from './manifest.ts';

const origin = 'https://muster.example';

const filesOf = (version: string): FileManifest => ({
  version,
  start: [
    { url: '/index.html', revision: version },
    { url: '/favicon.svg', revision: 'a' },
    { url: `/assets/start-${version}.js`, revision: null },
  ],
  cloud: [`/assets/cloud-${version}.js`],
  later: [`/assets/room-${version}.js`],
  never: ['/in/', '/ical/', '/v2/enqueue', '/__/', '/shared/'],
});

const scripts = {
  one: await bundleServiceWorker('firebase', filesOf('one')),
  two: await bundleServiceWorker('firebase', filesOf('two')),
};
type Version = keyof typeof scripts;

/** A browser: a cache of files that every version shares, and the server, which has one version at a time. */
class Browser {
  readonly kept = new Map<string, Response>();
  readonly asked: string[] = [];
  windows = 0;
  /** Version on the server; null: it can’t be reached. */
  served: Version | null = 'one';
  page = '<html>';
  /** Path whose requests are left without an answer; they end when they are aborted. */
  held = '';

  async fetch(input: Request | string, { signal }: RequestInit = {}): Promise<Response> {
    const path = new URL(typeof input === 'string' ? new URL(input, origin) : input.url).pathname;
    if (this.served === null) throw new TypeError('Failed to fetch');
    this.asked.push(path);
    if (path === this.held) await aborted(typeof input === 'string' ? signal : input.signal);
    const isThere = !path.startsWith('/assets/') || path.includes(`-${this.served}.`);
    const body = path === '/index.html' ? `${this.page}${this.served}` : path;
    // As hosts do whose every address is the app.
    const type = isThere && path !== '/index.html' ? 'text/javascript' : 'text/html';
    return new Response(isThere ? body : `${this.page}${this.served}`, { headers: { 'content-type': type } });
  }

  readonly cache = {
    match: async (key: Request | string) => this.kept.get(urlOf(key))?.clone(),
    put: async (key: Request | string, response: Response) => void this.kept.set(urlOf(key), response),
    delete: async (key: Request | string) => this.kept.delete(urlOf(key)),
    keys: async () => [...this.kept.keys()].map((url) => new Request(url)),
  };

  names = () => [...this.kept.keys()].map((url) => new URL(url).pathname).toSorted();
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

const urlOf = (key: Request | string) => new URL(typeof key === 'string' ? key : key.url, origin).href;

interface RequestKind {
  readonly mode?: string;
  readonly method?: string;
  readonly cache?: RequestCache;
}

interface OtherVersions {
  readonly active?: object;
  readonly waiting?: object | null;
  /** Called when the browser is to look for a newer version. */
  readonly look?: () => void;
}

function workerOf(browser: Browser, version: Version, { active, waiting = null, look }: OtherVersions = {}) {
  const listeners = new Map<string, ((event: object) => void)[]>();
  const taken: string[] = [];
  const registration = {
    scope: `${origin}/`,
    installing: null,
    waiting,
    active,
    update: async () => look?.(),
  };
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, [...(listeners.get(type) ?? []), listener]),
    location: new URL(origin),
    registration,
    clients: {
      matchAll: async () => Array.from({ length: browser.windows }, () => ({})),
      claim: async () => undefined,
    },
    skipWaiting: async () => void taken.push(version),
    caches: { open: async () => browser.cache, match: (key: string) => browser.cache.match(key) },
  };
  /** Requests with addresses of this origin. */
  class LocalRequest extends Request {
    constructor(input: Request | string, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, origin) : input, init);
    }
  }
  const web = {
    URL,
    Request: LocalRequest,
    Response,
    Headers,
    MessageChannel,
    AbortController,
    FetchEvent: Event,
    console,
    setTimeout,
  };
  const fetch = (input: Request | string, init?: RequestInit) => browser.fetch(input, init);
  vm.runInNewContext(scripts[version], { ...web, ...self, self: { ...web, ...self, fetch }, fetch });
  const handle = async (type: string, event: object): Promise<Response | null> => {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | null = null;
    const wait = (promise: Promise<unknown>) => waits.push(promise);
    for (const listener of listeners.get(type) ?? [])
      listener(
        Object.assign(event, {
          type,
          waitUntil: wait,
          respondWith: (response: Promise<Response>) => (answer = response),
        }),
      );
    const answered = await answer;
    await Promise.all(waits);
    return answered;
  };
  return {
    taken,
    install: () => handle('install', {}),
    activate: () => handle('activate', {}),
    say: (data: object, ports: readonly object[] = []) => handle('message', { data, ports }),
    /** Null: the browser asks the server itself. */
    request: (path: string, { mode = 'cors', method = 'GET', cache = 'default' }: RequestKind = {}) =>
      handle('fetch', {
        // No script can make a request of a navigation.
        request: Object.defineProperty(new Request(urlOf(path), { method, cache }), 'mode', { value: mode }),
      }),
  };
}

const keepAll = { type: 'muster:keep-all' };
const navigate = { mode: 'navigate' };

async function installed(browser = new Browser()) {
  const worker = workerOf(browser, 'one');
  await worker.install();
  await worker.activate();
  return { browser, worker };
}

test('the start is kept at once, the other screens when a page asks', async () => {
  const { browser, worker } = await installed();
  expect(browser.names()).toEqual([
    '/assets/cloud-one.js',
    '/assets/start-one.js',
    '/favicon.svg',
    '/index.html',
  ]);
  await worker.say(keepAll);
  expect(browser.names()).toContain('/assets/room-one.js');
});

test('a browser whose server hosts the cloud keeps no cloud of its own', async () => {
  const browser = new Browser();
  browser.page = '<html><head><meta name="muster-cloud" content="shared" /></head>';
  const { worker } = await installed(browser);
  await worker.say(keepAll);
  expect(browser.names()).not.toContain('/assets/cloud-one.js');
});

test.each(['/', '/t/team/incidents/41?from=mail', '/signin'])(
  'without a network %s is the app',
  async (path) => {
    const { browser, worker } = await installed();
    browser.served = null;
    expect(await (await worker.request(path, navigate))?.text()).toBe('<html>one');
  },
);

test.each([
  ['a key’s address', '/in/alertmanager', { method: 'POST' }],
  ['the answer to a page', '/in/answer', { method: 'POST' }],
  ['a calendar', '/ical/secret.ics', navigate],
  ['a calendar that is subscribed to', '/ical/secret', {}],
  ['PagerDuty’s address', '/v2/enqueue', { method: 'POST' }],
  ['the sign-in helper of the host', '/__/auth/handler', navigate],
  ['the host’s own file', '/__/firebase/init.json', {}],
  ['the way in to a shared cloud', '/shared/session', {}],
  ['a certificate to install', '/shared/authority.crt', navigate],
  ['a file that is looked at', '/robots.txt', navigate],
  ['another origin’s document', 'https://firestore.googleapis.com/v1/x', {}],
  ['a download of another origin', 'https://storage.googleapis.com/a.png', navigate],
])('%s is never answered from here', async (_, path, options) => {
  const { worker } = await installed();
  expect(await worker.request(path, options)).toBeNull();
});

test('a kept script is not asked for again; a page in the place of a script that is gone is not kept', async () => {
  const { browser, worker } = await installed();
  browser.asked.length = 0;
  expect(await (await worker.request('/assets/start-one.js'))?.text()).toBe('/assets/start-one.js');
  expect(browser.asked).toEqual([]);
  browser.served = 'two';
  await worker.request('/assets/gone-one.js');
  expect(browser.names()).not.toContain('/assets/gone-one.js');
});

test('a new version does not take over by itself, and leaves an open page its files', async () => {
  const { browser } = await installed();
  browser.windows = 2;
  browser.served = 'two';
  const next = workerOf(browser, 'two');
  await next.install();
  expect(next.taken).toEqual([]);
  await next.say({ type: 'muster:take-over' }, [{ postMessage: () => undefined }]);
  expect(next.taken).toEqual(['two']);
  await next.activate();
  expect(browser.names()).toEqual(expect.arrayContaining(['/assets/start-one.js', '/assets/start-two.js']));
  // Without an open page the earlier files can't be loaded.
  browser.windows = 0;
  await next.request('/', navigate);
  expect(browser.names().filter((name) => name.includes('-one'))).toEqual([]);
});

test.each<[string, number, RequestCache, Version]>([
  ['a start', 0, 'default', 'two'],
  ['a reload of the only page', 1, 'no-cache', 'two'],
  ['a second page', 1, 'default', 'one'],
  ['a reload beside another page', 2, 'no-cache', 'one'],
])('%s gets the right version while a newer one waits', async (_, windows, cache, version) => {
  const { browser } = await installed();
  browser.served = 'two';
  const next = workerOf(browser, 'two');
  await next.install();
  const running = workerOf(browser, 'one', {
    waiting: { postMessage: (message: object, ports: readonly object[]) => void next.say(message, ports) },
  });
  browser.windows = windows;
  browser.served = null;
  const page = await running.request('/', { ...navigate, cache });
  expect(await page?.text()).toBe(`<html>${version}`);
  expect(next.taken).toEqual(version === 'two' ? ['two'] : []);
  expect(browser.names()).toContain('/assets/start-two.js');
});

test.each(['/assets/room-one.js', '/favicon.svg'])(
  'while %s is being kept, a version that a person asks for takes over also beside other pages',
  async (held) => {
    const { browser, worker: running } = await installed();
    browser.kept.delete(urlOf('/favicon.svg?__WB_REVISION__=a'));
    browser.held = held;
    browser.asked.length = 0;
    const keeping = running.say(keepAll);
    await vi.waitFor(() => expect(browser.asked).toContain(held));
    browser.windows = 2;
    browser.served = 'two';
    const next = workerOf(browser, 'two', {
      active: { postMessage: (message: object) => void running.say(message) },
    });
    browser.held = '';
    await next.install();
    await next.say({ type: 'muster:take-over' });
    expect(next.taken).toEqual(['two']);
    // Nothing is under way any more.
    await keeping;
    const page = await running.request('/', { ...navigate, cache: 'no-cache' });
    expect(await page?.text()).toBe('<html>two');
  },
);

test('a version whose scripts are gone from the server gives way also beside other pages', async () => {
  const { browser } = await installed();
  browser.served = 'two';
  const next = workerOf(browser, 'two');
  await next.install();
  let looks = 0;
  const running = workerOf(browser, 'one', {
    waiting: { postMessage: (message: object, ports: readonly object[]) => void next.say(message, ports) },
    look: () => looks++,
  });
  browser.windows = 2;
  expect(await (await running.request('/', navigate))?.text()).toBe('<html>one');
  await running.request('/assets/room-one.js');
  expect(looks).toBe(1);
  expect(await (await running.request('/', navigate))?.text()).toBe('<html>two');
});

test('a browser that is not let in any more asks the server for the page, and keeps it again', async () => {
  const { browser, worker } = await installed();
  await worker.say({ type: 'muster:forget-page' });
  browser.asked.length = 0;
  await worker.request('/', navigate);
  expect(browser.asked).toEqual(['/']);
  await worker.say(keepAll);
  browser.served = null;
  expect(await (await worker.request('/', navigate))?.text()).toBe('<html>one');
});
