/** Methods of partly known values. Cases that are not distinguished here are undecided. */
import type { DocValue } from '#ports/docs/values.ts';
import type { Expression } from '../syntax.ts';
import { type Value } from '../values.ts';
import {
  type Abstract,
  certain,
  kindOfAbstract,
  kindOfFacts,
  known,
  type Outcome,
  open,
  stored,
  undecided,
  unknown,
} from './abstract.ts';
import { constraint } from './advice.ts';
import { decideAmong, hasKey, holdsItem, itemsOf, keyThere } from './compare.ts';
import { type Facts, factsIn } from './facts.ts';
import { join } from './join.ts';

/** Result of a method when target or arguments are not all known. */
export function abstractMethod(
  at: Expression,
  target: Abstract,
  name: string,
  args: readonly Abstract[],
): Outcome {
  const [one, other] = args;
  if (target.kind === 'stored' && kindOfFacts(target.facts) === 'map') {
    const ofMap = mapMethod(at, target.facts, name, args.length, one, other);
    if (ofMap) return ofMap;
  }
  if (one && args.length === 1 && (name === 'hasAll' || name === 'hasAny' || name === 'hasOnly'))
    return membership(at, name, target, one);
  return undecided(open(at));
}

function mapMethod(
  at: Expression,
  facts: Facts,
  name: string,
  count: number,
  one: Abstract | undefined,
  other: Abstract | undefined,
): Outcome | null {
  if (name === 'keys' && count === 0) return certain({ kind: 'keys', facts });
  if (name === 'get' && count === 2 && one && other) return lookedUp(at, facts, one, other);
  const why = open(at);
  if (name === 'size' && count === 0) return certain(unknown(why, 'number'));
  if (name === 'values' && count === 0) return certain(unknown(why, 'list'));
  return null;
}

/** `map.get(key, otherwise)` */
function lookedUp(at: Expression, facts: Facts, key: Abstract, otherwise: Abstract): Outcome | null {
  if (key.kind !== 'known' || typeof key.value !== 'string') return null;
  const has = hasKey(facts, key.value);
  const value = stored(factsIn(facts, key.value));
  if (has === true) return certain(value);
  if (has === false) return certain(otherwise);
  const why = open(at, keyThere(facts, key));
  return join([certain(value), certain(otherwise)], why);
}

type Membership = 'hasAll' | 'hasAny' | 'hasOnly';

function membership(at: Expression, name: Membership, target: Abstract, given: Abstract): Outcome {
  const why = open(at, adviceFor(name, target, given));
  // A set has rules of its own, and anything else no such method.
  if (kindOfAbstract(target) !== 'list' || kindOfAbstract(given) !== 'list') return undecided(why, 'bool');
  const decided = decideMembership(name, target, given);
  return certain(decided === null ? unknown(why, 'bool') : known(decided));
}

function decideMembership(name: Membership, target: Abstract, given: Abstract): boolean | null {
  const items = itemsOf(given);
  if (name === 'hasOnly') return items && decideOnly(target, items);
  if (items) {
    const verdicts = items.map((item) => holds(target, item));
    if (name === 'hasAny') return verdicts.includes(true) || (verdicts.every(isNo) ? false : null);
    return verdicts.includes(false) ? false : verdicts.every(Boolean) || null;
  }
  // Inverse: a known item of the document's list is among the items.
  const mine = itemsOf(target);
  if (name !== 'hasAny' || !mine || given.kind !== 'stored') return null;
  return mine.some((item) => item.kind === 'known' && holdsItem(given.facts, item.value)) || null;
}

const isNo = (verdict: boolean | null) => verdict === false;

/** Whether the item is in the list. Null when that depends on the document. */
function holds(target: Abstract, item: Abstract): boolean | null {
  if (target.kind === 'keys') return item.kind === 'known' ? hasKey(target.facts, item.value) : null;
  if (target.kind === 'stored')
    return item.kind === 'known' && holdsItem(target.facts, item.value) ? true : null;
  const items = itemsOf(target);
  return items && decideAmong(item, items);
}

function decideOnly(target: Abstract, allowed: readonly Abstract[]): boolean | null {
  if (target.kind === 'keys') {
    const among = (key: string) => decideAmong(known(key), allowed);
    const there = [...target.facts.fields].filter(([, { exists }]) => exists).map(([key]) => key);
    return there.some((key) => among(key) === false) ? false : null;
  }
  if (target.kind === 'stored') {
    const { facts } = target;
    // The query's equality leaves open which of 0 and -0 it is.
    const among = (equal: DocValue) => decideAmong(stored({ ...facts, equal }), allowed);
    return facts.contains.some((item) => among(item) === false) ? false : null;
  }
  const items = itemsOf(target);
  if (!items) return null;
  const verdicts = items.map((item) => decideAmong(item, allowed));
  return verdicts.includes(false) ? false : verdicts.every(Boolean) || null;
}

function adviceFor(name: Membership, target: Abstract, given: Abstract): readonly string[] {
  if (name === 'hasOnly') return [];
  if (target.kind === 'known' && given.kind === 'stored' && name === 'hasAny')
    return [constraint(given.facts.field, 'array-contains-any', target.value)];
  if (target.kind !== 'stored' || given.kind !== 'known') return [];
  const items: readonly Value[] = Array.isArray(given.value) ? (given.value as readonly Value[]) : [];
  const [only, ...others] = items;
  const { field } = target.facts;
  if (only !== undefined && others.length === 0) return [constraint(field, 'array-contains', only)];
  return name === 'hasAny' ? [constraint(field, 'array-contains-any', given.value)] : [];
}
