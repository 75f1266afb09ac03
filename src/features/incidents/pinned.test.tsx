import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { arrive } from '#tests/app/incident.ts';
import { room, timeline, write } from '#tests/app/room.tsx';

const fact = 'The pool has 40 connections.';
const panel = () => screen.getByRole('region', { name: 'Pinned' });

async function roomWithFact() {
  const opened = await room('Sam');
  await write(opened.app, fact);
  await arrive(opened.app);
  return opened;
}

async function choose({ app }: Awaited<ReturnType<typeof room>>, item: RegExp): Promise<void> {
  await app.user.click(within(timeline()).getByRole('button', { name: 'More about this comment' }));
  await app.user.click(await screen.findByRole('menuitem', { name: item }));
  await arrive(app);
}

test('a pinned comment stays at the top of the room, with its author, until unpinned there', async () => {
  const opened = await roomWithFact();
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull();
  await choose(opened, /Pin comment/);
  expect(panel()).toHaveTextContent(fact);
  expect(panel()).toHaveTextContent('Sam Osei');
  await opened.app.user.click(within(panel()).getByRole('button', { name: 'Unpin this comment' }));
  await arrive(opened.app);
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull();
});

test('a comment is unpinned from its menu', async () => {
  const opened = await roomWithFact();
  await choose(opened, /Pin comment/);
  await choose(opened, /Unpin comment/);
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull();
});

test('a rejected pin shows a notice, and nothing stays pinned', async () => {
  const opened = await roomWithFact();
  await opened.app.client.control.inject({
    kind: 'refuse',
    service: 'functions',
    operation: 'call:pinEntry',
    code: 'permission-denied',
  });
  await choose(opened, /Pin comment/);
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull();
  expect(await screen.findByText('The comment was not pinned')).toBeVisible();
});
