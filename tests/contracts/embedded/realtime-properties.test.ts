/** Whatever clients do, in whatever order: what they see live is what there is. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { incrementBy, type RealtimeQuery, type RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import { recorder } from '../harness.ts';

const key = fc.constantFrom('a', 'b', 'c', '1', '2', '10');
const path = fc.oneof(
  key.map((name) => `list/${name}`),
  fc.tuple(key, key).map(([name, field]) => `list/${name}/${field}`),
  fc.constant('list'),
);
const plain = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', true, null));
const value = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: fc.dictionary(key, plain, { maxKeys: 3 }) },
);

type Plain = null | string | number | boolean;

type Step =
  | {
      readonly do: 'set';
      readonly who: 0 | 1;
      readonly path: string;
      readonly value: Plain | Record<string, Plain>;
      readonly priority: null | number;
    }
  | { readonly do: 'update'; readonly who: 0 | 1; readonly values: Record<string, Plain> }
  | { readonly do: 'priority'; readonly who: 0 | 1; readonly path: string; readonly priority: null | number }
  | { readonly do: 'count'; readonly who: 0 | 1; readonly path: string }
  | { readonly do: 'network'; readonly who: 0 | 1; readonly on: boolean }
  | { readonly do: 'settle' };

const who = fc.constantFrom(0 as const, 1 as const);
const priority = fc.constantFrom(null, 1, 2);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('set' as const), who, path, value, priority }),
  fc.record({
    do: fc.constant('update' as const),
    who,
    values: fc.dictionary(key, plain, { minKeys: 1, maxKeys: 3 }),
  }),
  fc.record({ do: fc.constant('priority' as const), who, path, priority }),
  fc.record({ do: fc.constant('count' as const), who, path }),
  fc.record({ do: fc.constant('network' as const), who, on: fc.boolean() }),
  fc.record({ do: fc.constant('settle' as const) }),
);

const queries: readonly RealtimeQuery[] = [
  { path: 'list' },
  { path: 'list', orderBy: 'key' },
  { path: 'list', orderBy: 'value', limitToFirst: 2 },
  { path: 'list', orderBy: { child: 'a' }, limitToLast: 2 },
  { path: 'list', orderBy: 'value', startAt: { value: 1 }, endAt: { value: 'w' } },
  { path: 'list', limitToLast: 1 },
  { path: 'list/a' },
];

async function take(clients: readonly EmbeddedClient[], next: Step): Promise<void> {
  if (next.do === 'settle') return settle();
  const client = clients[next.who];
  if (!client) return;
  const { realtime, control } = client;
  // A client disposed of while offline takes what it has not sent with it.
  const write = (promise: Promise<void>) => void promise.catch(() => {});
  if (next.do === 'set') write(realtime.set(next.path, next.value, next.priority));
  else if (next.do === 'update') write(realtime.update('list', next.values));
  else if (next.do === 'priority') write(realtime.setPriority(next.path, next.priority));
  else if (next.do === 'count') write(realtime.set(next.path, incrementBy(1)));
  else control.setNetwork(next.on);
}

test('two clients converge, and their live queries show what a fresh one does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.subarray([...queries], { minLength: 1 }),
      async (steps, asked) => {
        const cloud = new FakeCloud();
        const clients = [connect(cloud), connect(cloud)];
        const live = clients.flatMap(({ realtime }) =>
          asked.map((query) => {
            const seen = recorder<RealtimeSnapshot>();
            realtime.watch(query, seen);
            return { query, seen };
          }),
        );
        await settle();
        for (const next of steps) await take(clients, next);
        for (const { control } of clients) control.setNetwork(true);
        await settle();
        await settle();
        const judge = connect(cloud);
        await settle();
        for (const { query, seen } of live) expect(seen.last()).toEqual(await judge.realtime.get(query));
        for (const client of [...clients, judge]) await client.dispose();
        cloud.dispose();
      },
    ),
    { numRuns: 150 },
  );
});

test('what is seen live is never wrong about what was written here', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const cloud = new FakeCloud();
      const client = connect(cloud);
      const all = recorder<RealtimeSnapshot>();
      client.realtime.watch('list', all);
      const limited = queries.map((query) => {
        const seen = recorder<RealtimeSnapshot>();
        client.realtime.watch(query, seen);
        return { query, seen };
      });
      await settle();
      for (const next of steps) await take([client, client], next);
      await settle();
      for (const { query, seen } of limited) expect(seen.last()).toEqual(await client.realtime.get(query));
      await client.dispose();
      cloud.dispose();
    }),
    { numRuns: 100 },
  );
});

test('what was left for when a client is gone is written exactly once, however it goes', async () => {
  const goings = fc.array(fc.constantFrom('network', 'offline', 'drop', 'settle'), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(goings, async (list) => {
      const cloud = new FakeCloud();
      const { realtime, control, dispose } = connect(cloud);
      await settle();
      await realtime.onDisconnect('gone').set(incrementBy(1));
      let wasGone = false;
      for (const going of list) {
        if (going === 'network') control.setNetwork(false);
        else if (going === 'offline') realtime.setOnline(false);
        else if (going === 'drop') await control.inject({ kind: 'disconnect', forMs: 1000 });
        await settle();
        wasGone ||= going !== 'settle';
        control.setNetwork(true);
        realtime.setOnline(true);
        await cloud.advance(2000);
      }
      expect(await cloud.server.realtime.get('gone')).toBe(wasGone ? 1 : null);
      await dispose();
      await settle();
      expect(await cloud.server.realtime.get('gone')).toBe(1);
      cloud.dispose();
    }),
    { numRuns: 40 },
  );
});
