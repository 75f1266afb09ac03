/** What the browser measured by itself: how the page loaded, and the requests that the application made. */
import type { BrowserTiming } from '#ports/performance/automatic.ts';

/** Scripts, styles and pictures belong to the page; these are the application's own. */
const ownRequests = new Set(['fetch', 'xmlhttprequest', 'beacon']);

export function onTiming(next: (timing: BrowserTiming) => void): () => void {
  if (typeof PerformanceObserver === 'undefined') return () => {};
  const observers = [
    observe('navigation', (entry) => next(pageTiming(entry as PerformanceNavigationTiming))),
    observe('resource', (entry) => {
      const resource = entry as PerformanceResourceTiming;
      if (ownRequests.has(resource.initiatorType)) next(requestTiming(resource));
    }),
  ];
  return () => {
    for (const observer of observers) observer.disconnect();
  };
}

function observe(type: string, next: (entry: PerformanceEntry) => void): PerformanceObserver {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) next(entry);
  });
  observer.observe({ type, buffered: true });
  return observer;
}

const startOf = (entry: PerformanceEntry) => Math.round(performance.timeOrigin + entry.startTime);

function pageTiming(page: PerformanceNavigationTiming): BrowserTiming {
  const painted = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
  return {
    kind: 'page',
    address: page.name,
    startedAt: startOf(page),
    durationMs: Math.round(page.loadEventEnd || page.duration),
    metrics: {
      firstPaintMs: painted('first-paint'),
      firstContentfulPaintMs: painted('first-contentful-paint'),
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
