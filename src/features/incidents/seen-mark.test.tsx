import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { arrive } from '#tests/app/incident.ts';
import { idOf, type LongRoom, longRoom, shownEntries } from '#tests/app/long-room.tsx';
import { timeline, write } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';

afterEach(() => {
  location.hash = '';
});

const title = 'New since you looked';
const heading = () => screen.queryByRole('heading', { name: title });
const control = () => screen.queryByRole('button', { name: title });
/** Id of the entry before which the mark stands; null: there is no mark. */
const marked = () => heading()?.closest('li')?.nextElementSibling?.id.replace('entry-', '') ?? null;

const room = (size: number) => longRoom(size, `/t/${teamId}/incidents/1`);

/** Leaves the room, and comes back to it. */
async function away({ app }: LongRoom, meanwhile: () => Promise<void>) {
  await app.go(`/t/${teamId}/incidents`);
  await meanwhile();
  await app.go(`/t/${teamId}/incidents/1`);
  await arrive(app);
}

test('a room opened for the first time, and one without new entries, have no mark', async () => {
  const opened = await room(3);
  expect(timeline()).toHaveTextContent('Entry 2');
  expect(heading()).toBeNull();
  await away(opened, async () => {});
  expect(heading()).toBeNull();
});

test('the mark is before the first entry of another member that came while the room was closed', async () => {
  const opened = await room(3);
  await away(opened, async () => {
    await opened.write(3, 5, 'lin');
    await opened.write(5, 9, 'sam');
  });
  expect(marked()).toBe(idOf(5));
  expect(control()).toBeNull();
  // It stays in its place while the room is open, and is gone the next time.
  await opened.write(9, 11, 'sam');
  await write(opened.app, 'Mine');
  expect(marked()).toBe(idOf(5));
  await away(opened, async () => {});
  expect(heading()).toBeNull();
});

test('own entries, and entries that arrive while the room is open, get no mark', async () => {
  const opened = await room(3);
  await opened.write(3, 6, 'sam');
  expect(heading()).toBeNull();
  await away(opened, () => opened.write(6, 9, 'lin'));
  expect(heading()).toBeNull();
  await opened.write(9, 12, 'sam');
  expect(heading()).toBeNull();
});

test('each person has a separate place for each room', async () => {
  const opened = await room(3);
  const stored = localStorage.getItem(`muster.seen.lin.${teamId}`);
  expect(JSON.parse(stored ?? '')).toEqual([[opened.incidentId, expect.any(Number), 2, idOf(2)]]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('muster.seen.'))).toHaveLength(1);
});

test('entries that arrive while the tab is hidden are marked when the tab is visible again', async () => {
  const opened = await room(3);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const tell = () => act(() => fireEvent(document, new Event('visibilitychange')));
  try {
    tell();
    await opened.write(3, 5, 'sam');
    visibility.mockReturnValue('visible');
    tell();
    await opened.write(5, 6, 'sam');
    expect(marked()).toBe(idOf(3));
  } finally {
    visibility.mockRestore();
  }
});

test('entries unseen by a reader away from the end are new the next time', async () => {
  const opened = await room(3);
  const scroller = timeline();
  Object.defineProperties(scroller, { scrollHeight: { value: 2000 }, clientHeight: { value: 400 } });
  scroller.scrollTop = 100;
  fireEvent.scroll(scroller);
  await opened.write(3, 6, 'sam');
  await away(opened, async () => {});
  expect(marked()).toBe(idOf(3));
});

test('entries at the end are unseen by a reader who opens a link to an earlier entry', async () => {
  const opened = await room(60);
  await away(opened, async () => {
    await opened.write(60, 120, 'sam');
    location.hash = `#entry-${idOf(30)}`;
  });
  await arrive(opened.app);
  expect(shownEntries()).toContain(idOf(30));
  location.hash = '';
  await away(opened, async () => {});
  expect(shownEntries()).toContain(idOf(119));
  expect(control()).toBeVisible();
});

test('a mark is reached behind more own entries than are loaded', async () => {
  const opened = await room(40);
  await away(opened, async () => {
    await opened.write(40, 100, 'lin');
    await opened.write(100, 200, 'sam');
  });
  const button = control();
  if (button) await opened.app.user.click(button);
  await arrive(opened.app);
  expect(marked()).toBe(idOf(100));
  expect(heading()).toHaveFocus();
});

test('a mark before the loaded part is reached by a control, and stays while pages load and unload', async () => {
  const opened = await room(40);
  await away(opened, () => opened.write(40, 160, 'sam'));
  expect(shownEntries()[0]).toBe(idOf(110));
  expect(heading()).toBeNull();
  const button = control();
  expect(button).toBeVisible();
  if (button) await opened.app.user.click(button);
  await arrive(opened.app);
  expect(marked()).toBe(idOf(40));
  expect(heading()).toHaveFocus();
  expect(shownEntries()).toContain(idOf(30));
  await opened.app.user.click(screen.getByRole('button', { name: /^(?:Newest entries|\d+ new)$/ }));
  await arrive(opened.app);
  expect(heading()).toBeNull();
  expect(control()).toBeVisible();
});
