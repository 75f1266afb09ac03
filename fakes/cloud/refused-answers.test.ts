/**
 * Denied requests reveal nothing: for a person without any permission the answers are the same, byte for byte, whatever
 * is stored.
 */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DocData } from '#ports/docs/values.ts';
import type { Json } from '#ports/shared.ts';
import { type OperationSample, operationSamples } from '../../tests/operation-samples.ts';
import { assertProperty } from '../../tests/property.ts';
import { fromWire } from '#query/tree/node.ts';
import { createChannel } from './channel.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import { hashOf } from './realtime/hash.ts';
import { wireText } from './wire.ts';

/** Stored state at the paths of the samples; `null`: empty. */
interface Stored {
  readonly note: DocData | null;
  readonly place: Json;
  readonly file: { readonly content: readonly number[]; readonly custom: string } | null;
}

/** Conditions that read what is stored, and hold for nobody but `chief`. */
const rules = {
  firestore: `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isChief() { return request.auth.token.chief == true; }
    match /{path=**} {
      allow read, write: if isChief() || resource.data.n == 'never'
        || get(/databases/$(database)/documents/notes/a).data.n == 'never';
    }
  }
}`,
  storage: `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /{path=**} {
      allow read, write: if request.auth.token.chief == true || resource.metadata.a == 'never'
        || firestore.get(/databases/(default)/documents/notes/a).data.n == 'never';
    }
  }
}`,
  database: JSON.stringify({
    rules: {
      '.read': "auth.token.chief == true || root.child('places/a').val() == 'never'",
      '.write': "auth.token.chief == true || data.child('places/a').val() == 'never'",
    },
  }),
};

const password = 'correct horse battery';
const functions = { callables: { echo: async (input: unknown) => input as Json } };

interface Visit {
  readonly stored: Stored;
  readonly caller: 'chief' | 'signed in' | 'signed out';
  /** Requests beside the samples. */
  readonly more?: readonly OperationSample[];
}

/** Every message that the caller hears on every operation, as it goes over the wire. */
async function transcript({ stored, caller, more = [] }: Visit): Promise<readonly string[]> {
  const cloud = new FakeCloud({
    functions,
    rules,
    clock: new ManualClock(1_700_000_000_000),
    explainRefusals: false,
  });
  onTestFinished(() => cloud.dispose());
  const { server } = cloud;
  const { uid } = await server.users.create({ email: 'visitor@example.com', password });
  if (caller === 'chief') await server.users.setClaims(uid, { chief: true });
  const [mine, theirs] = createChannel();
  cloud.accept(theirs, { operators: false });
  let heard: unknown[] = [];
  mine.onMessage((message) => void heard.push(message));
  mine.send({ type: 'hello', clientId: 'visitor', token: null });
  await settle();
  let id = 0;
  const send = async ({ service, kind, operation, payload }: OperationSample) => {
    heard = [];
    id++;
    if (kind === 'request') mine.send({ type: 'request', id, room: service, operation, payload });
    else mine.send({ type: 'open', id, room: service, topic: operation, payload });
    await settle();
    return `${service} ${operation} ${wireText(payload)}: ${heard.map((message) => wireText(message)).join(' ')}`;
  };
  let tokens = { idToken: 'none', refreshToken: 'none' };
  if (caller !== 'signed out') {
    const credential = { kind: 'password', email: 'visitor@example.com', password };
    await send({ service: 'auth', kind: 'request', operation: 'signIn', payload: { credential } });
    const [reply] = heard as { value: { token: string; refreshToken: string } }[];
    if (!reply) throw new Error('Nobody answered the sign-in.');
    tokens = { idToken: reply.value.token, refreshToken: reply.value.refreshToken };
    mine.send({ type: 'identify', token: tokens.idToken });
  }
  if (stored.note) await server.docs.batch([{ type: 'set', path: 'notes/a', data: stored.note }]);
  await server.realtime.update({ 'places/a': stored.place });
  if (stored.file)
    await server.storage.write('files/a', Uint8Array.from(stored.file.content), {
      custom: { a: stored.file.custom },
    });
  const samples = operationSamples(tokens);
  expect(samples.map(({ service, operation }) => `${service} ${operation}`).toSorted()).toEqual(
    cloud
      .operations()
      .map(({ service, operation }) => `${service} ${operation}`)
      .toSorted(),
  );
  const isStream = ({ service, kind }: OperationSample) => service === 'docs' && kind === 'topic';
  const lines: string[] = [];
  // The stream of documents comes first: their listens answer over it.
  for (const sample of [...samples.filter(isStream), ...more, ...samples.filter((each) => !isStream(each))])
    lines.push(await send(sample));
  return lines;
}

const request = (
  service: OperationSample['service'],
  operation: string,
  payload: unknown,
): OperationSample => ({ service, kind: 'request', operation, payload });

