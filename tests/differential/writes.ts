/** Random writes of every kind, with operations at the top and deep inside. */
import fc from 'fast-check';
import { fieldAt } from '#query/fields.ts';
import type { Write } from '#ports/docs/docs.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import {
  arrayRemove,
  arrayUnion,
  deleteField,
  type DocData,
  type DocValue,
  increment,
  maximum,
  minimum,
  serverTimestamp,
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';
import { place, type DocSpec, type Setting } from './documents.ts';
import { show } from './show.ts';

interface LeafSpec {
  readonly does: 'value' | 'time' | 'increment' | 'minimum' | 'maximum' | 'union' | 'remove' | 'delete';
  readonly picks: readonly number[];
}

export interface WriteSpec extends DocSpec {
  readonly kind: 'set' | 'merge' | 'fields' | 'update' | 'delete';
  /** Leaves by path, from the outside in; none both around and inside another. */
  readonly leaves: readonly (readonly [path: readonly string[], leaf: LeafSpec])[];
}

/** Paths at most two deep: below that, the SDK loses a later replacement of a field around a pending one. */
const paths: readonly (readonly string[])[] = [
  ['a'],
  ['a'],
  ['b'],
  ['c'],
  ['m'],
  ['m', 'x'],
  ['m', 'x.y'],
  ['m', 'é'],
  ['q.r'],
];

const leaf: fc.Arbitrary<LeafSpec> = fc.record({
  does: fc.oneof(
    { weight: 4, arbitrary: fc.constant('value' as const) },
    { weight: 3, arbitrary: fc.constant('time' as const) },
    { weight: 3, arbitrary: fc.constantFrom('increment' as const, 'union' as const, 'remove' as const) },
    { weight: 1, arbitrary: fc.constantFrom('minimum' as const, 'maximum' as const) },
    { weight: 1, arbitrary: fc.constant('delete' as const) },
  ),
  picks: fc.array(fc.nat(60), { minLength: 1, maxLength: 3 }),
});

export const writeSpec: fc.Arbitrary<WriteSpec> = fc.record({
  collection: place.collection,
  id: fc.nat(4),
  fields: fc.constant([]),
  kind: fc.constantFrom('set', 'set', 'merge', 'fields', 'update', 'update', 'update', 'delete'),
  leaves: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...paths), leaf), { selector: ([path]) => path, maxLength: 4 })
    .map((leaves) =>
      leaves.filter(([path], at) => !leaves.slice(0, at).some(([other]) => clash(path, other))),
    ),
});

const clash = (one: readonly string[], other: readonly string[]) =>
  one.slice(0, other.length).join('/') === other.slice(0, one.length).join('/');

/** `before` is the document as the writer sees it, pending times by the writer’s clock. */
export function writeOf(setting: Setting, spec: WriteSpec, before: DocData | null): Write | null {
  const path = setting.path(spec);
  const canDelete = (names: readonly string[]) => {
    if (spec.kind === 'set') return false;
    // The SDK creates the map to delete from until the server has the write.
    return names.length === 1 || isPlainObject(fieldAt(before ?? {}, names.slice(0, -1)));
  };
  // The SDK has a pending time as a map, and would write into it.
  const intoTime = (names: readonly string[]) =>
    (names.length > 1 ? spec.kind !== 'set' : spec.kind === 'merge') &&
    show(before?.[names[0] ?? ''] ?? null).includes('time(');
  // On the server a replaced document starts empty; until then the SDK goes on from the value before.
  const goesOn = (names: readonly string[], { does }: LeafSpec) =>
    spec.kind === 'set' &&
    does !== 'value' &&
    does !== 'time' &&
    does !== 'delete' &&
    fieldAt(before ?? {}, names) !== undefined;
  const tooDeep = (names: readonly string[], { does, picks }: LeafSpec) =>
    spec.kind === 'merge' && does === 'value' && names.length + levels(setting.value(picks[0] ?? 0)) > 2;
  const leaves = spec.leaves.filter(
    ([names, one]) =>
      !intoTime(names) &&
      !goesOn(names, one) &&
      !tooDeep(names, one) &&
      (one.does !== 'delete' || canDelete(names)),
  );
  // The SDK's listeners and reads differ for a write without fields.
  if (leaves.length === 0 && spec.kind !== 'set' && spec.kind !== 'delete') return null;
  switch (spec.kind) {
    case 'delete':
      return { type: 'delete', path };
    case 'update':
      return {
        type: 'update',
        path,
        changes: Object.fromEntries(leaves.map(([names, one]) => [quoted(names), valueOf(setting, one)])),
      };
    default: {
      const data = nested(leaves.map(([names, one]) => [names, valueOf(setting, one)]));
      if (spec.kind === 'set') return { type: 'set', path, data };
      const merge =
        spec.kind === 'merge' ? (true as const) : leaves.slice(0, 2).map(([names]) => quoted(names));
      return { type: 'set', path, data, merge };
    }
  }
}

/** Depth of non-empty maps. */
const levels = (one: DocValue): number =>
  isPlainObject(one) && Object.keys(one).length > 0
    ? 1 + Math.max(...Object.values(one as DocData).map(levels))
    : 0;

const quoted = (names: readonly string[]) =>
  names.map((name) => (name.includes('.') ? `\`${name}\`` : name)).join('.');

function valueOf(setting: Setting, { does, picks }: LeafSpec): WriteValue {
  const few = picks.map((at) => setting.value(at));
  const elements = few.filter((one) => !Array.isArray(one));
  const [first = null] = few;
  switch (does) {
    case 'value':
      return first;
    case 'time':
      return serverTimestamp();
    case 'increment':
      return increment(operandOf(setting, first));
    case 'minimum':
      return minimum(operandOf(setting, first));
    case 'maximum':
      return maximum(operandOf(setting, first));
    case 'union':
      return arrayUnion(...elements);
    case 'remove':
      return arrayRemove(...elements);
    case 'delete':
      return deleteField();
  }
}

/** The value if it is a number, else another number of this case. */
const operandOf = ({ values }: Setting, value: DocValue): number =>
  [value, ...values].find((one) => typeof one === 'number') ?? 1;

function nested(leaves: readonly (readonly [readonly string[], WriteValue])[]): WriteData {
  const data: Record<string, WriteValue> = {};
  for (const [names, one] of leaves) {
    let map = data;
    for (const name of names.slice(0, -1)) map = map[name] = { ...(map[name] as WriteData | undefined) };
    map[names.at(-1) ?? ''] = one;
  }
  return data;
}
