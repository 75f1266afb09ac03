/** Space on the host’s disk. */
import { expect, test } from 'vitest';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { watchDiskSpace } from './disk-space.ts';

const mebi = 1024 * 1024;

test('a full disk is logged at intervals and counts as full', async () => {
  const clock = new ManualClock(undefined, settle);
  const reported: unknown[] = [];
  let left = 1000 * mebi;
  const disk = watchDiskSpace({
    ...{ folder: '/data', clock, report: (error: unknown) => reported.push(error) },
    freeBytes: async () => left,
  });
  await clock.advance(60_000);
  expect(reported).toEqual([]);
  left = 100 * mebi;
  await clock.advance(5 * 60_000);
  expect(reported).toMatchObject([
    { code: 'resource-exhausted', message: 'The disk of /data has 100 MiB left.' },
  ]);
  expect(await disk.isFull()).toBe(false);
  left = mebi;
  expect(await disk.isFull()).toBe(true);
  await clock.advance(10 * 60_000);
  expect(reported).toHaveLength(2);
  disk.stop();
  await clock.advance(60 * 60_000);
  expect(reported).toHaveLength(2);
});

test('a disk of unknown size is not full', async () => {
  const disk = watchDiskSpace({
    ...{ folder: '/data', clock: new ManualClock(undefined, settle), report: () => {} },
    freeBytes: () => Promise.reject(new Error('There is no such call.')),
  });
  expect(await disk.isFull()).toBe(false);
  disk.stop();
});
