import { act, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { attachLive, type LiveSource, useLive } from './live-query.ts';

const never = new Promise<never>(() => {});
let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** Runs the start of a subscription in a later task. */
const later = (start: () => void) => void setTimeout(start);

/** Shows the value of a live query. The value `endless` suspends its component for good. `slices`: whether values are rendered in slices. */
function stage(slices: boolean) {
  let rendersInSlices = slices;
  const client = new QueryClient();
  ends.push(attachLive(client, { rendersInSlices: () => rendersInSlices, later }), () => client.clear());
  const push = new Map<string, Parameters<LiveSource<string>>[0]>();
  function Thing({ id }: { readonly id: string }) {
    const { data = 'pending' } = useLive<string>([id], (next) => {
      push.set(id, next);
      if (id === 'known') next.next('at once');
      return () => push.delete(id);
    });
    return <p>{data === 'endless' ? use(never) : data}</p>;
  }
  const element = (id: string) => (
    <QueryClientProvider client={client}>
      <Suspense fallback="fallback">
        <Thing id={id} />
      </Suspense>
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(element('one'));
  ends.push(unmount);
  return {
    endSlices: () => {
      rendersInSlices = false;
    },
    show: (id: string) => rerender(element(id)),
    isSubscribed: (id: string) => push.has(id),
    value: async (id: string, value: string) => {
      await expect.poll(() => push.has(id)).toBe(true);
      await act(async () => push.get(id)?.next(value));
    },
  };
}

const modes = [[false], [true]] as const;

test.each(modes)('each value is shown, also a repeated one (in slices: %s)', async (slices) => {
  const { value } = stage(slices);
  expect(screen.getByText('pending')).toBeVisible();
  for (const text of ['first', 'second', 'second', 'first']) {
    await value('one', text);
    expect(screen.getByText(text)).toBeVisible();
  }
});

test.each(modes)('each key shows its own value (in slices: %s)', async (slices) => {
  const { show, value } = stage(slices);
  await value('one', 'first');
  show('two');
  expect(screen.getByText('pending')).toBeVisible();
  await value('two', 'other');
  expect(screen.getByText('other')).toBeVisible();
  show('one');
  expect(screen.getByText('first')).toBeVisible();
  await value('one', 'again');
  expect(screen.getByText('again')).toBeVisible();
});

test.each(modes)('an initial value of the subscription is shown (in slices: %s)', async (slices) => {
  const { show } = stage(slices);
  await act(async () => show('known'));
  expect(await screen.findByText('at once')).toBeVisible();
});

test('in slices, a component subscribes in a later task, unless it has unmounted', async () => {
  const { show, isSubscribed } = stage(true);
  expect(isSubscribed('one')).toBe(false);
  show('two');
  await expect.poll(() => isSubscribed('two')).toBe(true);
  expect(isSubscribed('one')).toBe(false);
});

test('in slices, a source that throws fails its own query only', async () => {
  const client = new QueryClient();
  ends.push(attachLive(client, { rendersInSlices: () => true, later }), () => client.clear());
  const source = (id: string): LiveSource<string> => {
    return ({ next }) => {
      if (id === 'broken') throw new PortError('unavailable', 'No such source.');
      next(`value of ${id}`);
      return () => {};
    };
  };
  function Thing({ id }: { readonly id: string }) {
    const { data, error } = useLive<string>([id], source(id));
    return <p>{error?.message ?? data}</p>;
  }
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Thing id="broken" />
      <Thing id="whole" />
    </QueryClientProvider>,
  );
  ends.push(unmount);
  expect(await screen.findByText('No such source.')).toBeVisible();
  expect(await screen.findByText('value of whole')).toBeVisible();
});

test('in slices, a value is rendered as a transition that keeps the earlier value while suspended', async () => {
  const { value } = stage(true);
  await value('one', 'first');
  await value('one', 'endless');
  expect(screen.getByText('first')).toBeVisible();
});

test('a value is rendered at once after slices have ended', async () => {
  const { value, endSlices } = stage(true);
  await value('one', 'first');
  endSlices();
  await value('one', 'endless');
  expect(screen.getByText('fallback')).toBeVisible();
});
