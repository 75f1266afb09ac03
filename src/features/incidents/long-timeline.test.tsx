import { act } from 'react';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { arrive } from '#tests/app/incident.ts';
import { entryIds, entryItems, idOf, longRoom, shownEntries } from '#tests/app/long-room.tsx';
import { timeline } from '#tests/app/room.tsx';

afterEach(() => {
  location.hash = '';
});

test('a keystroke renders no entry, and a new entry renders itself alone', async () => {
  const { app, write } = await longRoom(49);
  expect(entryItems()).toHaveLength(50);
  // React marks what it renders: an entry that is rendered again gets new props on its element.
  const propsOf = (element: Element | null | undefined) =>
    Object.entries(element ?? {}).find(([key]) => key.startsWith('__reactProps'))?.[1] as unknown;
  const contents = () =>
    new Map(entryItems().map(({ id, lastElementChild }) => [id, propsOf(lastElementChild)]));
  const before = contents();
  const rows = entryItems().map(propsOf);
  const composer = screen.getByRole('textbox', { name: 'Comment' });
  await app.user.click(composer);
  await app.user.keyboard('typing');
  expect(entryItems().every((element, index) => propsOf(element) === rows[index])).toBe(true);

  await write(49, 50);
  const after = contents();
  expect([...after.keys()].at(-1)).toBe(`entry-${idOf(49)}`);
  expect([...after].filter(([id, props]) => before.has(id) && before.get(id) !== props)).toEqual([]);
});

test('a room shows the last page, with each entry’s place in the whole timeline', async () => {
  await longRoom(120);
  expect(shownEntries()).toEqual(entryIds(70, 120));
  expect(entryItems()[0]).toHaveAttribute('aria-posinset', '72');
  expect(entryItems()[0]).toHaveAttribute('aria-setsize', '121');
});

test('a link to an entry opens the timeline at that entry', async () => {
  const { app } = await longRoom(120);
  act(() => {
    location.hash = `#entry-${idOf(30)}`;
  });
  await app.settle();
  await arrive(app);
  expect(shownEntries()).toEqual(entryIds(6, 56));
  await app.user.click(screen.getByRole('button', { name: 'Newest entries' }));
  await app.settle();
  expect(shownEntries()).toEqual(entryIds(70, 120));
});

test('a link to a missing entry shows a notice, and leaves the timeline at its place', async () => {
  location.hash = '#entry-none';
  await longRoom(60);
  expect(screen.getByText('The entry was not found')).toBeVisible();
  expect(timeline()).toHaveTextContent('Entry 59');
});

test('printing a partly loaded timeline names the printed entries', async () => {
  const { app } = await longRoom(1200);
  const print = (event: 'beforeprint' | 'afterprint') =>
    act(() => void window.dispatchEvent(new Event(event)));
  const note = () => screen.queryByText(/printed/)?.textContent;
  expect(note()).toBeUndefined();
  print('beforeprint');
  expect(note()).toMatch(/^Entries 1,152 to 1,201 of 1,201 are printed; the others are not loaded\./);
  print('afterprint');
  expect(note()).toBeUndefined();
  act(() => {
    location.hash = `#entry-${idOf(30)}`;
  });
  await app.settle();
  await arrive(app);
  print('beforeprint');
  expect(note()).toMatch(/^Entries 8 to 57 of 1,201 are printed;/);
  print('afterprint');
});

test('printing a fully loaded timeline has no notice', async () => {
  await longRoom(20);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.queryByText(/printed/)).toBeNull();
  act(() => void window.dispatchEvent(new Event('afterprint')));
});
