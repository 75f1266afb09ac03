/** Evaluation of known values by the language itself. */
import { DocRef } from '#ports/docs/values.ts';
import type { Evaluation } from '../evaluation.ts';
import { type BuiltIn, functions, namespaces } from '../functions.ts';
import { lookupFunction } from '../lookup-functions.ts';
import { segmentsOf } from '../other-methods.ts';
import type { Expression, Literal, MapLiteral } from '../syntax.ts';
import { documentPath, Failure, float, MapLiteralValue, Path, type Result, type Value } from '../values.ts';
import { certain, failing, fails, known, type Outcome } from './abstract.ts';

export const resultOf = (at: Expression, result: Result): Outcome =>
  result instanceof Failure ? fails(failing(at, result.problem)) : certain(known(result));

export const literalValue = ({ value, float: isFloat }: Literal): Value =>
  isFloat && typeof value === 'number' ? float(value) : value;

/** `/a/$(b)`, each part given. */
export function pathFrom(parts: readonly Value[]): Result {
  const segments: Path['segments'][number][] = [];
  for (const part of parts) {
    const own = segmentsOf(part);
    if (own instanceof Failure) return own;
    segments.push(...own);
  }
  return new Path(segments);
}

/** A map literal, whose values are given. `{name: 1}` means `{'name': 1}`. */
export function mapFrom({ entries }: MapLiteral, values: readonly Value[]): Result {
  const map = new Map<string, Value>();
  for (const [index, { key }] of entries.entries()) {
    const name = keyOf(key);
    if (name === null) return new Failure(() => 'keys are strings');
    map.set(name, values[index] ?? null);
  }
  return new MapLiteralValue(map);
}

function keyOf(key: Expression): string | null {
  if (key.kind === 'variable') return key.name;
  return key.kind === 'literal' && typeof key.value === 'string' ? key.value : null;
}

/** A function that is declared nowhere; with a namespace, one of its. */
export function callBuiltIn(
  of: Evaluation,
  namespace: string | null,
  name: string,
  args: readonly Value[],
): Result {
  const lookup = lookupFunction('cloud.firestore', namespace, name);
  if (lookup) return lookedUp(of, lookup.gives, args, lookup.after);
  const table = namespace === null ? functions : (namespaces.get(namespace) ?? {});
  const builtIn: BuiltIn | undefined = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!builtIn) return new Failure(() => `there is no function ${name}`);
  if (builtIn.takes !== args.length) return new Failure(() => `${name} takes ${builtIn.takes} arguments`);
  return builtIn.call(...args);
}

export function isBuiltIn(namespace: string | null, name: string): boolean {
  const table = namespace === null ? functions : (namespaces.get(namespace) ?? {});
  return Object.hasOwn(table, name) || lookupFunction('cloud.firestore', namespace, name) !== null;
}

export const isNamespace = (name: string): boolean => namespaces.has(name);

function lookedUp(
  of: Evaluation,
  gives: 'document' | 'existence',
  [given = null, ...others]: readonly Value[],
  after: boolean,
): Result {
  const path = given instanceof DocRef ? documentPath(given.path) : given;
  if (!(path instanceof Path) || others.length > 0) return new Failure(() => 'one path is wanted');
  const found = of.document(path, after);
  if (found instanceof Failure) return found;
  if (gives === 'existence') return found !== null;
  return found ?? new Failure(() => `there is no document ${path.segments.slice(3).join('/')}`);
}
