/** Difference between two results of a query. */
import type { DocChange } from '#ports/docs/docs.ts';
import { identical } from '#query/order.ts';
import { firstIndex } from '#query/sorted-list.ts';
import type { LocalDoc } from './local-doc.ts';

/** A change before it becomes a reader's snapshot. */
export interface RawChange {
  readonly type: DocChange['type'];
  readonly doc: LocalDoc;
  readonly oldIndex: number;
  readonly newIndex: number;
  /** Whether only the document's metadata differs. */
  readonly quiet: boolean;
}

type Docs = readonly LocalDoc[];
type Compare = (one: LocalDoc, other: LocalDoc) => number;

/** Order and limit of a result. */
export interface ResultOrder {
  /** Order of the documents. */
  readonly compare: Compare;
  /** Most documents in the result, `null` for all; and whether the limit counts from the end of the order. */
  readonly limit: number | null;
  readonly fromEnd: boolean;
  /** A document that is in the result, or would be if the limit were greater. */
  readonly beyond: (path: string) => LocalDoc | null;
}

/** A document, and its place in a result. */
interface Placed {
  readonly doc: LocalDoc;
  readonly at: number;
}

/** The parts of two results that differ, in order. */
interface Difference {
  readonly old: readonly Placed[];
  readonly now: readonly Placed[];
}

interface Touch {
  readonly was: LocalDoc | null;
  readonly from: number;
  readonly to: number;
}

/** Documents that may have become something else, by path. */
export type Touched = ReadonlyMap<string, Touch>;

/**
 * Changes in order: removals, additions, modifications; indexes hold if applied one after the other. A document to be moved keeps
 * its place until then. Without known paths everything is compared.
 */
export function changesBetween(
  before: Docs,
  after: Docs,
  ground: ResultOrder,
  touched: Touched | null = null,
): readonly RawChange[] {
  if (before === after) return [];
  if (before.length === 0) return allAdded(after);
  const [only] = touched?.size === 1 ? touched : [];
  const known = only && changeOfOne(before, after, ground, only);
  if (known) return known;
  const { old, now } = touched ? differenceAt(before, after, ground, touched) : differenceOf(before, after);
  const was = new Map(old.map(({ doc }) => [doc.path, doc]));
  const is = new Set(now.map(({ doc }) => doc.path));
  const changes: RawChange[] = [];
  const gone = old.filter(({ doc }) => !is.has(doc.path));
  for (const { doc, oldIndex } of removals(gone, ground))
    changes.push({ type: 'removed', doc, oldIndex, newIndex: -1, quiet: false });
  const moves = now.some(({ doc }) => {
    const previous = was.get(doc.path);
    return previous !== undefined && previous !== doc && ground.compare(previous, doc) !== 0;
  });
  const places = moves ? new MovingPlaces(before, gone, ground.compare) : samePlaces;
  for (const place of now)
    if (!was.has(place.doc.path))
      changes.push({
        type: 'added',
        doc: place.doc,
        oldIndex: -1,
        newIndex: places.arrive(place),
        quiet: false,
      });
  for (const place of now) {
    const { doc } = place;
    const previous = was.get(doc.path);
    if (!previous || previous === doc) continue;
    const quiet = identical(previous.data, doc.data);
    if (quiet && previous.pending === doc.pending) continue;
    const oldIndex = places.leave(previous, place);
    changes.push({ type: 'modified', doc, oldIndex, newIndex: places.arrive(place), quiet });
  }
  return changes;
}

/** Removed documents in the order of their new states: a document beyond the limit may have changed with others. */
function removals(gone: readonly Placed[], { compare, beyond }: ResultOrder) {
  const shown = gone.map(({ doc, at }, index) => ({
    doc: beyond(doc.path) ?? doc,
    at,
    oldIndex: at - index,
  }));
  if (shown.every(({ doc }, index) => doc === gone[index]?.doc)) return shown;
  shown.sort((one, other) => compare(one.doc, other.doc));
  for (const [index, one] of shown.entries())
    one.oldIndex = one.at - shown.slice(0, index).filter(({ at }) => at < one.at).length;
  return shown;
}

