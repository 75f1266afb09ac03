/** Index of queries by their filters: a change leads only to queries that can have the document in their answer. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import type { DocData } from '#ports/docs/values.ts';
import { ByValues } from './by-values.ts';
import { fieldAt } from './fields.ts';
import { type Plan, scopesOf } from './plan.ts';

/** Questions whose answers have the values of the same fields in common, by these values. */
interface PredicateGroup<T> {
  readonly name: string;
  readonly paths: readonly FieldPath[];
  readonly byValues: ByValues<Set<T>>;
}

export class PredicateIndex<T> {
  /** PredicateIndex by scope. */
  private readonly scopes = new Map<string, readonly PredicateGroup<T>[]>();

  /** Returns how to take it out again. */
  add({ scope, conditions: { equalities } }: Plan, item: T): () => void {
    const route = this.route(
      scope,
      equalities.map(({ field }) => field).join(),
      equalities.map(({ path }) => path),
    );
    const { byValues } = route;
    const values = equalities.map(({ value }) => value);
    const items = byValues.get(values) ?? new Set<T>();
    byValues.set(values, items.add(item));
    return () => {
      items.delete(item);
      if (items.size === 0 && byValues.get(values) === items) byValues.delete(values);
      if (byValues.isEmpty()) this.drop(scope, route);
    };
  }

  /**
   * Adds to `found` all entries whose answer may hold a document of this path and content, and perhaps some more. Entries of its content
   * `before` have been added already.
   */
  find(path: string, data: DocData, found: Set<T>, before: DocData | null = null): void {
    for (const scope of scopesOf(path))
      for (const { byValues, paths } of this.scopes.get(scope) ?? []) {
        if (before && agree(data, before, paths)) continue;
        const items = byValues.at(data, paths);
        if (items) for (const item of items) found.add(item);
      }
  }

  clear(): void {
    this.scopes.clear();
  }

  private route(scope: string, name: string, paths: readonly FieldPath[]): PredicateGroup<T> {
    const routes = this.scopes.get(scope) ?? [];
    const known = routes.find((route) => route.name === name);
    if (known) return known;
    const route: PredicateGroup<T> = { name, paths, byValues: new ByValues() };
    this.scopes.set(scope, [...routes, route]);
    return route;
  }

  private drop(scope: string, route: PredicateGroup<T>): void {
    const others = this.scopes.get(scope)?.filter((other) => other !== route) ?? [];
    if (others.length > 0) this.scopes.set(scope, others);
    else this.scopes.delete(scope);
  }
}

const agree = (one: DocData, other: DocData, paths: readonly FieldPath[]): boolean => {
  for (const path of paths) if (fieldAt(one, path) !== fieldAt(other, path)) return false;
  return true;
};
