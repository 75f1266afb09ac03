/** Own writes that the cloud has not confirmed yet, laid over what it said. */
import { type Keys, type TreeNode } from '#fakes/cloud/realtime/node.ts';
import { PathTrie } from '#fakes/cloud/realtime/path-trie.ts';
import { applied, type Patch } from '#fakes/cloud/realtime/values.ts';

interface Layer {
  readonly order: number;
  readonly patch: Patch;
}

/** One write: all its places, together. */
export interface PendingWrite {
  readonly layers: readonly Layer[];
}

export class PendingWrites {
  private readonly trie = new PathTrie<Layer>();
  private nextOrder = 0;

  add(patches: readonly Patch[]): PendingWrite {
    const layers = patches.map((patch) => ({ order: this.nextOrder++, patch }));
    for (const layer of layers) this.trie.add(layer.patch.keys, layer);
    return { layers };
  }

  remove({ layers }: PendingWrite): void {
    for (const layer of layers) this.trie.remove(layer.patch.keys, layer);
  }

  /** What is at `keys`, given what the server holds there. Costs the writes that touch the place. */
  over(keys: Keys, server: TreeNode): TreeNode {
    let node = server;
    const layers = [...this.trie.touching(keys)].sort((one, other) => one.order - other.order);
    for (const { patch } of layers) {
      const beyond = patch.keys.length - keys.length;
      if (beyond >= 0) node = applied(node, { ...patch, keys: patch.keys.slice(keys.length) });
      else if ('node' in patch) node = patch.node.at(keys.slice(patch.keys.length));
    }
    return node;
  }

  /** Is all that is at `keys` known from own writes alone? */
  covers(keys: Keys): boolean {
    for (const { patch } of this.trie.above(keys)) if ('node' in patch) return true;
    return false;
  }
}
