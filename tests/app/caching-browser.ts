/** Browser with a service worker of a version, over a server in memory. */
import vm from 'node:vm';
import { bundleServiceWorker } from '#tools/service-worker.ts';
import type { FileManifest } from '#src/app/service-worker/manifest.ts';

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

export type WorkerVersion = keyof typeof scripts;

/** A browser: a cache of files that every version shares, and the server, which has one version at a time. */
export class CachingBrowser {
  readonly kept = new Map<string, Response>();
  readonly asked: string[] = [];
  windows = 0;
  /** WorkerVersion on the server; null: it can’t be reached. */
  served: WorkerVersion | null = 'one';
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

export const urlOf = (key: Request | string) => new URL(typeof key === 'string' ? key : key.url, origin).href;

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

export function workerOfVersion(
  browser: CachingBrowser,
  version: WorkerVersion,
  { active, waiting = null, look }: OtherVersions = {},
) {
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

export async function installedWorker(browser = new CachingBrowser()) {
  const worker = workerOfVersion(browser, 'one');
  await worker.install();
  await worker.activate();
  return { browser, worker };
}
