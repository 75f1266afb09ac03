/** Equality and order of values of which something is known. */
import type { DocValue } from '#ports/docs/values.ts';
import { describe } from '../describe.ts';
import { alike, includes, same } from '../equality.ts';
import { operate } from '../operators.ts';
import type { Expression } from '../syntax.ts';
import type { Value } from '../values.ts';
import {
  type Abstract,
  certain,
  fails,
  isExact,
  kindOf,
  kindOfAbstract,
  kindOfFacts,
  known,
  type Outcome,
  open,
  failing,
  unknown,
  undecided,
} from './abstract.ts';
import { asked, constraint } from './advice.ts';
import type { Facts } from './facts.ts';

export type OrderOperator = '<' | '<=' | '>' | '>=';

/** Comparison of the language: `==`, items of a list, and items of a set treat numbers differently. */
type Measure = (one: Value, other: Value) => boolean;
const asItem: Measure = (one, other) => includes([one], other);

/** Whether two values are the same. Null when that depends on the document. */
function decide(one: Abstract, other: Abstract, measure: Measure): boolean | null {
  if (one.kind === 'known')
    return other.kind === 'known' ? measure(one.value, other.value) : decide(other, one, measure);
  const [mine, theirs] = [kindOfAbstract(one), kindOfAbstract(other)];
  if (mine !== null && theirs !== null && mine !== theirs) return false;
  if (other.kind !== 'known') return null;
  return one.kind === 'stored' ? decideStored(one.facts, other.value, measure) : null;
}

function decideStored(facts: Facts, value: Value, measure: Measure): boolean | null {
  if (facts.equal !== undefined) return decideEqual(facts.equal, value, measure);
  if (value === null) return facts.notNull || kindOfFacts(facts) !== null ? false : null;
  if (facts.not.some((other) => measure(other, value))) return false;
  return isOutside(facts, value) ? false : null;
}

/** Comparison with a value that a query says is `equal`. Queries take 0 and -0 for one, the language does not always. */
function decideEqual(equal: DocValue, value: Value, measure: Measure): boolean | null {
  if (isExact(equal)) return measure(equal, value);
  if (typeof equal !== 'number') return alike(equal, value) ? null : false;
  const [positive, negative] = [measure(0, value), measure(-0, value)];
  return positive === negative ? positive : null;
}

/** Whether the value lies outside the query's ranges. */
function isOutside({ low, high }: Facts, value: Value): boolean {
  const holds = (operator: OrderOperator, bound: DocValue) => operate(operator, value, bound) === true;
  return (
    (low !== undefined && holds(low.inclusive ? '<' : '<=', low.value)) ||
    (high !== undefined && holds(high.inclusive ? '>' : '>=', high.value))
  );
}

/** `==` and `!=` */
export function compareSame(at: Expression, equal: boolean, left: Abstract, right: Abstract): Outcome {
  const decided = decide(left, right, same);
  if (decided !== null) return certain(known(decided === equal));
  const [toBe, notToBe] = [asked('==', left, right), asked('!=', left, right)];
  const why = equal ? open(at, toBe, notToBe) : open(at, notToBe, toBe);
  return certain(unknown(why, 'bool'));
}

const flipped = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

/** `<`, `<=`, `>`, `>=` */
export function compareOrder(
  at: Expression,
  operator: OrderOperator,
  left: Abstract,
  right: Abstract,
): Outcome {
  if (left.kind === 'known' && right.kind === 'stored')
    return compareOrder(at, flipped[operator], right, left);
  const why = open(at, asked(operator, left, right), asked(opposite[operator], left, right));
  if (left.kind !== 'stored' || right.kind !== 'known') return undecided(why, 'bool');
  const { facts } = left;
  const kind = kindOfFacts(facts);
  const sample = facts.equal ?? facts.low?.value ?? facts.high?.value;
  if (kind === null) return undecided(why, 'bool');
  if (sample === undefined || typeof operate(operator, sample, right.value) !== 'boolean')
    return fails(failing(at, `${operator} is not for a ${kind} and a ${kindOf(right.value)}`, why.toHold));
  const decided = decideOrder(facts, operator, right.value);
  return certain(decided === null ? unknown(why, 'bool') : known(decided));
}

