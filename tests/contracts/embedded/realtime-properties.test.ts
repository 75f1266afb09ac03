/** Property: after any operations of clients in any order, live values equal the stored ones. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Fault } from '#ports/control.ts';
import { isPortError } from '#ports/errors.ts';
import {
  type ChildEvent,
  incrementBy,
  type RealtimeChild,
  type RealtimeQuery,
  type RealtimeSnapshot,
} from '#ports/realtime/realtime.ts';
import { assertProperty } from '#tests/property.ts';
import { recorder } from '#contracts/harness.ts';

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
  | { readonly do: 'transaction'; readonly who: 0 | 1; readonly path: string; readonly applyLocally: boolean }
  | { readonly do: 'network'; readonly who: 0 | 1; readonly on: boolean }
  | { readonly do: 'fault'; readonly who: 0 | 1; readonly fault: Fault }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'settle' };

const service = 'realtime';
const faults: readonly Fault[] = [
  { kind: 'latency', service, ms: 150, times: 2 },
  { kind: 'latency', service, ms: 1500 },
  { kind: 'refuse', service, operation: 'set', code: 'permission-denied' },
  { kind: 'refuse', service, operation: 'update', code: 'permission-denied' },
  { kind: 'refuse', service, operation: 'transaction', code: 'permission-denied' },
  { kind: 'lose-answer', service, operation: 'set' },
  { kind: 'lose-answer', service, operation: 'update' },
];

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
  fc.record({ do: fc.constant('transaction' as const), who, path, applyLocally: fc.boolean() }),
  fc.record({ do: fc.constant('network' as const), who, on: fc.boolean() }),
  fc.record({ do: fc.constant('fault' as const), who, fault: fc.constantFrom(...faults) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 2000) }),
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

async function take(cloud: FakeCloud, clients: readonly EmbeddedClient[], next: Step): Promise<void> {
  if (next.do === 'settle') return settle();
  if (next.do === 'wait') return cloud.advance(next.ms);
  const client = clients[next.who];
  if (!client) return;
  const { realtime, control } = client;
  // Refused on purpose; and a client disposed of while offline takes what it has not sent with it.
  const write = (promise: Promise<unknown>) => void promise.catch(() => {});
  if (next.do === 'set') write(realtime.set(next.path, next.value, next.priority));
  else if (next.do === 'update') write(realtime.update('list', next.values));
  else if (next.do === 'priority') write(realtime.priorities.set(next.path, next.priority));
  else if (next.do === 'count') write(realtime.set(next.path, incrementBy(1)));
  else if (next.do === 'transaction')
    write(
      realtime.transactions.run(next.path, (now) => (typeof now === 'number' ? now + 1 : 1), {
        applyLocally: next.applyLocally,
      }),
    );
  else if (next.do === 'fault') cloud.faults.inject(next.fault);
  else control.setNetwork(next.on);
}

async function comeToRest(cloud: FakeCloud, clients: readonly EmbeddedClient[]): Promise<void> {
  for (const { control } of clients) control.setNetwork(true);
  cloud.faults.clear();
  await cloud.advance(120_000);
  await settle();
}

/** Listener to single children that builds the list from events; compared with each value. */
class Follower {
  /** Differing values: the one seen, and the one received. */
  readonly differences: { readonly seen: unknown; readonly heard: unknown }[] = [];
  private children: readonly RealtimeChild[] = [];
  private moment: ChildEvent[] = [];

  follow({ realtime }: EmbeddedClient, query: RealtimeQuery): void {
    realtime.lists.watchChildren(query, { next: (event) => void this.moment.push(event) });
    realtime.watch(query, { next: ({ children }) => this.compare(children) });
  }

  private compare(seen: readonly RealtimeChild[]): void {
    const { moment } = this;
    this.moment = [];
    const touched = new Set(moment.filter(({ type }) => type !== 'changed').map(({ child }) => child.key));
    let next = this.children.filter((child) => !touched.has(child.key));
    const placed = moment.filter(({ type }) => type === 'added' || type === 'moved');
    while (placed.length > 0) {
      const at = placed.findIndex(
        ({ previousKey }) => previousKey === null || next.some(({ key: there }) => there === previousKey),
      );
      const [event] = placed.splice(Math.max(at, 0), 1);
      if (at < 0 || !event) break;
      const before = next.findIndex(({ key: there }) => there === event.previousKey);
      next = next.toSpliced(before + 1, 0, event.child);
    }
    for (const { type, child } of moment)
      if (type === 'changed') next = next.map((old) => (old.key === child.key ? child : old));
    this.children = next;
    if (JSON.stringify(next) !== JSON.stringify(seen)) this.differences.push({ seen, heard: next });
  }
}

