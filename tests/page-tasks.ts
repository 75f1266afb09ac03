/** Long tasks of a page, by the processor time of its main thread: waiting for a busy machine does not count. */
import type { Browser, Page } from '@playwright/test';

export interface PageTasks {
  /** Processor time of the longest task, in milliseconds. */
  readonly longest: number;
  /** Number of tasks of more than 50 ms. */
  readonly long: number;
  /** Total blocking time: sum of the tasks' time beyond 50 ms each, in milliseconds. */
  readonly blocking: number;
}

/** Milliseconds of a task after which a press is felt to wait. */
const longMs = 50;

export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string | undefined };
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
  return tasksOf(trace.traceEvents);
}

/** Tasks of the main threads in a trace. `slower`: factor by which durations are multiplied. */
export function tasksOf(events: readonly TraceEvent[], slower = 1): PageTasks {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = events
    // Lighthouse's category has a name of its own.
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask' || name === 'RunTask')
    .filter(({ pid, tid }) => mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => (tdur / 1000) * slower);
  return {
    longest: times.reduce((most, time) => Math.max(most, time), 0),
    long: times.filter((time) => time > longMs).length,
    blocking: times.reduce((sum, time) => sum + Math.max(0, time - longMs), 0),
  };
}
