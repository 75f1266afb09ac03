/** Scopes of names. */
import type { FunctionDeclaration, Scope } from './syntax.ts';

/** The declaration that a call in this scope means, or null for a built-in function. */
export function findFunction(scope: Scope, name: string): FunctionDeclaration | null {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = at.functions.get(name);
    if (found) return found;
  }
  return null;
}

const owners = new WeakMap<Scope, Map<string, Scope | null>>();

/** The innermost scope that gives the name a value, or null. Remembered: the same rules are evaluated for many requests. */
export function findName(scope: Scope, name: string): Scope | null {
  let known = owners.get(scope);
  if (!known) owners.set(scope, (known = new Map()));
  let owner = known.get(name);
  if (owner === undefined) known.set(name, (owner = ownerOf(scope, name)));
  return owner;
}

function ownerOf(scope: Scope, name: string): Scope | null {
  for (let at: Scope | null = scope; at; at = at.parent) if (at.names.includes(name)) return at;
  return null;
}
