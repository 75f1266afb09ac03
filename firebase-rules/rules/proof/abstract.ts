/** Values of which something is known, for every document that a query can return at once. */
import { DocRef, type DocValue, GeoPoint, Vector } from '#ports/docs/values.ts';
import type { Expression } from '../syntax.ts';
import { documentPath, type TypeName, typeOf, type Value } from '../values.ts';
import type { Facts } from './facts.ts';

/** Ints and floats are told apart only where the value itself is known. */
export type Kind = Exclude<TypeName, 'int' | 'float'> | 'number';

export type TextOf = (expression: Expression) => string;

/** Reason why a condition is not certainly true, with the constraints that the query lacks. */
export interface Reason {
  readonly at: Expression;
  readonly how: 'open' | 'false' | 'fails';
  /** Clause of the sentence, given the source's texts; empty for an open result, where `toHold` says it all. */
  readonly problem: (textOf: TextOf) => string;
  /** Constraints with which it would certainly hold; each would do. */
  readonly toHold: readonly string[];
  /** Constraints with which it would certainly be false. */
  readonly toFail: readonly string[];
}

export type Abstract =
  | { readonly kind: 'known'; readonly value: Value }
  /** A field of the document, or the map of all, with its facts by the query. */
  | { readonly kind: 'stored'; readonly facts: Facts }
  /** The keys of such a map. */
  | { readonly kind: 'keys'; readonly facts: Facts }
  | { readonly kind: 'resource' }
  | { readonly kind: 'request' }
  /** One of several options; `why`: the cause of the choice. */
  | { readonly kind: 'choice'; readonly options: readonly Abstract[]; readonly why: Reason }
  /** List of this many items, not all of them known. */
  | { readonly kind: 'list'; readonly items: readonly Abstract[] }
  | { readonly kind: 'unknown'; readonly type: Kind | null; readonly why: Reason };

/** Possible results of an expression: a value (null when it never has one), and perhaps a failure. */
export interface Outcome {
  readonly value: Abstract | null;
  readonly failure: Reason | null;
  /** Reason of a false condition. */
  readonly why?: Reason;
}

export const known = (value: Value): Abstract => ({ kind: 'known', value });
export const certain = (value: Abstract): Outcome => ({ value, failure: null });
export const fails = (failure: Reason): Outcome => ({ value: null, failure });
export const unknown = (why: Reason, type: Kind | null = null): Abstract => ({ kind: 'unknown', type, why });
/** Unknown result that may also be a failure. */
export const undecided = (why: Reason, type: Kind | null = null): Outcome => ({
  value: unknown(why, type),
  failure: why,
});

/** Boolean that is unknown. */
export const open = (
  at: Expression,
  toHold: readonly string[] = [],
  toFail: readonly string[] = [],
  problem = '',
): Reason => ({ at, how: 'open', problem: () => problem, toHold, toFail });

export const failing = (at: Expression, problem: string, toHold: readonly string[] = []): Reason => ({
  at,
  how: 'fails',
  problem: () => problem,
  toHold,
  toFail: [],
});

export function kindOf(value: Value): Kind {
  const type = typeOf(value);
  return type === 'int' || type === 'float' ? 'number' : type;
}

/** A field's value: itself, when the query leaves no other. */
export function stored(facts: Facts): Abstract {
  const { equal } = facts;
  return equal !== undefined && isExact(equal) ? known(asRules(equal)) : { kind: 'stored', facts };
}

/** Equal by a query’s measure is equal in all, but for 0 and -0. */
export function isExact(value: DocValue): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof GeoPoint) return value.latitude !== 0 && value.longitude !== 0;
  if (value instanceof Vector) return value.values.every(isExact);
  if (Array.isArray(value)) return value.every(isExact);
  return kindOf(value) !== 'map' || Object.values(value).every(isExact);
}

const asRules = (value: DocValue): Value => (value instanceof DocRef ? documentPath(value.path) : value);

/** Certain type of the field; null when the query does not determine it. */
export function kindOfFacts({ equal, low, high, contains, isMap }: Facts): Kind | null {
  if (equal !== undefined) return kindOf(equal);
  const bound = low ?? high;
  if (bound) return kindOf(bound.value);
  if (contains.length > 0) return 'list';
  return isMap ? 'map' : null;
}

export function kindOfAbstract(value: Abstract): Kind | null {
  switch (value.kind) {
    case 'known':
      return kindOf(value.value);
    case 'stored':
      return kindOfFacts(value.facts);
    case 'keys':
    case 'list':
      return 'list';
    case 'choice':
      return null;
    case 'unknown':
      return value.type;
    case 'resource':
    case 'request':
      return 'map';
  }
}
