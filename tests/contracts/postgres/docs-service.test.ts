/** Invalid input of the documents service, which no client sends: each has a typed error, and changes nothing. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { docsService } from '#adapters/postgres/docs/docs-service.ts';
import type { Peer } from '#adapters/postgres/wire/peer.ts';
import { PortError } from '#ports/errors.ts';
import { assertProperty } from '../../property.ts';
import { openStore, withPostgres } from './provider.ts';

withPostgres();

const peer: Peer = {
  ...{ id: 'peer', network: null, session: () => null, caller: () => ({ uid: 'ada', claims: {} }) },
  ...{ endSession() {}, changeCaller() {}, onIdentity: () => () => {}, onClose() {} },
};
const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };

async function openService() {
  const { database, store } = await openStore({ now: () => 1_000_000 });
  onTestFinished(() => database.close());
  const { calls = {} } = docsService(store, () => () => {});
  return {
    database,
    call: async (name: string, input: unknown): Promise<unknown> =>
      calls[name]?.(input, peer, { signal, part() {} }),
  };
}

const set = { type: 'set', path: 'rows/a', data: { n: 1 } };
const commit = { id: 'one', queue: null, writes: [set], expects: [] };
const nested = (levels: number): object =>
  levels === 0 ? { field: 'a', op: '==', value: 1 } : { and: [nested(levels - 1)] };

test.each<[string, unknown]>([
  ['docs.get', null],
  ['docs.get', 'rows'],
  ['docs.get', { path: 'rows/a' }],
  ['docs.get', `rows/${'a'.repeat(2000)}`],
  ['docs.find', 'rows'],
  ['docs.find', { collection: 'rows', where: {} }],
  ['docs.find', { collection: 'rows', where: [null] }],
  ['docs.find', { collection: 'rows', where: [nested(60)] }],
  ['docs.find', { collection: 'rows', orderBy: 'a' }],
  ['docs.find', { collection: 'rows', start: { values: 1 } }],
  ['docs.landed', null],
  ['docs.landed', { queue: '', after: 0 }],
  ['docs.landed', { queue: 'a', after: '0' }],
  ['docs.commit', null],
  ['docs.commit', { ...commit, id: '' }],
  ['docs.commit', { ...commit, id: 'a'.repeat(301) }],
  ['docs.commit', { ...commit, queue: 1 }],
  ['docs.commit', { ...commit, writes: {} }],
  ['docs.commit', { ...commit, writes: [{ ...set, type: 'replace' }] }],
  ['docs.commit', { ...commit, writes: [{ ...set, data: 'text' }] }],
  ['docs.commit', { ...commit, writes: [{ ...set, merge: [1] }] }],
  ['docs.commit', { ...commit, writes: [set, { ...set, path: 'rows' }] }],
  ['docs.commit', { ...commit, writes: Array.from({ length: 20_001 }, () => set) }],
  ['docs.commit', { ...commit, expects: [{ path: 'rows/a', version: '1' }] }],
])('%s of %j is invalid', async (name, input) => {
  const { database, call } = await openService();
  await expect(call(name, input)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await database.rows('SELECT path FROM docs')).toEqual([]);
});

test('random inputs get a typed error or an answer', async () => {
  const { call } = await openService();
  const part = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom('rows', 'rows/a', 'set', '==', 1, null),
  );
  const input = fc.oneof(
    part,
    fc.record(
      { collection: part, where: part, orderBy: part, limit: part, start: part },
      { requiredKeys: [] },
    ),
    fc.record({
      id: part,
      queue: part,
      writes: fc.oneof(part, fc.array(fc.record({ type: part, path: part, data: part, changes: part }))),
      expects: part,
    }),
  );
  const name = fc.constantFrom('docs.get', 'docs.find', 'docs.commit', 'docs.landed');
  await assertProperty(
    fc.asyncProperty(name, input, async (method, given) => {
      const answered = await call(method, given).catch((error: unknown) => error);
      if (!(answered instanceof Error)) return;
      expect(answered).toBeInstanceOf(PortError);
      expect(answered).not.toMatchObject({ code: 'internal' });
    }),
  );
});
