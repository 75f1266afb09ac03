/**
 * Random listens, writes, answers and words of the server, played to the embedded client's engine and to the Firebase SDK's:
 * both must listen to the same at the server and tell their listeners the same, event by event.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Overlay } from '#sync/realtime/overlay.ts';
import { SyncTree } from '#sync/realtime/sync-tree.ts';
import type { ViewEvent, Watcher } from '#sync/realtime/view.ts';
import { contains, type PendingWrite } from '#sync/realtime/write-tree.ts';
import { Database } from '#fakes/cloud/realtime/database.ts';
import { fromWire } from '#query/tree/node.ts';
import { isWhole, type ListenEvent, queryId } from '#query/tree/protocol.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import { normalQuery, pathKeys } from '#provider-kit/realtime/checks.ts';
import type { RealtimeQuery } from '#ports/realtime/realtime.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import { SdkDatabase, type Told } from './realtime-sync-sdk.ts';
import { compareCases, type Tally, tally } from './seed.ts';

const queries: readonly RealtimeQuery[] = [
  { path: 'list' },
  { path: 'list', orderBy: 'key' },
  { path: 'list', orderBy: { child: 'n' } },
  { path: 'list', limitToFirst: 2 },
  { path: 'list', orderBy: { child: 'n' }, limitToLast: 2 },
  { path: 'list', orderBy: { child: 'n' }, startAt: { value: 1 }, endAt: { value: 2 } },
  { path: 'list', orderBy: { child: 'n' }, startAt: { value: 1 }, limitToFirst: 1 },
  { path: 'list', orderBy: 'key', startAt: { value: 'b' }, limitToLast: 1 },
  { path: 'list', orderBy: 'value', limitToLast: 2 },
  { path: 'list/a' },
  { path: 'list/b', limitToFirst: 1 },
  { path: '' },
];

interface Setting {
  readonly path: string;
  readonly value: Json;
  readonly priority: null | number;
}

type Step =
  | { readonly do: 'listen'; readonly about: number }
  | { readonly do: 'set'; readonly setting: Setting }
  | { readonly do: 'update'; readonly values: Readonly<Record<string, Json>> }
  | { readonly do: 'other'; readonly setting: Setting }
  | { readonly do: 'otherUpdate'; readonly values: Readonly<Record<string, Json>> }
  /** The server processes its next message; a write may be refused. */
  | { readonly do: 'serve'; readonly accepts: boolean }
  | { readonly do: 'deliver' };

/** Child that always exists: the SDK loses its place in a limited query when no child has the ordered field. */
const rock = { x: { n: 2 } };

const key = fc.constantFrom('a', 'b', 'c', 'd');
const field = fc.constantFrom('n', 'm');
const number = fc.integer({ min: 0, max: 3 });
const priorities = fc.constantFrom(null, null, 1, 2);
const fields = fc.record({ n: number, m: number }, { requiredKeys: [], noNullPrototype: true });
const child = fc.oneof({ weight: 3, arbitrary: fields }, { weight: 1, arbitrary: fc.constant(null) });
const fieldValue = fc.oneof({ weight: 3, arbitrary: number }, { weight: 1, arbitrary: fc.constant(null) });

/** Settings of children and of all of them. */
const settings = (
  value: fc.Arbitrary<Json>,
  priority: fc.Arbitrary<null | number> = fc.constant(null),
): fc.Arbitrary<Setting> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ path: key.map((k) => `list/${k}`), value, priority }) },
    {
      weight: 1,
      arbitrary: fc.record({
        path: fc.constant('list'),
        value: fc
          .dictionary(key, value, { maxKeys: 3, noNullPrototype: true })
          .map((list) => ({ ...list, ...rock })),
        priority: fc.constant(null),
      }),
    },
  );
const fieldSetting: fc.Arbitrary<Setting> = fc.record({
  path: fc.tuple(key, field).map(([k, f]) => `list/${k}/${f}`),
  value: fieldValue,
  priority: fc.constant(null),
});

/** Changed children, none within another. */
const changes = (change: fc.Arbitrary<readonly [below: string, value: Json]>): fc.Arbitrary<Values> =>
  fc
    .uniqueArray(fc.tuple(key, change), { minLength: 1, maxLength: 3, selector: ([k]) => k })
    .map((list) => Object.fromEntries(list.map(([k, [below, value]]) => [`${k}${below}`, value])));
const wholly = (value: fc.Arbitrary<Json>) => value.map((each) => ['', each] as const);
const fieldChange = fc.tuple(field, fieldValue).map(([f, value]) => [`/${f}`, value] as const);

type Values = Readonly<Record<string, Json>>;

