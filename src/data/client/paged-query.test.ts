import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { connect, FakeCloud, settle } from '#fakes/index.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { countReads } from '#tests/app/count-reads.ts';
import { assertProperty } from '#tests/property.ts';
import { type PagedDocs, PagedQuery, type PageSizes } from './paged-query.ts';

const entries = query('entries', orderBy('at'), orderBy('sequence'));
const usual: PageSizes = { page: 5, pages: 3 };
let sizes = usual;
const nameOf = (at: number) => `e${String(at).padStart(4, '0')}`;

let end = async () => {};
afterEach(async () => {
  sizes = usual;
  await end();
});

async function start(count: number) {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  let size = 0;
  const append = async (many: number, sequence = 0) => {
    const writes = Array.from({ length: many }, (_, index) => ({
      type: 'set' as const,
      path: `entries/${nameOf(size + index)}`,
      data: { at: Math.floor((size + index) / 2), sequence: size + index + sequence, text: 'as written' },
    }));
    size += many;
    if (many > 0) await cloud.server.docs.batch(writes);
    await settle();
  };
  await append(count);
  const seen = countReads(client.docs);
  let last: PagedDocs | null = null;
  const pages = new PagedQuery(
    seen.docs,
    entries,
    {
      next: (next) => (last = next),
      error: (error) => {
        throw error;
      },
    },
    sizes,
  );
  await settle();
  end = async () => {
    pages.close();
    await settle();
    expect(client.openSubscriptions(), 'open subscriptions after the end').toBe(0);
    await client.dispose();
    cloud.dispose();
  };
  const now = (): PagedDocs => {
    if (last === null) throw new Error('Nothing was told.');
    return last;
  };
  return {
    cloud,
    client,
    pages,
    append,
    now,
    count: seen.count,
    names: () => now().docs.map(({ id }) => id),
    after: async (act: () => unknown) => {
      await act();
      await settle();
    },
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => nameOf(from + index));

test('an opening reads one page, whatever the number of documents', async () => {
  const read: number[] = [];
  for (const size of [5, 100, 1000]) {
    const { names, now, count } = await start(size);
    expect(names()).toEqual(range(size - 5, size));
    expect(now()).toMatchObject({ offset: size - 5, total: size, after: 'end' });
    read.push(count.documents);
    await end();
  }
  end = async () => {};
  expect(read).toEqual([5, 5, 5]);
});

test('the window grows by a page at either edge, and lets go of the other', async () => {
  const { pages, names, now, after, count } = await start(100);
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
  const { cloud, pages, now, names, after } = await start(30);
  await after(() => pages.older());
  await after(() => pages.older());
  await cloud.server.docs.batch([
    {
      type: 'update',
      path: `entries/${nameOf(16)}`,
      changes: { text: 'changed' },
    },
  ]);
  await cloud.server.docs.batch([{ type: 'delete', path: `entries/${nameOf(21)}` }]);
  await settle();
  expect(now().docs.find(({ id }) => id === nameOf(16))?.data?.['text']).toBe('changed');
  expect(names()).toEqual(range(15, 30).filter((name) => name !== nameOf(21)));
});

test('at the end the window moves with what enters; away from it nothing that is shown leaves', async () => {
  const { pages, append, names, count } = await start(30);
  await append(3);
  expect(names()).toEqual(range(28, 33));
  expect(count.documents).toBe(8);
  pages.follow(false);
  await append(1);
  await append(4);
  await append(7);
  expect(names()).toEqual(range(28, 45));
});

test('documents between two openings of the network that are more than a page leave no hole', async () => {
  const { pages, client, append, names, now, after } = await start(30);
  await after(() => pages.older());
  pages.follow(false);
  await after(() => client.control.setNetwork(false));
  await append(40);
  await after(() => client.control.setNetwork(true));
  await settle();
  expect(now().after).toBe('more');
  expect(names()).toEqual(range(20, 35));
  for (let page = 0; page < 10; page++) await after(() => pages.newer());
  expect(names().at(-1)).toBe(nameOf(69));
  expect(now()).toMatchObject({ after: 'end', total: 70 });
});

test('documents that enter at once after the last page has lost one leave no hole before it', async () => {
  const { cloud, pages, append, names, now } = await start(5);
  void pages.toStart();
  await cloud.server.docs.batch([{ type: 'delete', path: `entries/${nameOf(0)}` }]);
  await append(6);
  expect(names()).toEqual(range(1, 11));
  expect(now()).toMatchObject({ before: 'end', after: 'end', total: 10 });
});

test('a jump opens a window around a document, and answers false for one that is not there', async () => {
  const { pages, names, now, after } = await start(1000);
  expect(await pages.jumpTo('entries/none')).toBe(false);
  await after(() => pages.jumpTo(`entries/${nameOf(500)}`));
  expect(names()).toEqual(range(498, 504));
  expect(now()).toMatchObject({ before: 'more', after: 'more', offset: 498, total: 1000 });
  await after(() => pages.toStart());
  expect(names()).toEqual(range(0, 5));
  expect(now()).toMatchObject({ before: 'end', after: 'more', offset: 0 });
  await after(() => pages.toEnd());
  expect(names()).toEqual(range(995, 1000));
  expect(now()).toMatchObject({ before: 'more', after: 'end', offset: 995 });
});

test('documents that enter a page push nothing out of it, and those that move to the end leave their page', async () => {
  const { cloud, pages, names, now, after } = await start(40);
  for (let page = 0; page < 2; page++) await after(() => pages.older());
  await cloud.server.docs.batch([
    { type: 'set', path: 'entries/between', data: { at: 14, sequence: 27.5, text: 'as written' } },
  ]);
  await settle();
  expect(names()).toEqual([...range(25, 28), 'between', ...range(28, 40)]);
  await cloud.server.docs.batch([
    { type: 'update', path: `entries/${nameOf(29)}`, changes: { at: 1000, sequence: 1000 } },
  ]);
  await settle();
  expect(names()).toEqual([...range(25, 28), 'between', nameOf(28), ...range(30, 40), nameOf(29)]);
  expect(now().after).toBe('end');
});

test('the numbers are counted again, where documents move to the end', async () => {
  sizes = { page: 5, pages: 3, recounts: true };
  const { cloud, now } = await start(100);
  for (const name of [3, 50, 97].map(nameOf))
    await cloud.server.docs.batch([
      { type: 'update', path: `entries/${name}`, changes: { at: 1000, sequence: 1000 } },
    ]);
  await settle();
  expect(now()).toMatchObject({ offset: 95, total: 100 });
});

test('the last of several moves wins, and all of them end', async () => {
  const { pages, names, after } = await start(1000);
  await after(() =>
    Promise.all([pages.jumpTo(`entries/${nameOf(100)}`), pages.jumpTo(`entries/${nameOf(500)}`)]),
  );
  expect(names()).toEqual(range(498, 504));
  // The window has the last one.
  await after(() =>
    Promise.all([pages.jumpTo(`entries/${nameOf(100)}`), pages.jumpTo(`entries/${nameOf(501)}`)]),
  );
  expect(names()).toEqual(range(498, 504));
  await after(() => Promise.all([pages.toStart(), pages.jumpTo(`entries/${nameOf(502)}`)]));
  expect(names()).toEqual(range(498, 504));
  await after(() => {
    const moved = pages.jumpTo(`entries/${nameOf(100)}`);
    pages.toEnd();
    return moved;
  });
  expect(names()).toEqual(range(995, 1000));
});

type Step =
  | { readonly kind: 'append'; readonly many: number }
  | { readonly kind: 'change' | 'delete' | 'jump' | 'move' | 'insert'; readonly place: number }
  | { readonly kind: 'older' | 'newer' | 'toEnd' | 'toStart' | 'follow' | 'hold' | 'rest' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('append' as const), many: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'change' as const,
        'delete' as const,
        'jump' as const,
        'move' as const,
        'insert' as const,
      ),
      place: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'older' as const,
        'newer' as const,
        'toEnd' as const,
        'toStart' as const,
        'follow' as const,
        'hold' as const,
        'rest' as const,
      ),
    }),
  },
);

