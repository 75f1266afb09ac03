import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { pageStorage } from '#src/app/runtime.ts';
import { withCopy } from './outbox-copy.ts';

const change = 'muster.outbox.sam/1';

test('a change lost from the storage is restored once, while waiting', async () => {
  const before = withCopy(pageStorage(), 'lost');
  before.setItem(change, 'a comment');
  before.setItem('muster.outbox.sam/2', 'sent');
  before.removeItem('muster.outbox.sam/2');
  await before.restore();

  const killed = pageStorage();
  const after = withCopy(killed, 'lost');
  await after.restore();
  expect(killed.getItem(change)).toBe('a comment');
  expect(killed.length).toBe(1);
  after.removeItem(change);

  const next = pageStorage();
  await withCopy(next, 'lost').restore();
  expect(next.length).toBe(0);
});

test('present keys of the storage stay unchanged; other keys are not copied', async () => {
  const storage = pageStorage();
  const first = withCopy(storage, 'kept');
  first.setItem(change, 'old');
  first.setItem('muster.theme', 'dark');
  await first.restore();
  storage.setItem(change, 'new');
  const second = withCopy(storage, 'kept');
  await second.restore();
  expect(storage.getItem(change)).toBe('new');
  const empty = pageStorage();
  await withCopy(empty, 'kept').restore();
  expect([empty.getItem(change), empty.getItem('muster.theme')]).toEqual(['new', null]);
});

test('a change given as its tab was closed is copied by the next page', async () => {
  const storage = pageStorage();
  storage.setItem(change, 'a comment');
  storage.setItem('muster.theme', 'dark');
  await withCopy(storage, 'left').restore();
  const killed = pageStorage();
  await withCopy(killed, 'left').restore();
  expect([killed.getItem(change), killed.length]).toEqual(['a comment', 1]);
});

test('a full storage still throws, and the copy has the change', async () => {
  const full = pageStorage();
  const refusing = { ...full, setItem: () => raise(), watch: full.watch.bind(full) };
  const storage = withCopy(refusing, 'full');
  expect(() => storage.setItem(change, 'a comment')).toThrow('full');
  await storage.restore().catch(() => undefined);
  const next = pageStorage();
  await withCopy(next, 'full').restore();
  expect(next.getItem(change)).toBe('a comment');
});

function raise(): never {
  throw new DOMException('The storage is full', 'QuotaExceededError');
}
