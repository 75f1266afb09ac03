/**
 * In the place of the metadata shim (9 kB) that inversify imports for its decorators. Nothing here is decorated; all that is
 * left is the count that inversify keeps of its bindings, under `Object` and a key of its own.
 */
const kept = new WeakMap<object, Map<unknown, unknown>>();

const get = (key: unknown, target: object): unknown => kept.get(target)?.get(key);

function define(key: unknown, value: unknown, target: object): void {
  const values = kept.get(target) ?? new Map<unknown, unknown>();
  values.set(key, value);
  kept.set(target, values);
}

Object.assign(Reflect, { getMetadata: get, getOwnMetadata: get, defineMetadata: define });
