/** The documents that the rules of one access have looked up. */
import type { DocData } from '#ports/docs/values.ts';
import type { LookupBudget } from './budget.ts';
import type { LookupSource } from './evaluation.ts';
import type { Lookups } from './decisions.ts';
import { LimitReached } from './values.ts';

/** Cache of looked-up documents: each is looked up once, within the budget. */
export class FoundDocuments implements LookupSource {
  private readonly lookups: Lookups;
  private readonly budget: LookupBudget;
  private readonly stored = new Map<string, DocData | null>();
  private readonly left = new Map<string, DocData | null>();
  private limit: LimitReached | null = null;

  constructor(lookups: Lookups, budget: LookupBudget) {
    this.lookups = lookups;
    this.budget = budget;
  }

  find(path: string, after: boolean): DocData | null {
    const known = after ? this.left : this.stored;
    const found = known.get(path);
    if (found !== undefined) return found;
    // No path begins with a slash: the same document before and after counts as two.
    const over = this.budget.take(after ? `/${path}` : path);
    if (over !== null) throw (this.limit = new LimitReached(over));
    const data = after ? this.lookups.getAfter(path) : this.lookups.get(path);
    known.set(path, data);
    return data;
  }

  /** Paths of all documents looked up. */
  paths(): readonly string[] {
    if (this.left.size === 0) return this.stored.size === 0 ? none : [...this.stored.keys()];
    return [...new Set([...this.stored.keys(), ...this.left.keys()])];
  }

  /** Source that repeats the look-ups with the same results; the one beyond the budget is again. */
  again(): LookupSource {
    return {
      find: (path, after) => {
        const found = (after ? this.left : this.stored).get(path);
        if (found !== undefined) return found;
        throw this.limit ?? new LimitReached('it looks up other documents than before');
      },
    };
  }
}

const none: readonly string[] = Object.freeze([]);
