import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { documentPaths } from '#api/paths.ts';
import { arrive, call } from '#tests/app/incident.ts';
import { entryIds, idOf, type LongRoom, longRoom, shownEntries } from '#tests/app/long-room.tsx';
import { composer, timeline } from '#tests/app/room.tsx';
import { teamId } from '#tests/app/small-team.ts';

afterEach(() => {
  location.hash = '';
});

const field = () => screen.queryByRole<HTMLInputElement>('searchbox', { name: 'Find in the timeline' });
const bar = () => within(field()?.closest('section') ?? document.body);
const count = () => bar().getByRole('status').textContent;
const step = (name: RegExp) => bar().getByRole('button', { name });
const highlighted = () =>
  [...document.querySelectorAll('[id^="entry-"]')]
    .filter(({ className }) => className.includes('target'))
    .map(({ id }) => id.replace('entry-', ''));

async function open({ app }: LongRoom, text?: string) {
  await app.user.click(screen.getByRole('button', { name: 'Find in the timeline' }));
  if (text !== undefined) await app.user.keyboard(text);
  await arrive(app);
}

async function key({ app }: LongRoom, keys: string) {
  await app.user.keyboard(keys);
  await arrive(app);
}

/** A long room, and what is read of its timeline by requests, whose answers can be held back. */
async function countedRoom(size: number) {
  const room = await longRoom(size);
  const reads = { documents: 0, requests: 0 };
  let held: Promise<void> | null = null;
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return async () => {
      held = null;
      resolve();
      await arrive(room.app);
    };
  };
  const { docs } = room.app.client;
  const find = docs.find.bind(docs);
  docs.find = async (asked, options) => {
    const found = await find(asked, options);
    if (!asked.collection?.endsWith('/timeline')) return found;
    reads.documents += found.docs.length;
    reads.requests += 1;
    await held;
    return found;
  };
  return { ...room, reads, hold };
}

test('unloaded entries are found, each read once, and the timeline moves to them', async () => {
  const room = await countedRoom(600);
  expect(shownEntries()).toEqual(entryIds(550, 600));
  await open(room, 'entry 7');
  // Entry 7, 70 to 79.
  expect(count()).toBe('11 matches');
  expect(bar().getByText('All 601 entries were searched.')).toBeVisible();
  expect(room.reads.documents).toBe(551);

  await key(room, '{Enter}');
  expect(count()).toBe('1 of 11');
  expect(highlighted()).toEqual([idOf(79)]);
  expect(field()).toHaveFocus();
  await key(room, '{Enter}{Enter}');
  expect(count()).toBe('3 of 11');
  expect(highlighted()).toEqual([idOf(77)]);
  await key(room, '{Shift>}{Enter}{/Shift}');
  expect(highlighted()).toEqual([idOf(78)]);
  await room.app.user.click(step(/^Older match/));
  await room.app.user.click(step(/^Newer match/));
  expect(count()).toBe('2 of 11');

  await room.app.user.click(field() ?? document.body);
  await key(room, '9');
  expect(count()).toBe('1 match');
  expect(room.reads.documents).toBe(551);
});

test('the search finds sentences of events and accents, but not names of authors', async () => {
  const room = await longRoom(3);
  await open(room, 'Ødegard');
  expect(count()).toBe('1 match');
  await room.app.user.clear(field() ?? document.body);
  await key(room, 'DECLARED this');
  expect(count()).toBe('1 match');
  await room.app.user.clear(field() ?? document.body);
  await key(room, 'sam');
  expect(count()).toBe('No match');
  expect(step(/^Older match/)).toHaveAttribute('aria-disabled', 'true');
});

