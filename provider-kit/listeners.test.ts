import { expect, test, vi } from 'vitest';
import { settle } from './movable-clock.ts';
import { CurrentValue } from './current-value.ts';
import { PortError } from '#ports/errors.ts';
import { Listeners, failedSubscription } from './listeners.ts';
import { countSubscriptions } from './subscriptions.ts';

function counted<T>() {
  const client = countSubscriptions();
  return { listeners: new Listeners<T>(client), open: client.open };
}

test('listeners are called later, in order, the initial value first', async () => {
  const { listeners } = counted<number>();
  const seen: number[] = [];
  listeners.add(
    (value) => seen.push(value),
    () => 0,
  );
  listeners.emit(1);
  listeners.emit(2);
  expect(seen).toEqual([]);
  await settle();
  expect(seen).toEqual([0, 1, 2]);
});

test('a listener gets nothing after unsubscribing, not even pending events', async () => {
  const { listeners, open } = counted<number>();
  const seen: number[] = [];
  const stop = listeners.add((value) => seen.push(value));
  listeners.emit(1);
  stop();
  stop();
  listeners.emit(2);
  await settle();
  expect(seen).toEqual([]);
  expect(open()).toBe(0);
});

test('an exception of a listener is logged and does not affect the others', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { listeners } = counted<number>();
  const seen: number[] = [];
  listeners.add(() => {
    throw new Error('mine');
  });
  listeners.add((value) => seen.push(value));
  listeners.emit(1);
  await settle();
  expect(seen).toEqual([1]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test('after the end no listener is called or added', async () => {
  const { listeners, open } = counted<number>();
  const seen: number[] = [];
  listeners.add((value) => seen.push(value));
  expect(open()).toBe(1);
  listeners.emit(1);
  listeners.dispose();
  listeners.add((value) => seen.push(value));
  listeners.emit(2);
  await settle();
  expect(seen).toEqual([]);
  expect(open()).toBe(0);
});

test('a listener of a value gets it once it is known, then each change', async () => {
  const client = countSubscriptions();
  const { promise, resolve } = Promise.withResolvers<void>();
  let value = 1;
  const current = new CurrentValue(
    client,
    () => promise,
    () => value,
  );
  const seen: number[] = [];
  const stop = current.add((next) => seen.push(next));
  current.tell((value = 2));
  await settle();
  expect(seen).toEqual([]);
  resolve();
  await settle();
  current.tell((value = 3));
  await settle();
  expect(seen).toEqual([2, 3]);
  current.tell((value = 4));
  stop();
  await settle();
  expect(seen).toEqual([2, 3]);
  expect(client.open()).toBe(0);
});

test('a listener of a value that never arrives gets nothing', async () => {
  const client = countSubscriptions();
  const current = new CurrentValue(
    client,
    () => Promise.reject(new Error('no way there')),
    () => 1,
  );
  const seen: number[] = [];
  current.add((next) => seen.push(next));
  await settle();
  current.tell(2);
  await settle();
  expect(seen).toEqual([]);
  current.dispose();
  expect(client.open()).toBe(0);
});

test('a failed subscription reports the reason later, unless it ended before', async () => {
  const seen: string[] = [];
  const error = new PortError('failed-precondition', 'Over.');
  failedSubscription(error, ({ message }) => seen.push(message));
  const stop = failedSubscription(error, ({ message }) => seen.push(`again: ${message}`));
  expect(seen).toEqual([]);
  stop();
  await settle();
  expect(seen).toEqual(['Over.']);
});
