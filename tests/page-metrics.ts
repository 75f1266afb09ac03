/** Counts and processor time of a page, by Chromium's own counters. */
import type { Page } from '@playwright/test';

export interface PageMetrics {
  /** Processor time of the page's main thread since its start, in milliseconds. */
  taskMs(): Promise<number>;
  /** After a collection: heap in MB, elements of the body, and listeners. */
  counts(): Promise<{ readonly heap: number; readonly elements: number; readonly listeners: number }>;
}

export async function openMetrics(page: Page): Promise<PageMetrics> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('HeapProfiler.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  return {
    taskMs: async () => ((await read()).get('TaskDuration') ?? 0) * 1000,
    async counts() {
      await session.send('HeapProfiler.collectGarbage');
      const metrics = await read();
      return {
        heap: (metrics.get('JSHeapUsedSize') ?? 0) / 1e6,
        // Without the head, where links of scripts that are fetched ahead are added at any time.
        elements: await page.evaluate(() => document.body.querySelectorAll('*').length),
        listeners: metrics.get('JSEventListeners') ?? 0,
      };
    },
  };
}
