/** A cloud whose records are stored. */
import { increment } from '#ports/docs/values.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { Write } from '#ports/docs/docs.ts';
import { FakeCloud } from './cloud.ts';
import { MemoryRecords } from './kept.fixture.ts';

export const functions: FunctionSet = {
  callables: {
    async note(input, { docs, tasks }) {
      const id = docs.newId();
      await docs.batch([setOf(`logs/${id}`, { input: String(input) })]);
      await docs.batch([setOf('logs/last', { id })]);
      await tasks.enqueue('later', { id });
      return id;
    },
  },
  tasks: {
    later: (payload, { docs }) =>
      docs.batch([setOf(`later/${docs.newId()}`, { of: JSON.stringify(payload) })]),
  },
  schedules: { tick: { everyMs: 1000, run: ({ docs }) => docs.batch([countUp('logs/ticks')]) } },
};

export const setOf = (path: string, data: Record<string, string | number>): Write => ({
  type: 'set',
  path,
  data,
});

export const countUp = (path: string): Write => ({
  type: 'set',
  path,
  merge: true,
  data: { n: increment(1) },
});

export function storedCloud(records = new MemoryRecords()) {
  const cloud = new FakeCloud({ functions });
  cloud.keepWith(records.keep, null);
  return { cloud, records };
}
