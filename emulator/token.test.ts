import { expect, test } from 'vitest';
import { createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { owner } from '#fakes/cloud/owner.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import { bearerOf, believedCaller } from './token.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (claims: unknown, header: unknown = { alg: 'none', type: 'JWT' }) =>
  `${part(header)}.${part(claims)}.`;

test('unsigned tokens are accepted with any claims, and other tokens are not', () => {
  expect(believedCaller(unsigned({ sub: 'ada', exp: 1, role: 'chief' }))).toEqual({
    uid: 'ada',
    claims: { sub: 'ada', exp: 1, role: 'chief' },
  });
  expect(believedCaller(unsigned({ user_id: 'ben' }))?.uid).toBe('ben');
  expect(believedCaller('owner')).toBe(owner);
  const bad = [
    '',
    'a.b',
    'a.b.c',
    'a.b.',
    unsigned({}),
    unsigned({ sub: 7 }),
    unsigned({ sub: 'x' }, { alg: 'RS256' }),
    `${unsigned({ sub: 'x' })}signed`,
    unsigned([]),
  ];
  for (const token of bad) expect(believedCaller(token)).toBeNull();
});

test('bearerOf returns the token of an authorization header', () => {
  expect(bearerOf('Bearer owner')).toBe('owner');
  expect(bearerOf('bearer  a.b.')).toBe('a.b.');
  for (const header of [undefined, '', 'Basic x', 'Bearer ']) expect(bearerOf(header)).toBeNull();
});

const rules = {
  firestore: `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /notes/{id} { allow read, write: if request.auth.uid == id; } } }`,
  database: JSON.stringify({
    rules: { $uid: { '.read': 'auth.uid === $uid', '.write': 'auth.uid === $uid' } },
  }),
};

async function ask(options: CloudOptions, token: string, room: string, operation: string, payload: unknown) {
  const cloud = new FakeCloud({ rules, ...options });
  const [mine, theirs] = createChannel();
  cloud.accept(theirs);
  const heard: { type: string; error?: { code: string } }[] = [];
  mine.onMessage((message) => void heard.push(message as never));
  mine.send({ type: 'hello', clientId: 'c', token });
  mine.send({ type: 'request', id: 1, room, operation, payload });
  await settle();
  cloud.dispose();
  return heard[1]?.error?.code ?? heard[1]?.type;
}

test('a cloud with believedCaller applies its rules to mock users and none to the owner, and other clouds accept neither', async () => {
  const believing = { believe: believedCaller };
  const ada = unsigned({ sub: 'ada' });
  const get = { path: 'notes/ada' };
  const other = { path: 'notes/ben' };
  expect(await ask(believing, ada, 'docs', 'get', get)).toBe('reply');
  expect(await ask(believing, ada, 'docs', 'get', other)).toBe('permission-denied');
  expect(await ask(believing, 'owner', 'docs', 'get', other)).toBe('reply');
  expect(await ask({}, ada, 'docs', 'get', get)).toBe('unauthenticated');
  expect(await ask({}, 'owner', 'docs', 'get', get)).toBe('unauthenticated');
});

test('the owner bypasses the realtime rules', async () => {
  const believing = { believe: believedCaller };
  const set = (token: string) => {
    const stamp = { queue: 'q', number: 1 };
    return ask(believing, token, 'realtime', 'set', { stamp, keys: ['ben'], value: 1, priority: null });
  };
  expect(await set(unsigned({ sub: 'ben' }))).toBe('reply');
  expect(await set(unsigned({ sub: 'ada' }))).toBe('permission-denied');
  expect(await set('owner')).toBe('reply');
});
