/** Indexes of a set of documents: made when they pay, kept up to date, and dropped when no query uses them. */
import { evaluate, type Plan, scopesOf } from './plan.ts';
import { readIndex, QueryIndex, shapeOf } from './query-index.ts';
import type { QueriedDoc } from './sorting.ts';

/** Most unused indexes kept for the next query of that shape. */
const mostIdle = 64;
/** An index is kept for at least so many changes. */
const leastUnused = 100;
/** Most query shapes remembered. */
const mostShapes = 1000;

interface Held<T extends QueriedDoc> {
  readonly scope: string;
  readonly shape: string;
  readonly index: QueryIndex<T>;
  holders: number;
  /** Number of changes since the last use. */
  unused: number;
}

export class Indexes<T extends QueriedDoc> {
  protected readonly docs: (plan: Plan) => Iterable<T>;
  protected readonly byScope = new Map<string, Map<string, Held<T>>>();
  private readonly idle = new Set<Held<T>>();
  private readonly asked = new Set<string>();

  /** `docs` are all documents that a question's collection or group holds. */
  constructor(docs: (plan: Plan) => Iterable<T>) {
    this.docs = docs;
  }

  /** The first query of a shape scans all documents: an index may not pay. */
  find(plan: Plan): readonly T[] {
    const shape = shapeOf(plan);
    const name = `${plan.scope}?${shape}`;
    if (!this.asked.has(name) && !this.byScope.get(plan.scope)?.has(shape)) {
      if (this.asked.size >= mostShapes) this.asked.clear();
      this.asked.add(name);
      return evaluate(plan, this.docs(plan));
    }
    return this.findByIndex(plan, shape);
  }

  protected findByIndex(plan: Plan, shape: string): readonly T[] {
    const held = this.held(plan, shape);
    held.unused = 0;
    const docs = readIndex(plan, held.index);
    this.rest(held);
    return docs;
  }

  /** An index for a query that stays; kept up to date until released. */
  hold(plan: Plan): { readonly index: QueryIndex<T>; readonly release: () => void } {
    const held = this.held(plan, shapeOf(plan));
    held.holders++;
    this.idle.delete(held);
    return {
      index: held.index,
      release: () => {
        held.holders--;
        this.rest(held);
      },
    };
  }

  change(path: string, before: T | null, after: T | null): void {
    for (const scope of scopesOf(path)) {
      const shapes = this.byScope.get(scope);
      if (!shapes) continue;
      for (const held of shapes.values()) {
        held.index.change(before, after);
        // Rebuilding it would not have cost more.
        if (held.holders === 0 && ++held.unused > held.index.size + leastUnused) this.forget(held);
      }
    }
  }

  clear(): void {
    this.byScope.clear();
    this.idle.clear();
  }

  protected makeIndex(plan: Plan): QueryIndex<T> {
    return new QueryIndex(plan, this.docs(plan));
  }

  private held(plan: Plan, shape: string): Held<T> {
    const { scope } = plan;
    const shapes = this.byScope.get(scope) ?? new Map<string, Held<T>>();
    this.byScope.set(scope, shapes);
    let held = shapes.get(shape);
    if (!held) {
      held = { scope, shape, index: this.makeIndex(plan), holders: 0, unused: 0 };
      shapes.set(shape, held);
    }
    return held;
  }

  private rest(held: Held<T>): void {
    if (held.holders > 0) return;
    this.idle.delete(held);
    this.idle.add(held);
    if (this.idle.size <= mostIdle) return;
    const [oldest] = this.idle;
    if (oldest) this.forget(oldest);
  }

  private forget(held: Held<T>): void {
    this.idle.delete(held);
    const shapes = this.byScope.get(held.scope);
    if (shapes?.get(held.shape) !== held) return;
    shapes.delete(held.shape);
    if (shapes.size === 0) this.byScope.delete(held.scope);
  }
}
