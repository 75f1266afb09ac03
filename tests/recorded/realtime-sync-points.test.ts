/**
 * Firebase's own scripts of what its realtime client does: listens, own writes, what the server says and answers, and exactly
 * the events that each step must raise. Played to the very tree that the port uses, at the root and deeper down.
 */
import { expect, test } from 'vitest';
import { Overlay } from '#sync/realtime/overlay.ts';
import { SyncTree } from '#sync/realtime/sync-tree.ts';
import type { ViewEvent, Watcher } from '#sync/realtime/view.ts';
import { contains, type PendingWrite } from '#sync/realtime/write-tree.ts';
import { fromWire, type Keys } from '#query/tree/node.ts';
import type { Edge, NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Json } from '#ports/shared.ts';
import { onRecording, read } from './on-recording.ts';

interface Script {
  readonly name: string;
  readonly steps: readonly Step[];
}

interface Step {
  readonly type:
    | 'listen'
    | 'unlisten'
    | 'set'
    | 'update'
    | 'serverUpdate'
    | 'serverMerge'
    | 'ackUserWrite'
    | 'suppressWarning';
  readonly path?: string;
  readonly params?: Params;
  readonly callbackId?: number;
  readonly data?: Json;
  readonly visible?: boolean;
  readonly tag?: number;
  readonly writeId?: number;
  readonly revert?: boolean;
  readonly events: readonly Expected[];
}

interface Bound {
  readonly index: null | boolean | number | string;
  readonly name?: string;
}

interface Params {
  readonly tag?: number;
  readonly orderBy?: string;
  readonly orderByKey?: boolean;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
  readonly startAt?: Bound;
  readonly startAfter?: Bound;
  readonly endAt?: Bound;
  readonly endBefore?: Bound;
  readonly equalTo?: Bound;
}

interface Expected {
  readonly path: string;
  readonly type: 'value' | 'child_added' | 'child_changed' | 'child_moved' | 'child_removed';
  readonly name?: string;
  readonly prevName?: string | null;
  readonly data: Json;
}

const keysOf = (path: string): Keys => path.split('/').filter((key) => key !== '');

function queryOf(keys: Keys, params: Params = {}): NormalQuery {
  const edge = (bound: Bound | undefined, inclusive: boolean): Edge | null =>
    bound ? { value: bound.index, key: bound.name ?? null, inclusive } : null;
  const { orderBy, limitToFirst, limitToLast } = params;
  const count = limitToFirst ?? limitToLast;
  return {
    keys,
    orderBy: params.orderByKey ? 'key' : orderBy === undefined ? 'priority' : { child: keysOf(orderBy) },
    start: edge(params.startAt ?? params.equalTo, true) ?? edge(params.startAfter, false),
    end: edge(params.endAt ?? params.equalTo, true) ?? edge(params.endBefore, false),
    limit: count === undefined ? null : { count, from: limitToFirst === undefined ? 'last' : 'first' },
  };
}

const order = ['removed', 'added', 'moved', 'changed', 'value'];

/** The scripts leave open in which order one step's events come; this is the documented one. */
function expectOrder(events: readonly ViewEvent<Watcher>[]): void {
  const watchers = new Set(events.map(({ watcher }) => watcher));
  for (const watcher of watchers) {
    const kinds = events.filter((event) => event.watcher === watcher).map(({ type }) => order.indexOf(type));
    expect(kinds).toEqual(kinds.toSorted((one, other) => one - other));
  }
  const lengths = events.map(({ view }) => view.query.keys);
  for (const [index, keys] of lengths.entries())
    for (const later of lengths.slice(index + 1))
      expect(later.length > keys.length && contains(keys, later)).toBe(false);
}

const sorted = (events: readonly ReturnType<typeof told>[]) =>
  events.map((event) => JSON.stringify(event)).toSorted();

function told({ type, name, prevName, data, path }: Expected) {
  const node = JSON.stringify(fromWire(data).toWire());
  if (type === 'value') return { path: keysOf(path).join('/'), type, node };
  const after = type === 'child_removed' ? null : (prevName ?? null);
  return { path: keysOf(path).join('/'), type, name, after, node };
}

const wasTold = ({ view, type, key, previousKey, node }: ViewEvent<Watcher>, base: Keys) =>
  told({
    path: view.query.keys.slice(base.length).join('/'),
    type: type === 'value' ? type : `child_${type}`,
    name: key ?? '',
    prevName: previousKey,
    data: node.toWire(),
  });

class Player {
  private readonly tree = new SyncTree({ start: () => {}, stop: () => {} });
  private readonly base: Keys;
  private readonly writes: PendingWrite[] = [];
  private readonly watchers = new Map<number, Watcher>();
  private readonly tagged = new Map<number, NormalQuery>();

  constructor(base: Keys) {
    this.base = base;
  }

  take(step: Step): readonly ViewEvent<Watcher>[] {
    const keys = [...this.base, ...keysOf(step.path ?? '')];
    const { data = null, tag, callbackId } = step;
    const overwrite = () => Overlay.of([[[], fromWire(data)]]);
    const merge = () =>
      Overlay.of(Object.entries(data ?? {}).map(([path, value]) => [keysOf(path), fromWire(value as Json)]));
    const listen = tag === undefined ? null : (this.tagged.get(tag) ?? null);
    switch (step.type) {
      case 'listen': {
        const watcher = this.watchers.get(callbackId ?? 0) ?? { value: true, children: true };
        if (callbackId !== undefined) this.watchers.set(callbackId, watcher);
        const query = queryOf(keys, step.params);
        if (step.params?.tag !== undefined) this.tagged.set(step.params.tag, query);
        return this.tree.watch(query, callbackId === undefined ? { ...watcher } : watcher);
      }
      case 'unlisten': {
        const watcher = this.watchers.get(callbackId ?? 0);
        if (watcher) this.tree.unwatch(queryOf(keys), watcher);
        return [];
      }
      case 'serverUpdate':
        return this.tree.told(listen, keys, overwrite());
      case 'serverMerge':
        return this.tree.told(listen, keys, merge());
      case 'set':
        return this.write(keys, overwrite(), step.visible);
      case 'update':
        return this.write(keys, merge());
      case 'ackUserWrite': {
        const write = this.writes[step.writeId ?? 0];
        if (!write) throw new Error(`There is no write ${step.writeId}.`);
        return this.tree.settle(write, step.revert ?? false);
      }
      case 'suppressWarning':
        return [];
    }
  }

  private write(keys: Keys, written: Overlay, visible = true): readonly ViewEvent<Watcher>[] {
    const { write, events } = this.tree.write(keys, written, visible);
    this.writes.push(write);
    return events;
  }
}

onRecording('oracles/realtime-sync-points.json', 224, (file) => {
  const scripts = read<readonly Script[]>(file);
  test.each(
    ['', 'foo/bar/baz'].flatMap((base) => scripts.map((script) => [base, script.name, script] as const)),
  )('at “%s”: %s', (base, _, { steps }) => {
    const player = new Player(keysOf(base));
    for (const step of steps) {
      const events = player.take(step);
      const raised = events.map((event) => wasTold(event, keysOf(base)));
      expect({ step, raised: sorted(raised) }).toEqual({ step, raised: sorted(step.events.map(told)) });
      expectOrder(events);
    }
  });
});