test('two clients converge, and their live queries and child events equal a fresh read', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.subarray([...queries], { minLength: 1 }),
      async (steps, asked) => {
        const cloud = new FakeCloud();
        const clients = [connect(cloud), connect(cloud)];
        const live = clients.flatMap((client) =>
          asked.map((query) => {
            const seen = recorder<RealtimeSnapshot>();
            const follower = new Follower();
            client.realtime.watch(query, seen);
            follower.follow(client, query);
            return { query, seen, follower };
          }),
        );
        await settle();
        for (const next of steps) await take(cloud, clients, next);
        await comeToRest(cloud, clients);
        const reader = connect(cloud);
        await settle();
        for (const { query, seen, follower } of live) {
          expect(seen.last()).toEqual(await reader.realtime.get(query));
          expect(follower.differences).toEqual([]);
        }
        for (const client of [...clients, reader]) await client.dispose();
        cloud.dispose();
      },
    ),
    { numRuns: 150 },
  );
});

test('every confirmed write counts once under any faults', async () => {
  // A write that is refused when it is sent again may have been made before.
  const flaps = step.filter(
    (next) =>
      ['network', 'wait', 'settle'].includes(next.do) ||
      (next.do === 'fault' && next.fault.kind !== 'refuse'),
  );
  const counting = fc.record({
    do: fc.constantFrom('increment' as const, 'transaction' as const),
    who,
  });
  await assertProperty(
    fc.asyncProperty(fc.array(fc.oneof(counting, flaps), { maxLength: 30 }), async (steps) => {
      const cloud = new FakeCloud();
      const clients = [connect(cloud), connect(cloud)];
      await settle();
      let confirmed = 0;
      let unknown = 0;
      for (const next of steps) {
        const client = 'who' in next ? clients[next.who] : undefined;
        const work =
          next.do === 'increment'
            ? client?.realtime.set('count', incrementBy(1))
            : next.do === 'transaction'
              ? client?.realtime.transactions.run('count', (now) => (typeof now === 'number' ? now + 1 : 1))
              : undefined;
        if (!work) {
          await take(cloud, clients, next as Step);
          continue;
        }
        void (work as Promise<unknown>).then(
          () => confirmed++,
          (error: unknown) => {
            if (isPortError(error, 'realtime/disconnected')) unknown++;
          },
        );
      }
      await comeToRest(cloud, clients);
      const count = (await cloud.server.realtime.get('count')) ?? 0;
      expect(count).toBeGreaterThanOrEqual(confirmed);
      expect(count).toBeLessThanOrEqual(confirmed + unknown);
      for (const client of clients) await client.dispose();
      cloud.dispose();
    }),
    { numRuns: 150 },
  );
});

test('live values always include the client’s own writes', async () => {
  await assertProperty(
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
      for (const next of steps) await take(cloud, [client, client], next);
      await comeToRest(cloud, [client]);
      for (const { query, seen } of limited) expect(seen.last()).toEqual(await client.realtime.get(query));
      await client.dispose();
      cloud.dispose();
    }),
    { numRuns: 150 },
  );
});

test('a disconnect write is applied exactly once for any way of disconnecting', async () => {
  const goings = fc.array(fc.constantFrom('network', 'offline', 'drop', 'settle'), {
    minLength: 1,
    maxLength: 8,
  });
  await assertProperty(
    fc.asyncProperty(goings, async (list) => {
      const cloud = new FakeCloud();
      const { realtime, control, dispose } = connect(cloud);
      await settle();
      await realtime.disconnects.at('gone').set(incrementBy(1));
      let wasGone = false;
      for (const going of list) {
        if (going === 'network') control.setNetwork(false);
        else if (going === 'offline') realtime.connection.setOnline(false);
        else if (going === 'drop') await control.inject({ kind: 'disconnect', forMs: 1000 });
        await settle();
        wasGone ||= going !== 'settle';
        control.setNetwork(true);
        realtime.connection.setOnline(true);
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
