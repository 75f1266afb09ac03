/** Records of a busy cloud: complete after every change, and read one by one. */
import { expect, it } from 'vitest';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import type { ServiceName } from '#ports/control.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { functions, storedCloud, setOf, countUp } from './keeping.fixture.ts';

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
  ({ docs }, n) => ignored(docs.batch([setOf(`notes/${n % 7}`, { n }), countUp('counts/all')])),
  ({ docs }, n) => ignored(docs.write({ type: 'delete', path: `notes/${n % 7}` })),
  ({ docs }) => ignored(docs.transactions.run(async (own) => own.write(countUp('counts/turns')))),
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

/** Clients that change all stored data by every operation, over failing connections. */
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

it('the records equal the cloud after every change', async () => {
  const parts = new Set<string>();
  for (const seed of [1, 2, 3]) {
    const { cloud, records } = storedCloud();
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
])('a record of any kind that is %s is set aside alone', async (_, value) => {
  const { cloud, records } = storedCloud();
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
