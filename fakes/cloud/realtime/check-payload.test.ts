/** Malformed payloads: refused on arrival, without an effect on other clients. */
import { expect, onTestFinished, test } from 'vitest';
import { raw, whole } from './raw.fixture.ts';

function opened() {
  const client = raw();
  onTestFinished(() => client.cloud.dispose());
  return client;
}

/** Expects writes and reads of another client to succeed, before and after this client disconnects. */
async function expectOthersUnharmed({ cloud, leave }: ReturnType<typeof raw>): Promise<void> {
  await cloud.server.realtime.update({ a: 1, b: 2 });
  await leave();
  await cloud.server.realtime.update({ a: 2 });
  expect(await cloud.server.realtime.get('')).toEqual({ a: 2, b: 2 });
}

test.each([
  ['nothing', null],
  ['a list', []],
  ['a key that is a number', { ...whole, keys: [1] }],
  ['no keys', { ...whole, keys: undefined }],
  ['an order that is none', { ...whole, orderBy: 'size' }],
  ['a child without a path', { ...whole, orderBy: { child: null } }],
  ['a list for an edge', { ...whole, start: [] }],
  ['an edge without a key', { ...whole, start: { value: null, inclusive: true } }],
  ['an edge at a list', { ...whole, end: { value: [], key: null, inclusive: true } }],
  ['an edge neither in nor out', { ...whole, end: { value: 1, key: null, inclusive: 0 } }],
  ['a limit of none', { ...whole, limit: { count: 0, from: 'first' } }],
  ['a limit from nowhere', { ...whole, limit: { count: 1, from: 'middle' } }],
])('a query with %s is rejected', async (_, query) => {
  const client = opened();
  expect(await client.listen(query)).toBe('invalid-argument');
  expect(await client.ask('get', query as never)).toBe('invalid-argument');
  await expectOthersUnharmed(client);
});

const settings: readonly (readonly [string, unknown])[] = [
  ['no keys', { value: 1 }],
  ['a text for keys', { keys: 'ab', value: 1 }],
  ['keys that are no text', { keys: [1, null], value: 1 }],
  ['a key of two parts', { keys: ['a/b'], value: 1 }],
  ['an empty key', { keys: ['a', ''], value: 1 }],
  ['a key with a dot', { keys: ['.info', 'x'], value: 1 }],
  ['33 levels', { keys: Array.from({ length: 33 }, () => 'k'), value: 1 }],
  ['no value', { keys: ['a'] }],
  ['NaN', { keys: ['a'], value: Number.NaN }],
  ['a server value that is none', { keys: ['a'], value: { '.sv': 'no' } }],
  ['an increment by text', { keys: ['a'], value: { '.sv': { increment: '1' } } }],
  ['a bad key inside', { keys: ['a'], value: { 'b.c': 1 } }],
  ['a priority that is an object', { keys: ['a'], value: { '.value': 1, '.priority': {} } }],
  ['such a priority inside', { keys: ['a'], value: { '.value': { b: { c: 1, '.priority': true } } } }],
  ['a server value that is none for a priority', { keys: ['a'], value: { b: 1, '.priority': { '.sv': 0 } } }],
];

test.each(settings)(
  'a write with %s is rejected, alone, in an update and in a transaction',
  async (_, setting) => {
    const client = opened();
    const one = { priority: null, ...(setting as object) };
    expect(await client.ask('set', { stamp: null, ...one } as never)).toBe('invalid-argument');
    expect(await client.ask('update', { stamp: null, values: [one] } as never)).toBe('invalid-argument');
    const attempt = { keys: [], base: null, writes: [one] };
    expect(await client.ask('transaction', attempt as never)).toBe('invalid-argument');
    await expectOthersUnharmed(client);
  },
);

test.each(settings)('a disconnect write with %s is rejected and never applied', async (_, setting) => {
  const client = opened();
  const one = { priority: null, ...(setting as object) };
  expect(await client.ask('onDisconnect', { action: 'set', ...one } as never)).toBe('invalid-argument');
  expect(await client.ask('onDisconnect', { action: 'update', values: [one] } as never)).toBe(
    'invalid-argument',
  );
  expect(await client.ask('onDisconnect', { action: 'other', values: [one] } as never)).toBe(
    'invalid-argument',
  );
  await expectOthersUnharmed(client);
});

test('stamps, priorities and cancelled paths are validated', async () => {
  const client = opened();
  const setting = { keys: ['a'], value: 1, priority: null };
  for (const stamp of [undefined, 1, {}, { queue: 1, number: 1 }, { queue: 'q', number: 0.5 }])
    expect(await client.ask('set', { ...setting, stamp } as never)).toBe('invalid-argument');
  expect(await client.ask('set', { ...setting, stamp: null, priority: true } as never)).toBe(
    'invalid-argument',
  );
  const priority = { stamp: null, keys: ['a'], priority: [] };
  expect(await client.ask('setPriority', priority as never)).toBe('invalid-argument');
  expect(await client.ask('onDisconnect', { action: 'cancel' } as never)).toBe('invalid-argument');
  await expectOthersUnharmed(client);
});

test('a transaction that writes outside its path is rejected', async () => {
  const client = opened();
  for (const keys of [[], ['b'], ['ab', 'x']]) {
    const attempt = { keys: ['a'], base: null, writes: [{ keys, value: 9, priority: null }] };
    expect(await client.ask('transaction', attempt)).toBe('invalid-argument');
  }
  await expectOthersUnharmed(client);
});
