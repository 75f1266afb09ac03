/** Timings measured by the browser: the page load, and the requests of the application. */
import type { BrowserTiming } from '#provider-kit/performance/automatic.ts';

/** Scripts, styles and pictures belong to the page; these are the application's own. */
const ownRequests = new Set(['fetch', 'xmlhttprequest', 'beacon']);

/**
 * Each page load and each request of the page, those from before too. A page is told of once its first content has been painted; of
 * one that is out of sight nothing is, so it is told of without.
 */
export function onTiming(next: (timing: BrowserTiming) => void): () => void {
  if (typeof PerformanceObserver === 'undefined' || typeof PerformanceNavigationTiming === 'undefined')
    return () => {};
  const ending: (() => void)[] = [];
  const observe = (type: string, told: (entry: PerformanceEntry) => void) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) told(entry);
    });
    observer.observe({ type, buffered: true });
    ending.push(() => observer.disconnect());
  };
  observe('navigation', (entry) => {
    let told = false;
    const tell = () => {
      if (!told) next(pageTiming(entry as PerformanceNavigationTiming));
      told = true;
    };
    if (painted(firstContent) !== undefined || document.visibilityState === 'hidden') return tell();
    observe('paint', ({ name }) => {
      if (name === firstContent) tell();
    });
    document.addEventListener('visibilitychange', tell, { once: true });
    ending.push(() => document.removeEventListener('visibilitychange', tell));
  });
  observe('resource', (entry) => {
    const resource = entry as PerformanceResourceTiming;
    if (ownRequests.has(resource.initiatorType)) next(requestTiming(resource));
  });
  return () => {
    for (const end of ending) end();
  };
}

const firstContent = 'first-contentful-paint';
const painted = (name: string): number | undefined => performance.getEntriesByName(name)[0]?.startTime;

const startOf = (entry: PerformanceEntry) => Math.round(performance.timeOrigin + entry.startTime);

function pageTiming(page: PerformanceNavigationTiming): BrowserTiming {
  const [firstPaintMs, firstContentfulPaintMs] = [painted('first-paint'), painted(firstContent)];
  return {
    kind: 'page',
    address: page.name,
    startedAt: startOf(page),
    durationMs: Math.round(page.loadEventEnd || page.duration),
    metrics: {
      ...(firstPaintMs !== undefined && { firstPaintMs }),
      ...(firstContentfulPaintMs !== undefined && { firstContentfulPaintMs }),
      domInteractiveMs: page.domInteractive,
      domContentLoadedMs: page.domContentLoadedEventEnd,
      responseBytes: page.transferSize,
    },
  };
}

function requestTiming(request: PerformanceResourceTiming): BrowserTiming {
  return {
    kind: 'network',
    address: request.name,
    startedAt: startOf(request),
    durationMs: Math.round(request.duration),
    metrics: {
      responseStartMs: request.responseStart > 0 ? request.responseStart - request.startTime : 0,
      responseBytes: request.transferSize,
    },
  };
}
