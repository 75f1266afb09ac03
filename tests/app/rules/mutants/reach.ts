/**
 * Reach of a place in the rules of documents or files: the `allow` statements whose answer can depend on it. A case that evaluates none
 * of them has the same answer under every change of that place.
 */
import { findFunction } from '#firebase-rules/rules/scope.ts';
import type {
  Allow,
  Expression,
  FunctionDeclaration,
  MatchBlock,
  Scope,
} from '#firebase-rules/rules/syntax.ts';
import { partsOf } from '#firebase-rules/rules/walk.ts';

/** Place of an `allow` statement, unique in its file: line and column. */
export const placeOf = ({ line, column }: { readonly line: number; readonly column: number }): string =>
  `${line}:${column}`;

/** For each function, the `allow` statements that call it, directly or through other functions. */
export function reachOf(
  blocks: readonly MatchBlock[],
): ReadonlyMap<FunctionDeclaration, ReadonlySet<string>> {
  const reached = new Map<FunctionDeclaration, Set<string>>();
  for (const { allow, scope } of allowsIn(blocks))
    if (allow.condition)
      for (const called of calledBy(allow.condition, scope, new Set())) {
        const allows = reached.get(called) ?? new Set();
        reached.set(called, allows.add(placeOf(allow.at)));
      }
  return reached;
}

const allowsIn = (blocks: readonly MatchBlock[]): readonly { allow: Allow; scope: Scope }[] =>
  blocks.flatMap(({ allows, matches, scope }) => [
    ...allows.map((allow) => ({ allow, scope })),
    ...allowsIn(matches),
  ]);

function calledBy(
  expression: Expression,
  scope: Scope,
  known: Set<FunctionDeclaration>,
): ReadonlySet<FunctionDeclaration> {
  const called = expression.kind === 'call' ? findFunction(scope, expression.name) : null;
  if (called && !known.has(called)) {
    known.add(called);
    for (const inner of [...called.lets.map(({ value }) => value), called.result])
      calledBy(inner, called.scope, known);
  }
  for (const part of partsOf(expression)) calledBy(part, scope, known);
  return known;
}