const scripts = (
  about: fc.Arbitrary<number>,
  setting: fc.Arbitrary<Setting>,
  values: fc.Arbitrary<Values>,
): fc.Arbitrary<readonly Step[]> => {
  const sets: fc.Arbitrary<Step> = fc.record({ do: fc.constant('set' as const), setting });
  const updates: fc.Arbitrary<Step> = fc.record({ do: fc.constant('update' as const), values });
  const script = (own: fc.Arbitrary<Step>) =>
    fc.array(
      fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
        { weight: 2, arbitrary: fc.record({ do: fc.constant('listen' as const), about }) },
        { weight: 4, arbitrary: own },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('other' as const), setting }) },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('otherUpdate' as const), values }) },
        { weight: 4, arbitrary: fc.record({ do: fc.constant('serve' as const), accepts: fc.boolean() }) },
        { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const) }) },
      ),
      { minLength: 10, maxLength: 60, size: 'max' },
    );
  // Own sets among own updates soon meet the mistake that nothing can be compared after.
  return fc.oneof(script(sets), script(updates), script(fc.oneof(sets, updates)));
};

interface Numbered extends Watcher {
  readonly about: number;
}

/** Both engines, one server, and the messages under way. */
class Table {
  readonly sdk = new SdkDatabase();
  private readonly server = new Database(
    () => 0,
    () => {},
  );
  private readonly started: string[] = [];
  private readonly stopped: string[] = [];
  private readonly tree = new SyncTree<Numbered>({
    start: (query) => {
      this.started.push(this.nameOf(query));
      const listen = {};
      this.opened.set(this.nameOf(query), listen);
      this.upstream.push(() => this.open(query, listen));
    },
    stop: (query) => {
      this.stopped.push(this.nameOf(query));
      this.opened.delete(this.nameOf(query));
      this.upstream.push(() => this.close(query));
    },
  });
  private readonly names = new Map<string, string>();
  private readonly writes: PendingWrite[] = [];
  private readonly unanswered = new Set<PendingWrite>();
  /** Whether the SDK has made a known mistake; later steps can't be compared. */
  private mistaken = false;
  private events = 0;
  private readonly ends = new Map<number, Unsubscribe>();
  /** Listens as the client knows them, so that messages for an earlier one are ignored. */
  private readonly opened = new Map<string, object>();
  private readonly atServer = new Map<string, Unsubscribe>();
  private readonly upstream: ((accepts: boolean) => void)[] = [];
  private readonly downstream: (() => readonly ViewEvent<Numbered>[])[] = [];

  constructor() {
    this.make(this.server.settings([{ keys: ['list'], value: rock, priority: null }]));
    for (const asked of queries) this.names.set(idOf(normalQuery(asked)), this.sdk.listenId(asked));
  }

  take(next: Step): void {
    this.sdk.told.length = 0;
    const told = this.play(next).map(toldOf);
    if (this.mistaken) return;
    this.events += told.length;
    const sdk = this.sdk.told.map((each) => ({ ...each, value: fromWire(each.value).toWire() }));
    // A listener has five callbacks in the SDK, and one here.
    const shown = next.do === 'listen' ? [told, sdk].map(sorted) : [told, sdk];
    expect({ next, told: shown[0] }).toEqual({ next, told: shown[1] });
    expect({
      next,
      started: this.started.splice(0).toSorted(),
      stopped: this.stopped.splice(0).toSorted(),
    }).toEqual({
      next,
      started: this.sdk.started.splice(0).toSorted(),
      stopped: this.sdk.stopped.splice(0).toSorted(),
    });
  }

  count(compared: Tally): void {
    compared.add('events', this.events);
    if (this.mistaken) compared.add('scripts that end early');
  }

  async rest(): Promise<void> {
    for (let rounds = 0; this.upstream.length + this.downstream.length > 0 && rounds < 1000; rounds++) {
      this.take({ do: 'serve', accepts: true });
      this.take({ do: 'deliver' });
    }
    for (const end of this.ends.values()) end();
    await this.sdk.dispose();
  }

  private play(next: Step): readonly ViewEvent<Numbered>[] {
    switch (next.do) {
      case 'listen':
        return this.listen(next.about);
      case 'set':
        return this.write(next.setting);
      case 'update':
        return this.update(next.values);
      case 'other':
        this.make(this.server.settings([settingOf(next.setting)]));
        return [];
      case 'otherUpdate':
        this.make(this.server.update(settingsOf(next.values)));
        return [];
      case 'serve':
        this.upstream.shift()?.(next.accepts);
        return [];
      case 'deliver':
        return this.downstream.shift()?.() ?? [];
    }
  }

  /** Opens a listen, or closes one that is open. */
  private listen(about: number): readonly ViewEvent<Numbered>[] {
    const asked = queries[about];
    const end = this.ends.get(about);
    if (end || !asked) {
      this.ends.delete(about);
      end?.();
      return [];
    }
    const query = normalQuery(asked);
    const watcher: Numbered = { about, value: true, children: true };
    const events = this.tree.watch(query, watcher);
    const endSdk = this.sdk.listen(asked, about);
    this.ends.set(about, () => {
      this.tree.unwatch(query, watcher);
      endSdk();
    });
    return events;
  }

