import { expect, test } from 'vitest';
import type { ServiceName } from '#ports/control.ts';
import { createSaver } from './saver.ts';

function bench() {
  const writes: ServiceName[][] = [];
  const soon: (() => void)[] = [];
  const failures: unknown[] = [];
  let gate: Promise<void> = Promise.resolve();
  let fail = false;
  const saver = createSaver(
    async (changed) => {
      writes.push([...changed]);
      await gate;
      if (fail) throw new Error('no room');
    },
    (error) => failures.push(error),
    (run) => soon.push(run),
  );
  return {
    saver,
    writes,
    failures,
    run: () => soon.splice(0).forEach((run) => run()),
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    failing: (next: boolean) => {
      fail = next;
    },
  };
}

test('changes made together are one write of what changed', async () => {
  const { saver, writes, run } = bench();
  saver.changed('docs');
  saver.changed('auth');
  saver.changed('docs');
  run();
  await saver.flush();
  expect(writes).toEqual([['docs', 'auth']]);
});

test('what changes during a write is written by one more', async () => {
  const { saver, writes, run, hold } = bench();
  const open = hold();
  saver.changed('docs');
  run();
  saver.changed('storage');
  saver.changed('docs');
  open();
  await saver.flush();
  expect(writes).toEqual([['docs'], ['storage', 'docs']]);
});

test('what could not be written is tried again with the next change', async () => {
  const { saver, writes, failures, run, failing } = bench();
  failing(true);
  saver.changed('docs');
  run();
  await saver.flush();
  expect(failures).toHaveLength(1);
  failing(false);
  saver.changed('auth');
  run();
  await saver.flush();
  expect(new Set(writes.at(-1))).toEqual(new Set(['docs', 'auth']));
});

test('a touch writes though no service changed', async () => {
  const { saver, writes, run } = bench();
  saver.touch();
  run();
  await saver.flush();
  expect(writes).toEqual([[]]);
});

test('nothing is written when nothing changed', async () => {
  const { saver, writes } = bench();
  await saver.flush();
  expect(writes).toEqual([]);
});
