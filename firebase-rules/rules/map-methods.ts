/** Methods of maps and of differences of maps. */
import { compareText } from '#query/order.ts';
import { withType } from './describe.ts';
import { alike } from './equality.ts';
import { type Methods, plain, wanted } from './method.ts';
import {
  asMap,
  Failure,
  fieldOf,
  keysOf,
  MapDiff,
  type MapValue,
  type Result,
  type Value,
  ValueSet,
} from './values.ts';

/** `keys` without the cost of its order. No source can say it. */
export const keysInAnyOrder = 'keys in any order';

export const mapMethods: Methods<MapValue> = {
  size: plain((self) => keysOf(self).length),
  keys: plain((self) => [...keysOf(self)].sort(compareText)),
  [keysInAnyOrder]: plain((self) => keysOf(self)),
  values: plain((self) => keysOf(self).map((key) => fieldOf(self, key) ?? null)),
  get: {
    takes: 2,
    call: (self, key, otherwise) => lookedUp(self, Array.isArray(key) ? key : [key], otherwise),
  },
  diff: {
    takes: 1,
    call(self, other) {
      const map = asMap(other);
      return map ? new MapDiff(self, map) : wanted('a map', other);
    },
  },
};

function lookedUp(map: MapValue, keys: readonly Value[], otherwise: Value): Result {
  let value: Value = map;
  for (const key of keys) {
    if (typeof key !== 'string') return new Failure(() => `get wants strings for keys, not ${withType(key)}`);
    const inner = asMap(value);
    const next: Value | undefined = inner ? fieldOf(inner, key) : undefined;
    if (next === undefined) return otherwise;
    value = next;
  }
  return value;
}

export const diffMethods: Methods<MapDiff> = {
  addedKeys: keysWhere((one, other) => one !== undefined && other === undefined),
  removedKeys: keysWhere((one, other) => one === undefined && other !== undefined),
  changedKeys: keysWhere((one, other) => one !== undefined && other !== undefined && !alike(one, other)),
  unchangedKeys: keysWhere((one, other) => one !== undefined && other !== undefined && alike(one, other)),
  affectedKeys: keysWhere((one, other) => one === undefined || other === undefined || !alike(one, other)),
};

/** Undefined stands for a key that the map does not have. */
function keysWhere(test: (one: Value | undefined, other: Value | undefined) => boolean) {
  return plain(({ one, other }: MapDiff) => {
    const keys = keysOf(one).filter((key) => test(fieldOf(one, key), fieldOf(other, key)));
    for (const key of keysOf(other))
      if (fieldOf(one, key) === undefined && test(undefined, fieldOf(other, key))) keys.push(key);
    return new ValueSet(keys);
  });
}
