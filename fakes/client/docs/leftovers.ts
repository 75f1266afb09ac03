/** Garbage collection of a cache in memory: documents that are watched or have waiting writes stay; the others go at once. */
import type { Person } from './person.ts';
import { holds, type View } from './view.ts';

/** Swept when there are so many, and before anybody can see them. */
const mostSuspects = 1024;

export class Leftovers {
  private readonly person: Person;
  private suspects = new Set<string>();

  constructor(person: Person) {
    this.person = person;
  }

  /** Marks documents as perhaps unreferenced. */
  suspect(paths: Iterable<string>): void {
    for (const path of paths) this.suspects.add(path);
  }

  /** Collects once there are many suspects; all views are up to date then. */
  rest(): void {
    if (this.suspects.size >= mostSuspects) this.sweep();
  }

  /** Whether a document is neither cached, nor changed here, nor shown. */
  isUnheld(path: string): boolean {
    const { docs } = this.person;
    return docs.confirmed(path) === null && !docs.isPending(path) && !this.person.isShown(path);
  }

  /** A current view shows the documents that it holds; a view out of touch may show more than the server's answer. */
  sweep(): void {
    if (this.suspects.size === 0) return;
    const { suspects, person } = this;
    const { docs } = person;
    let unsure: readonly View[] | null = null;
    this.suspects = new Set();
    for (const path of suspects) {
      const pending = docs.isPending(path);
      if (person.isShown(path) || (!pending && docs.confirmed(path) === null)) continue;
      unsure ??= [...person.views()].filter(({ answer }) => !answer.current);
      if (pending || unsure.some((view) => holds(view, path))) this.suspects.add(path);
      else docs.forget(path);
    }
  }
}