test('new entries are found, and withdrawn entries are not, loaded or not', async () => {
  const room = await longRoom(400);
  const { app, incidentId, write } = room;
  await open(room, 'status.example/39');
  // 39, 390 to 399.
  expect(count()).toBe('11 matches');
  await act(() => call(app, 'withdrawEntry', { incidentId, entryId: idOf(39) }));
  await arrive(app);
  expect(count()).toBe('10 matches');
  await act(() => call(app, 'withdrawEntry', { incidentId, entryId: idOf(395) }));
  await arrive(app);
  expect(count()).toBe('9 matches');
  await write(3900, 3902);
  expect(count()).toBe('11 matches');
  await app.user.clear(field() ?? document.body);
  await key(room, 'withdrawn');
  expect(count()).toBe('No match');
});

test('a withdrawn match under the reader leaves its neighbours reachable', async () => {
  const room = await longRoom(20);
  const { app, incidentId } = room;
  await open(room, 'entry 1{Enter}{Enter}');
  expect(highlighted()).toEqual([idOf(18)]);
  await act(() => call(app, 'withdrawEntry', { incidentId, entryId: idOf(18) }));
  await arrive(app);
  expect(count()).toBe('10 matches');
  await key(room, '{Enter}');
  expect(highlighted()).toEqual([idOf(17)]);
});

test('the keys open Muster’s search, a second press the browser’s, and Escape returns the focus', async () => {
  const room = await longRoom(20);
  await room.app.user.click(composer());
  const press = () => {
    const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
    act(() => void document.activeElement?.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(press()).toBe(true);
  await arrive(room.app);
  expect(field()).toHaveFocus();
  expect(press()).toBe(false);
  await room.app.user.click(composer());
  expect(press()).toBe(true);
  await arrive(room.app);
  expect(field()).toHaveFocus();
  await key(room, '{Escape}');
  expect(field()).toBeNull();
  expect(composer()).toHaveFocus();

  await open(room, 'entry 7{Enter}{Escape}');
  expect(document.activeElement?.closest('li')?.id).toBe(`entry-${idOf(7)}`);
});

test('a stopped search drops its pending answer, and continues on request', async () => {
  const room = await countedRoom(600);
  const release = room.hold();
  await open(room, 'entry 5');
  // 550 to 599 are loaded.
  expect(count()).toBe('50 matches');
  expect(bar().getByText(/^Read back to .*; 50 of 601 entries$/)).toBeVisible();
  await room.app.user.click(step(/^Stop$/));
  await release();
  expect(count()).toBe('50 matches');
  expect(room.reads.requests).toBe(1);
  // Another text reads nothing either.
  await room.app.user.click(field() ?? document.body);
  await key(room, '9');
  expect(count()).toBe('10 matches');
  expect(room.reads.requests).toBe(1);
  await room.app.user.click(step(/^Read on$/));
  await arrive(room.app);
  expect(count()).toBe('11 matches');
  expect(bar().getByText('All 601 entries were searched.')).toBeVisible();
});

test('a search without a connection covers loaded entries, and the rest on reconnect', async () => {
  const room = await countedRoom(400);
  await open(room);
  await room.app.network(false);
  await key(room, 'entry 3');
  // 350 to 399 are loaded.
  expect(count()).toBe('50 matches');
  expect(bar().getByRole('alert')).toHaveTextContent(/^Read back to .*; 50 of 401 entries\. /);
  expect(room.reads.documents).toBe(0);
  await room.app.network(true);
  await room.app.user.click(step(/^Try again$/));
  await arrive(room.app);
  expect(count()).toBe('111 matches');
});

test('closing the search stops the reading', async () => {
  const room = await countedRoom(1200);
  const release = room.hold();
  await open(room, 'e');
  await key(room, '{Escape}');
  expect(field()).toBeNull();
  await release();
  expect(room.reads).toEqual({ documents: 250, requests: 1 });
  expect(timeline()).toHaveTextContent('Entry 1199');
});

test('a text across a line break is found', async () => {
  const room = await longRoom(2);
  const path = documentPaths.timelineEvent(teamId, room.incidentId, idOf(0));
  await act(() =>
    room.app.server.docs.batch([{ type: 'update', path, changes: { body: 'The graph is\nattached' } }]),
  );
  await arrive(room.app);
  await open(room, 'graph is attached');
  expect(count()).toBe('1 match');
});
