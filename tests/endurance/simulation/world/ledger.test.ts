import { expect, onTestFinished, test } from 'vitest';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { Ledger } from './ledger.ts';

const path = 'teams/lighthouse';

const functions: Required<FunctionSet> = {
  callables: {},
  http: () => Promise.resolve({ status: 404, headers: {}, body: '' }),
  schedules: {},
  tasks: {
    write: (_, { docs }) =>
      docs.transaction((own) => {
        own.write({ type: 'set', path, data: { name: 'Lighthouse' } });
        return Promise.resolve();
      }),
  },
};

test('a commit is recorded from its decision until its end without a gap', async () => {
  const cloud = new FakeCloud({});
  onTestFinished(() => cloud.dispose());
  const ledger = new Ledger();
  const { write } = ledger.watched(functions).tasks;
  let ended = false;
  const run = write?.(null, cloud.server).then(() => (ended = true));
  let decided = false;
  for (let turn = 0; turn < 1_000; turn++) {
    if (ended) break;
    const known = ledger.soon(path).some((entity) => entity !== null);
    expect(known, `after ${turn} turns`).toBe(decided || known);
    decided = known;
    await Promise.resolve();
  }
  await run;
  expect(decided).toBe(true);
  expect(ledger.documents.get(path)).toEqual({ name: 'Lighthouse' });
  expect(ledger.underWay()).toEqual([]);
});
