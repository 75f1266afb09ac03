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
    if (this.suspects.size >= mostSuspects) this.sweep();
  }

  /** Is nothing known of it, and does nobody ask? */
  isUnheld(path: string): boolean {
    const { docs } = this.person;
    return docs.confirmed(path) === null && !docs.isPending(path) && !this.person.isShown(path);
  }

  sweep(): void {
    if (this.suspects.size === 0) return;
    const { docs } = this.person;
    const isOpen = (path: string) =>
      (docs.confirmed(path) !== null || docs.isPending(path)) && !this.person.isShown(path);
    this.suspects = new Set([...this.suspects].filter(isOpen));
    if (this.suspects.size === 0) return;
    const views = [...this.person.views()];
    const held = holder(views, this.suspects.size);
    // Out of touch, more may be shown than the server has said.
    const unsure = views.filter(({ answer }) => !answer.current);
    const { suspects } = this;
    this.suspects = new Set();
    for (const path of suspects) {
      if (held(path)) continue;
      if (docs.isPending(path) || unsure.some((view) => holds(view, path))) this.suspects.add(path);
      else docs.forget(path);
    }
  }
}

/** Says of a document whether a view holds it: by asking each, or, for many documents, from a list made once. */
function holder(views: readonly View[], times: number): (path: string) => boolean {
  const keys = views.reduce((sum, { answer }) => sum + (answer.keys?.size ?? 0) + 1, 0);
  if (times * views.length <= keys) return (path) => views.some((view) => holds(view, path));
  const all = new Set(
    views.flatMap(({ answer, what }) => [...(answer.keys ?? []), ...('doc' in what ? [what.doc] : [])]),
  );
  return (path) => all.has(path);
}
