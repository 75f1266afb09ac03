/** `npm run local`, started as a process of its own, and spoken to over the protocols. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { credentials, makeClientConstructor, Metadata } from '@grpc/grpc-js';
import { documentsDefinition } from '#emulator/docs/protos.ts';
import { rawClient } from '#emulator/realtime/raw-client.fixture.ts';

const root = path.resolve(import.meta.dirname, '..');
const bundle = path.join(root, 'dist-local/program.cjs');
const sources = path.join(root, 'dist-local/sources.json');

interface Run {
  readonly child: ChildProcess;
  /** Output so far, errors included. */
  said(): string;
  /** Resolves with the two addresses once it is ready; rejects with its output if it ends before. */
  ready(): Promise<{ readonly docs: string; readonly realtime: string }>;
  readonly ended: Promise<number | null>;
}

function run(folder: string, ...args: readonly string[]): Run {
  const child = spawn(process.execPath, [path.join(root, 'tools/local.js'), ...args], { cwd: folder });
  started.add(child);
  let text = '';
  let wake = () => {};
  let isOver = false;
  const hear = (part: Buffer) => {
    text += String(part);
    wake();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    wake();
    return code as number | null;
  });
  const address = (name: string) => new RegExp(`^ +${name}=(\\S+)$`, 'mu').exec(text)?.[1] ?? '';
  return {
    child,
    said: () => text,
    async ready() {
      while (!/^Ready\.$/mu.test(text)) {
        if (isOver) throw new Error(text);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return {
        docs: address('FIRESTORE_EMULATOR_HOST'),
        realtime: address('FIREBASE_DATABASE_EMULATOR_HOST'),
      };
    },
    ended,
  };
}

const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

const anyPort = ['--docs-port=0', '--realtime-port=0'];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'muster-local-'));
  await writeFile(
    path.join(folder, 'open.rules'),
    `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /notes/{id} { allow read, write; } } }`,
  );
  await writeFile(
    path.join(folder, 'open.json'),
    JSON.stringify({ rules: { notes: { '.read': true, '.write': true } } }),
  );
  // Any command builds the bundle.
  await run(folder, '--help').ended;
});
afterAll(() => rm(folder, { recursive: true }));

const database = 'projects/demo-muster/databases/(default)';
const name = (path: string) => `${database}/documents/${path}`;

interface Documents {
  Commit(
    message: object,
    metadata: Metadata,
    answer: (error: { readonly code: number } | null) => void,
  ): void;
  BatchGetDocuments(message: object, metadata: Metadata): NodeJS.ReadableStream;
  close(): void;
}

function documents(address: string) {
  const Client = makeClientConstructor(documentsDefinition(), 'Firestore');
  const client = new Client(address, credentials.createInsecure()) as unknown as Documents;
  onTestFinished(() => client.close());
  return {
    set: (path: string, text: string) =>
      new Promise<number>((resolve) => {
        const update = { name: name(path), fields: { text: { stringValue: text } } };
        client.Commit({ database, writes: [{ update }] }, new Metadata(), (error) =>
          resolve(error?.code ?? 0),
        );
      }),
    async get(path: string): Promise<unknown> {
      const replies: unknown[] = [];
      for await (const reply of client.BatchGetDocuments(
        { database, documents: [name(path)] },
        new Metadata(),
      ))
        replies.push(reply);
      return replies[0];
    },
  };
}

test('documents and realtime database are written, read and checked by rules, and SIGTERM ends the program', async () => {
  const local = run(folder, ...anyPort, '--rules=open.rules', '--database-rules=open.json');
  const { docs, realtime } = await local.ready();
  const client = documents(docs);
  expect(await client.set('notes/a', 'kept')).toBe(0);
  expect(await client.get('notes/a')).toMatchObject({
    found: { fields: { text: { stringValue: 'kept' } } },
  });
  expect(await client.set('others/a', 'refused')).toBe(7);
  const raw = await rawClient(realtime, 'v=5&ns=demo-muster-default-rtdb');
  expect(await raw.ask('p', { p: '/notes/a', d: 'kept' })).toEqual({ s: 'ok', d: {} });
  expect(await raw.ask('g', { p: '/notes/a', q: {} })).toEqual({ s: 'ok', d: 'kept' });
  expect(await raw.ask('p', { p: '/others/a', d: 1 })).toMatchObject({ s: 'permission_denied' });
  local.child.kill('SIGTERM');
  expect(await local.ended).toBe(0);
  await raw.closed;
});

test('the program uses the files of firebase.json, prints them and is not built twice', async () => {
  const first = run(root, ...anyPort);
  await first.ready();
  expect(first.said()).toContain(
    'Rules: firestore.rules and database.rules.json; indexes: firestore.indexes.json.',
  );
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  const { mtimeMs } = await stat(bundle);
  const second = run(root, ...anyPort, '--no-rules', '--no-indexes');
  const { docs } = await second.ready();
  expect(second.said()).toContain('Rules: none and none; indexes: none.');
  expect(await documents(docs).set('anywhere/a', 'open')).toBe(0);
  expect((await stat(bundle)).mtimeMs).toBe(mtimeMs);
});

test('a port in use is named with the next step', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  for (const [option, other] of [
    ['--docs-port', '--realtime-port'],
    ['--realtime-port', '--docs-port'],
  ] as const) {
    const local = run(folder, `${option}=${port}`, `${other}=0`);
    expect(await local.ended).toBe(1);
    expect(local.said()).toBe(
      `Port ${port} of 127.0.0.1 is taken. End what listens there, or choose another: npm run local -- ${option}=${port + 1}\n`,
    );
  }
});

test.each([
  [['--rules=none.rules'], /^none\.rules can’t be read\. Name a file/u],
  [['--config=none.json'], /^none\.json can’t be read/u],
  [['--docs-port=x'], /^--docs-port takes a whole number/u],
  [['--dcos-port=1'], /--dcos-port[^]*npm run local -- \[options\]/u],
  [['--rules=open.json'], /^open\.json can’t be taken: 1:1/u],
  [['--database-rules=open.rules'], /^open\.rules can’t be taken/u],
  [['--indexes=open.rules'], /^open\.rules can’t be taken/u],
] as const)('%j is rejected with a sentence', async (args, says) => {
  const local = run(folder, ...args);
  expect(await local.ended).toBe(1);
  expect(local.said()).toMatch(says);
  expect(local.said()).not.toMatch(/^ +at /mu);
});

test('a bundle of other sources is rebuilt', async () => {
  const text = await readFile(sources, 'utf8');
  await writeFile(sources, text.replace(/"[0-9a-f]{64}"/u, `"${'0'.repeat(64)}"`));
  const local = run(folder, '--help');
  expect(await local.ended).toBe(0);
  expect(local.said()).toMatch(/^The bundle is made/u);
  expect(await readFile(sources, 'utf8')).toBe(text);
});

test('--help names every option', async () => {
  const local = run(folder, '--help');
  expect(await local.ended).toBe(0);
  for (const option of ['docs-port', 'realtime-port', 'host', 'rules', 'database-rules', 'indexes', 'config'])
    expect(local.said()).toContain(`  --${option} `);
});
