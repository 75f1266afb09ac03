/** Background work ends within the request: the platform takes the processor from an instance that has answered. */
import { expect, test, vi } from 'vitest';
import type { ServerPorts } from '#ports/server/server.ts';
import { withBackground } from './background.ts';

test('a request ends after its background work, including nested work', async () => {
  const done: string[] = [];
  const answer = await withBackground({} as ServerPorts, async ({ background }) => {
    background.run(async () => {
      await Promise.resolve();
      background.run(async () => void done.push('second'));
      done.push('first');
    });
    return 'answer';
  });
  expect({ answer, done: done.toSorted() }).toEqual({ answer: 'answer', done: ['first', 'second'] });
});

test('failed background work is reported and does not change the answer', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  try {
    const mistake = new TypeError('A mistake.');
    const answer = await withBackground({} as ServerPorts, async ({ background }) => {
      background.run(() => Promise.reject(mistake));
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(log).toHaveBeenCalledWith('Background work failed.', mistake);
  } finally {
    log.mockRestore();
  }
});
