/** Storage of a cloud: record by record, before any client is notified. */
import { describe, expect, it } from 'vitest';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { increment } from '#ports/docs/values.ts';
import type { ServiceName } from '#ports/control.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Write } from '#ports/docs/docs.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import { MemoryRecords } from './kept.fixture.ts';
import { seededRandom } from '#provider-kit/random.ts';

const functions: FunctionSet = {
  callables: {
    async note(input, { docs, tasks }) {
      const id = docs.newId();
      await docs.batch([set(`logs/${id}`, { input: String(input) })]);
      await docs.batch([set('logs/last', { id })]);
      await tasks.enqueue('later', { id });
      return id;
    },
  },
  tasks: {
    later: (payload, { docs }) => docs.batch([set(`later/${docs.newId()}`, { of: JSON.stringify(payload) })]),
  },
  schedules: { tick: { everyMs: 1000, run: ({ docs }) => docs.batch([count('logs/ticks')]) } },
};

const set = (path: string, data: Record<string, string | number>): Write => ({ type: 'set', path, data });
const count = (path: string): Write => ({ type: 'set', path, merge: true, data: { n: increment(1) } });

function kept(records = new MemoryRecords()) {
  const cloud = new FakeCloud({ functions });
  cloud.keepWith(records.keep, null);
  return { cloud, records };
}

