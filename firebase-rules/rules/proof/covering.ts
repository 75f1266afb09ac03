/** Rules that cover every document that a query can return, wherever in its collection or group it is. */
import { BoundedMemo } from '#query/bounded-memo.ts';
import type { Allow, MatchBlock, PatternSegment, Ruleset, Scope } from '../syntax.ts';

/** A segment of a path; null for one that can be anything. */
export type Segment = string | null;

/** Paths of one kind: before the segments there may be any others. */
export interface Paths {
  readonly anywhere: boolean;
  readonly segments: readonly Segment[];
}

/** Value of a wildcard: one segment, or the rest of a path. */
export type Binding = { readonly one: Segment } | { readonly rest: Paths };

export interface Covering {
  readonly allow: Allow;
  readonly scope: Scope;
  /** Bindings by name, for each scope of a match around the rule. */
  readonly bindings: ReadonlyMap<Scope, ReadonlyMap<string, Binding>>;
}

const kept = new WeakMap<Ruleset, BoundedMemo<string, readonly Covering[]>>();

/** The `allow list` rules that cover all `paths` (which are below the database's documents). Found once for each collection. */
export function coveringRules(ruleset: Ruleset, paths: Paths): readonly Covering[] {
  const known = kept.get(ruleset) ?? new BoundedMemo<string, readonly Covering[]>(500);
  kept.set(ruleset, known);
  return known.of(JSON.stringify(paths), () => searched(ruleset, paths));
}

function searched(ruleset: Ruleset, paths: Paths): readonly Covering[] {
  const found: Covering[] = [];
  // Root of the one database's documents; a group's documents lie anywhere below.
  const root = ['databases', '(default)', 'documents'];
  const visit = (block: MatchBlock, outer: readonly Part[]) => {
    const own = block.pattern.map((segment) => ({ segment, scope: block.scope }));
    const pattern = [...outer, ...own];
    const bound = block.allows.length > 0 && cover(pattern, root, paths, ruleset.version);
    if (bound)
      for (const allow of block.allows)
        if (allow.methods.includes('list'))
          found.push({ allow, scope: block.scope, bindings: grouped(bound) });
    for (const inner of block.matches) visit(inner, pattern);
  };
  for (const block of ruleset.matches) visit(block, []);
  return found;
}

interface Part {
  readonly segment: PatternSegment;
  readonly scope: Scope;
}

interface Bound extends Part {
  readonly binding: Binding;
}

/** Bindings of the pattern's wildcards, or null when it does not match all of the paths. */
function cover(
  pattern: readonly Part[],
  root: readonly string[],
  { anywhere, segments }: Paths,
  version: Ruleset['version'],
): readonly Bound[] | null {
  const [first, ...later] = pattern;
  const unmet = root.length + segments.length > 0 || anywhere;
  if (!first) return unmet ? null : [];
  const { segment } = first;
  if (segment.kind === 'rest') return coverRest(first, later, root, { anywhere, segments }, version);
  // A single segment can't match any number of segments.
  if (root.length === 0 && anywhere) return null;
  const next = root.length > 0 ? root[0] : segments[0];
  if (next === undefined || (segment.kind === 'literal' && segment.text !== next)) return null;
  const left =
    root.length > 0
      ? cover(later, root.slice(1), { anywhere, segments }, version)
      : cover(later, root, { anywhere, segments: segments.slice(1) }, version);
  return left && (segment.kind === 'one' ? [{ ...first, binding: { one: next } }, ...left] : left);
}

function coverRest(
  first: Part,
  later: readonly Part[],
  root: readonly string[],
  paths: Paths,
  version: Ruleset['version'],
): readonly Bound[] | null {
  const all: readonly Segment[] = [...root, ...paths.segments];
  // Segments at any depth lie between the root and the collection, and only a rest wildcard can match them.
  const least = Math.max(paths.anywhere ? root.length : 0, version === 1 && !paths.anywhere ? 1 : 0);
  for (let taken = least; taken <= all.length; taken++) {
    const left = cover(later, [], { anywhere: false, segments: all.slice(taken) }, version);
    if (!left) continue;
    const binding = { rest: { anywhere: paths.anywhere, segments: all.slice(0, taken) } };
    return [{ ...first, binding }, ...left];
  }
  return null;
}

function grouped(bound: readonly Bound[]): Covering['bindings'] {
  const bindings = new Map<Scope, Map<string, Binding>>();
  for (const { segment, scope, binding } of bound) {
    if (segment.kind === 'literal') continue;
    const own = bindings.get(scope) ?? new Map<string, Binding>();
    bindings.set(scope, own.set(segment.name, binding));
  }
  return bindings;
}
