import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RenderGroup } from './render-group.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stage() {
  let awaited = 1;
  const rendered: string[] = [];
  const group = new RenderGroup(() => awaited > 0);
  return {
    rendered,
    value: (name: string) => group.add(() => rendered.push(name)),
    last: () => {
      awaited = 0;
    },
  };
}

test('values are rendered together once none is pending', async () => {
  const { rendered, value, last } = stage();
  value('list');
  await Promise.resolve();
  expect(rendered).toEqual([]);
  last();
  value('details');
  expect(rendered).toEqual([]);
  await Promise.resolve();
  expect(rendered).toEqual(['list', 'details']);
});

test('a value waits at most 100 ms for others and is rendered once', () => {
  const { rendered, value } = stage();
  value('list');
  vi.advanceTimersByTime(99);
  expect(rendered).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rendered).toEqual(['list']);
  vi.advanceTimersByTime(1_000);
  expect(rendered).toEqual(['list']);
});
