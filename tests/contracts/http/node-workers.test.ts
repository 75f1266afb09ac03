/** Node's threads, as `Workers` promises them. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { openNodeWorkers } from '#adapters/node/workers.ts';

const script = path.resolve(import.meta.dirname, '../../../adapters/node/worker.fixture.ts');
const workers = openNodeWorkers(script);
const ended = { timeoutMs: 60_000 };

test('a thread answers with what JSON can hold', async () => {
  const input = { list: [1, 'two', null], deep: { yes: true } };
  expect(await workers.run('echo', input, ended)).toEqual(input);
});

test('a thread that never ends is ended at its deadline, and the next one runs', async () => {
  await expect(workers.run('endless', null, { timeoutMs: 50 })).rejects.toMatchObject({
    code: 'deadline-exceeded',
  });
  expect(await workers.run('echo', 1, ended)).toBe(1);
});

test.each([
  ['failing', 'internal'],
  ['hungry', 'internal'],
  ['constructor', 'not-found'],
])('the function %s rejects with %s, and the process goes on', async (name, code) => {
  await expect(workers.run(name, null, ended)).rejects.toMatchObject({ code });
});