/** Whether a promise is settled, after everything that needs no time has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  promise.then(
    () => (over = true),
    () => (over = true),
  );
  for (let turn = 0; turn < 10; turn++) await settle();
  return over;
}

describe('acknowledged writes are stored', () => {
  const actions: Readonly<Record<string, (client: EmbeddedClient) => Promise<unknown>>> = {
    'a document': ({ docs }) => docs.write(set('notes/b', { n: 1 })),
    'a transaction': ({ docs }) => docs.transactions.run(async (own) => own.write(set('notes/b', { n: 1 }))),
    'a value of the tree': ({ realtime }) => realtime.set('a/b', 1),
    'what is to be written when the client is gone': ({ realtime }) => realtime.disconnects.at('a/c').set(1),
    'a file': ({ storage }) => storage.upload('a', Uint8Array.of(1)).done,
    'an account': ({ auth }) => auth.createUser({ email: 'a@example.com', password: 'correct horse' }),
    'a call': ({ functions: calls }) => calls.call('note', 1),
    'a registration': ({ messaging }) => messaging.register({ ask: true }),
    configuration: ({ control }) => control.publishConfig({ a: 'b' }),
    'a reset': ({ control }) => control.reset(),
  };

  it.each(Object.entries(actions))('%s: the answer comes when it is', async (_what, act) => {
    const { cloud, records } = kept();
    const client = connect(cloud, { browser: new TestBrowser() });
    await client.auth.guests.signIn();
    const open = records.hold();
    const answer = act(client);
    expect(await isSettled(answer)).toBe(false);
    const before = records.groups.length;
    open();
    await answer;
    expect(records.groups.length).toBeGreaterThan(before);
    await client.dispose();
  });

  it('others are told of nothing that is not kept, and of all in order', async () => {
    const { cloud, records } = kept();
    const [author, reader] = [connect(cloud), connect(cloud)];
    const seen: unknown[] = [];
    reader.docs.watch('notes/a', { next: ({ data }) => void seen.push(data?.['n'] ?? null) });
    reader.realtime.watch('a', { next: ({ value }) => void seen.push(value) });
    await author.docs.write(set('notes/z', {}));
    expect(seen).toEqual([null, null]);
    const open = records.hold();
    const written = [author.docs.write(set('notes/a', { n: 1 })), author.realtime.set('a', 'x')];
    expect(await isSettled(Promise.race(written))).toBe(false);
    expect(seen).toEqual([null, null]);
    open();
    await Promise.all(written);
    await reader.docs.get('notes/a', { source: 'server' });
    expect(seen).toEqual([null, null, 1, 'x']);
    await author.dispose();
    await reader.dispose();
  });

  it('a write is kept with the name by which it is known when it is sent again', async () => {
    const { cloud, records } = kept();
    const client = connect(cloud);
    await client.docs.write(count('notes/a'));
    const group = records.groups.find(({ records: some }) => some.some(({ key }) => key === 'doc/notes/a'));
    expect(group?.records.map(({ key }) => key.split('/')[0])).toEqual(
      expect.arrayContaining(['doc', 'queue', 'meta']),
    );
    await client.dispose();
  });
});

describe('groups', () => {
  it('hold one record a document, however many there are', async () => {
    const { cloud, records } = kept();
    await cloud.server.docs.batch(Array.from({ length: 400 }, (_, n) => set(`notes/${n}`, { n })));
    await cloud.whenKept();
    records.groups.length = 0;
    await cloud.server.docs.batch([set('notes/7', { n: 0 })]);
    await cloud.whenKept();
    expect(records.groups.map(({ records: some }) => some.map(({ key }) => key))).toEqual([
      ['meta/', 'doc/notes/7'],
    ]);
  });

  it('are kept one at a time; what comes meanwhile is one more', async () => {
    const { cloud, records } = kept();
    await cloud.server.docs.batch([set('notes/a', { n: 0 })]);
    await cloud.whenKept();
    records.groups.length = 0;
    const open = records.hold();
    for (let n = 1; n < 10; n++) {
      await cloud.server.docs.batch([set(`notes/${n}`, { n })]);
      await settle();
    }
    open();
    await cloud.whenKept();
    expect(records.most).toBe(1);
    expect(records.groups.map(({ records: some }) => some.length)).toEqual([2, 9]);
  });

  it('never split a batch', async () => {
    const { cloud, records } = kept();
    const writes = Array.from({ length: 30 }, (_, n) => set(`notes/${n}`, { n }));
    for (let turn = 0; turn < 5; turn++)
      await cloud.server.docs.batch(writes.map((write) => ({ ...write, data: { turn } })));
    await cloud.whenKept();
    for (const { records: some } of records.groups.slice(1)) {
      const docs = some.filter(({ key }) => key.startsWith('doc/notes/'));
      expect([0, 30]).toContain(docs.length);
      expect(new Set(docs.map(({ value }) => JSON.stringify(Object(value).data))).size).toBeLessThan(2);
    }
  });

  it('rewrite no file for its metadata, and no presence but the one that changed', async () => {
    const { cloud, records } = kept();
    const client = connect(cloud);
    await client.auth.guests.signIn();
    await client.storage.upload('a', Uint8Array.of(1, 2)).done;
    await client.realtime.set('presence', { one: { at: 1, who: 'x' }, two: { at: 1, who: 'y' } });
    records.groups.length = 0;
    await client.storage.metadata.update('a', { custom: { b: 'c' } });
    await client.realtime.set('presence/one', { at: 2, who: 'x' });
    const keys = records.groups.flatMap(({ records: some }) =>
      some.map(({ service, key }) => `${service}:${key}`),
    );
    expect(keys.filter((key) => !key.includes(':stamp/'))).toEqual([
      'storage:object/a',
      'realtime:node/presence/one/at',
    ]);
    await client.dispose();
  });

  it('that are refused hold nobody up, and are part of the next', async () => {
    const { cloud, records } = kept();
    const client = connect(cloud);
    await client.docs.write(set('notes/a', { n: 1 }));
    records.refuse(true);
    await client.docs.write(set('notes/b', { n: 1 }));
    expect((await client.docs.get('notes/b', { source: 'server' })).data).toEqual({ n: 1 });
    records.refuse(false);
    await client.docs.write(set('notes/c', { n: 1 }));
    const docs = await records.next().server.docs.find({ collection: 'notes' });
    expect(docs.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    await client.dispose();
  });
});

it('a cloud that goes on gives no registration and no task the name of an earlier one', async () => {
  const records = new MemoryRecords();
  const names = new Set<string>();
  const lives = 4;
  for (let life = 0; life < lives; life++) {
    const cloud = life === 0 ? kept(records).cloud : records.next({ functions });
    const client = connect(cloud, { browser: new TestBrowser() });
    names.add((await client.messaging.register({ ask: true })).id);
    await client.functions.call('note', life);
    await cloud.advance(100);
    await client.dispose();
    await cloud.close();
  }
  expect(names.size).toBe(lives);
  const done = await records.next({ functions }).server.docs.find({ collection: 'later' });
  expect(done).toHaveLength(lives);
});

it('a cloud that nobody keeps waits for nothing', async () => {
  const cloud = new FakeCloud();
  await cloud.server.docs.batch([set('notes/a', {})]);
  await expect(cloud.whenKept()).resolves.toBeUndefined();
  await cloud.close();
});

const password = 'correct horse';
const ignored = (promise: Promise<unknown>) => void promise.catch(() => {});

const auths: readonly Act[] = [
  ({ auth }, n) => ignored(auth.createUser({ email: `${n}@example.com`, password })),
  ({ auth }, n) => ignored(auth.signIn({ kind: 'password', email: `u${n % 2}@example.com`, password })),
  ({ auth }, n) => ignored(auth.signIn({ kind: 'password', email: `u${n % 2}@example.com`, password })),
  ({ auth }) => ignored(auth.signIn({ kind: 'password', email: 'u1@example.com', password: 'wrong one' })),
  ({ auth }) => ignored(auth.guests.signIn()),
  ({ auth }, n) => ignored(auth.updateProfile({ displayName: `${n}` })),
  ({ auth }) => ignored(auth.mail.sendVerification()),
  ({ auth }, n) => ignored(auth.phone.sendCode(`+1650555010${n % 3}`)),
  ({ auth }) => ignored(auth.factors.totp.start()),
  async ({ auth, control }) => {
    const { sessionId } = await auth.factors.totp.start();
    const [shown] = await control.authenticator();
    await auth.factors.totp.finish(sessionId, shown?.code ?? '');
  },
  ({ auth }) => ignored(auth.deletion.deleteUser()),
  ({ auth }) => ignored(auth.signOut()),
];

const values: readonly Act[] = [
  ({ realtime }, n) => ignored(realtime.set(`places/${n % 4}`, { n, deep: { er: n } }, n % 3)),
  ({ realtime }, n) => ignored(realtime.set(`places/${n % 4}/n/below`, n)),
  ({ realtime }, n) => ignored(realtime.priorities.set(`places/${n % 4}`, n)),
  ({ realtime }, n) => ignored(realtime.update('places', { [n % 4]: null, [`other/${n}`]: n })),
  ({ realtime }, n) => ignored(realtime.remove(`places/${n % 4}/deep`)),
  ({ realtime }, n) => ignored(realtime.transactions.run(`sums/${n % 2}`, (value) => Number(value) + 1)),
  ({ realtime }, n) => ignored(realtime.disconnects.at(`gone/${n % 3}`).set(n)),
  ({ realtime }, n) => ignored(realtime.disconnects.at(`gone/${n % 3}`).cancel()),
];

const files: readonly Act[] = [
  ({ storage }, n) => ignored(storage.upload(`files/${n % 3}`, new Uint8Array(300_000).fill(n)).done),
  ({ storage }, n) => {
    const upload = storage.upload(`files/${n % 3}`, new Uint8Array(900_000));
    ignored(upload.done);
    upload.cancel();
  },
  ({ storage }, n) => ignored(storage.metadata.update(`files/${n % 3}`, { custom: { n: `${n}` } })),
  ({ storage }, n) => ignored(storage.remove(`files/${n % 3}`)),
];

const others: readonly Act[] = [
  ({ docs }, n) => ignored(docs.batch([set(`notes/${n % 7}`, { n }), count('counts/all')])),
  ({ docs }, n) => ignored(docs.write({ type: 'delete', path: `notes/${n % 7}` })),
  ({ docs }) => ignored(docs.transactions.run(async (own) => own.write(count('counts/turns')))),
  ({ functions: calls }, n) => ignored(calls.call('note', n)),
  ({ messaging }, _, { push }) =>
    ignored(messaging.register({ ask: true }).then(({ id }) => push.subscribe(id, 'all'))),
  (_client, _, { push }) => ignored(push.sendToTopic('all', { notification: { title: 'a', body: 'b' } })),
  ({ messaging }) => ignored(messaging.unregister()),
  ({ control }, n) => ignored(control.publishConfig({ a: `${n}` })),
  ({ performance }, n) =>
    performance.record({ name: `n${n}`, startedAt: n, durationMs: 1, metrics: {}, attributes: {} }),
  ({ control }) => control.setNetwork(!control.networkOnline()),
  ({ control }, n) => {
    if (n % 5 === 0) ignored(control.exportCloud().then((text) => control.importCloud(text)));
  },
];

type Act = (client: EmbeddedClient, n: number, server: ServerPorts) => unknown;

/** People who change everything that lasts, in every way, on bad lines. */
async function crowd(
  cloud: FakeCloud,
  seed: number,
  turns: number,
  each: () => Promise<void>,
): Promise<void> {
  const chance = seededRandom(seed);
  const acts = [auths, values, files, others];
  for (const n of [0, 1])
    await cloud.server.users.create({ email: `u${n}@example.com`, password, emailVerified: true });
  const people = [1, 2, 3].map(() => connect(cloud, { browser: new TestBrowser() }));
  cloud.faults.inject({ kind: 'latency', ms: 5, jitterMs: 300, times: 100 });
  for (let turn = 0; turn < turns; turn++) {
    const client = people[chance.integer(people.length)];
    const kind = acts[chance.integer(acts.length)] ?? others;
    const act = kind[chance.integer(kind.length)];
    if (client && act) void Promise.resolve(act(client, turn, cloud.server)).catch(() => {});
    await cloud.advance(chance.integer(900));
    await each();
  }
  for (const { control } of people) control.setNetwork(true);
  await Promise.all(people.map((client) => client.dispose()));
}

