/**
 * Hostile input over the realtime websocket. Valid requests are answered, errors change nothing, a frame that is no
 * message ends its connection, and another client writes and listens throughout.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Json } from '#ports/shared.ts';
import { believedCaller } from '../token.ts';
import { garbage, scratched, spoilt, walk } from '#tests/hostile-cases.ts';
import { framesOf } from './frames.ts';
import { type RawClient, rawClient } from './raw-client.fixture.ts';
import { type RealtimeServer, serveRealtime } from './serve.ts';
import type { WireAnswer } from './wire.ts';

const rules = JSON.stringify({
  rules: {
    '.read': true,
    $any: { '.write': true, '.validate': "!newData.child('constructor').exists() || newData.hasChildren()" },
    constructor: { '.write': false },
  },
});

const tooOld: WireAnswer = { s: 'expired_token', d: 'Auth token is expired.' };

let cloud: FakeCloud;
let server: RealtimeServer;
let witness: RawClient;
let count = 0;
beforeEach(async () => {
  cloud = new FakeCloud({ believe: believedCaller, rules: { database: rules } });
  server = await serveRealtime({ cloud });
  witness = await rawClient(server.address);
  await witness.ask('q', { p: '/witness', h: '' });
});
afterEach(async () => {
  await server.close();
  cloud.dispose();
});

/** Another client writes, and hears that it has. */
async function othersAreServed(): Promise<number> {
  count++;
  witness.pushes.length = 0;
  expect(await witness.ask('p', { p: '/witness', d: count })).toEqual({ s: 'ok', d: {} });
  expect(witness.pushes).toEqual([{ a: 'd', b: { p: 'witness', d: count } }]);
  return count;
}

const value = { n: { '.value': 1, '.priority': 'x' }, t: { '.sv': 'timestamp' }, l: [1, null, true] };
const bodies: readonly (readonly [action: string, body: object])[] = [
  ['p', { p: '/a/b', d: value }],
  ['p', { p: '/a/.priority', d: 1 }],
  ['p', { p: '/a/n', d: 2, h: 'x' }],
  ['m', { p: '/a', d: { 'b/c': value, d: null } }],
  ['q', { p: '/a', q: { i: 'n', sp: 1, sn: 'a', ep: 'z', l: 2, vf: 'r' }, t: 3, h: '' }],
  ['q', { p: '/a', h: '' }],
  ['n', { p: '/a', q: { i: 'n' }, t: 3 }],
  ['g', { p: '/a', q: { i: '.value', sp: null, sin: false } }],
  ['o', { p: '/left/constructor', d: value }],
  ['om', { p: '/left', d: { 'constructor/a': 1, __proto__x: 2 } }],
  ['oc', { p: '/left' }],
  ['auth', { cred: 'e30.e30.' }],
  ['gauth', { cred: 'owner' }],
  ['unauth', {}],
  ['s', { c: { 'sdk.js.1': 1 } }],
];
const request = fc
  .constantFrom(...bodies)
  .chain(([a, b]) =>
    fc.tuple(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(a) },
        fc.constantFrom('constructor', '__proto__', 'toString', ''),
      ),
      fc.oneof({ weight: 6, arbitrary: spoilt(b) }, fc.constant(b)),
    ),
  );

test('every request is answered, and a rejection changes nothing', async () => {
  await walk(400, fc.array(request, { minLength: 1, maxLength: 5 }), async (requests) => {
    const client = await rawClient(server.address);
    for (const [action, body] of requests) {
      const before = JSON.stringify(await cloud.server.realtime.get(''));
      let answer: WireAnswer | null = null;
      void client.ask(action, (body ?? null) as Json).then((given) => (answer = given));
      await server.idle();
      const { s, d } = answer ?? tooOld;
      // With a token that is no good nothing is done any more, and that is told once.
      const isTold = client.pushes.some(({ a, b }) => a === 'ac' && b['s'] === tooOld.s);
      expect(isTold).toBe(answer === null);
      if (isTold) break;
      if (s === 'ok') continue;
      expect(d).not.toMatch(/is not a function|Cannot read|Maximum call stack|not iterable/u);
      expect(JSON.stringify(await cloud.server.realtime.get(''))).toBe(before);
    }
    await client.close();
    await server.idle();
    await othersAreServed();
  });
});

const message = fc.oneof(
  fc
    .oneof(
      spoilt({ t: 'd', d: { r: 1, a: 'p', b: { p: '/a', d: 1 } } }),
      spoilt({ t: 'c', d: { t: 'p', d: {} } }),
      garbage,
    )
    .map((json) => JSON.stringify(json) ?? ''),
  scratched('{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}'),
  fc.constantFrom('0', '1', '2', '999999', '1e3', ''),
  fc.string({ unit: 'binary', maxLength: 100 }),
);

test('a malformed message ends no other connection', async () => {
  await walk(300, fc.array(message, { maxLength: 6 }), async (messages) => {
    const client = await rawClient(server.address);
    for (const text of messages) for (const frame of framesOf(text)) client.send(frame.toWellFormed());
    await othersAreServed();
    await client.close();
    await server.idle();
    const before = count;
    expect(await othersAreServed()).toBe(before + 1);
  });
});
