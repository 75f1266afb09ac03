/** Names that every object has by its prototype, wherever a name comes from outside: topics, operations, functions, fields, keys. */
import { expect, onTestFinished, test } from 'vitest';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { hello, type Raw, serve, type Served, uncaughtExceptions } from './raw.fixture.ts';

const oddNames = Object.getOwnPropertyNames(Object.prototype);
const rooms = [
  'auth',
  'docs',
  'realtime',
  'functions',
  'storage',
  'messaging',
  'config',
  'performance',
  'control',
  ...oddNames,
];

async function served(): Promise<Served> {
  const server = await serve({ functions: { callables: { echo: async () => 1 }, http: async () => page } });
  onTestFinished(() => server.close());
  return server;
}

const page = { status: 200, headers: {}, body: '' };

/** Code of each answer, by the number of its request. */
async function codes(raw: Raw, count: number): Promise<readonly unknown[]> {
  const isAnswer = (message: unknown) =>
    ['reply', 'refusal', 'end', 'event'].includes((message as { readonly type: string }).type);
  await expect.poll(() => raw.heard.filter(isAnswer)).toHaveLength(count);
  return raw.heard
    .filter(isAnswer)
    .map((message) => (message as { readonly error?: { readonly code: string } }).error?.code);
}

test('topics and operations named like prototype methods are unknown, and their socket can close', async () => {
  const server = await served();
  const thrown = uncaughtExceptions();
  const raw = await server.raw();
  raw.say(hello());
  let id = 0;
  for (const room of rooms)
    for (const name of oddNames)
      for (const suffix of ['', ':x']) {
        raw.say({ type: 'open', id: ++id, room, topic: name + suffix, payload: null });
        raw.say({ type: 'request', id: ++id, room, operation: name + suffix, payload: null });
      }
  expect(new Set(await codes(raw, id))).toEqual(new Set(['unimplemented']));
  raw.socket.terminate();
  await raw.closed;
  await server.member().functions.call('echo');
  expect(thrown).toEqual([]);
});

test.each(oddNames)('a function named %s is not found', async (name) => {
  const { functions } = (await served()).member();
  await expect(functions.call(name)).rejects.toMatchObject({ code: 'not-found' });
});

/** No field of a document may be named so. */
const isField = (name: string) => !/^__.*__$/u.test(name);

test.each(oddNames.filter(isField))(
  'documents match the field %s only where it was written',
  async (name) => {
    const { docs } = (await served()).member();
    await docs.write({ type: 'set', path: 'notes/without', data: { n: 1, map: { n: 1 } } });
    await docs.write({ type: 'set', path: 'notes/with', data: { [name]: 1, map: { [name]: 1 } } });
    for (const field of [name, `map.${name}`]) {
      for (const question of [query('notes', where(field, '==', 1)), query('notes', orderBy(field))])
        expect((await docs.find(question, { source: 'server' })).docs.map(({ id }) => id)).toEqual(['with']);
      expect(
        (await docs.find(query('notes', where(field, '!=', 2)), { source: 'server' })).docs,
      ).toHaveLength(1);
    }
  },
);

test.each(oddNames)('a disconnect write below a child named %s is applied as written', async (name) => {
  const server = await served();
  const member = server.member();
  const watcher = server.member();
  await member.realtime.disconnects.at('own').set({ other: 1 });
  await member.realtime.disconnects.at(`own/${name}/below`).set(2);
  await member.dispose();
  await expect
    .poll(async () => (await watcher.realtime.get('own')).value)
    .toEqual({ other: 1, [name]: { below: 2 } });
});
