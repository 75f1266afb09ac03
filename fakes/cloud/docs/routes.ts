/** Who asks about which documents: a change leads only to questions that can have the document in their answer. */
import type { FieldPath } from '#ports/docs/field-path.ts';
import type { DocData } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { hashKey } from './hash-key.ts';
import { type Plan, scopesOf } from './plan.ts';

interface Route<T> {
  readonly path: FieldPath;
  readonly byValue: Map<unknown, Set<T>>;
}

/** Questions about one scope, by the value of one field that all their answers share. */
interface Scope<T> {
  readonly byField: Map<string, Route<T>>;
  readonly rest: Set<T>;
}

export class Routes<T> {
  private readonly scopes = new Map<string, Scope<T>>();

  /** Returns how to take it out again. */
  add({ scope: name, conditions }: Plan, item: T): () => void {
    const scope = this.scopes.get(name) ?? { byField: new Map(), rest: new Set() };
    this.scopes.set(name, scope);
    const leave = put(scope, conditions.equalities[0], item);
    return () => {
      leave();
      if (scope.rest.size + scope.byField.size === 0 && this.scopes.get(name) === scope)
        this.scopes.delete(name);
    };
  }

  /** Adds to `found` all whose answer may hold a document of this path with this content, and perhaps some more. */
  find(path: string, data: DocData, found: Set<T>): void {
    for (const name of scopesOf(path)) {
      const scope = this.scopes.get(name);
      if (!scope) continue;
      for (const item of scope.rest) found.add(item);
      for (const route of scope.byField.values()) {
        const value = fieldAt(data, route.path);
        const items = value === undefined ? undefined : route.byValue.get(hashKey(value));
        if (items) for (const item of items) found.add(item);
      }
    }
  }

  clear(): void {
    this.scopes.clear();
  }
}

function put<T>(
  { byField, rest }: Scope<T>,
  equality: Plan['conditions']['equalities'][0] | undefined,
  item: T,
) {
  if (!equality) {
    rest.add(item);
    return () => void rest.delete(item);
  }
  const { field, path } = equality;
  const route: Route<T> = byField.get(field) ?? { path, byValue: new Map() };
  byField.set(field, route);
  const key = hashKey(equality.value);
  const items = route.byValue.get(key) ?? new Set<T>();
  route.byValue.set(key, items.add(item));
  return () => {
    items.delete(item);
    if (items.size === 0) route.byValue.delete(key);
    if (route.byValue.size === 0) byField.delete(field);
  };
}
