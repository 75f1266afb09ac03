/** Own writes that the cloud has not answered yet, in the order in which they were made. */
import { empty, type Keys, type TreeNode } from '#fakes/cloud/realtime/node.ts';
import { Overlay } from './overlay.ts';

export interface PendingWrite {
  readonly keys: Keys;
  /** What it writes, seen from `keys`. */
  readonly written: Overlay;
  /** `false`: a transaction that is to show only once it is done. */
  readonly visible: boolean;
}

export class WriteTree {
  private readonly writes = new Set<PendingWrite>();
  private layered = Overlay.none;
  private turns = 0;

  /** All that is to show, laid over each other. */
  visible(): Overlay {
    return this.layered;
  }

  add(write: PendingWrite): void {
    this.writes.add(write);
    if (write.visible) this.layered = this.laidOn(this.layered, write);
  }

  /** May anything look different without it? Not if it never showed, or if a later one hides it. */
  remove(write: PendingWrite): boolean {
    if (!this.writes.has(write)) return false;
    const all = [...this.writes];
    this.writes.delete(write);
    if (!write.visible) return false;
    const others = all.filter((other) => other !== write && other.visible);
    const mine = placesOf(write);
    const overlaps = others.some((other) =>
      placesOf(other).some((place) => mine.some((keys) => contains(place, keys) || contains(keys, place))),
    );
    if (overlaps) this.layered = this.layers(others);
    else for (const keys of mine) this.layered = this.layered.without(keys);
    const later = all.slice(all.indexOf(write) + 1).filter(({ visible }) => visible);
    return !later.some((other) => placesOf(other).some((place) => contains(place, write.keys)));
  }

  /** What is at `keys` once all has been written, but for `except`; writes that don't show count too. */
  latest(keys: Keys, server: TreeNode | null, except: ReadonlySet<PendingWrite>): TreeNode {
    const counted = [...this.writes].filter((write) => !except.has(write));
    return this.layers(counted)
      .at(keys)
      .over(server ?? empty);
  }

  private layers(writes: readonly PendingWrite[]): Overlay {
    return writes.reduce((layers, write) => this.laidOn(layers, write), Overlay.none);
  }

  private laidOn(layers: Overlay, { keys, written }: PendingWrite): Overlay {
    return layers.withAll(written.places(keys), ++this.turns);
  }
}

/** Does `outer` lie at `inner` or above it? */
export const contains = (outer: Keys, inner: Keys): boolean =>
  outer.length <= inner.length && outer.every((key, depth) => inner[depth] === key);

const placesOf = ({ keys, written }: PendingWrite): readonly Keys[] =>
  [...written.places(keys)].map(([place]) => place);
