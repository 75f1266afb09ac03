/**
 * Files of the app in the service worker: what a start needs is kept at installation, the other screens when a page asks for it. A new
 * version waits until no page uses the one before, or a person asks for it; the files of the version before stay as long as a page is
 * open that may still load one.
 */
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { forgetPageMessage } from '#adapters/browser/kept-page.ts';
import type {
  Extendable,
  MessageReceived,
  RequestEvent,
  WindowClient,
  WorkerScope,
} from '#adapters/browser/worker-scope.ts';
import { type FileManifest, pageUrl } from './manifest.ts';
import { type CachingMessage, isCachingMessage } from './messages.ts';

const cacheName = 'muster-files';
/** Milliseconds that a waiting version has to take over, during a navigation. */
const takeOverMs = 1000;

/** A file that is gone is answered with the page, on hosts that answer every address with it: such an answer is not kept. */
const isFile = (response: Response): boolean =>
  response.status === 200 && !/^text\/html\b/.test(response.headers.get('content-type') ?? '');

export function attachCaching(scope: WorkerScope, manifest: FileManifest): void {
  const start = new PrecacheController({ cacheName });
  start.addToCacheList([...manifest.start]);
  const files = new CacheFirst({
    cacheName,
    plugins: [
      {
        cacheWillUpdate: async ({ response }) => {
          if (isFile(response)) return response;
          if (response.status === 200 || response.status === 404) outdated();
          return null;
        },
      },
    ],
  });
  const absolute = (path: string) => new URL(path, scope.location.origin).href;
  const current = new Set([
    ...start.getURLsToCacheKeys().values(),
    ...[...manifest.cloud, ...manifest.later].map(absolute),
  ]);
  /** Aborted when this version gives way to a newer one. */
  const givingWay = new AbortController();
  const { signal } = givingWay;
  /** Cache key of the newer version's page. */
  let newerPage: string | undefined;

  let isOutdated = false;
  /** Files of this version are gone from the server, so screens can't be loaded: a page gets the newer version, also beside others. */
  const outdated = () => {
    isOutdated = true;
    scope.registration.update().catch(() => undefined);
  };

  /** Does the page say that its server hosts the cloud? Then the demonstration's own is of no use here. */
  const isShared = async (): Promise<boolean> => {
    const page = await start.matchPrecache(pageUrl);
    return page !== undefined && (await page.text()).includes('name="muster-cloud"');
  };

  /** Sequential downloads, so that requests of pages come first. @throws when a file can't be fetched, or this version gives way */
  const keep = async (paths: readonly string[], event: Extendable) => {
    for (const path of paths)
      await Promise.all(files.handleAll({ request: new Request(path, { signal }), event }));
  };

  const keepStart = async (event: Extendable) => {
    const cache = await caches.open(cacheName);
    for (const [url, key] of start.getURLsToCacheKeys()) {
      if (await cache.match(key)) continue;
      const response = await fetch(url, { cache: url === key ? 'default' : 'reload', signal });
      if (response.status === 200) await cache.put(key, response);
    }
    if (!(await isShared())) await keep(manifest.cloud, event);
  };

  const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

  /** Removes the files of earlier versions, unless a page is open that may load one or a newer version is being installed. */
  const removeOld = async (): Promise<void> => {
    if ((await windows()).length > 0) return;
    const cache = await caches.open(cacheName);
    const kept = await cache.keys();
    if (scope.registration.installing || scope.registration.waiting) return;
    for (const request of kept)
      if (!current.has(request.url) && isVersioned(request.url)) await cache.delete(request);
  };

  /** Files of a build; others, as fonts that a name needed, are of every version. */
  const isVersioned = (url: string) => !new URL(url).pathname.endsWith('.woff2');

  const handle = async (message: CachingMessage, event: MessageReceived): Promise<void> => {
    const key = start.getCacheKeyForURL(pageUrl) ?? pageUrl;
    switch (message.type) {
      case 'muster:keep-all':
        await keepStart(event);
        return keep(manifest.later, event);
      case 'muster:take-over':
        event.ports[0]?.postMessage(key);
        scope.registration.active?.postMessage({
          type: 'muster:give-way',
          page: key,
        } satisfies CachingMessage);
        return scope.skipWaiting();
      case 'muster:give-way':
        newerPage = message.page;
        return givingWay.abort();
      case forgetPageMessage:
        await (await caches.open(cacheName)).delete(key);
    }
  };

  /** The page, of the version that is to run from now on. */
  const page = async (event: RequestEvent): Promise<Response> => {
    const open = await windows();
    const newer =
      newerPage ?? (isOutdated || isAlone(event.request, open) ? await takeOver(scope) : undefined);
    event.waitUntil(removeOld());
    return (
      (newer === undefined ? undefined : await caches.match(newer)) ??
      (await start.matchPrecache(pageUrl)) ??
      fetch(event.request)
    );
  };

  scope.addEventListener('install', (event) => {
    event.waitUntil(
      start.install(event).then(async () => {
        if (!(await isShared())) await keep(manifest.cloud, event);
      }),
    );
  });
  // The page of the first visit: its later scripts are kept as they come.
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim().then(removeOld)));
  scope.addEventListener('message', (event) => {
    if (isCachingMessage(event.data))
      event.waitUntil(handle(event.data, event).catch((error: unknown) => console.warn(error)));
  });
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.location.origin) return;
    if (manifest.never.some((beginning) => pathname.startsWith(beginning))) return;
    if (pathname.startsWith('/assets/')) return event.respondWith(files.handle({ request, event }));
    if (request.mode === 'navigate' && !isFileName(pathname)) return event.respondWith(page(event));
    if (start.getCacheKeyForURL(pathname) !== undefined && pathname !== pageUrl)
      event.respondWith(start.matchPrecache(pathname).then((kept) => kept ?? fetch(request)));
  });
}

const isFileName = (pathname: string) => /\.[^/]+$/.test(pathname);

/** Is the page that is asked for the only one of this browser: the first, or the one that is being reloaded? */
const isAlone = ({ cache }: Request, open: readonly WindowClient[]): boolean =>
  open.length === 0 || (open.length === 1 && (cache === 'no-cache' || cache === 'reload'));

/** Has the version that waits take over. Resolves with the cache key of its page; undefined for none. */
async function takeOver({ registration: { waiting } }: WorkerScope): Promise<string | undefined> {
  if (!waiting) return undefined;
  const { port1, port2 } = new MessageChannel();
  const key = await new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(undefined), takeOverMs);
    waiting.postMessage({ type: 'muster:take-over' } satisfies CachingMessage, [port2]);
  });
  port1.close();
  return typeof key === 'string' ? key : undefined;
}
