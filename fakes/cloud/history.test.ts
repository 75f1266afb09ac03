/**
 * Determinism: with one seed every message between clients and cloud, and the stored state at the end, are the same byte for byte.
 */
import { expect, it } from 'vitest';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { increment, serverTimestamp } from '#ports/docs/values.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import { cloudText } from './cloud-text.ts';

const functions: FunctionSet = {
  callables: {
    async note(input, { docs, tasks, caller }) {
      await docs.batch([{ type: 'set', path: `logs/${docs.newId()}`, data: { by: caller?.uid ?? null } }]);
      await tasks.enqueue('later', { input: String(input) });
      return docs.newId();
    },
  },
  tasks: {
    later: (payload, { docs }) =>
      docs.batch([{ type: 'set', path: `logs/${docs.newId()}`, data: { later: JSON.stringify(payload) } }]),
  },
  schedules: {
    tick: {
      everyMs: 1000,
      run: ({ docs, clock }) =>
        docs.batch([{ type: 'set', path: 'logs/tick', data: { at: clock.now(), ticks: increment(1) } }]),
    },
  },
};

/** Random operations of a few clients on a faulty network, from the cloud's own seed. */
async function live(seed: number): Promise<readonly string[]> {
  const cloud = new FakeCloud({ seed, functions });
  const history: string[] = [];
  cloud.onTraffic((traffic) => history.push(JSON.stringify(traffic)));
  cloud.faults.inject({ kind: 'latency', ms: 5, jitterMs: 400, times: 200 });
  cloud.faults.inject({ kind: 'quota', service: 'functions', requests: 3, perMs: 2000 });
  const chance = cloud.random.fork('what people do');
  const people = [connect(cloud), connect(cloud), connect(cloud)];
  for (const [at, { auth, docs, realtime }] of people.entries()) {
    void auth.createUser({ email: `person-${at}@example.com`, password: 'correct horse' });
    docs.watchQuery(query('notes', where('n', '>', 2), orderBy('n')), { next: () => {} });
    docs.watchQuery(docs.groups.query('parts'), { next: () => {} });
    realtime.watch('presence', { next: () => {} });
  }
  for (let turn = 0; turn < 60; turn++) {
    const client = people[chance.integer(people.length)];
    if (client) act(client, cloud, chance.integer(9), turn);
    if (turn % 12 === 5) cloud.faults.inject({ kind: 'lose-answer', service: 'docs', operation: 'commit' });
    if (turn % 20 === 9)
      cloud.faults.inject({ kind: 'crash', service: 'docs', afterWrites: chance.integer(3) });
    await cloud.advance(chance.integer(300));
  }
  for (const { control } of people) control.setNetwork(true);
  await cloud.advance(60_000);
  await Promise.all(people.map((client) => client.dispose()));
  await settle();
  cloud.dispose();
  return [...history, cloudText(cloud.snapshot())];
}

const ignored = (promise: Promise<unknown>) => void promise.catch(() => {});

function act(
  { docs, realtime, functions: calls, storage, control }: EmbeddedClient,
  cloud: FakeCloud,
  what: number,
  n: number,
) {
  switch (what) {
    case 0:
    case 1:
      return ignored(
        docs.batch([
          { type: 'set', path: `notes/${n % 7}`, data: { n, at: serverTimestamp() } },
          { type: 'set', path: `notes/${n % 7}/parts/${docs.newId()}`, data: { n } },
          { type: 'set', path: 'counts/all', merge: true, data: { n: increment(1) } },
        ]),
      );
    case 2:
      return ignored(
        docs.transactions.run(async (transaction) => {
          const { data } = await transaction.get('counts/turns');
          transaction.write({ type: 'set', path: 'counts/turns', data: { n: Number(data?.['n'] ?? 0) + 1 } });
        }),
      );
    case 3:
      return ignored(realtime.set(`presence/${n % 4}`, { n }));
    case 4:
      return ignored(calls.call('note', n));
    case 5:
      return ignored(storage.upload(`files/${n % 3}`, Uint8Array.of(n, n + 1)).done);
    case 6:
      return control.setNetwork(!control.networkOnline());
    case 7:
      return cloud.faults.inject({ kind: 'refuse', service: 'realtime', code: 'unavailable' });
    default:
      return ignored(docs.write({ type: 'delete', path: `notes/${n % 7}` }));
  }
}

it('one seed produces the same history byte for byte, and another seed a different one', async () => {
  const [one, again, other] = [await live(11), await live(11), await live(12)];
  expect(one.length).toBeGreaterThan(500);
  expect(again.join('\n')).toBe(one.join('\n'));
  expect(other.join('\n')).not.toBe(one.join('\n'));
});
