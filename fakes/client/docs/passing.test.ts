/** Fast paths of a client with a cache in memory whose listeners want content alone: they must give the same results. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { DocSnapshot, QuerySnapshot, Write } from '#ports/docs/docs.ts';
import { limit, limitToLast, orderBy, query, where } from '#ports/docs/query.ts';
import { assertProperty } from '../../../tests/property.ts';
import { connect, type EmbeddedClient } from '../client.ts';

type Step = { readonly doc: number } & (
  | { readonly do: 'set'; readonly mine: boolean; readonly n: number; readonly group: number }
  | { readonly do: 'delete'; readonly mine: boolean }
  | { readonly do: 'get' | 'find' | 'watch' | 'unwatch' }
);

const questions = [
  query('notes', orderBy('n')),
  query('notes', orderBy('n'), limit(3)),
  query('notes', orderBy('n'), limitToLast(2)),
  query('notes', where('group', '==', 1), orderBy('n', 'desc'), limit(2)),
];

const doc = fc.nat({ max: 7 });
const mine = fc.boolean();
const doing = <const Do extends string>(name: Do) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: doing('set'), mine, doc, n: fc.nat({ max: 9 }), group: fc.nat({ max: 2 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('delete'), mine, doc }) },
  { weight: 1, arbitrary: fc.record({ do: doing('get'), doc }) },
  { weight: 1, arbitrary: fc.record({ do: doing('find'), doc }) },
  { weight: 1, arbitrary: fc.record({ do: doing('watch'), doc }) },
  { weight: 1, arbitrary: fc.record({ do: doing('unwatch'), doc }) },
);

const content = (docs: readonly DocSnapshot[]) => docs.map(({ path, data }) => ({ path, data }));
const shown = (docs: readonly DocSnapshot[]) =>
  docs.map(({ path, data, metadata }) => ({ path, data, metadata }));

/** A listener that checks each event against the ones before it. */
class Listener {
  latest: QuerySnapshot | null = null;
  readonly mistakes: string[] = [];

  next(snapshot: QuerySnapshot): void {
    const docs = [...(this.latest?.docs ?? [])];
    for (const { type, doc: changed, oldIndex, newIndex } of snapshot.changes) {
      const gone = type === 'added' ? changed : docs.splice(oldIndex, 1)[0];
      if (gone?.path !== changed.path) this.mistakes.push(`${changed.path} was not at ${oldIndex}`);
      if (type !== 'removed') docs.splice(newIndex, 0, changed);
    }
    if (!isDeepStrictEqual(content(docs), content(snapshot.docs)))
      this.mistakes.push('the changes do not lead from one to the other');
    this.latest = snapshot;
  }
}

/** Answers of a client and of the server to the same query. */
async function answers({ docs }: EmbeddedClient, cloud: FakeCloud, { do: what, doc: at }: Step) {
  const [path, asked] = [`notes/${at}`, questions[at % questions.length]];
  if (what === 'get') return [shown([await docs.get(path)]), shown([await cloud.server.docs.get(path)])];
  if (what !== 'find' || !asked) return [[], []];
  const { docs: found, changes } = await docs.find(asked);
  const right = await cloud.server.docs.find(asked);
  const added = right.map((doc, newIndex) => ({ type: 'added', doc, oldIndex: -1, newIndex }));
  return [
    [...shown(found), ...changes],
    [...shown(right), ...added],
  ];
}

async function play(steps: readonly Step[]): Promise<void> {
  const cloud = new FakeCloud();
  const [own, other] = [connect(cloud), connect(cloud)];
  const listeners = new Map<number, { readonly listener: Listener; readonly end: () => void }>();
  const watch = (at: number) => {
    const asked = questions[at];
    if (!asked || listeners.has(at)) return;
    const listener = new Listener();
    listeners.set(at, {
      listener,
      end: own.docs.watchQuery(asked, { next: (snapshot) => listener.next(snapshot) }),
    });
  };
  watch(0);
  watch(1);
  for (const taken of steps) {
    const path = `notes/${taken.doc}`;
    const at = taken.doc % questions.length;
    if (taken.do === 'watch') watch(at);
    else if (taken.do === 'unwatch') {
      listeners.get(at)?.end();
      listeners.delete(at);
    } else if (taken.do === 'set' || taken.do === 'delete') {
      const write: Write =
        taken.do === 'set'
          ? { type: 'set', path, data: { n: taken.n, group: taken.group } }
          : { type: 'delete', path };
      await (taken.mine ? own : other).docs.write(write);
    }
    await settle();
    const [answered, right] = await answers(own, cloud, taken);
    expect(answered).toEqual(right);
    for (const [watched, { listener }] of listeners) {
      const expected = content(await cloud.server.docs.find(questions[watched] ?? query('notes')));
      expect(content(listener.latest?.docs ?? [])).toEqual(expected);
      expect(listener.mistakes).toEqual([]);
    }
  }
  // A write of another client to every document: earlier writes show as accepted.
  for (let at = 0; at <= 7; at++)
    await other.docs.write({ type: 'set', path: `notes/${at}`, data: { n: 20 + at, group: 1 } });
  await settle();
  for (const { listener } of listeners.values())
    expect(listener.latest?.docs.filter(({ metadata }) => metadata.hasPendingWrites)).toEqual([]);
  await Promise.all([own.dispose(), other.dispose()]);
  cloud.dispose();
}

it('shows the server’s state, with change lists that follow from each other', async () => {
  await assertProperty(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), play), {
    numRuns: 150,
  });
});

it('shows a write as acknowledged together with another change', async () => {
  const cloud = new FakeCloud();
  const [own, other] = [connect(cloud), connect(cloud)];
  const pending: (readonly string[])[] = [];
  own.docs.watchQuery(query('notes', orderBy('n'), limitToLast(2)), {
    next: ({ docs }) =>
      pending.push(docs.map(({ id, metadata }) => `${id}${metadata.hasPendingWrites ? ' pending' : ''}`)),
  });
  await settle();
  for (const id of ['1', '2', '3'])
    await own.docs.write({ type: 'set', path: `notes/${id}`, data: { n: Number(id) } });
  await other.docs.write({ type: 'set', path: 'notes/4', data: { n: 4 } });
  await settle();
  expect(pending).toEqual([[], ['1 pending'], ['1', '2 pending'], ['2', '3 pending'], ['3', '4']]);
  // A write before the window: no listener receives it.
  await own.docs.write({ type: 'set', path: 'notes/0', data: { n: 0 } });
  await settle();
  expect(pending).toHaveLength(5);
  await Promise.all([own.dispose(), other.dispose()]);
});

it('answers reads with pending writes, without a listener', async () => {
  const cloud = new FakeCloud();
  const own = connect(cloud);
  await own.docs.write({ type: 'set', path: 'notes/1', data: { n: 1 } });
  cloud.faults.inject({ kind: 'latency', service: 'docs', ms: 1000 });
  const landed = own.docs.write({ type: 'update', path: 'notes/1', changes: { n: 2 } });
  const waiting = [
    { path: 'notes/1', data: { n: 2 }, metadata: { fromCache: false, hasPendingWrites: true } },
  ];
  expect(shown([await own.docs.get('notes/1')])).toEqual(waiting);
  expect(shown((await own.docs.find(query('notes', limit(1)))).docs)).toEqual(waiting);
  await cloud.advance(1000);
  await landed;
  expect((await own.docs.get('notes/1')).metadata.hasPendingWrites).toBe(false);
  await own.dispose();
});
