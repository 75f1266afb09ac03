import { act, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use } from 'react';
import { afterEach, expect, test } from 'vitest';
import { pageStorage } from '#src/app/runtime.ts';
import { createEmptyMarks } from './empty-marks.ts';
import { awaitFirstPress } from './first-input.ts';
import { attachLive, type LiveSource, useLive } from './live-query.ts';

const never = new Promise<never>(() => {});
let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** Shows the value of a live query. The value `endless` suspends its component for good. */
function stage({ awaited }: { readonly awaited: boolean }) {
  if (awaited) ends.push(awaitFirstPress());
  const client = new QueryClient();
  ends.push(attachLive(client, createEmptyMarks(pageStorage())), () => client.clear());
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
    show: (id: string) => rerender(element(id)),
    value: (id: string, value: string) => act(async () => push.get(id)?.next(value)),
  };
}

const modes = [[false], [true]] as const;

test.each(modes)('each value is shown, also the same one again; first press awaited: %s', async (awaited) => {
  const { value } = stage({ awaited });
  expect(screen.getByText('pending')).toBeVisible();
  for (const text of ['first', 'second', 'second', 'first']) {
    await value('one', text);
    expect(screen.getByText(text)).toBeVisible();
  }
});

test.each(modes)('each key shows its own value; first press awaited: %s', async (awaited) => {
  const { show, value } = stage({ awaited });
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

test.each(modes)(
  'a value that the subscription begins with is shown; first press awaited: %s',
  async (awaited) => {
    const { show } = stage({ awaited });
    await act(async () => show('known'));
    expect(screen.getByText('at once')).toBeVisible();
  },
);

test('a value is rendered as a transition before the first press: what it suspends keeps its earlier value', async () => {
  const { value } = stage({ awaited: true });
  await value('one', 'first');
  await value('one', 'endless');
  expect(screen.getByText('first')).toBeVisible();
});

test.each([
  ['pointerdown', () => new Event('pointerdown', { bubbles: true })],
  ['keydown', () => new Event('keydown', { bubbles: true })],
])('a value is rendered at once after a %s', async (_, press) => {
  const { value } = stage({ awaited: true });
  await value('one', 'first');
  document.body.dispatchEvent(press());
  await value('one', 'endless');
  expect(screen.getByText('fallback')).toBeVisible();
});
