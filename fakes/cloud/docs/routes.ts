/** Who asks about which documents: a change leads only to questions that can have the document in their answer. */
import type { FieldPath } from '#ports/docs/field-path.ts';
import type { DocData } from '#ports/docs/values.ts';
import { hashKeyAt, hashKeys } from './hash-key.ts';
import { type Plan, scopesOf } from './plan.ts';

/** Questions whose answers have the values of the same fields in common, by these values. */
interface Route<T> {
  readonly paths: readonly FieldPath[];
  readonly byValues: Map<unknown, Set<T>>;
}

export class Routes<T> {
  /** By scope, and then by the names of the fields. */
  private readonly scopes = new Map<string, Map<string, Route<T>>>();

  /** Returns how to take it out again. */
  add({ scope, conditions: { equalities } }: Plan, item: T): () => void {
    const routes = this.scopes.get(scope) ?? new Map<string, Route<T>>();
    this.scopes.set(scope, routes);
    const name = equalities.map(({ field }) => field).join();
    const route: Route<T> = routes.get(name) ?? {
      paths: equalities.map(({ path }) => path),
      byValues: new Map(),
    };
    routes.set(name, route);
    const key = hashKeys(equalities.map(({ value }) => value));
    const items = route.byValues.get(key) ?? new Set<T>();
    route.byValues.set(key, items.add(item));
    return () => {
      items.delete(item);
      if (items.size === 0 && route.byValues.get(key) === items) route.byValues.delete(key);
      if (route.byValues.size === 0 && routes.get(name) === route) routes.delete(name);
      if (routes.size === 0 && this.scopes.get(scope) === routes) this.scopes.delete(scope);
    };
  }

  /** Adds to `found` all whose answer may hold a document of this path with this content, and perhaps some more. */
  find(path: string, data: DocData, found: Set<T>): void {
    for (const scope of scopesOf(path)) {
      const routes = this.scopes.get(scope);
      if (!routes) continue;
      for (const { paths, byValues } of routes.values()) {
        const items = byValues.get(hashKeyAt(data, paths));
        if (items) for (const item of items) found.add(item);
      }
    }
  }

  clear(): void {
    this.scopes.clear();
  }
}
