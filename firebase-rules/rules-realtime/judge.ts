/**
 * Evaluation of reads and writes. Permission for a place covers all below it; every part of a write must be valid. A rule without a
 * value counts as false.
 */
import { type Keys, priorityKey } from '#query/tree/node.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Refusal } from '../rules/decisions.ts';
import type { Scope } from './compile.ts';
import type { Judged, ReadAccess, ReadDecision, WriteAccess } from './decisions.ts';
import { refusalOf } from './refusal.ts';
import type { Rule, RuleKind, RuleNode } from './ruleset.ts';
import { RuleFailure, RuleSnapshot, type Value } from './values.ts';
import { type Stop, validatedBelow, way } from './walk.ts';

export function judgeRead(ruleset: RuleNode, access: ReadAccess): ReadDecision {
  const { query, root, auth, now } = access;
  const looked = new Map<string, Keys>();
  const touched = (keys: Keys) => void looked.set(keys.join('/'), keys);
  const names = {
    auth: auth as Value,
    now,
    root: new RuleSnapshot(root, [], touched),
    query: queryValue(query),
  };
  const scopeAt = ({ keys, captures }: Stop): Scope => ({
    ...names,
    ...captures,
    data: new RuleSnapshot(root, keys, touched),
  });
  const { granted, nearest } = grantedOn(way(ruleset, query.keys), 'read', scopeAt);
  const places = [...looked.values()];
  return { refusal: granted ? null : refusalOf('read', query.keys, auth, nearest), looked: places };
}

/** `null` when it may be done. */
export function judgeWrite(
  ruleset: RuleNode,
  { places, before, after, auth, now }: WriteAccess,
): Refusal | null {
  const names = { auth: auth as Value, now, root: new RuleSnapshot(before, []) };
  const scopeAt = ({ keys, captures }: Stop): Scope => ({
    ...names,
    ...captures,
    data: new RuleSnapshot(before, keys),
    newData: new RuleSnapshot(after, keys),
  });
  for (const place of places) {
    const keys = place.at(-1) === priorityKey ? place.slice(0, -1) : place;
    const stops = [...way(ruleset, keys)];
    const { granted, nearest } = grantedOn(stops, 'write', scopeAt);
    if (!granted) return refusalOf('write', keys, auth, nearest);
    const last = stops.at(-1);
    const reached = last && last.keys.length === keys.length ? validatedBelow(last, after.at(keys)) : [];
    for (const stop of [stops, reached].flatMap((each) => [...each])) {
      const rule = stop.node.rules.validate;
      // An empty node is always valid.
      if (!rule || after.at(stop.keys).isEmpty()) continue;
      const scope = scopeAt(stop);
      if (!holds(rule, scope)) return refusalOf('write', stop.keys, auth, { rule, scope });
    }
  }
  return null;
}

function grantedOn(
  stops: Iterable<Stop>,
  kind: RuleKind,
  scopeAt: (stop: Stop) => Scope,
): { readonly granted: boolean; readonly nearest: Judged | null } {
  let nearest: Judged | null = null;
  for (const stop of stops) {
    const rule = stop.node.rules[kind];
    if (!rule) continue;
    const scope = scopeAt(stop);
    if (holds(rule, scope)) return { granted: true, nearest: null };
    nearest = { rule, scope };
  }
  return { granted: false, nearest };
}

function holds({ condition }: Rule, scope: Scope): boolean {
  try {
    return condition.run(scope) === true;
  } catch (error) {
    if (error instanceof RuleFailure) return false;
    throw error;
  }
}

function queryValue({ orderBy, start, end, limit }: NormalQuery): Value {
  const isEqual =
    start && end && start.inclusive && end.inclusive && start.value === end.value && start.key === end.key;
  return {
    orderByKey: orderBy === 'key',
    orderByPriority: orderBy === 'priority',
    orderByValue: orderBy === 'value',
    orderByChild: typeof orderBy === 'object' ? orderBy.child.join('/') : null,
    startAt: start?.value ?? null,
    endAt: end?.value ?? null,
    equalTo: isEqual ? start.value : null,
    limitToFirst: limit?.from === 'first' ? limit.count : null,
    limitToLast: limit?.from === 'last' ? limit.count : null,
  };
}
