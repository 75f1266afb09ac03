import { expect, it } from 'vitest';
import { arrayUnion, deleteField, increment, serverTimestamp, Timestamp } from '#ports/docs/values.ts';
import { limit, limitToLast, orderBy, query, startAfter, where } from '#ports/docs/query.ts';
import { FakeCloud } from '../cloud.ts';

const make = () => new FakeCloud().server.docs;
const set = (path: string, data: Record<string, never> | object) =>
  ({ type: 'set', path, data: data as Record<string, number> }) as const;

it('writes a batch completely or not at all', async () => {
  const docs = make();
  await docs.batch([set('a/1', { n: 1 })]);
  await expect(
    docs.batch([set('a/2', { n: 2 }), { type: 'update', path: 'a/missing', changes: { n: 1 } }]),
  ).rejects.toMatchObject({ code: 'not-found' });
  expect((await docs.find(query('a'))).map(({ id }) => id)).toEqual(['1']);
});

it('resolves field operations at the commit time, which always increases', async () => {
  const cloud = new FakeCloud();
  const { docs } = cloud.server;
  await docs.batch([
    {
      type: 'set',
      path: 'a/1',
      data: { at: serverTimestamp(), n: increment(2), tags: arrayUnion('x', 'x'), gone: 1 },
    },
  ]);
  await docs.batch([
    {
      type: 'update',
      path: 'a/1',
      changes: { again: serverTimestamp(), n: increment(3), tags: arrayUnion('y'), gone: deleteField() },
    },
  ]);
  const { data } = await docs.get('a/1');
  expect(data).toMatchObject({ n: 5, tags: ['x', 'y'] });
  expect(data).not.toHaveProperty('gone');
  const [first, second] = [data?.['at'], data?.['again']];
  expect(first).toBeInstanceOf(Timestamp);
  expect((first as Timestamp).toMillis()).toBe(cloud.clock.now());
  expect((second as Timestamp).nanoseconds).toBe((first as Timestamp).nanoseconds + 1000);
});

it('answers ordered, limited queries with cursors', async () => {
  const docs = make();
  await docs.batch([5, 3, 1, 4, 2].map((n) => set(`a/${n}`, { n, even: n % 2 === 0 })));
  const ids = async (...parts: Parameters<typeof query> extends [string, ...infer R] ? R : never) =>
    (await docs.find(query('a', ...parts))).map(({ id }) => id).join('');
  expect(await ids(orderBy('n', 'desc'), limit(2))).toBe('54');
  expect(await ids(orderBy('n'), limitToLast(2))).toBe('45');
  expect(await ids(where('even', '==', false), orderBy('n'))).toBe('135');
  expect(await ids(where('n', '>', 2))).toBe('345');
  expect(await ids(orderBy('n'), startAfter([2]), limit(2))).toBe('34');
});

it('repeats a transaction when a document it read has changed', async () => {
  const docs = make();
  await docs.batch([set('a/1', { n: 0 })]);
  const add = () =>
    docs.transaction(async (transaction) => {
      const { data } = await transaction.get('a/1');
      transaction.write({ type: 'update', path: 'a/1', changes: { n: Number(data?.['n']) + 1 } });
    });
  await Promise.all(Array.from({ length: 50 }, add));
  expect((await docs.get('a/1')).data).toEqual({ n: 50 });
});

it('treats a query in a transaction as a read', async () => {
  const docs = make();
  let runs = 0;
  const count = await docs.transaction(async (transaction) => {
    runs++;
    const found = await transaction.find(query('a', where('open', '==', true)));
    if (runs === 1) await docs.batch([set('a/1', { open: true })]);
    transaction.write(set('b/1', { count: found.length }));
    return found.length;
  });
  expect([runs, count]).toEqual([2, 1]);
  expect((await docs.get('b/1')).data).toEqual({ count: 1 });
});

it('a write without a change does nothing', async () => {
  const cloud = new FakeCloud();
  const { docs } = cloud.server;
  await docs.batch([set('a/1', { n: 1, list: [1] })]);
  let runs = 0;
  await docs.transaction(async (transaction) => {
    runs++;
    await transaction.get('a/1');
    await docs.batch([set('a/1', { n: 1, list: [1] })]);
    transaction.write(set('a/2', {}));
  });
  expect(runs).toBe(1);
});
