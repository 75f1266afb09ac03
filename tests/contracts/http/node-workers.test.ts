/** Node's threads, as `Workers` promises them. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { openNodeWorkers } from '#adapters/node/workers.ts';

const script = path.resolve(import.meta.dirname, '../../../adapters/node/worker.fixture.ts');
const workers = openNodeWorkers(script);
const ended = { timeoutMs: 60_000 };

test('a worker thread returns any JSON value', async () => {
  const input = { list: [1, 'two', null], deep: { yes: true } };
  expect(await workers.run('echo', input, ended)).toEqual(input);
});

test('a worker thread without an end is stopped at its deadline, and the next one runs', async () => {
  await expect(workers.run('endless', null, { timeoutMs: 50 })).rejects.toMatchObject({
    code: 'deadline-exceeded',
  });
  expect(await workers.run('echo', 1, ended)).toBe(1);
});

test.each([
  ['failing', 'internal'],
  ['hungry', 'internal'],
  ['constructor', 'not-found'],
])('the function %s rejects with %s, and the process continues', async (name, code) => {
  await expect(workers.run(name, null, ended)).rejects.toMatchObject({ code });
});
