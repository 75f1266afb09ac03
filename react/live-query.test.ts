import { QueryClient, QueryObserver, skipToken } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { attachLive, liveOptions, type LiveSource, reopenLive } from './live-query.ts';

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
  const detach = attachLive(client);
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

test('two observers share one subscription until both have left', async () => {
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

test('a failure is shown and not retried by the observing component', () => {
  const { look, opened } = start();
  const { observer, renderAgain } = look();
  opened[0]?.error(new PortError('permission-denied', 'No.'));
  renderAgain();
  renderAgain();
  expect(observer.getCurrentResult().error?.message).toBe('No.');
  expect(opened).toHaveLength(1);
});

test('a new observer retries after a failure', async () => {
  const { look, opened } = start();
  const first = look();
  opened[0]?.error(new PortError('permission-denied', 'No.'));
  first.leave();
  await Promise.resolve();
  const second = look();
  opened[1]?.next('b');
  expect(second.observer.getCurrentResult()).toMatchObject({ data: 'b', error: null });
});

test('a failed query can be reopened by its observer', () => {
  const { client, look, opened } = start();
  const { observer, renderAgain } = look();
  opened[0]?.error(new PortError('permission-denied', 'No.'));
  reopenLive(client);
  renderAgain();
  expect(opened).toHaveLength(2);
  opened[1]?.next('c');
  expect(observer.getCurrentResult()).toMatchObject({ data: 'c', error: null });
});

test('queries observed before the client is attached subscribe at that time', () => {
  const client = new QueryClient();
  const observer = new QueryObserver(
    client,
    liveOptions<string>(['thing'], ({ next }) => {
      next('a');
      return () => {};
    }),
  );
  const leave = observer.subscribe(() => {});
  expect(observer.getCurrentResult().data).toBeUndefined();
  const detach = attachLive(client);
  end = () => {
    leave();
    detach();
  };
  expect(observer.getCurrentResult().data).toBe('a');
});

test('a received value is converted as configured', () => {
  const client = new QueryClient();
  end = attachLive(client, { received: (value, hash) => ({ value, hash }) });
  const options = liveOptions<string>(['thing'], ({ next }) => {
    next('a');
    return () => {};
  });
  new QueryObserver(client, options).subscribe(() => {})();
  expect(client.getQueryData(options.queryKey)).toEqual({ value: 'a', hash: '["live","thing"]' });
});
