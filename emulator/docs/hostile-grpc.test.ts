/**
 * Hostile input over gRPC: bytes that are no message, invalid messages, broken frames. Every call ends with a status,
 * and another client is served throughout.
 */
import {
  type Client,
  credentials,
  makeClientConstructor,
  Metadata,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { deepestNesting, largestBody, mostPerTurn } from '../bounds.ts';
import { rawSocket } from '../raw.fixture.ts';
import { believedCaller } from '../token.ts';
import { walk } from '#tests/hostile-cases.ts';
import { documentsDefinition } from './protos.ts';
import { type DocumentsServer, serveDocuments } from './serve.ts';

const database = 'projects/p/databases/(default)';
const name = (path: string) => `${database}/documents/${path}`;
const definition = documentsDefinition();
/** Service definition whose messages are raw bytes. */
const asBytes: ServiceDefinition = Object.fromEntries(
  Object.entries(definition).map(([method, of]) => {
    const same = (bytes: Buffer) => bytes;
    return [method, { ...of, requestSerialize: same, responseDeserialize: same }];
  }),
);

interface Stream {
  on(event: 'data' | 'end', next: () => void): this;
  on(event: 'status', next: (status: { readonly code: number; readonly details: string }) => void): this;
  on(event: 'error', next: () => void): this;
  write(message: Buffer): void;
  end(): void;
}
type Calls = Client & Record<string, (...args: readonly unknown[]) => Stream>;

let cloud: FakeCloud;
let server: DocumentsServer;
let turns: (() => void)[] | null;
let hostile: Calls;
let witness: Calls;
beforeEach(async () => {
  turns = null;
  const clock = new RunningClock({ now: Date.now, setTimeout, clearTimeout });
  cloud = new FakeCloud({ clock, believe: believedCaller });
  const later = (run: () => void) => void (turns ? turns.push(run) : setImmediate(run));
  server = await serveDocuments({ cloud, later });
  const clientOf = (of: ServiceDefinition) =>
    new (makeClientConstructor(of, 'Firestore'))(
      server.address,
      credentials.createInsecure(),
    ) as unknown as Calls;
  [hostile, witness] = [clientOf(asBytes), clientOf(definition)];
  onTestFinished(async () => {
    hostile.close();
    witness.close();
    await server.close();
    cloud.dispose();
  });
});

const headers = () => {
  const metadata = new Metadata();
  metadata.set('google-cloud-resource-prefix', database);
  return metadata;
};

let count = 0;
const update = (path: string, n: number) => ({
  update: { name: name(path), fields: { n: { integerValue: String(n) } } },
});
/** How often another client has been served; it is, once more. */
async function othersAreServed(): Promise<number> {
  count++;
  const writes = [update('notes/witness', count)];
  const error = await new Promise((resolve) => {
    witness['Commit']?.({ database, writes }, headers(), resolve);
  });
  expect(error).toBeNull();
  expect((await cloud.server.docs.get('notes/witness')).data).toEqual({ n: count });
  return count;
}

/** How a call with these messages ends. */
const called = (method: string, messages: readonly Buffer[]) =>
  new Promise<{ readonly code: number; readonly details: string }>((resolve) => {
    const of = definition[method];
    const call = of?.requestStream
      ? hostile[method]?.(headers())
      : of?.responseStream
        ? hostile[method]?.(messages[0], headers())
        : hostile[method]?.(messages[0], headers(), () => {});
    call
      ?.on('data', () => {})
      .on('error', () => {})
      .on('status', resolve);
    if (!of?.requestStream) return;
    for (const message of messages) call?.write(message);
    call?.end();
  });

const value = {
  mapValue: { fields: { a: { arrayValue: { values: [{ doubleValue: 1 }, { nullValue: 0 }] } } } },
};
const query = {
  from: [{ collectionId: 'notes' }],
  orderBy: [{ field: { fieldPath: 'n' } }],
  limit: { value: 2 },
};
const samples: readonly (readonly [method: string, message: object])[] = [
  ['Commit', { database, writes: [{ update: { name: name('notes/a'), fields: { a: value } } }] }],
  ['BatchGetDocuments', { database, documents: [name('notes/a')], newTransaction: {} }],
  ['BeginTransaction', { database }],
  ['Rollback', { database, transaction: Buffer.from('x') }],
  [
    'RunQuery',
    { parent: name('').slice(0, -1), structuredQuery: { ...query, startAt: { values: [value] } } },
  ],
  [
    'RunAggregationQuery',
    {
      parent: name('').slice(0, -1),
      structuredAggregationQuery: { structuredQuery: query, aggregations: [{ count: {} }] },
    },
  ],
  ['Listen', { database, addTarget: { targetId: 1, documents: { documents: [name('notes/a')] } } }],
  ['Write', { database, writes: [{ delete: name('notes/a') }] }],
];
const bytesOf = (method: string, message: object): Buffer =>
  definition[method]?.requestSerialize(message) ?? Buffer.alloc(0);

const scratchedBytes = (bytes: Buffer) =>
  fc
    .array(fc.tuple(fc.nat(bytes.length), fc.uint8Array({ maxLength: 3 })), { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce<Buffer>(
        (all, [at, by]) => Buffer.concat([all.subarray(0, at), by, all.subarray(at + 1)]),
        bytes,
      ),
    );
const call = fc.constantFrom(...samples).chain(([method, message]) => {
  const bytes = bytesOf(method, message);
  const one = fc.oneof(
    scratchedBytes(bytes),
    fc.uint8Array({ maxLength: 60 }).map((garbage) => Buffer.from(garbage)),
    fc.constant(bytes),
  );
  return fc.tuple(fc.constant(method), fc.array(one, { minLength: 1, maxLength: 4 }));
});

test('every call ends with a meaningful status', async () => {
  await walk(400, call, async ([method, messages]) => {
    const { code, details } = await called(method, messages);
    // Cancelled and unknown would say that nobody has thought of it.
    expect([1, 2]).not.toContain(code);
    expect(details).not.toMatch(/is not a function|Cannot read|Maximum call stack/u);
    await othersAreServed();
  });
});

test('malformed frames end their own connection only', async () => {
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0', 'latin1');
  const frames = fc.oneof(
    scratchedBytes(preface),
    fc.uint8Array({ maxLength: 200 }).map((garbage) => Buffer.concat([preface, garbage])),
  );
  await walk(200, frames, async (bytes) => {
    const socket = await rawSocket(server.address);
    socket.write(bytes);
    const before = count;
    expect(await othersAreServed()).toBe(before + 1);
    socket.destroy();
  });
});

test('a message that is too large or nested too deep is rejected', async () => {
  const large = bytesOf('Commit', { database: 'x'.repeat(largestBody) });
  expect(await called('Commit', [large])).toMatchObject({
    code: 8,
    details: expect.stringMatching(/larger than max/u),
  });
  expect(await called('Commit', [nestedBytes()])).toMatchObject({ code: 3 });
  await othersAreServed();
});

/** A value in a list in a value …, as bytes from the inside out. */
function nestedBytes(): Buffer {
  const field = (number: number, content: Buffer): Buffer => {
    const length: number[] = [];
    for (let rest = content.length; ; rest >>>= 7) {
      length.push(rest > 127 ? (rest & 127) | 128 : rest);
      if (rest <= 127) break;
    }
    return Buffer.concat([Buffer.from([number * 8 + 2, ...length]), content]);
  };
  let bytes = Buffer.from([88, 0]);
  for (let depth = 0; depth < 20 * deepestNesting; depth++) bytes = Buffer.from(field(9, field(1, bytes)));
  const entry = Buffer.concat([field(1, Buffer.from('deep')), field(2, bytes)]);
  const document = Buffer.concat([field(1, Buffer.from(name('notes/deep'))), field(2, entry)]);
  return Buffer.concat([field(1, Buffer.from(database)), field(2, field(1, document))]);
}

test('messages of a stream are handled a few per turn, with other clients in between', async () => {
  turns = [];
  const writing = hostile['Write']?.(headers());
  const answers: unknown[] = [];
  let wake = () => {};
  writing
    ?.on('error', () => {})
    .on('data', () => {
      answers.push(null);
      wake();
    });
  const until = async (least: number): Promise<void> => {
    if (answers.length >= least) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    await until(least);
  };
  writing?.write(bytesOf('Write', { database }));
  for (let n = 1; n <= 3 * mostPerTurn; n++)
    writing?.write(bytesOf('Write', { writes: [update('notes/flood', n)] }));
  await until(mostPerTurn);
  await othersAreServed();
  expect((await cloud.server.docs.get('notes/flood')).data).toEqual({ n: mostPerTurn - 1 });
  const waiting = turns.splice(0);
  turns = null;
  for (const run of waiting) run();
  await until(3 * mostPerTurn + 1);
  expect((await cloud.server.docs.get('notes/flood')).data).toEqual({ n: 3 * mostPerTurn });
});
