/** Hostile sockets, by their messages or unread answers: other clients work on. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import type { ToCloud } from '#fakes/cloud/protocol.ts';
import { heartbeatMs, silenceMs } from '#fakes/cloud/wire.ts';
import { Timestamp } from '#ports/docs/values.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';
import { assertProperty } from '#tests/property.ts';
import { mostUnread } from '#adapters/node/bounds.ts';
import { requestsOf } from './every-request.fixture.ts';
import { hello, type Raw, serve, type Served } from './raw.fixture.ts';
import { closeCodes } from './socket-channel.ts';

async function served(...options: Parameters<typeof serve>): Promise<Served> {
  const server = await serve(...options);
  onTestFinished(() => server.close());
  return server;
}

/** Witness client: writes, receives answers and live changes. */
async function witness(server: Served): Promise<() => Promise<void>> {
  const member = server.member();
  await member.auth.createUser({ email: 'witness@example.com', password: 'correct horse' });
  let seen: number[] = [];
  let told = () => {};
  member.docs.watchQuery(
    { collection: 'notes' },
    {
      next: ({ docs }) => {
        seen = docs.map(({ data }) => Number(data?.['n'])).filter((n) => !Number.isNaN(n));
        told();
      },
      error: (error) => {
        throw error;
      },
    },
  );
  let count = 0;
  return async () => {
    const n = ++count;
    const shown = new Promise<void>((resolve) => {
      told = () => {
        if (seen.includes(n)) resolve();
      };
    });
    await member.docs.write({ type: 'set', path: `notes/own-${n}`, data: { n } });
    await member.realtime.set(`own/${n}`, n);
    expect((await member.realtime.get(`own/${n}`)).value).toBe(n);
    await member.storage.upload(`own/${n}`, new Uint8Array([n % 256])).done;
    expect((await member.docs.get(`notes/own-${n}`, { source: 'server' })).data).toEqual({ n });
    await shown;
  };
}

const isAsked = (message: ToCloud) => message.type === 'request' || message.type === 'open';

/** Messages of clients while `act` runs. */
async function recorded(server: Served, act: () => Promise<unknown>): Promise<readonly ToCloud[]> {
  const said: ToCloud[] = [];
  const stop = server.cloud.onTraffic(({ from, message }) => {
    if (from === 'client') said.push(message as ToCloud);
  });
  await act();
  stop();
  return said;
}

test('a connection without operator rights has no control, whatever its client id', async () => {
  const server = await served();
  expect(server.member().control).toBeNull();
  const raw = await server.raw();
  raw.say({ type: 'hello', clientId: 'someone/operator', token: null });
  raw.say({ type: 'request', id: 1, room: 'control', operation: 'inbox', payload: null });
  await expect
    .poll(() => raw.heard)
    .toContainEqual(
      expect.objectContaining({
        type: 'refusal',
        id: 1,
        error: expect.objectContaining({ code: 'unimplemented' }),
      }),
    );
});

const garbage: readonly (readonly [string, (raw: Raw) => void, number])[] = [
  ['bytes', ({ socket }) => socket.send(new Uint8Array([1, 2, 3])), closeCodes.unsupported],
  ['what is no JSON', ({ socket }) => socket.send('{'), closeCodes.notParsed],
  ['levels without end', ({ socket }) => socket.send('['.repeat(1_000_000)), closeCodes.notParsed],
  ['null', (raw) => raw.say(null), closeCodes.policy],
  ['a type that there is not', (raw) => raw.say({ type: 'reply', id: 1 }), closeCodes.policy],
  ['a request before it says who it is', (raw) => raw.say({ type: 'close', id: 1 }), closeCodes.policy],
  [
    'hello twice',
    (raw) => {
      raw.say(hello());
      raw.say(hello());
    },
    closeCodes.policy,
  ],
];

test.each(garbage)('%s ends its own socket with a code, and no other', async (_, attack, code) => {
  const server = await served();
  const work = await witness(server);
  const raw = await server.raw();
  attack(raw);
  expect(await raw.closed).toBe(code);
  await work();
});

test('a message above the limit ends its socket', async () => {
  const server = await served();
  const work = await witness(server);
  const raw = await server.raw();
  raw.socket.send('x'.repeat(25 * 1024 * 1024));
  expect(await raw.closed).toBe(1009);
  await work();
});

test('a silent socket is disconnected, after connecting or later', async () => {
  const clock = new ManualClock();
  const server = await served({}, clock);
  const mute = await server.raw();
  await clock.advance(heartbeatMs);
  expect(await mute.closed).toBe(closeCodes.policy);

  const halfOpen = await server.raw();
  halfOpen.say(hello());
  await expect.poll(() => halfOpen.heard).toHaveLength(1);
  // As after a cable was pulled: the system answers no more for this end.
  halfOpen.socket.pause();
  await clock.advance(silenceMs + 2 * heartbeatMs);
  await expect.poll(() => server.channels.connections()).toBe(0);
});

