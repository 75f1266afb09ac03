import { afterEach, expect, test, vi } from 'vitest';
import { SlicedQueue } from './sliced-queue.ts';

afterEach(() => void vi.restoreAllMocks());

/** A queue whose work takes `ms` of a clock that nothing else moves. `tasks`: the names of what ran in each task. */
function stage() {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const queue = new SlicedQueue();
  const tasks: string[][] = [];
  let task: string[] | null = null;
  return {
    tasks,
    add: (name: string, ms: number) =>
      queue.add(() => {
        if (task === null) {
          const begun: string[] = [];
          task = begun;
          tasks.push(begun);
          // The microtasks of a task end before the next one.
          queueMicrotask(() => (task = null));
        }
        task.push(name);
        now += ms;
      }),
    ran: () => tasks.flat(),
  };
}

test('work runs in later tasks of 5 ms, in order', async () => {
  const { add, ran, tasks } = stage();
  add('one', 1);
  add('two', 3);
  add('three', 2);
  add('four', 9);
  add('five', 0);
  expect(ran()).toEqual([]);
  await vi.waitFor(() => expect(ran()).toHaveLength(5));
  expect(tasks).toEqual([['one', 'two', 'three'], ['four'], ['five']]);
});

test('work that is added once the queue is empty runs too', async () => {
  const { add, ran } = stage();
  add('one', 0);
  await vi.waitFor(() => expect(ran()).toEqual(['one']));
  add('two', 0);
  await vi.waitFor(() => expect(ran()).toEqual(['one', 'two']));
});