/** State of a cloud as text. Documents are in no order, and files are long. */
function held(cloud: FakeCloud): string {
  const { services } = cloud.snapshot();
  cloud.dispose();
  const docs = services.docs as { readonly docs: readonly { readonly path: string }[] };
  const sorted = docs.docs.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return JSON.stringify({ ...services, docs: { ...docs, docs: sorted } }, (_, value: unknown) => {
    if (value instanceof Uint8Array) return `${value.length} bytes: ${value[0]}`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

it('the records are the cloud, after every change', async () => {
  const parts = new Set<string>();
  for (const seed of [1, 2, 3]) {
    const { cloud, records } = kept();
    await crowd(cloud, seed, 150, async () => {
      await cloud.whenKept();
      const one = new FakeCloud({ clock: cloud.clock, functions });
      one.keepWith(async () => {}, records.found());
      const other = new FakeCloud({ clock: cloud.clock, functions });
      other.restore(cloud.snapshot());
      expect(held(one), `seed ${seed}`).toBe(held(other));
    });
    await cloud.close();
    for (const { records: some } of records.groups)
      for (const { service, key } of some) parts.add(`${service} ${key.slice(0, key.indexOf('/'))}`);
  }
  // Else the crowd has left something out.
  const every = {
    auth: ['account', 'email', 'guess', 'message', 'meta', 'pending', 'phone', 'session', 'setup'],
    config: ['published'],
    docs: ['doc', 'meta', 'queue', 'transaction'],
    functions: ['done', 'schedule', 'task'],
    messaging: ['box'],
    performance: ['trace'],
    realtime: ['node', 'stamp', 'will'],
    storage: ['content', 'object', 'part', 'upload'],
  };
  expect([...parts].toSorted()).toEqual(
    Object.entries(every).flatMap(([service, names]) => names.map((name) => `${service} ${name}`)),
  );
});

/** Records that are of no use without the one that is named, or it without them. */
const related: Readonly<Record<string, (key: string) => RegExp>> = {
  'storage:object': (path) => new RegExp(`^storage:content/${path}$`),
  'storage:content': (path) => new RegExp(`^storage:object/${path}$`),
  'storage:upload': (key) => new RegExp(`^storage:part/[0-9]+/${key}$`),
  'storage:part': (key) => new RegExp(`^storage:(upload|part)/.*${key.slice(key.indexOf('/') + 1)}$`),
};

it.each([
  ['a text', 'damaged'],
  ['nothing', null],
  ['an empty object in its place', { order: 1, value: {} }],
  ['a list in its place', { order: 1, value: [[{}]] }],
])('a record that is %s is set aside alone, of whatever kind it is', async (_, value) => {
  const { cloud, records } = kept();
  await crowd(cloud, 1, 150, () => cloud.whenKept());
  await cloud.server.storage.write('files/whole', Uint8Array.of(1));
  await cloud.whenKept();
  const names = records.names();
  const kinds = new Map(names.map((name) => [name.slice(0, name.indexOf('/')), name]));
  const lost: string[] = [];
  for (const [kind, name] of kinds) {
    const found = records.found();
    const [service, key] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
    const spoilt = {
      ...found,
      records: {
        ...found.records,
        [service]: [...found.records[service as ServiceName]].map((entry) =>
          entry[0] === key ? ([key, value] as const) : entry,
        ),
      },
    };
    const store = records.copy();
    const next = new FakeCloud({ clock: new ManualClock(found.head.at), functions });
    const aside = next.keepWith(store.keep, spoilt).map((record) => `${record.service}:${record.key}`);
    await next.whenKept();
    const isRelated = related[kind]?.(name.slice(kind.length + 1)) ?? /^$/;
    if (!aside.includes(name)) lost.push(`${name} was read`);
    lost.push(...aside.filter((other) => other !== name && !isRelated.test(other)));
    expect([...store.aside.keys()].toSorted(), `aside of ${name}`).toEqual(aside.toSorted());
    const { aside: nextAside } = store.opened({ functions });
    expect(nextAside, `again, of ${name}`).toEqual([]);
    await next.close();
  }
  expect(lost).toEqual([]);
});
