/** What happened between two results. */
import { identical } from '#fakes/cloud/docs/order.ts';
import { firstIndex } from '#fakes/cloud/docs/sorted-list.ts';
import type { DocChange } from '#ports/docs/docs.ts';
import type { LocalDoc } from './local-docs.ts';

/** A change before it is made into what a reader sees. */
export interface RawChange {
  readonly type: DocChange['type'];
  readonly doc: LocalDoc;
  readonly oldIndex: number;
  readonly newIndex: number;
  /** Only its metadata differs. */
  readonly quiet: boolean;
}

type Docs = readonly LocalDoc[];
type Compare = (one: LocalDoc, other: LocalDoc) => number;

/** What is known about a result beside its documents. */
interface Ground {
  /** Its order. */
  readonly compare: Compare;
  /** The document as it is now, if it is only the limit that keeps it out. */
  beyond(path: string): LocalDoc | null;
}

const unordered: Ground = { compare: () => 0, beyond: () => null };

/**
 * Removals first, then additions, then modifications; indexes hold if applied one after the other. A document that will be
 * moved stands until then where it stood before.
 */
export function changesBetween(before: Docs, after: Docs, ground: Ground = unordered): readonly RawChange[] {
  if (before === after) return [];
  const { start, old, now } = different(before, after);
  const was = new Map(old.map((doc) => [doc.path, doc]));
  const is = new Set(now.map(({ path }) => path));
  const changes: RawChange[] = [];
  let removed = 0;
  old.forEach((doc, at) => {
    if (is.has(doc.path)) return;
    const oldIndex = start + at - removed++;
    changes.push({
      type: 'removed',
      doc: ground.beyond(doc.path) ?? doc,
      oldIndex,
      newIndex: -1,
      quiet: false,
    });
  });
  const moves = now.some((doc) => {
    const previous = was.get(doc.path);
    return previous !== undefined && previous !== doc && ground.compare(previous, doc) !== 0;
  });
  const places = moves
    ? new MovingPlaces(
        old.filter(({ path }) => is.has(path)),
        ground.compare,
      )
    : new SamePlaces(now);
  for (const doc of now)
    if (!was.has(doc.path))
      changes.push({
        type: 'added',
        doc,
        oldIndex: -1,
        newIndex: start + places.arrive(doc),
        quiet: false,
      });
  for (const doc of now) {
    const previous = was.get(doc.path);
    if (!previous || previous === doc) continue;
    const quiet = identical(previous.data, doc.data);
    if (quiet && previous.pending === doc.pending) continue;
    const oldIndex = start + places.leave(previous);
    changes.push({ type: 'modified', doc, oldIndex, newIndex: start + places.arrive(doc), quiet });
  }
  return changes;
}

/** The parts that differ, without what is the same at both ends. */
function different(before: Docs, after: Docs): { start: number; old: Docs; now: Docs } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail++;
  return {
    start,
    old: before.slice(start, before.length - tail),
    now: after.slice(start, after.length - tail),
  };
}

/** Nothing that stayed has moved: every index is that of the new result. */
class SamePlaces {
  private readonly index: ReadonlyMap<string, number>;

  constructor(now: Docs) {
    this.index = new Map(now.map(({ path }, at) => [path, at]));
  }

  arrive({ path }: LocalDoc): number {
    return this.index.get(path) ?? -1;
  }

  leave({ path }: LocalDoc): number {
    return this.index.get(path) ?? -1;
  }
}

/** Follows each document as it is taken out and put where it belongs among the others. */
class MovingPlaces {
  private readonly order: LocalDoc[];
  private readonly compare: Compare;

  constructor(stayed: Docs, compare: Compare) {
    this.order = [...stayed];
    this.compare = compare;
  }

  arrive(doc: LocalDoc): number {
    const at = this.place(doc);
    this.order.splice(at, 0, doc);
    return at;
  }

  leave(doc: LocalDoc): number {
    const at = this.place(doc);
    this.order.splice(at, 1);
    return at;
  }

  private place(doc: LocalDoc): number {
    return firstIndex(this.order, (other) => this.compare(other, doc) >= 0);
  }
}