test('a flood of messages is read at a limited rate while other clients are served', async () => {
  const server = await served();
  const work = await witness(server);
  const raw = await server.raw();
  raw.say(hello());
  for (let id = 1; id <= 20_000; id++) raw.say({ type: 'close', id });
  raw.say({ type: 'request', id: 20_001, room: 'config', operation: 'none', payload: null });
  await work();
  await work();
  expect(raw.heard).toHaveLength(1);
  expect(raw.socket.readyState).toBe(raw.socket.OPEN);
});

test('a socket that does not read is disconnected before its buffer grows', async () => {
  const text = 'x'.repeat(4 * 1024 * 1024);
  const server = await served({ functions: { callables: { large: async () => text } } });
  const work = await witness(server);
  const asked = await recorded(server, () => server.member().functions.call('large'));
  const call = asked.find((message) => isAsked(message) && message.room === 'functions');
  const raw = await server.raw();
  raw.say(hello());
  await expect.poll(() => raw.heard).toHaveLength(1);
  raw.socket.pause();
  const before = server.channels.connections();
  for (let id = 0; id < (3 * mostUnread) / text.length; id++) raw.say({ ...call, id });
  await work();
  raw.socket.resume();
  expect(await raw.closed).toBe(closeCodes.tooSlow);
  await expect.poll(() => server.channels.connections()).toBe(before - 1);
});

/** Condition for the witness's data. Attacks on the attackers' own data do no harm. */
const mine = "request.auth.token.email == 'witness@example.com'";
const rules = {
  firestore: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{path=**} { allow read; }
    match /notes/{id} { allow write: if !id.matches('own-.*') || ${mine}; }
  }
}`,
  storage: `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /{path=**} { allow read; }
    match /own/{name} { allow write: if name == 'file' || ${mine}; }
  }
}`,
  database: `{ "rules": { ".read": true, "own": { "$n": {
    ".write": "$n.length > 4 || $n == 'set' || $n == 'c' || $n == 'e' || $n == 'last' || auth.token.email == 'witness@example.com'"
  } } } }`,
};

const functions: FunctionSet = { callables: { echo: async (input) => input as Json } };

/** A place in a value, and what is put there. */
const change = fc.record({
  at: fc.nat(1000),
  value: fc.oneof(
    fc.constantFrom<unknown>(
      null,
      undefined,
      Number.NaN,
      -1,
      1e308,
      '',
      '__proto__',
      'constructor',
      '..',
      'a/b/c/d',
      [],
      {},
      new Uint8Array(3),
      Timestamp.fromMillis(0),
      'x'.repeat(100_000),
      Array.from({ length: 1000 }, () => null),
    ),
    fc.anything({ withNullPrototype: false, maxDepth: 3 }).filter(isPlain),
  ),
});

function isPlain(value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return (
      (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
      Object.values(value).every(isPlain)
    );
  return !['function', 'symbol', 'bigint'].includes(typeof value);
}

/** The value with one of its parts, the `at`th or the one by which that goes too far, replaced. */
function changed(
  value: unknown,
  { at, value: put }: { readonly at: number; readonly value: unknown },
): unknown {
  let left = at % Math.max(1, partsOf(value));
  const walk = (part: unknown): unknown => {
    if (left-- === 0) return put;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype)
      return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}

const partsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, part) => sum + partsOf(part), 0)
    : 1;

test('other clients are served, whatever requests a client sends', async () => {
  const server = await served({ functions, rules });
  const corpus = (
    await recorded(server, async () => {
      for (const step of requestsOf(server.member(), 'everything@example.com')) await step();
    })
  ).filter(isAsked);
  const work = await witness(server);
  const visitor = server.member();
  await visitor.auth.createUser({ email: 'visitor@example.com', password: 'correct horse' });
  const token = (await visitor.auth.idToken())?.token ?? null;
  const attack = fc.array(
    fc.tuple(fc.nat(corpus.length - 1), fc.array(change, { minLength: 1, maxLength: 2 })),
    {
      minLength: 5,
      maxLength: 25,
    },
  );
  await assertProperty(
    fc.asyncProperty(attack, async (steps) => {
      const raw = await server.raw();
      raw.say(hello(token));
      for (const [id, [which, changes]] of steps.entries()) {
        const message = corpus[which];
        if (!message) continue;
        raw.say({ ...message, id, payload: changes.reduce(changed, message.payload as unknown) });
      }
      await work();
      raw.socket.close();
      await raw.closed;
      await work();
    }),
    { numRuns: 40 },
  );
  await expect(work()).resolves.toBeUndefined();
});
