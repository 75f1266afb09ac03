/** Garbage collection of a cache in memory: documents that are watched or have waiting writes stay; the others go at once. */
import type { GarbageCollection } from './cache-policy.ts';
import type { LocalReplica } from './local-replica.ts';
import { holds, type LocalView } from './view.ts';

/** Swept when there are so many, and before anybody can see them. */
const mostReleased = 1024;

export class EagerGc implements GarbageCollection {
  private readonly replica: LocalReplica;
  private released = new Set<string>();

  constructor(replica: LocalReplica) {
    this.replica = replica;
  }

  release(paths: Iterable<string>): void {
    for (const path of paths) this.released.add(path);
  }

  rest(): void {
    if (this.released.size >= mostReleased) this.sweep();
  }

  isUnheld(path: string): boolean {
    const { docs } = this.replica;
    return docs.confirmed(path) === null && !docs.isPending(path) && !this.replica.views.shows(path);
  }

  /** A current view shows the documents that it holds; a view out of touch may show more than the server's answer. */
  sweep(): void {
    if (this.released.size === 0) return;
    const { released, replica } = this;
    const { docs, views } = replica;
    let unsure: readonly LocalView[] | null = null;
    this.released = new Set();
    for (const path of released) {
      const pending = docs.isPending(path);
      if (views.shows(path) || (!pending && docs.confirmed(path) === null)) continue;
      unsure ??= [...views.all()].filter(({ answer }) => !answer.current);
      if (pending || unsure.some((view) => holds(view, path))) this.released.add(path);
      else docs.forget(path);
    }
  }
}
