import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenPageIdle } from './idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function page() {
  const ending: (() => void | Promise<void>)[] = [];
  let disposed = false;
  return {
    context: {
      onDispose: (run: () => void | Promise<void>) => void ending.push(run),
      isDisposed: () => disposed,
    },
    dispose() {
      disposed = true;
      for (const end of ending) void end();
    },
  };
}

it('runs when the browser is idle', async () => {
  const asked = vi.fn<(run: () => void) => number>(() => 7);
  const cancelled = vi.fn<(id: number) => void>();
  vi.stubGlobal('requestIdleCallback', asked);
  vi.stubGlobal('cancelIdleCallback', cancelled);
  const run = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no network')));
  const { context, dispose } = page();
  whenPageIdle(context, run);
  expect(run).not.toHaveBeenCalled();
  asked.mock.calls[0]?.[0]();
  expect(run).toHaveBeenCalledOnce();
  dispose();
  expect(cancelled).toHaveBeenCalledWith(7);
  asked.mock.calls[0]?.[0]();
  expect(run).toHaveBeenCalledOnce();
});

it('runs after two seconds where the browser reports no idle time', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
  whenPageIdle(page().context, run);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(run).toHaveBeenCalledOnce();
});

it('does not run for a disposed client', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const { context, dispose } = page();
  whenPageIdle(context, run);
  dispose();
  await vi.advanceTimersByTimeAsync(2000);
  expect(run).not.toHaveBeenCalled();
});

it('waits for the client’s calm promise, even when the browser is idle', async () => {
  vi.stubGlobal('requestIdleCallback', (start: () => void) => {
    start();
    return 1;
  });
  const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const calm = Promise.withResolvers<void>();
  whenPageIdle({ ...page().context, calm: () => calm.promise }, run);
  await vi.advanceTimersByTimeAsync(2000);
  expect(run).not.toHaveBeenCalled();
  calm.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledOnce();
});
