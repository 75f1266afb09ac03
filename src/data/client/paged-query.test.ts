import { expect, test } from 'vitest';
import { settle } from '#fakes/index.ts';

import { entryName, startPagedQuery } from '#tests/app/paged-query.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => entryName(from + index));

test('opening reads one page, for any number of documents', async () => {
  const read: number[] = [];
  for (const size of [5, 100, 1000]) {
    const { names, now, count, end } = await startPagedQuery(size);
    expect(names()).toEqual(range(size - 5, size));
    expect(now()).toMatchObject({ offset: size - 5, total: size, after: 'end' });
    read.push(count.documents);
    await end();
  }
  expect(read).toEqual([5, 5, 5]);
});

test('the window grows by a page at either edge, and drops the other edge', async () => {
  const { pages, names, now, after, count } = await startPagedQuery(100);
  await after(() => pages.older());
  expect(names()).toEqual(range(90, 100));
  for (let page = 0; page < 4; page++) await after(() => pages.older());
  expect(names()).toEqual(range(70, 85));
  expect(now()).toMatchObject({ before: 'more', after: 'more', offset: 70, total: 100 });
  for (let page = 0; page < 20; page++) await after(() => pages.older());
  expect(names()).toEqual(range(0, 15));
  expect(now().before).toBe('end');
  for (let page = 0; page < 20; page++) await after(() => pages.newer());
  expect(names().slice(-5)).toEqual(range(95, 100));
  expect(names().length).toBeLessThanOrEqual(20);
  expect(now()).toMatchObject({ after: 'end', total: 100 });
  expect(count.documents).toBeLessThanOrEqual(300);
});

test('loaded pages are live: a document changes and disappears on any page', async () => {
  const { cloud, pages, now, names, after } = await startPagedQuery(30);
  await after(() => pages.older());
  await after(() => pages.older());
  await cloud.server.docs.batch([
    {
      type: 'update',
      path: `entries/${entryName(16)}`,
      changes: { text: 'changed' },
    },
  ]);
  await cloud.server.docs.batch([{ type: 'delete', path: `entries/${entryName(21)}` }]);
  await settle();
  expect(now().docs.find(({ id }) => id === entryName(16))?.data?.['text']).toBe('changed');
  expect(names()).toEqual(range(15, 30).filter((name) => name !== entryName(21)));
});

test('at the end the window moves with new documents; elsewhere no shown document leaves', async () => {
  const { pages, append, names, count } = await startPagedQuery(30);
  await append(3);
  expect(names()).toEqual(range(28, 33));
  expect(count.documents).toBe(8);
  pages.follow(false);
  await append(1);
  await append(4);
  await append(7);
  expect(names()).toEqual(range(28, 45));
});

test('more than a page of documents added while offline leaves no hole', async () => {
  const { pages, client, append, names, now, after } = await startPagedQuery(30);
  await after(() => pages.older());
  pages.follow(false);
  await after(() => client.control.setNetwork(false));
  await append(40);
  await after(() => client.control.setNetwork(true));
  await settle();
  expect(now().after).toBe('more');
  expect(names()).toEqual(range(20, 35));
  for (let page = 0; page < 10; page++) await after(() => pages.newer());
  expect(names().at(-1)).toBe(entryName(69));
  expect(now()).toMatchObject({ after: 'end', total: 70 });
});

test('documents added at once after the last page has lost one leave no hole before it', async () => {
  const { cloud, pages, append, names, now } = await startPagedQuery(5);
  void pages.toStart();
  await cloud.server.docs.batch([{ type: 'delete', path: `entries/${entryName(0)}` }]);
  await append(6);
  expect(names()).toEqual(range(1, 11));
  expect(now()).toMatchObject({ before: 'end', after: 'end', total: 10 });
});

test('a jump opens a window around a document, and answers false for a missing document', async () => {
  const { pages, names, now, after } = await startPagedQuery(1000);
  expect(await pages.jumpTo('entries/none')).toBe(false);
  await after(() => pages.jumpTo(`entries/${entryName(500)}`));
  expect(names()).toEqual(range(498, 504));
  expect(now()).toMatchObject({ before: 'more', after: 'more', offset: 498, total: 1000 });
  await after(() => pages.toStart());
  expect(names()).toEqual(range(0, 5));
  expect(now()).toMatchObject({ before: 'end', after: 'more', offset: 0 });
  await after(() => pages.toEnd());
  expect(names()).toEqual(range(995, 1000));
  expect(now()).toMatchObject({ before: 'more', after: 'end', offset: 995 });
});

test('documents added within a page push out no other, and documents moved to the end leave their page', async () => {
  const { cloud, pages, names, now, after } = await startPagedQuery(40);
  for (let page = 0; page < 2; page++) await after(() => pages.older());
  await cloud.server.docs.batch([
    { type: 'set', path: 'entries/between', data: { at: 14, sequence: 27.5, text: 'as written' } },
  ]);
  await settle();
  expect(names()).toEqual([...range(25, 28), 'between', ...range(28, 40)]);
  await cloud.server.docs.batch([
    { type: 'update', path: `entries/${entryName(29)}`, changes: { at: 1000, sequence: 1000 } },
  ]);
  await settle();
  expect(names()).toEqual([...range(25, 28), 'between', entryName(28), ...range(30, 40), entryName(29)]);
  expect(now().after).toBe('end');
});

test('the numbers are counted again when documents move to the end', async () => {
  const { cloud, now } = await startPagedQuery(100, { page: 5, pages: 3, recounts: true });
  for (const name of [3, 50, 97].map(entryName))
    await cloud.server.docs.batch([
      { type: 'update', path: `entries/${name}`, changes: { at: 1000, sequence: 1000 } },
    ]);
  await settle();
  expect(now()).toMatchObject({ offset: 95, total: 100 });
});

test('the last of several moves wins, and all moves end', async () => {
  const { pages, names, after } = await startPagedQuery(1000);
  await after(() =>
    Promise.all([pages.jumpTo(`entries/${entryName(100)}`), pages.jumpTo(`entries/${entryName(500)}`)]),
  );
  expect(names()).toEqual(range(498, 504));
  // The window has the last one.
  await after(() =>
    Promise.all([pages.jumpTo(`entries/${entryName(100)}`), pages.jumpTo(`entries/${entryName(501)}`)]),
  );
  expect(names()).toEqual(range(498, 504));
  await after(() => Promise.all([pages.toStart(), pages.jumpTo(`entries/${entryName(502)}`)]));
  expect(names()).toEqual(range(498, 504));
  await after(() => {
    const moved = pages.jumpTo(`entries/${entryName(100)}`);
    pages.toEnd();
    return moved;
  });
  expect(names()).toEqual(range(995, 1000));
});
