import { act } from 'react';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import type { Write } from '#ports/docs/docs.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { arrive, declare } from '#tests/app/incident.ts';
import { timeline } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { RoomScreen } from './room-screen.tsx';

afterEach(() => {
  location.hash = '';
});

const idOf = (index: number) => `c${String(index).padStart(4, '0')}`;

const entry = (incidentId: string, index: number, at: number): Write => ({
  type: 'set',
  path: documentPaths.timelineEvent(teamId, incidentId, idOf(index)),
  data: {
    id: idOf(index),
    teamId,
    incidentId,
    createdBy: index % 2 === 0 ? 'lin' : 'sam',
    createdAt: Timestamp.fromMillis(at + index),
    revision: 1,
    sequence: index,
    kind: 'comment',
    body: `Entry ${index}: see https://status.example/${index}`,
  },
});

/** A room with its declaration and so many comments, as Lin. */
async function longRoom(size: number) {
  const app = await stage({ as: 'Lin', screen: <RoomScreen number={1} /> });
  const { incidentId } = await declare(app, app);
  const at = app.server.clock.now();
  const write = async (from: number, to: number) => {
    await act(() =>
      app.server.docs.batch(
        Array.from({ length: to - from }, (_, index) => entry(incidentId, from + index, at)),
      ),
    );
    await arrive(app);
  };
  await write(0, size);
  return { app, incidentId, write };
}

const items = () => [...document.querySelectorAll<HTMLElement>('[id^="entry-"]')];
const shown = () => items().map(({ id }) => id.replace('entry-', ''));
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => idOf(from + index));

test('a keystroke renders no entry, and a new entry renders itself alone', async () => {
  const { app, write } = await longRoom(49);
  expect(items()).toHaveLength(50);
  // React marks what it renders: an entry that is rendered again gets new props on its element.
  const propsOf = (element: Element | null | undefined) =>
    Object.entries(element ?? {}).find(([key]) => key.startsWith('__reactProps'))?.[1] as unknown;
  const contents = () => new Map(items().map(({ id, lastElementChild }) => [id, propsOf(lastElementChild)]));
  const before = contents();
  const rows = items().map(propsOf);
  const composer = screen.getByRole('textbox', { name: 'Comment' });
  await app.user.click(composer);
  await app.user.keyboard('typing');
  expect(items().every((element, index) => propsOf(element) === rows[index])).toBe(true);

  await write(49, 50);
  const after = contents();
  expect([...after.keys()].at(-1)).toBe(`entry-${idOf(49)}`);
  expect([...after].filter(([id, props]) => before.has(id) && before.get(id) !== props)).toEqual([]);
});

test('a room shows the last page, with each entry’s place in the whole timeline', async () => {
  await longRoom(120);
  expect(shown()).toEqual(names(70, 120));
  expect(items()[0]).toHaveAttribute('aria-posinset', '72');
  expect(items()[0]).toHaveAttribute('aria-setsize', '121');
});

test('a link to an entry opens the timeline there', async () => {
  const { app } = await longRoom(120);
  act(() => {
    location.hash = `#entry-${idOf(30)}`;
  });
  await app.settle();
  await arrive(app);
  expect(shown()).toEqual(names(6, 56));
  await app.user.click(screen.getByRole('button', { name: 'Newest entries' }));
  await app.settle();
  expect(shown()).toEqual(names(70, 120));
});

test('a link to an entry that is not there says so, and leaves the timeline where it is', async () => {
  location.hash = '#entry-none';
  await longRoom(60);
  expect(screen.getByText('The entry was not found')).toBeVisible();
  expect(timeline()).toHaveTextContent('Entry 59');
});
