/** Random histories of a paged query. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle } from '#fakes/index.ts';

import { assertProperty } from '#tests/property.ts';
import { pagedEntries, startPagedQuery } from '#tests/app/paged-query.ts';

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

test('the window is one contiguous part of the current list after any history, with its place and the total', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 }),
      fc.array(step, { maxLength: 25 }),
      async (size, steps) => {
        const { cloud, pages, append, now, names, after, end } = await startPagedQuery(size);
        let displaced = false;
        let inserted = 0;
        for (const { kind, ...rest } of [...steps, { kind: 'rest' } as const]) {
          const place = 'place' in rest ? rest.place : 0;
          const all = (await cloud.server.docs.find(pagedEntries)).map(({ id }) => id);
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
        const all = await cloud.server.docs.find(pagedEntries);
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
      },
    ),
    { examples: found },
  );
});
