/** A cache that lasts no longer than its page keeps what is watched, and what waiting writes change. The rest goes at once. */
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

  /** Nobody may need these any more. */
  suspect(paths: Iterable<string>): void {
    for (const path of paths) this.suspects.add(path);
  }

  /** All views show what is known now. */
  rest(): void {
    if (this.suspects.size >= mostSuspects) this.sweep();
  }

  /** Is nothing known of it, and does nobody ask? */
  isUnheld(path: string): boolean {
    const { docs } = this.person;
    return docs.confirmed(path) === null && !docs.isPending(path) && !this.person.isShown(path);
  }

  /** What a view holds that is in touch, it shows; out of touch, more may be shown than the server has said. */
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
