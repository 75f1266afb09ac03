import { expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { countSubscriptions } from '../subscriptions.ts';
import { configUpdates } from './updates.ts';

function openClient() {
  const ending: (() => void)[] = [];
  let disposed = false;
  return {
    ...countSubscriptions(),
    onDispose: (run: () => void) => void ending.push(run),
    isDisposed: () => disposed,
    dispose() {
      disposed = true;
      for (const run of ending) run();
    },
  };
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

function heard() {
  const said: string[] = [];
  return {
    said,
    next: ({ updatedKeys }: { readonly updatedKeys: readonly string[] }) => void said.push(...updatedKeys),
    error: ({ code }: PortError) => void said.push(code),
  };
}

test('the server is watched from the first watcher to the last', async () => {
  const client = openClient();
  const said: string[] = [];
  const updates = configUpdates(client, async () => () => {
    said.push('open');
    return () => void said.push('closed');
  });
  const stops = [updates.watch(heard()), updates.watch(heard())];
  await settle();
  expect(said).toEqual(['open']);
  for (const stop of stops) stop();
  expect(said).toEqual(['open', 'closed']);
  expect(client.open()).toBe(0);
});

test('where the server can’t be watched, current watchers get one error, and former ones none', async () => {
  const client = openClient();
  const updates = configUpdates(client, () => Promise.reject(new PortError('unavailable', 'No way there.')));
  const [stays, leaves] = [heard(), heard()];
  updates.watch(stays);
  updates.watch(leaves)();
  await settle();
  updates.tell({ updatedKeys: ['a'] });
  await settle();
  expect(stays.said).toEqual(['unavailable']);
  expect(leaves.said).toEqual([]);
  expect(client.open()).toBe(0);
});

test('a server that ends the watch ends all watchers, and is watched again for the next', async () => {
  let opened = 0;
  const updates = configUpdates(openClient(), async () => () => {
    opened++;
    return () => {};
  });
  const [first, second] = [heard(), heard()];
  updates.watch(first);
  await settle();
  updates.fail(new PortError('permission-denied', 'No.'));
  await settle();
  updates.watch(second);
  await settle();
  updates.tell({ updatedKeys: ['a'] });
  await settle();
  expect(first.said).toEqual(['permission-denied']);
  expect(second.said).toEqual(['a']);
  expect(opened).toBe(2);
});

test('disposal ends the watch silently, and a later watcher gets the reason', async () => {
  const client = openClient();
  const said: string[] = [];
  const updates = configUpdates(client, async () => () => () => void said.push('closed'));
  const [before, after] = [heard(), heard()];
  updates.watch(before);
  await settle();
  updates.tell({ updatedKeys: ['a'] });
  client.dispose();
  updates.watch(after);
  await settle();
  expect(said).toEqual(['closed']);
  expect(before.said).toEqual([]);
  expect(after.said).toEqual(['failed-precondition']);
  expect(client.open()).toBe(0);
});
