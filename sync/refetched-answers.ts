/** Consistency of answers that were found one after the other. */
import type { DocState } from '#query/doc-state.ts';

/** Answer to one query, by path. */
export type Fetched = ReadonlyMap<string, DocState>;

interface Answered {
  readonly published: Fetched | null;
}

interface FetchedAnswer {
  readonly docs: Fetched;
  /** Answers of a later round were requested after those of an earlier one had arrived. */
  readonly round: number;
}

/**
 * Targets whose answer is of an earlier moment than another answer: it has another, older state of a document, or it was requested
 * before a document left an answer, and has that document. `committed` are states known from elsewhere.
 */
export function inconsistent<T extends Answered>(
  targets: readonly T[],
  answers: ReadonlyMap<T, FetchedAnswer>,
  committed: readonly DocState[],
): readonly T[] {
  const latest = new Map<string, DocState>();
  /** Round in which a document was last found to be missing in an answer that had it. */
  const left = new Map<string, number>();
  const note = (doc: DocState) => {
    const known = latest.get(doc.path);
    if (!known || known.version < doc.version) latest.set(doc.path, doc);
  };
  for (const doc of committed) note(doc);
  for (const [{ published }, { docs, round }] of answers) {
    for (const doc of docs.values()) note(doc);
    for (const path of published?.keys() ?? [])
      if (!docs.has(path)) left.set(path, Math.max(left.get(path) ?? 0, round));
  }
  const isOutdated = (doc: DocState, round: number) => {
    const known = latest.get(doc.path);
    if (known && (doc.version < known.version || (doc.data === null) !== (known.data === null))) return true;
    return doc.data !== null && round <= (left.get(doc.path) ?? -1);
  };
  return targets.filter((target) => {
    const answer = answers.get(target);
    const docs = (answer?.docs ?? target.published)?.values() ?? [];
    return [...docs].some((doc) => isOutdated(doc, answer?.round ?? -1));
  });
}
