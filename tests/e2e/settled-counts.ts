/** Counts of elements and listeners of a page at rest. */
import { expect } from '@playwright/test';
import type { PageMetrics } from '../page-metrics.ts';

/**
 * Counts once two readings in a row agree: parts of the frame come after a screen, and what a page dropped while it
 * was loaded may be collected by a later collection only.
 */
export async function settledCounts(metrics: PageMetrics): ReturnType<PageMetrics['counts']> {
  let last = await metrics.counts();
  await expect
    .poll(
      async () => {
        const before = last;
        last = await metrics.counts();
        return last.elements === before.elements && last.listeners === before.listeners;
      },
      { intervals: [1000] },
    )
    .toBe(true);
  return last;
}
