import { expect, test, vi } from 'vitest';
import { settle } from '#fakes/cloud/clock.ts';
import { Listeners } from './listeners.ts';

function counted<T>() {
  let open = 0;
  const listeners = new Listeners<T>({
    trackSubscription: () => {
      open++;
      return () => open--;
    },
  });
  return { listeners, open: () => open };
}

test('delivery is later, in order, the initial value first', async () => {
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

test('nothing is delivered after unsubscribing, not even what is on its way', async () => {
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

test('one that throws is logged and does not keep the others from being told', async () => {
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
