/** Operators, fields and indexes on concrete values. */
import { DocRef, Timestamp } from '#ports/docs/values.ts';
import { compareText } from '#query/order.ts';
import { calculate, numberOf } from './arithmetic.ts';
import { describe, withType } from './describe.ts';
import { hasItem, includes, same } from './equality.ts';
import type { BinaryOperator } from './syntax.ts';
import { lengthOf, sliced } from './text.ts';
import {
  asMap,
  documentPath,
  Duration,
  Failure,
  fieldOf,
  Path,
  type Result,
  typeOf,
  type Value,
  ValueSet,
} from './values.ts';

export type StrictOperator = Exclude<BinaryOperator, '&&' | '||'>;

/** Operators that evaluate both sides. */
export function operate(operator: StrictOperator, left: Value, right: Value): Result {
  switch (operator) {
    case '==':
      return same(left, right);
    case '!=':
      return !same(left, right);
    case 'in':
      return contains(right, left);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(operator, left, right);
    default:
      return calculate(operator, left, right);
  }
}

function compare(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value): Result {
  const order = orderOf(left, right);
  if (order === null)
    return new Failure(() => `${operator} is not for ${withType(left)} and ${withType(right)}`);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}

/** Negative, zero, positive, NaN when neither; null when the two have no order. */
function orderOf(left: Value, right: Value): number | null {
  if (typeof left === 'number' && typeof right === 'number') return difference(left, right);
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (
    (left instanceof Timestamp && right instanceof Timestamp) ||
    (left instanceof Duration && right instanceof Duration)
  )
    return left.seconds - right.seconds || left.nanoseconds - right.nanoseconds;
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right ? -1 : Number(left > right);
  const [one, other] = [numberOf(left), numberOf(right)];
  return one === null || other === null ? null : difference(one, other);
}

const difference = (one: number, other: number) => (one === other ? 0 : one - other);

function contains(container: Value, value: Value): Result {
  if (Array.isArray(container)) return includes(container, value);
  if (container instanceof ValueSet) return hasItem(container, value);
  const map = asMap(container);
  if (map) return typeof value === 'string' && fieldOf(map, value) !== undefined;
  return new Failure(() => `in needs a list, map or set, not ${withType(container)}`);
}

/** `value is type`. A type that does not exist fails. */
export function isOfType(value: Value, type: string): Result {
  const actual = typeOf(value);
  if (type === 'number') return actual === 'int' || actual === 'float';
  if (!typeNames.includes(type)) return new Failure(() => `there is no type ${type}`);
  return actual === type;
}

export const typeNames: readonly string[] = [
  'bool',
  'bytes',
  'constraint',
  'duration',
  'float',
  'int',
  'latlng',
  'list',
  'map',
  'map_diff',
  'number',
  'path',
  'set',
  'string',
  'timestamp',
];

/** `target.name` */
export function member(target: Value, name: string): Result {
  if (target instanceof Path)
    return target.bound.get(name) ?? new Failure(() => `${describe(target)} binds no ${name}`);
  const map = asMap(target);
  if (!map) return new Failure(() => `there is no ${name} of ${withType(target)}`);
  const value = fieldOf(map, name);
  return value === undefined ? new Failure(() => `there is no field ${name} in ${describe(target)}`) : value;
}

/** `target[index]` */
export function at(target: Value, index: Value): Result {
  if (typeof index === 'string') return member(target, index);
  if (typeof index !== 'number' || !Number.isInteger(index))
    return new Failure(() => `${withType(index)} is no index`);
  const items = target instanceof DocRef ? documentPath(target.path) : target;
  const value = itemAt(items, index);
  if (value === null && !Array.isArray(items)) return new Failure(() => `${withType(target)} has no index`);
  if (value === undefined) return new Failure(() => `there is no index ${index} in ${describe(target)}`);
  return value instanceof DocRef ? documentPath(value.path) : value;
}

/** Undefined when the index lies outside. */
function itemAt(items: Value, index: number): Value | undefined {
  if (Array.isArray(items)) return (items as readonly Value[])[index];
  if (typeof items === 'string') return sliced(items, index, index + 1);
  if (!(items instanceof Path)) return null;
  const segment = items.segments[index];
  return typeof segment === 'object' ? `$(${segment.name})` : segment;
}

/** `target[from:to]`, without the last. Both ends must be indexes of something: `[0:0]` fails, as does every range of nothing. */
export function range(target: Value, from: Value, to: Value): Result {
  if (typeof from !== 'number' || typeof to !== 'number' || !Number.isInteger(from) || !Number.isInteger(to))
    return new Failure(() => `${describe(from)}:${describe(to)} is no range`);
  const items = target instanceof DocRef ? documentPath(target.path) : target;
  const size = sizeOf(items);
  if (size === null) return new Failure(() => `${withType(target)} has no range`);
  if (from < 0 || from >= size || to < 1 || to > size || from > to)
    return new Failure(() => `${from}:${to} does not lie within ${describe(target)}`);
  if (typeof items === 'string') return sliced(items, from, to) ?? '';
  if (items instanceof Path) return new Path(items.segments.slice(from, to), items.bound);
  return (items as readonly Value[]).slice(from, to);
}

function sizeOf(items: Value): number | null {
  if (typeof items === 'string') return lengthOf(items);
  if (items instanceof Path) return items.segments.length;
  return Array.isArray(items) ? items.length : null;
}
