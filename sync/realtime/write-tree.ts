/** Own writes that the server has not answered yet, in the order in which they were made. */
import { empty, type Keys, type TreeNode } from '#query/tree/node.ts';
import { Overlay } from './overlay.ts';

export interface PendingWrite {
  readonly keys: Keys;
  /** Values that the write sets, seen from `keys`. */
  readonly written: Overlay;
  /** `false`: a transaction that is to show only once it is done. */
  readonly visible: boolean;
}

export class WriteTree {
  /** Pending writes, each with the places that it writes. */
  private readonly writes = new Map<PendingWrite, readonly Keys[]>();
  private layered = Overlay.none;
  private turns = 0;
  /** Number of hidden writes. */
  private hidden = 0;

  /** All visible writes, laid over each other. */
  visible(): Overlay {
    return this.layered;
  }

  add(write: PendingWrite): void {
    this.writes.set(
      write,
      [...write.written.places(write.keys)].map(([place]) => place),
    );
    if (write.visible) this.layered = this.laidOn(this.layered, write);
    else this.hidden++;
  }

  /** Removes a write; returns whether anything may look different without it. Not if it was hidden, or if a later one covers it. */
  remove(write: PendingWrite): boolean {
    const mine = this.writes.get(write);
    if (!mine) return false;
    const all = [...this.writes];
    this.writes.delete(write);
    if (!write.visible) {
      this.hidden--;
      return false;
    }
    const position = all.findIndex(([other]) => other === write);
    const others = all.filter(([other]) => other !== write && other.visible);
    const overlaps = others.some(([, places]) =>
      places.some((place) => mine.some((keys) => contains(place, keys) || contains(keys, place))),
    );
    if (overlaps) this.layered = this.layers(others.map(([other]) => other));
    else for (const keys of mine) this.layered = this.layered.without(keys);
    const later = all.slice(position + 1).filter(([other]) => other.visible);
    return !later.some(([, places]) => places.some((place) => contains(place, write.keys)));
  }

  /** Data at `keys` with all writes but `except`; hidden writes count too. */
  latest(keys: Keys, server: TreeNode | null, except: ReadonlySet<PendingWrite>): TreeNode {
    const all = except.size === 0 && this.hidden === 0 ? this.layered : this.layersAt(keys, except);
    return all.at(keys).over(server ?? empty);
  }

  private layersAt(keys: Keys, except: ReadonlySet<PendingWrite>): Overlay {
    const counted = [...this.writes].filter(
      ([write, places]) =>
        !except.has(write) && places.some((place) => contains(place, keys) || contains(keys, place)),
    );
    return this.layers(counted.map(([write]) => write));
  }

  private layers(writes: readonly PendingWrite[]): Overlay {
    return writes.reduce((layers, write) => this.laidOn(layers, write), Overlay.none);
  }

  private laidOn(layers: Overlay, { keys, written }: PendingWrite): Overlay {
    return layers.withAll(written.places(keys), ++this.turns);
  }
}

/** Whether `outer` is `inner` or lies above it. */
export const contains = (outer: Keys, inner: Keys): boolean =>
  outer.length <= inner.length && outer.every((key, depth) => inner[depth] === key);