function decideOrder(facts: Facts, operator: OrderOperator, value: Value): boolean | null {
  const { equal, low, high } = facts;
  const holds = (one: DocValue, than: OrderOperator) => operate(than, one, value) === true;
  if (equal !== undefined) return holds(equal, operator);
  const upwards = operator === '>' || operator === '>=';
  const [near, far] = upwards ? [low, high] : [high, low];
  // Queries put NaN below all numbers, where no comparison of the rules holds.
  const mayBeNaN = kindOfFacts(facts) === 'number' && (low === undefined || Number.isNaN(low.value));
  const strict = upwards ? '>' : '<';
  if (
    near &&
    !mayBeNaN &&
    (holds(near.value, operator) || (!near.inclusive && holds(near.value, `${strict}=`)))
  )
    return true;
  const beyond = opposite[operator];
  const atLeast = upwards ? '<=' : '>=';
  if (far && (holds(far.value, beyond) || (!far.inclusive && holds(far.value, atLeast)))) return false;
  return null;
}

/** Whether the value is one of the items of a list, or of a set. */
export function decideAmong(value: Abstract, items: readonly Abstract[], inSet = false): boolean | null {
  const verdicts = items.map((item) => decide(item, value, inSet ? alike : asItem));
  if (verdicts.includes(true)) return true;
  return verdicts.every((verdict) => verdict === false) ? false : null;
}

/** `value in container` */
export function compareIn(at: Expression, value: Abstract, container: Abstract): Outcome {
  if (container.kind === 'stored') return inStored(at, value, container.facts);
  if (container.kind === 'keys' && value.kind === 'known') {
    const has = hasKey(container.facts, value.value);
    return certain(has === null ? unknown(open(at, keyThere(container.facts, value)), 'bool') : known(has));
  }
  const items = itemsOf(container);
  if (!items) return undecided(open(at), 'bool');
  const decided = decideAmong(value, items, kindOfAbstract(container) === 'set');
  if (decided !== null) return certain(known(decided));
  const why = open(at, asked('in', value, container), asked('not-in', value, container));
  return certain(unknown(why, 'bool'));
}

/** Items of a list or set; null for any other value. */
export function itemsOf(value: Abstract): readonly Abstract[] | null {
  if (value.kind === 'list') return value.items;
  if (value.kind !== 'known') return null;
  const { value: concrete } = value;
  if (Array.isArray(concrete)) return (concrete as readonly Value[]).map(known);
  const kind = kindOf(concrete);
  return kind === 'set' ? (concrete as { readonly items: readonly Value[] }).items.map(known) : null;
}

function inStored(at: Expression, value: Abstract, facts: Facts): Outcome {
  const kind = kindOfFacts(facts);
  if (kind === 'map' && value.kind === 'known') {
    const has = hasKey(facts, value.value);
    const why = open(at, keyThere(facts, value));
    return certain(has === null ? unknown(why, 'bool') : known(has));
  }
  const toHold = value.kind === 'known' ? [constraint(facts.field, 'array-contains', value.value)] : [];
  const why = open(at, toHold);
  if (kind !== null && kind !== 'list' && kind !== 'map')
    return fails(failing(at, `${facts.field} is a ${kind}`, toHold));
  if (value.kind === 'known' && holdsItem(facts, value.value)) return certain(known(true));
  return kind === null ? undecided(why, 'bool') : certain(unknown(why, 'bool'));
}

/** Whether the list certainly holds the value. */
export function holdsItem({ contains, equal }: Facts, value: Value): boolean {
  const items = Array.isArray(equal) ? [...contains, ...(equal as readonly DocValue[])] : contains;
  return items.some((item) => decideEqual(item, value, asItem) === true);
}

/** Whether the map has the key. Null when that depends on the document. */
export function hasKey({ equal, fields }: Facts, key: Value): boolean | null {
  if (typeof key !== 'string') return false;
  if (equal !== undefined) return Object.hasOwn(equal as object, key);
  return fields.get(key)?.exists ? true : null;
}

export function keyThere(facts: Facts, key: Abstract): readonly string[] {
  if (key.kind !== 'known' || typeof key.value !== 'string') return [];
  const field = facts.field === '' ? key.value : `${facts.field}.${key.value}`;
  return [`orderBy(${describe(field)})`];
}
