import { QueryClient, QueryObserver, skipToken } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { pageStorage } from '#src/app/runtime.ts';
import { createEmptyMarks } from './empty-marks.ts';
import { attachLive, type LiveSource, reopenLive } from './live-query.ts';
import type { OutboxStorage } from './outbox-storage.ts';

const key = ['live', 'thing'];

function setUp() {
  const client = new QueryClient();
  const opened: Parameters<LiveSource<string>>[0][] = [];
  let open = 0;
  const source: LiveSource<string> = (push) => {
    opened.push(push);
    open += 1;
    return () => {
      open -= 1;
    };
  };
  const detach = attachLive(client, createEmptyMarks(pageStorage()));
  const options = () => ({ queryKey: key, queryFn: skipToken, retry: false, meta: { source } }) as const;
  return {
    client,
    opened,
    open: () => open,
    look() {
      const observer = new QueryObserver(client, options());
      const leave = observer.subscribe(() => {});
      return { observer, leave, renderAgain: () => observer.setOptions(options()) };
    },
    detach,
  };
}

let end = () => {};
afterEach(() => end());
const start = () => {
  const stage = setUp();
  end = () => {
    stage.detach();
    stage.client.clear();
  };
  return stage;
};

test('two who look share one subscription, which ends when both have left', async () => {
  const { look, opened, open } = start();
  const one = look();
  const two = look();
  opened[0]?.next('a');
  expect(opened).toHaveLength(1);
  expect(two.observer.getCurrentResult().data).toBe('a');
  one.leave();
  await Promise.resolve();
  expect(open()).toBe(1);
  two.leave();
  await Promise.resolve();
  expect(open()).toBe(0);
});

test('a failure is shown and not asked for again by the screen that shows it', () => {
  const { look, opened } = start();
  const { observer, renderAgain } = look();
  opened[0]?.error(new PortError('permission-denied', 'No.'));
  renderAgain();
  renderAgain();
  expect(observer.getCurrentResult().error?.message).toBe('No.');
  expect(opened).toHaveLength(1);
});

test('after a failure, whoever comes anew asks again', async () => {
  const { look, opened } = start();
  const first = look();
  opened[0]?.error(new PortError('permission-denied', 'No.'));
  first.leave();
  await Promise.resolve();
  const second = look();
  opened[1]?.next('b');
  expect(second.observer.getCurrentResult()).toMatchObject({ data: 'b', error: null });
});

test('a failed query can be opened again where it stands', () => {
  const { client, look, opened } = start();
  const { observer, renderAgain } = look();
  opened[0]?.error(new PortError('permission-denied', 'No.'));
  reopenLive(client);
  renderAgain();
  expect(opened).toHaveLength(2);
  opened[1]?.next('c');
  expect(observer.getCurrentResult()).toMatchObject({ data: 'c', error: null });
});

describe('an empty list of the cache', () => {
  const list = (items: readonly string[], fromCache: boolean) => ({ items, fromCache });

  /** The list as a client shows it after each of these values. */
  function shownAfter(storage: OutboxStorage, ...values: readonly object[]): unknown {
    const client = new QueryClient();
    const detach = attachLive(client, createEmptyMarks(storage));
    const source: LiveSource<object> = (push) => {
      for (const value of values) push.next(value);
      return () => {};
    };
    const observer = new QueryObserver(client, { queryKey: key, queryFn: skipToken, meta: { source } });
    observer.subscribe(() => {})();
    detach();
    return client.getQueryData(key);
  }

  test('is not known to be empty before the server has answered', () => {
    expect(shownAfter(pageStorage(), list([], true))).toEqual({ ...list([], true), knownEmpty: false });
  });

  test('is known to be empty after an empty answer, on the next page too', () => {
    const storage = pageStorage();
    const known = { ...list([], true), knownEmpty: true };
    expect(shownAfter(storage, list([], false), list([], true))).toEqual(known);
    expect(shownAfter(storage, list([], true))).toEqual(known);
  });

  test('is not known to be empty where the last answer had items', () => {
    const storage = pageStorage();
    shownAfter(storage, list([], false), list(['a'], false));
    expect(shownAfter(storage, list([], true))).toMatchObject({ knownEmpty: false });
  });
});
