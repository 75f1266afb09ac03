/** What the browser measures by itself, as records to look at. The SDK measures and sends the same on its own. */
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { Unsubscribe } from '#ports/shared.ts';

/** As the service cuts an address. */
const longestAddress = 2000;
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

function recordOf(
  kind: 'page' | 'network',
  { name: given, startTime }: PerformanceEntry,
  durationMs: number,
  metrics: Readonly<Record<string, number>>,
): TraceRecord | null {
  const name = address(given);
  if (name === null) return null;
  const whole = Object.entries(metrics).map(([metric, value]) => [metric, Math.max(0, Math.floor(value))]);
  return Object.freeze({
    kind,
    name,
    startedAt: Math.round(performance.timeOrigin + startTime),
    durationMs: Math.round(durationMs),
    metrics: Object.freeze(Object.fromEntries(whole)),
    attributes: Object.freeze({}),
  });
}

/** Without what may tell of a person: name and password, query and fragment. */
function address(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return `${url.origin}${url.pathname}`.slice(0, longestAddress);
}
