/** Consistency of answers that were found one after the other. */
import type { DocState } from '#query/doc-state.ts';

/** Answer to one query, by path. */
export type Fetched = ReadonlyMap<string, DocState>;

interface Answered {
  readonly published: Fetched | null;
}

/**
 * Targets whose answer has another, older state of a document than another answer or `committed`, which are states known from elsewhere. A
 * document that is in no other answer can't contradict any.
 */
export function inconsistent<T extends Answered>(
  targets: readonly T[],
  answers: ReadonlyMap<T, Fetched>,
  committed: readonly DocState[],
): readonly T[] {
  const latest = new Map<string, DocState>();
  const note = (doc: DocState) => {
    const known = latest.get(doc.path);
    if (!known || known.version < doc.version) latest.set(doc.path, doc);
  };
  for (const doc of committed) note(doc);
  for (const docs of answers.values()) for (const doc of docs.values()) note(doc);
  const isOutdated = (doc: DocState) => {
    const known = latest.get(doc.path);
    return (
      known !== undefined && (doc.version < known.version || (doc.data === null) !== (known.data === null))
    );
  };
  return targets.filter((target) =>
    [...((answers.get(target) ?? target.published)?.values() ?? [])].some(isOutdated),
  );
}