/** Requests that would find out whether the guess is what is stored. */
function guesses({ note, place, file }: Stored): readonly OperationSample[] {
  const write = (value: Json) => ({ keys: ['places', 'a'], value, priority: null });
  const held = fromWire(place);
  const commit = (readings: readonly object[], writes: readonly object[]) =>
    request('docs', 'commit', {
      queue: null,
      mutation: JSON.stringify([readings, writes]),
      readings,
      writes,
    });
  const reading = (version: unknown) => [{ path: 'notes/a', version }];
  return [
    request('docs', 'aggregate', {
      query: { collection: 'notes', where: [{ field: 'n', op: '==', value: note?.['n'] ?? null }] },
      aggregates: { all: { count: true } },
    }),
    request('realtime', 'transaction', { keys: ['places', 'a'], base: place, writes: [write('mine')] }),
    request('realtime', 'transaction', {
      keys: ['places', 'a'],
      hash: hashOf(held),
      writes: [write('mine')],
    }),
    request('realtime', 'transaction', { keys: ['places', 'a'], base: place, writes: [write(place)] }),
    request('realtime', 'set', { ...write({ '.sv': { increment: 1 } }), stamp: null }),
    request('realtime', 'onDisconnect', { action: 'cancel', keys: ['places', 'a'] }),
    ...[null, 'any', 1, 1_700_000_000_000_000, 1_700_000_000_000_001].flatMap((version) => [
      commit(reading(version), []),
      commit(reading(version), [{ type: 'delete', path: 'notes/a' }]),
    ]),
    commit([], [{ type: 'set', path: 'notes/a', data: note ?? {} }]),
    commit([], [{ type: 'update', path: 'notes/a', changes: note ?? {} }]),
    commit([], [{ type: 'update', path: 'notes/a', changes: { more: 'x'.repeat(600_000) } }]),
    request('docs', 'find', {
      query: { collection: 'notes', where: [{ field: 'n', op: '==', value: note?.['n'] ?? null }] },
    }),
    request('storage', 'update', { path: 'files/a', changes: { custom: { b: 'x'.repeat(5000) } } }),
    request('storage', 'update', { path: 'files/a', changes: { custom: { a: null, b: 'x'.repeat(8000) } } }),
    request('storage', 'read', { path: 'files/a', maxBytes: 1, range: { first: 2, last: 3 } }),
    request('storage', 'open', {
      uploadId: 'over',
      path: 'files/a',
      size: file?.content.length ?? 0,
      settings: { custom: { a: file?.custom ?? '' } },
    }),
    request('storage', 'list', { path: '', max: 1, pageToken: 'files/a' }),
  ];
}

const text = fc.oneof(fc.constantFrom('red', 'blue', 'x'.repeat(6000)), fc.string({ maxLength: 20 }));
const plain = fc.oneof(fc.integer(), fc.boolean(), text);
const storedArbitrary: fc.Arbitrary<Stored> = fc.record({
  note: fc.option(fc.record({ n: plain, deep: fc.record({ er: plain }) })),
  place: fc.option(plain),
  file: fc.option(fc.record({ content: fc.array(fc.nat(255), { maxLength: 5 }), custom: text })),
});

/** Lines that differ, shortened. */
const differences = (lines: readonly string[], others: readonly string[]) =>
  lines.flatMap((line, at) =>
    line === others[at] ? [] : [[line, others[at]].map((each) => each?.replace(/x{20,}/gu, 'xx…'))],
  );

const nothing: Stored = { note: null, place: null, file: null };
const red: Stored = {
  note: { n: 'red', deep: { er: 1 } },
  place: 'red',
  file: { content: [1, 2, 3], custom: 'x'.repeat(6000) },
};

describe.each(['signed in', 'signed out'] as const)('a %s user without any permission', (caller) => {
  test('gets the same answers with and without stored data', async () => {
    const more = guesses(red);
    const heard = (stored: Stored) => transcript({ stored, caller, more });
    expect(differences(await heard(red), await heard(nothing))).toEqual([]);
  });

  test('gets the same answers for any stored data', async () => {
    await assertProperty(
      fc.asyncProperty(storedArbitrary, storedArbitrary, async (one, other) => {
        const more = [...guesses(one), ...guesses(other)];
        const heard = (stored: Stored) => transcript({ stored, caller, more });
        expect(differences(await heard(one), await heard(other))).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });
});

test('a user with every permission gets different answers', async () => {
  const heard = (stored: Stored) => transcript({ stored, caller: 'chief', more: guesses(red) });
  const told = differences(await heard(red), await heard(nothing)).map(([line = '']) =>
    line.split(' ').slice(0, 2).join(' '),
  );
  for (const operation of [
    'docs get',
    'docs find',
    'docs aggregate',
    'docs commit',
    'realtime transaction',
    'storage metadata',
    'storage read',
    'storage update',
  ])
    expect(told).toContain(operation);
});
