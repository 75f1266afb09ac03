/** Long tasks of a page, by the processor time of its main thread: waiting for a busy machine does not count. */
import type { Browser, Page } from '@playwright/test';

export interface PageTasks {
  /** Processor time of the longest task, in milliseconds. */
  readonly longest: number;
  /** Number of tasks of more than 50 ms. */
  readonly long: number;
  /** What tasks take beyond 50 ms each, in milliseconds, summed up. */
  readonly blocking: number;
}

/** Milliseconds of a task after which a press is felt to wait. */
const longMs = 50;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of a page's renderer while something is done. No other page of the browser works meanwhile. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<PageTasks> {
  await browser.startTracing(page, {
    // No more: others start a profiler, whose own work would count.
    categories: ['-*', 'toplevel', '__metadata'],
  });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = trace.traceEvents
    .filter(({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  return {
    longest: times.reduce((most, time) => Math.max(most, time), 0),
    long: times.filter((time) => time > longMs).length,
    blocking: times.reduce((sum, time) => sum + Math.max(0, time - longMs), 0),
  };
}
