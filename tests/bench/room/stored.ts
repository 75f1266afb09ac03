/** Starts of a stored demonstration: until its documents are packed, and what the worker does while a page opens. */
import type { Browser, Page } from '@playwright/test';

/** Milliseconds between two counts of stored records; when they are equal, nothing more is packed. */
const betweenMs = 4000;

/** Waits until the open demonstration has packed its documents. Earlier versions pack none. */
export async function packed(page: Page): Promise<void> {
  for (let before = -1, now = await storedRecords(page); now !== before;) {
    before = now;
    await page.waitForTimeout(betweenMs);
    now = await storedRecords(page);
  }
}

const storedRecords = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('No answer.')));
      });
    const database = await answer(indexedDB.open('muster-cloud'));
    const count = await answer(database.transaction('records').objectStore('records').count());
    database.close();
    return count;
  });

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Milliseconds of processor time that the tasks of shared workers take during `run`. */
export async function workerMs(browser: Browser, run: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel', '__metadata'] });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const workers = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name?.startsWith('SharedWorker'))
      .map(threadOf),
  );
  return traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && workers.has(threadOf(event)))
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
}
