import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BrowserTiming } from '#provider-kit/performance/automatic.ts';
import { onTiming } from './timings.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly name: string; readonly startTime: number };

/** A browser's own measurements, as this file says when they come. */
class Measurements {
  static observers: { readonly type: string; readonly told: (entries: readonly Entry[]) => void }[] = [];
  private readonly told: (list: { getEntries(): readonly Entry[] }) => void;
  private mine: (typeof Measurements.observers)[number] | null = null;

  constructor(told: (list: { getEntries(): readonly Entry[] }) => void) {
    this.told = told;
  }
  observe({ type }: { readonly type: string }): void {
    this.mine = { type, told: (entries) => this.told({ getEntries: () => entries }) };
    Measurements.observers.push(this.mine);
  }
  disconnect(): void {
    Measurements.observers = Measurements.observers.filter((one) => one !== this.mine);
  }
}

const paints = new Map<string, number>();
const sight = new EventTarget() as EventTarget & { visibilityState: 'visible' | 'hidden' };
const page: Entry = {
  name: 'https://muster.example/incidents/1?code=s3cret',
  startTime: 0,
  loadEventEnd: 400.6,
  duration: 400.6,
  domInteractive: 120,
  domContentLoadedEventEnd: 130,
  transferSize: 914,
};

function measured(type: string, ...entries: readonly Entry[]): void {
  for (const { told } of Measurements.observers.filter((one) => one.type === type)) told(entries);
}
function painted(name: string, startTime: number): void {
  paints.set(name, startTime);
  measured('paint', { name, startTime });
}

let told: BrowserTiming[] = [];
let stop = () => {};
beforeEach(() => {
  vi.stubGlobal('PerformanceObserver', Measurements);
  vi.stubGlobal('PerformanceNavigationTiming', Measurements);
  vi.stubGlobal('document', sight);
  vi.stubGlobal('performance', {
    timeOrigin: 1_000_000,
    getEntriesByName: (name: string) => (paints.has(name) ? [{ startTime: paints.get(name) }] : []),
  });
  paints.clear();
  sight.visibilityState = 'visible';
  told = [];
  stop = onTiming((timing) => void told.push(timing));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const known = { domInteractiveMs: 120, domContentLoadedMs: 130, responseBytes: 914 };

test('a page load is reported once, after its first contentful paint', () => {
  measured('navigation', page);
  painted('first-paint', 150);
  expect(told).toEqual([]);
  painted('first-contentful-paint', 180);
  painted('first-contentful-paint', 180);
  sight.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([
    {
      kind: 'page',
      address: page.name,
      startedAt: 1_000_000,
      durationMs: 401,
      metrics: { firstPaintMs: 150, firstContentfulPaintMs: 180, ...known },
    },
  ]);
});

test('a first paint before the end of loading is reported at once', () => {
  painted('first-contentful-paint', 90);
  measured('navigation', page);
  expect(told.map(({ metrics }) => metrics)).toEqual([{ firstContentfulPaintMs: 90, ...known }]);
});

test('a hidden page reports its load without a paint', () => {
  measured('navigation', page);
  sight.visibilityState = 'hidden';
  sight.dispatchEvent(new Event('visibilitychange'));
  measured('navigation', page);
  expect(told.map(({ metrics }) => metrics)).toEqual([known, known]);
});

test('fetches of the application are reported, and scripts are not', () => {
  const request = { startTime: 10.25, duration: 20.25, responseStart: 25.25, transferSize: 7 };
  measured(
    'resource',
    { name: 'https://a.example/call', initiatorType: 'fetch', ...request },
    { name: 'https://a.example/app.js', initiatorType: 'script', ...request },
    { name: 'https://a.example/refused', initiatorType: 'xmlhttprequest', ...request, responseStart: 0 },
  );
  expect(told).toEqual([
    {
      kind: 'network',
      address: 'https://a.example/call',
      startedAt: 1_000_010,
      durationMs: 20,
      metrics: { responseStartMs: 15, responseBytes: 7 },
    },
    expect.objectContaining({
      address: 'https://a.example/refused',
      metrics: { responseStartMs: 0, responseBytes: 7 },
    }),
  ]);
});

test('after stop, nothing is observed', () => {
  measured('navigation', page);
  stop();
  expect(Measurements.observers).toEqual([]);
  sight.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([]);
});
