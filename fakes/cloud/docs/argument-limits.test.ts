/** Clients may send what no port would let through: the platform's limits on arguments are checked again as it arrives. */
import { expect, onTestFinished, test } from 'vitest';
import { DocRef, Vector, type WriteData } from '#ports/docs/values.ts';
import { createChannel } from '../channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '../cloud.ts';
import type { FromCloud } from '../protocol.ts';

/** A connection that sends any request of documents, and what the cloud refuses it with. */
function connection() {
  const cloud = new FakeCloud();
  onTestFinished(() => cloud.dispose());
  const [mine, theirs] = createChannel();
  cloud.accept(theirs);
  const answers = new Map<number, string>();
  mine.onMessage((message) => {
    const heard = message as FromCloud;
    if (heard.type === 'reply') answers.set(heard.id, 'accepted');
    if (heard.type === 'refusal') answers.set(heard.id, heard.error.code);
  });
  mine.send({ type: 'hello', clientId: 'visitor', token: null });
  let id = 0;
  return async (operation: string, payload: unknown): Promise<string | undefined> => {
    id++;
    mine.send({ type: 'request', id, room: 'docs', operation, payload });
    await settle();
    return answers.get(id);
  };
}

const long = 'x'.repeat(1501);
const tooDeep = (): WriteData => {
  let data: WriteData = {};
  for (let level = 0; level < 21; level++) data = { a: data };
  return data;
};

test.each<[what: string, path: string, data: WriteData, expected: string]>([
  ['a valid write', 'n/a', { n: 1 }, 'accepted'],
  ['a long id', `n/${long}`, {}, 'invalid-argument'],
  ['a long path', Array.from({ length: 8 }, () => 'x'.repeat(1000)).join('/'), {}, 'invalid-argument'],
  ['many collections', Array.from({ length: 101 }, () => 'c/d').join('/'), {}, 'invalid-argument'],
  ['a long name of a field', 'n/a', { [long]: 1 }, 'invalid-argument'],
  ['a long reference', 'n/a', { to: new DocRef(`n/${long}`) }, 'invalid-argument'],
  ['a long vector', 'n/a', { v: new Vector(Array.from({ length: 2049 }, () => 1)) }, 'invalid-argument'],
  ['many levels', 'n/a', tooDeep(), 'invalid-argument'],
])('%s', async (_, path, data, expected) => {
  const request = connection();
  const writes = [{ type: 'set', path, data }];
  expect(await request('commit', { queue: null, mutation: 'm', writes, readings: [] })).toBe(expected);
});

test('arguments of reads are checked too', async () => {
  const request = connection();
  const where = [{ field: long, op: '==', value: 1 }];
  expect(await request('get', { path: `n/${long}` })).toBe('invalid-argument');
  expect(await request('find', { query: { collection: long } })).toBe('invalid-argument');
  expect(await request('find', { query: { collection: 'n', where } })).toBe('invalid-argument');
  const aggregates = { total: { sum: long } };
  expect(await request('aggregate', { query: { collection: 'n' }, aggregates })).toBe('invalid-argument');
  expect(await request('find', { query: { collection: 'n' } })).toBe('accepted');
});
