/** Limits of queries, and what a query can’t combine. */
import { expect } from 'vitest';
import {
  and,
  documentId,
  field,
  limit,
  limitToLast,
  matching,
  or,
  orderBy,
  type Query,
  query,
  startAt,
  where,
} from '#ports/docs/query.ts';
import { DocRef } from '#ports/docs/values.ts';
import { rejection, type Scenario } from '../harness.ts';
import { bounded } from '../off-stage.ts';

const invalid = { code: 'invalid-argument' };

export function queryLimitScenarios(scenario: Scenario): void {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

  scenario('a query is limited in disjunctions', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.alternatives);
    // Written out: 5 × a fifth, and all of one list, in “or” with nothing else.
    const fifth = where('b', 'in', numbers(Math.floor(most / 5)));
    await docs.find(query('rows', where('a', 'in', numbers(5)), fifth));
    await docs.find(query('rows', where('a', 'in', numbers(most))));
    await docs.find(query('rows', matching(or(field('a', 'in', numbers(most - 1)), field('b', '==', 1)))));
    const over = or(field('a', 'in', numbers(most)), field('b', '==', 1));
    expect(await rejection(docs.find(query('rows', matching(over))))).toMatchObject(invalid);
    expect(await rejection(docs.find(query('rows', where('a', 'in', numbers(most + 1)))))).toMatchObject(
      invalid,
    );
    const six = numbers(Math.floor(most / 5));
    const product = query('rows', where('a', 'in', six), where('b', 'in', six));
    if (six.length ** 2 > most) expect(await rejection(docs.find(product))).toMatchObject(invalid);
  });

  scenario('“not-in” is limited in values', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.excluded);
    await docs.find(query('rows', where('a', 'not-in', numbers(most))));
    const over = query('rows', where('a', 'not-in', numbers(most + 1)));
    expect(await rejection(docs.find(over))).toMatchObject(invalid);
  });

  scenario('each disjunction can have one array filter', async (scene) => {
    const { docs } = await scene.connect();
    const each = or(field('a', 'array-contains', 1), field('b', 'array-contains-any', [1, 2]));
    await docs.find(query('rows', matching(each)));
    const both = and(field('c', 'array-contains', 1), each);
    expect(await rejection(docs.find(query('rows', matching(both))))).toMatchObject(invalid);
  });

  scenario('a query is limited in compared fields', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.inequalities);
    const compared = (count: number) => numbers(count).map((at) => where(`f${at}`, '>', 0));
    await docs.find(query('rows', ...compared(most), where('f0', '<', 9)));
    expect(await rejection(docs.find(query('rows', ...compared(most + 1))))).toMatchObject(invalid);
  });

  scenario('a query is limited in parts', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.parts);
    const equal = (count: number) => numbers(count).map((at) => where(`f${at}`, '==', 0));
    await docs.find(query('rows', ...equal(most - 1), orderBy('g')));
    expect(await rejection(docs.find(query('rows', ...equal(most), orderBy('g'))))).toMatchObject(invalid);
    expect(await rejection(docs.find(query('a/b/rows', ...equal(most - 1), orderBy('g'))))).toMatchObject(
      invalid,
    );
    // Four filters in each alternative.
    const written = query('rows', ...equal(3), where('a', 'in', numbers(Math.floor(most / 4) + 1)));
    expect(await rejection(docs.find(written))).toMatchObject(invalid);
  });

  scenario('unsupported combinations in a query are rejected by find and by watch', async (scene) => {
    const { docs } = await scene.connect();
    const refused: readonly (readonly [Query, string])[] = [
      [query('rows', limit(0)), 'invalid-argument'],
      [query('rows', limitToLast(2)), 'invalid-argument'],
      [query('rows', where('a', 'in', [])), 'invalid-argument'],
      [query('rows', where('a', 'not-in', [1]), where('b', '!=', 2)), 'invalid-argument'],
      [query('rows', where('a', '!=', 1), where('b', '!=', 2)), 'invalid-argument'],
      [query('rows', where('a', 'not-in', [1]), where('b', 'not-in', [2])), 'invalid-argument'],
      [query('rows', where('a', 'not-in', [1]), where('b', 'in', [2])), 'invalid-argument'],
      [query('rows', where('a', 'not-in', [1]), where('b', 'array-contains-any', [2])), 'invalid-argument'],
      [query('rows', matching(or(field('a', 'not-in', [1]), field('b', '==', 2)))), 'invalid-argument'],
      [query('rows', where('a', 'array-contains', 1), where('b', 'array-contains', 2)), 'invalid-argument'],
      [
        query('rows', where('a', 'array-contains', 1), where('a', 'array-contains-any', [2])),
        'invalid-argument',
      ],
      [query('rows', where(documentId, 'array-contains', 'a')), 'invalid-argument'],
      [query('rows', where(documentId, '==', '')), 'invalid-argument'],
      [query('rows', where(documentId, '==', 7)), 'invalid-argument'],
      [query('rows', orderBy(documentId), startAt(['a/b'])), 'invalid-argument'],
      [query('rows', orderBy(documentId), orderBy('a')), 'invalid-argument'],
      [query('rows', where('a', '>', 1), orderBy(documentId)), 'invalid-argument'],
      [query('rows', where('a', '!=', 1), orderBy('b'), orderBy(documentId)), 'invalid-argument'],
      [query('rows', where(documentId, '==', 'a'), where('a', '<', 1)), 'invalid-argument'],
      [query('rows', where(documentId, 'in', ['a', 'b']), where('a', '!=', 1)), 'invalid-argument'],
      [
        query(
          'rows',
          matching(or(and(field(documentId, '==', 'a'), field('a', '>=', 1)), field('b', '==', 1))),
        ),
        'invalid-argument',
      ],
      [query('rows', limit(-1)), 'invalid-argument'],
      [query('rows', limit(1.5)), 'invalid-argument'],
      [query('rows', orderBy('a'), startAt([])), 'invalid-argument'],
      [query('rows', orderBy('a'), startAt([1, 2])), 'invalid-argument'],
      [query('rows', startAt([1])), 'invalid-argument'],
      [query('rows', where(documentId, '==', 'a/b')), 'invalid-argument'],
      [query('rows', orderBy('a'), orderBy('`a`', 'desc')), 'invalid-argument'],
      [query('rows', orderBy(documentId), startAt([new DocRef('rows/a')])), 'invalid-argument'],
      [
        query('rows', where('a', 'array-contains', 1), where('b', 'array-contains-any', [2])),
        'invalid-argument',
      ],
    ];
    const found: unknown[] = [];
    const watched: unknown[] = [];
    for (const [asked] of refused) {
      found.push(await rejection(docs.find(asked)));
      scene.closing(docs.watchQuery(asked, { next: () => {}, error: (error) => watched.push(error) }));
      await scene.settle();
    }
    const codes = refused.map(([, code]) => ({ code }));
    expect(found).toMatchObject(codes);
    expect(watched).toMatchObject(codes);
    const gone = query('rows', startAt(await docs.get('rows/none')));
    expect(await rejection(docs.find(gone))).toMatchObject({ code: 'not-found' });
    docs.watchQuery(gone, { next: () => {}, error: (error) => watched.push(error) });
    await scene.settle();
    expect(watched.at(-1)).toMatchObject({ code: 'not-found' });
  });
}
