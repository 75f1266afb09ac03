/** Payloads of every operation of every service are checked as they arrive; what is accepted can be read from the folder. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { ServiceName } from '#ports/control.ts';
import type { Json } from '#ports/shared.ts';
import { garbage, spoilt } from '../../tests/hostile-cases.ts';
import { type OperationSample, operationSamples } from '../../tests/operation-samples.ts';
import { assertProperty } from '../../tests/property.ts';
import { createChannel } from './channel.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import { MemoryRecords } from './kept.fixture.ts';
import { webPushBy } from './messaging/web-pushes.ts';
import type { FromCloud } from './protocol.ts';

const password = 'correct horse battery';
const functions = { callables: { echo: async (input: unknown) => input as Json } };

const webPush = webPushBy({ publicKey: 'key', accepts: () => true, send: async () => 'taken' });

interface Answer {
  readonly code: string | null;
  readonly value: unknown;
}

/** A kept cloud, and a connection that sends any payload. */
function keptCloud() {
  const records = new MemoryRecords();
  const cloud = new FakeCloud({ functions, webPush, clock: new ManualClock(1_700_000_000_000) });
  cloud.keepWith(records.keep, null);
  const [mine, theirs] = createChannel();
  cloud.accept(theirs);
  const answers = new Map<number, Answer>();
  mine.onMessage((message) => {
    const heard = message as FromCloud;
    if (heard.type === 'reply' || heard.type === 'event')
      answers.set(heard.id, { code: null, value: heard.value });
    if (heard.type === 'refusal' || heard.type === 'end')
      answers.set(heard.id, { code: heard.error?.code ?? null, value: null });
  });
  mine.send({ type: 'hello', clientId: 'visitor', token: null });
  let id = 0;
  const send = async ({
    service,
    kind,
    operation,
    payload,
  }: OperationSample): Promise<Answer | undefined> => {
    id++;
    if (kind === 'request') mine.send({ type: 'request', id, room: service, operation, payload });
    else mine.send({ type: 'open', id, room: service, topic: operation, payload });
    await settle();
    await cloud.whenKept();
    await settle();
    return answers.get(id);
  };
  onTestFinished(() => cloud.dispose());
  return { cloud, records, send, identify: (token: string) => mine.send({ type: 'identify', token }) };
}

/** The same with a visitor who is signed in, and valid payloads. */
async function visited() {
  const kept = keptCloud();
  const request = (service: ServiceName, operation: string, payload: unknown) =>
    kept.send({ service, kind: 'request', operation, payload });
  const signedUp = await request('auth', 'signUp', { email: 'visitor@example.com', password });
  const { token, refreshToken } = Object(signedUp?.value) as Readonly<
    Record<'token' | 'refreshToken', string>
  >;
  kept.identify(token);
  await kept.cloud.server.storage.write('files/a', Uint8Array.of(1, 2, 3));
  return { ...kept, samples: operationSamples({ idToken: token, refreshToken }) };
}

const labels = (samples: Iterable<Pick<OperationSample, 'service' | 'kind' | 'operation'>>) =>
  Array.from(samples, ({ service, kind, operation }) => `${service} ${kind} ${operation}`).toSorted();

test('every operation and topic has a sample, and no sample is malformed', async () => {
  const { cloud, samples, send } = await visited();
  expect(labels(samples)).toEqual(labels(cloud.operations()));
  const malformed: string[] = [];
  for (const sample of samples) {
    const code = (await send(sample))?.code ?? '';
    if (['internal', 'unimplemented', 'invalid-argument'].includes(code))
      malformed.push(`${sample.service} ${sample.operation}: ${code}`);
  }
  expect(malformed).toEqual([]);
});

const changed = (sample: OperationSample, changes: object): OperationSample => ({
  ...sample,
  payload: { ...(sample.payload as object), ...changes },
});