/** `changesBetween` for one touched document, where the limit neither adds nor drops another; else `null`. */
function changeOfOne(
  before: Docs,
  after: Docs,
  ground: ResultOrder,
  [path, { was, from, to }]: readonly [string, Touch],
): readonly RawChange[] | null {
  const is = ground.beyond(path);
  const left = was !== null && before[from] === was;
  const came = is !== null && after[to] === is;
  if (left && came && before.length === after.length) {
    const quiet = identical(was.data, is.data);
    if (quiet && was.pending === is.pending) return [];
    return [{ type: 'modified', doc: is, oldIndex: from, newIndex: to, quiet }];
  }
  if (left && !is && before.length === after.length + 1)
    return [{ type: 'removed', doc: was, oldIndex: from, newIndex: -1, quiet: false }];
  if (came && !was && before.length === after.length - 1)
    return [{ type: 'added', doc: is, oldIndex: -1, newIndex: to, quiet: false }];
  return null;
}

export const allAdded = (docs: Docs): readonly RawChange[] =>
  docs.map((doc, newIndex) => ({ type: 'added', doc, oldIndex: -1, newIndex, quiet: false }));

/** The parts of two lists between their common start and their common end. */
function differenceOf(before: Docs, after: Docs): Difference {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail++;
  const placed = (docs: Docs) =>
    docs.slice(start, docs.length - tail).map((doc, index) => ({ doc, at: start + index }));
  return { old: placed(before), now: placed(after) };
}

/** The touched documents, and the documents that the limit let in or kept out because of them. */
function differenceAt(before: Docs, after: Docs, ground: ResultOrder, touched: Touched): Difference {
  const old: Placed[] = [];
  const now: Placed[] = [];
  for (const [path, { was, from, to }] of touched) {
    if (was) place(before, was, from, ground.compare, old);
    const is = ground.beyond(path);
    if (is) place(after, is, to, ground.compare, now);
  }
  const { limit } = ground;
  if (limit !== null && Math.max(before.length, after.length) >= limit) {
    passLimit(before, after, ground, old);
    passLimit(after, before, ground, now);
  }
  return { old: old.sort(byPlace), now: now.sort(byPlace) };
}

const byPlace = (one: Placed, other: Placed) => one.at - other.at;

/** Adds the document to `found`, if it is in the list; `guess` is where the search begins. */
function place(docs: Docs, doc: LocalDoc, guess: number, compare: Compare, found: Placed[]): boolean {
  const at = docs[guess] === doc ? guess : firstIndex(docs, (other) => compare(other, doc) >= 0);
  if (docs[at] !== doc) return false;
  found.push({ doc, at });
  return true;
}

/** Adds to `found` the documents at the end that the limit is counted to which the other list lacks. */
function passLimit(list: Docs, other: Docs, { compare, fromEnd }: ResultOrder, found: Placed[]): void {
  for (let passed = 0; passed < list.length; passed++) {
    const at = fromEnd ? passed : list.length - 1 - passed;
    const doc = list[at];
    if (!doc || found.some((placed) => placed.at === at)) continue;
    if (place(other, doc, fromEnd ? passed : other.length - 1 - passed, compare, [])) return;
    found.push({ doc, at });
  }
}

/** Index of each document removed or added, in a list that is changed step by step. */
interface Places {
  arrive(place: Placed): number;
  leave(previous: LocalDoc, place: Placed): number;
}

/** Indexes for changes in which no document that stayed has moved: every index is that of the new result. */
const samePlaces: Places = {
  arrive: ({ at }) => at,
  leave: (_previous, { at }) => at,
};

class MovingPlaces implements Places {
  private readonly order: LocalDoc[];
  private readonly compare: Compare;

  constructor(before: Docs, gone: readonly Placed[], compare: Compare) {
    this.order = [...before];
    for (const { at } of gone.toReversed()) this.order.splice(at, 1);
    this.compare = compare;
  }

  arrive({ doc }: Placed): number {
    const at = this.place(doc);
    this.order.splice(at, 0, doc);
    return at;
  }

  leave(previous: LocalDoc): number {
    const at = this.place(previous);
    this.order.splice(at, 1);
    return at;
  }

  private place(doc: LocalDoc): number {
    return firstIndex(this.order, (other) => this.compare(other, doc) >= 0);
  }
}
