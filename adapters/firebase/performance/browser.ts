/** What the browser measures by itself, as records to look at. The SDK measures and sends the same on its own. */
import { automaticRecord, type BrowserTiming } from '#ports/performance/automatic.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { Unsubscribe } from '#ports/shared.ts';

/** Scripts, styles and pictures belong to the page; these are the application's own. */
const ownRequests = new Set(['fetch', 'xmlhttprequest', 'beacon']);

/** Each page load and each request of the page, those from before too. */
export function onAutomaticRecord(next: (record: TraceRecord) => void): Unsubscribe {
  if (typeof PerformanceObserver === 'undefined' || typeof PerformanceNavigationTiming === 'undefined')
    return () => {};
  const keep = (record: TraceRecord | null) => {
    if (record) next(record);
  };
  const observers = [
    observe('navigation', (entry) => keep(pageRecord(entry as PerformanceNavigationTiming))),
    observe('resource', (entry) => {
      const resource = entry as PerformanceResourceTiming;
      if (ownRequests.has(resource.initiatorType)) keep(requestRecord(resource));
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

function pageRecord(page: PerformanceNavigationTiming): TraceRecord | null {
  const painted = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
  return recordOf('page', page, page.loadEventEnd || page.duration, {
    firstPaintMs: painted('first-paint'),
    firstContentfulPaintMs: painted('first-contentful-paint'),
    domInteractiveMs: page.domInteractive,
    domContentLoadedMs: page.domContentLoadedEventEnd,
    responseBytes: page.transferSize,
  });
}

const requestRecord = (request: PerformanceResourceTiming): TraceRecord | null =>
  recordOf('network', request, request.duration, {
    responseStartMs: request.responseStart > 0 ? request.responseStart - request.startTime : 0,
    responseBytes: request.transferSize,
  });

const recordOf = (
  kind: BrowserTiming['kind'],
  { name: address, startTime }: PerformanceEntry,
  durationMs: number,
  metrics: BrowserTiming['metrics'],
): TraceRecord | null =>
  automaticRecord({
    kind,
    address,
    startedAt: Math.round(performance.timeOrigin + startTime),
    durationMs: Math.round(durationMs),
    metrics,
  });