test.each<readonly [string, ServiceName, string, object]>([
  ['a display name that is an object', 'auth', 'updateProfile', { displayName: { first: 'V' } }],
  ['a display name of 2 MB', 'auth', 'updateProfile', { displayName: 'x'.repeat(2_000_000) }],
  ['a password of 2 MB', 'auth', 'signUp', { password: 'x'.repeat(2_000_000) }],
  ['an email address that is a list', 'auth', 'sendPasswordReset', { email: ['a@example.com'] }],
  ['a credential of no kind', 'auth', 'signIn', { credential: { kind: 'constructor' } }],
  ['a size of -1', 'storage', 'open', { size: -1 }],
  ['a size of 1.5', 'storage', 'open', { size: 1.5 }],
  ['settings that are numbers', 'storage', 'open', { settings: { contentType: 1 } }],
  ['bytes that are text', 'storage', 'chunk', { bytes: 'abc' }],
  ['bytes that are a list', 'storage', 'chunk', { bytes: [1, 2, 3] }],
  ['an offset that is a text', 'storage', 'chunk', { offset: '0' }],
  ['a path that climbs', 'storage', 'open', { path: '../a' }],
  ['a registration that is an object', 'messaging', 'register', { id: { length: 1 } }],
  ['a push address that is none', 'messaging', 'register', { push: { endpoint: 'x', keys: {} } }],
  ['a sequence that is a text', 'messaging', 'ack', { sequence: '1' }],
  ['a document without an id', 'docs', 'commit', { writes: [{ type: 'set', path: 'notes', data: {} }] }],
  ['writes that are no list', 'docs', 'commit', { writes: { length: 1 } }],
  ['a mutation that is an object', 'docs', 'commit', { mutation: {} }],
  ['filters that are no list', 'docs', 'find', { query: { collection: 'notes', where: { op: '==' } } }],
  ['a target that is a text', 'docs', 'listen', { target: '1' }],
  ['a name that is a number', 'functions', 'call', { name: 1 }],
  ['an input that is a function’s instance', 'functions', 'call', { input: new Map() }],
  ['signals that are a list', 'config', 'fetch', { signals: [1] }],
  ['2,000 records', 'performance', 'collect', { records: Array.from({ length: 2000 }, () => null) }],
  ['a record without a name', 'performance', 'collect', { records: [{ kind: 'trace' }] }],
])('%s is rejected with a sentence and changes nothing', async (_, service, operation, changes) => {
  const { cloud, samples, send } = await visited();
  const sampleOf = (name: string): OperationSample => {
    const found = samples.find((each) => each.service === service && each.operation === name);
    if (!found) throw new Error(`There is a sample of ${name}.`);
    return found;
  };
  const sample = sampleOf(operation);
  if (operation === 'chunk') await send(sampleOf('open'));
  const before = cloud.snapshot().services;
  expect((await send(changed(sample, changes)))?.code).toBe('invalid-argument');
  expect(cloud.snapshot().services).toEqual(before);
});

test('every accepted payload can be read by the next process', async () => {
  const { samples } = await visited();
  const step = fc
    .nat(samples.length - 1)
    .chain((which) =>
      fc.tuple(
        fc.constant(which),
        fc.option(fc.oneof(spoilt(samples[which]?.payload), garbage), { freq: 3 }),
      ),
    );
  await assertProperty(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const { records, samples: own, send } = await visited();
      for (const [which, spoiltPayload] of steps) {
        const sample = own[which];
        if (!sample) continue;
        await send(spoiltPayload === null ? sample : { ...sample, payload: spoiltPayload });
        const { cloud: next, aside } = records.opened({ functions, webPush });
        expect(aside).toEqual([]);
        next.dispose();
      }
    }),
    { numRuns: 60 },
  );
});

/** Values of every type, of which a field takes at most some. */
const misfits: readonly unknown[] = [
  'abc',
  '',
  -1,
  1.5,
  true,
  null,
  {},
  [1],
  new Uint8Array(2),
  'x'.repeat(100_000),
];

/** The payload with each of its fields, at any depth, replaced by each misfit. */
function* withMisfits(payload: unknown): Generator<unknown> {
  yield* misfits;
  if (typeof payload !== 'object' || payload === null || payload instanceof Uint8Array) return;
  for (const [name, value] of Object.entries(payload))
    for (const misfit of withMisfits(value))
      yield Array.isArray(payload)
        ? payload.map((each: unknown, at) => (String(at) === name ? misfit : each))
        : { ...payload, [name]: misfit };
}

test('no operation stores a field that the next process can’t read', async () => {
  const unreadable: string[] = [];
  const { samples } = await visited();
  for (const at of samples.keys()) {
    const { records, samples: own, send } = await visited();
    const sample = own[at];
    if (!sample) continue;
    // An upload under way, for chunks of it.
    for (const begun of own.filter(({ operation }) => operation === 'open')) await send(begun);
    for (const payload of withMisfits(sample.payload)) {
      // A rejected request changes nothing.
      if ((await send({ ...sample, payload }))?.code) continue;
      const { cloud: next, aside } = records.opened({ functions, webPush });
      next.dispose();
      if (aside.length > 0) unreadable.push(`${sample.service} ${sample.operation}`);
    }
  }
  expect(unreadable).toEqual([]);
});
