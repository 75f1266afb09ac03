import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { KeyedPool } from './keyed-pool.ts';

/** Starts of work, by key, and the ends of what is under way. */
function pool(most: number) {
  const own = new KeyedPool(most);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const run = (key: string) =>
    own.run(key, () => {
      started.push(key);
      const end = Promise.withResolvers<void>();
      ends.set(key, end);
      return end.promise;
    });
  return { run, started, end: (key: string) => ends.get(key) };
}

test('a pool runs so much work at once, and the rest in order', async () => {
  const { run, started, end } = pool(2);
  const runs = ['a', 'b', 'c', 'd'].map(run);
  await settle();
  expect(started).toEqual(['a', 'b']);
  end('b')?.resolve();
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  end('a')?.resolve();
  end('c')?.resolve();
  await settle();
  end('d')?.resolve();
  await Promise.all(runs);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('a pool leaves out work of a key that waits or runs', async () => {
  const { run, started, end } = pool(1);
  const runs = [run('a'), run('b')];
  await run('a');
  await run('b');
  end('a')?.resolve();
  await settle();
  end('b')?.resolve();
  await Promise.all(runs);
  expect(started).toEqual(['a', 'b']);
  void run('a');
  expect(started).toEqual(['a', 'b', 'a']);
});

test('work that fails makes room for other work', async () => {
  const { run, started, end } = pool(1);
  const failing = run('a');
  void run('b');
  end('a')?.reject(new Error('No.'));
  await expect(failing).rejects.toThrow('No.');
  await settle();
  expect(started).toEqual(['a', 'b']);
});