  private write({ path, value, priority }: Setting): readonly ViewEvent<Numbered>[] {
    this.sdk.set(path, value, priority);
    const node = fromWire(value).withPriority(priority);
    const change = () => this.server.settings([settingOf({ path, value, priority })]);
    return this.pending(this.tree.write(pathKeys(path), Overlay.of([[[], node]])), change);
  }

  private update(changes: Readonly<Record<string, Json>>): readonly ViewEvent<Numbered>[] {
    this.sdk.update('list', changes);
    const written = Overlay.of(
      Object.entries(changes).map(([path, value]) => [pathKeys(path), fromWire(value)]),
    );
    return this.pending(this.tree.write(['list'], written), () => this.server.update(settingsOf(changes)));
  }

  private pending(
    { write, events }: ReturnType<SyncTree<Numbered>['write']>,
    change: () => ReturnType<Database['settings']>,
  ): readonly ViewEvent<Numbered>[] {
    const position = this.writes.push(write) - 1;
    this.unanswered.add(write);
    this.upstream.push((accepts) => {
      if (accepts) this.make(change());
      this.downstream.push(() => {
        this.unanswered.delete(write);
        this.mistaken ||= this.forgetsUpdates(write);
        this.sdk.answer(position, accepts);
        return this.tree.settle(write, !accepts);
      });
    });
    return events;
  }

  /**
   * Known mistake of the SDK: under a listen for everything, a limited query is refilled from the state before several changes at
   * once.
   */
  private refillsFromThePast(): boolean {
    const asked = [...this.ends.keys()].map((about) => normalQuery(queries[about] ?? ''));
    return asked.some(isWhole) && asked.some(({ limit }) => limit);
  }

  /** Known mistake of the SDK: an answered `set` drops pending updates at and around its place. */
  private forgetsUpdates({ keys, written }: PendingWrite): boolean {
    if (written.node === null) return false;
    return [...this.unanswered].some(
      (other) =>
        other.written.node === null &&
        other.keys.length < keys.length &&
        [...other.written.places(other.keys)].some(
          ([place]) => contains(place, keys) || contains(keys, place),
        ),
    );
  }

  private make(change: ReturnType<Database['settings']>): void {
    this.server.make(change);
  }

  private open(query: NormalQuery, listen: object): void {
    const name = this.nameOf(query);
    const event = (said: unknown) =>
      this.downstream.push(() => {
        if (this.opened.get(name) !== listen) return [];
        const { patches } = said as ListenEvent;
        this.mistaken ||= patches.length > 1 && this.refillsFromThePast();
        this.sdk.said(name, query.keys.join('/'), said as ListenEvent);
        const written = Overlay.of(patches.map(({ keys, value }) => [keys, fromWire(value)]));
        return this.tree.heard(query, written);
      });
    this.atServer.get(name)?.();
    this.atServer.set(name, this.server.listen(query, { event, end: () => {} }, false));
  }

  private close(query: NormalQuery): void {
    this.atServer.get(this.nameOf(query))?.();
    this.atServer.delete(this.nameOf(query));
  }

  private nameOf(query: NormalQuery): string {
    return this.names.get(idOf(query)) ?? `unknown ${idOf(query)}`;
  }
}

const idOf = (query: NormalQuery) => `${query.keys.join('/')} ${isWhole(query) ? '' : queryId(query)}`;
const settingOf = ({ path, value, priority }: Setting) => ({ keys: pathKeys(path), value, priority });
const settingsOf = (changes: Readonly<Record<string, Json>>) =>
  Object.entries(changes).map(([path, value]) => settingOf({ path: `list/${path}`, value, priority: null }));
const toldOf = ({ watcher, type, key: name, previousKey, node }: ViewEvent<Numbered>): Told => ({
  about: watcher.about,
  type,
  key: name,
  previousKey,
  value: node.toWire(),
});
const sorted = (told: readonly Told[]) => told.map((each) => JSON.stringify(each)).toSorted();

const plainOrFields: fc.Arbitrary<Json> = fc.oneof(child, number);
const anyQuery = fc.nat(queries.length - 1);

// Separate cases: the SDK fails when own writes lie below a plain value, and priorities go with the last of the fields that several
// writes remove and restore in another order.
test.each([
  [
    'children and their fields',
    scripts(anyQuery, fc.oneof(settings(child), fieldSetting), changes(fc.oneof(wholly(child), fieldChange))),
  ],
  [
    'children that are plain values now and then',
    scripts(anyQuery, settings(plainOrFields, priorities), changes(wholly(plainOrFields))),
  ],
])('%s: the embedded engine listens and reports like the SDK', async (name, cases) => {
  const compared = tally(name);
  await compareCases(compared, 400, cases, async (script) => {
    const table = new Table();
    for (const next of script) table.take(next);
    await table.rest();
    table.count(compared);
  });
});
