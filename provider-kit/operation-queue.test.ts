/** Queue of operations. */
import { expect, test } from 'vitest';
import { keyedQueue, operationQueue } from './operation-queue.ts';

test('operations run one after another, in order', async () => {
  const inTurn = operationQueue();
  const events: string[] = [];
  const first = Promise.withResolvers<string>();
  const results = [
    inTurn(() => {
      events.push('first begins');
      return first.promise;
    }),
    inTurn(async () => {
      events.push('second begins');
      return 'two';
    }),
  ];
  await Promise.resolve();
  await Promise.resolve();
  expect(events).toEqual(['first begins']);
  first.resolve('one');
  expect(await Promise.all(results)).toEqual(['one', 'two']);
  expect(events).toEqual(['first begins', 'second begins']);
});

test('a failed operation does not block the next', async () => {
  const inTurn = operationQueue();
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('the first operation waits for the given promise and rejects with its error', async () => {
  const before = Promise.withResolvers<null>();
  const inTurn = operationQueue(before.promise);
  const ran: string[] = [];
  const first = inTurn(async () => void ran.push('first'));
  const second = inTurn(async () => void ran.push('second'));
  before.reject(new Error('no start'));
  await expect(first).rejects.toThrow('no start');
  await second;
  expect(ran).toEqual(['second']);
});

test('`keyedQueue` orders operations per key', async () => {
  const inTurn = keyedQueue();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const operations = [
    inTurn('a', async () => {
      await first.promise;
      done.push('a1');
    }),
    inTurn('a', async () => void done.push('a2')),
    inTurn('b', async () => void done.push('b1')),
    inTurn('a', async () => {
      done.push('a3');
      throw new Error('It failed.');
    }),
    inTurn('a', async () => void done.push('a4')),
  ];
  await operations[2];
  expect(done).toEqual(['b1']);
  first.resolve();
  const ends = await Promise.allSettled(operations);
  expect(ends.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  expect(done).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
});
