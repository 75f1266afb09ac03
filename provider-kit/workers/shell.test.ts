import { describe, expect, test } from 'vitest';
import { answerIn, createWorkers, type WorkerAnswer, type WorkerRequest } from './shell.ts';

/** Threads that answer when the test says so, and a clock that moves when it does. */
function scriptedHost() {
  const threads: {
    request: WorkerRequest;
    answered: (answer: WorkerAnswer | null) => void;
    ended: boolean;
  }[] = [];
  const timers = new Set<() => void>();
  const workers = createWorkers({
    start(request, answered) {
      const thread = { request, answered, ended: false };
      threads.push(thread);
      return { end: () => void (thread.ended = true) };
    },
    setTimer(run) {
      timers.add(run);
      return () => timers.delete(run);
    },
  });
  return { threads, timers, workers };
}
/** Lets what follows a settled promise run. */
const later = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};
const deadline = { timeoutMs: 1_000 };
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'none',
    (error: unknown) => (error as { readonly code: string }).code,
  );

describe('a worker', () => {
  test('answers, and ends its thread and timer', async () => {
    const { threads, timers, workers } = scriptedHost();
    const running = workers.run('double', 2, deadline);
    threads[0]?.answered({ ok: true, output: 4 });
    expect(await running).toBe(4);
    expect([threads[0]?.ended, timers.size]).toEqual([true, 0]);
  });

  test('is stopped at its deadline', async () => {
    const { threads, timers, workers } = scriptedHost();
    const running = codeOf(workers.run('endless', null, deadline));
    for (const run of timers) run();
    expect(await running).toBe('deadline-exceeded');
    expect(threads[0]?.ended).toBe(true);
  });

  test.each([
    ['ends without an answer', null, 'internal'],
    ['fails', { ok: false, code: 'internal', message: 'It failed.' } as const, 'internal'],
    ['has no such function', { ok: false, code: 'not-found', message: 'None.' } as const, 'not-found'],
  ])('that %s rejects with its code', async (_, answer, code) => {
    const { threads, workers } = scriptedHost();
    const running = codeOf(workers.run('x', null, deadline));
    threads[0]?.answered(answer);
    expect(await running).toBe(code);
  });

  test('waits for its turn, and rejects when too many wait', async () => {
    const { threads, workers } = scriptedHost();
    const running = Array.from({ length: 53 }, (_, index) => codeOf(workers.run('x', index, deadline)));
    expect(threads).toHaveLength(2);
    expect(await running.at(-1)).toBe('resource-exhausted');
    for (let index = 0; index < 52; index += 1) {
      threads[index]?.answered({ ok: true, output: null });
      await running[index];
      await later();
    }
    expect(threads.map(({ request }) => request.input)).toEqual(Array.from({ length: 52 }, (_, at) => at));
  });
});

test('a thread answers an unknown function and a throwing one with an error', () => {
  const functions = new Map([
    [
      'fails',
      () => {
        throw new Error('secret');
      },
    ],
  ]);
  expect(answerIn(functions, { name: 'constructor', input: null })).toMatchObject({ code: 'not-found' });
  const failed = answerIn(functions, { name: 'fails', input: null });
  expect([failed.ok, JSON.stringify(failed).includes('secret')]).toEqual([false, false]);
});
