/** Effects of a commit: side by side, each by itself, and never the answer. */
import { expect, test } from 'vitest';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { PortError } from '#ports/errors.ts';
import { type CommitEffect, effectsAtOnce, runEffects } from './effects.ts';
import { transact } from './unit-of-work.ts';

const failures: unknown[] = [];
const open = () => {
  failures.length = 0;
  return new FakeCloud({ onFailure: ({ error }) => void failures.push(error) }).server;
};

test('an effect that throws is reported, and skips neither other effects nor the answer', async () => {
  const done: string[] = [];
  const mistake = new TypeError('A mistake in the code.');
  const answer = await transact(open(), async (work) => {
    work.afterCommit(() => Promise.reject(mistake));
    work.afterCommit(() => Promise.reject(new PortError('unavailable', 'The push service is down.')));
    work.afterCommit(async () => void done.push('last'));
    return 'stored';
  });
  expect({ answer, done, failures }).toEqual({ answer: 'stored', done: ['last'], failures: [mistake] });
});

test('effects run concurrently up to the limit', async () => {
  const waiting = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const effects = Array.from({ length: 20 }, (): CommitEffect => async () => {
    most = Math.max(most, ++running);
    await waiting.promise;
    running--;
  });
  const all = runEffects(open(), effects);
  await settle();
  expect(running).toBe(effectsAtOnce);
  waiting.resolve();
  await all;
  expect({ running, most }).toEqual({ running: 0, most: effectsAtOnce });
});

test('background effects do not delay the answer', async () => {
  const slow = Promise.withResolvers<void>();
  const done: string[] = [];
  const answer = await transact(
    open(),
    async (work) => {
      work.afterCommit(async () => {
        await slow.promise;
        done.push('sent');
      });
      return 'stored';
    },
    { background: true },
  );
  expect({ answer, done }).toEqual({ answer: 'stored', done: [] });
  slow.resolve();
  await settle();
  expect(done).toEqual(['sent']);
});
