import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OwnSignal } from './cancel.ts';
import { guardListener, runEach } from './guard-listener.ts';

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => logged.mockRestore());

const failing = () => {
  throw new Error('mine');
};

test('a guarded listener gets its arguments and ends nothing while it succeeds', () => {
  const end = vi.fn<() => void>();
  const listener = vi.fn<(one: number, other: string) => void>();
  guardListener(listener, end)(1, 'two');
  expect(listener).toHaveBeenCalledExactlyOnceWith(1, 'two');
  expect(end).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
});

test('an exception of a listener is logged and ends the event’s resource', () => {
  const end = vi.fn<() => void>();
  guardListener(failing, end)();
  expect(end).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledOnce();
});

test('a rejected promise of a listener is logged and ends the event’s resource', async () => {
  const end = vi.fn<() => void>();
  guardListener(async () => failing(), end)();
  await expect.poll(() => end).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledOnce();
});

test('an exception while ending is logged', () => {
  guardListener(failing, failing)();
  expect(logged).toHaveBeenCalledTimes(2);
});

test('a clean-up that throws does not skip the next one', () => {
  const done: number[] = [];
  runEach([1, 2, 3], (item) => {
    if (item === 2) failing();
    done.push(item);
  });
  expect(done).toEqual([1, 3]);
  expect(logged).toHaveBeenCalledOnce();
});

test('a signal listener that throws does not skip the next one', () => {
  const signal = new OwnSignal();
  const next = vi.fn<() => void>();
  signal.addEventListener('abort', failing);
  signal.addEventListener('abort', next);
  signal.cancel();
  expect(next).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledOnce();
});
