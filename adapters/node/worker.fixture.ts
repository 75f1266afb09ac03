/** Script of a test's threads. */
import type { Json } from '#ports/shared.ts';
import { serveWorkerThread } from './worker-thread.ts';

serveWorkerThread(
  new Map([
    ['echo', (input: Json) => input],
    [
      'endless',
      () => {
        for (;;);
      },
    ],
    [
      'hungry',
      () => {
        const kept: number[][] = [];
        for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index));
      },
    ],
    [
      'failing',
      () => {
        throw new Error('It fails.');
      },
    ],
  ]),
);