/** Histories that were wrong once. */
const found: [number, Step[]][] = [
  [
    1,
    [
      { kind: 'append', many: 4 },
      { kind: 'toStart' },
      { kind: 'delete', place: 0 },
      { kind: 'append', many: 6 },
    ],
  ],
  [
    6,
    [
      { kind: 'jump', place: 0 },
      { kind: 'move', place: 0 },
      { kind: 'append', many: 1 },
      { kind: 'older' },
      { kind: 'append', many: 1 },
    ],
  ],
  [6, [{ kind: 'delete', place: 0 }, { kind: 'older' }, { kind: 'insert', place: 0 }]],
];

test('after any history the window is one piece of the list as it is, with its place and the total', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 }),
      fc.array(step, { maxLength: 25 }),
      async (size, steps) => {
        const { cloud, pages, append, now, names, after } = await start(size);
        let displaced = false;
        let inserted = 0;
        for (const { kind, ...rest } of [...steps, { kind: 'rest' } as const]) {
          const place = 'place' in rest ? rest.place : 0;
          const all = (await cloud.server.docs.find(entries)).map(({ id }) => id);
          const one = all[Math.floor(place * all.length)];
          if (kind === 'append' && 'many' in rest) await append(rest.many);
          else if (kind === 'rest') await settle();
          else if (kind === 'follow' || kind === 'hold') pages.follow(kind === 'follow');
          else if (kind === 'older' || kind === 'newer' || kind === 'toEnd') pages[kind]();
          else if (kind === 'toStart') void pages.toStart();
          else if (one !== undefined && kind === 'jump') void pages.jumpTo(`entries/${one}`);
          else if (one !== undefined && kind === 'change')
            await cloud.server.docs.batch([
              {
                type: 'update',
                path: `entries/${one}`,
                changes: { text: `changed ${place}` },
              },
            ]);
          else if (kind === 'insert') {
            displaced = true;
            await cloud.server.docs.batch([
              {
                type: 'set',
                path: `entries/i${String(inserted++).padStart(4, '0')}`,
                data: { at: (place * all.length) / 2, sequence: 0, text: 'inserted' },
              },
            ]);
          } else if (one !== undefined && kind === 'move') {
            displaced = true;
            await cloud.server.docs.batch([
              { type: 'update', path: `entries/${one}`, changes: { at: 100_000 + inserted++ } },
            ]);
          } else if (one !== undefined && kind === 'delete') {
            displaced = true;
            await cloud.server.docs.batch([{ type: 'delete', path: `entries/${one}` }]);
          }
        }
        await after(() => settle());
        const all = await cloud.server.docs.find(entries);
        const ids = all.map(({ id }) => id);
        const { docs, before, after: behind, offset, total } = now();
        const from = docs[0] ? ids.indexOf(docs[0].id) : 0;
        expect(names()).toEqual(ids.slice(from, from + docs.length));
        expect(docs.map(({ data }) => data)).toEqual(
          all.slice(from, from + docs.length).map(({ data }) => data),
        );
        expect({
          'before is the start': before !== 'end' || from === 0,
          'before is known': from === 0 || before !== 'end',
          'after is the end': behind !== 'end' || from + docs.length === ids.length,
          // Rows that enter or leave before the window are not noticed.
          offset: displaced || offset === null || offset === from,
          total: displaced || total === null || total === ids.length,
        }).toEqual({
          'before is the start': true,
          'before is known': true,
          'after is the end': true,
          offset: true,
          total: true,
        });
        expect([before, behind]).not.toContain('loading');
        await end();
        end = async () => {};
      },
    ),
    { examples: found },
  );
}, 120_000);
