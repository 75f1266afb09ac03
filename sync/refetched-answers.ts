/** Answers to queries that were found one after the other: their differences, and whether they fit together. */
import type { DocState } from '#query/doc-state.ts';
import type { TargetChange } from '#query/target-change.ts';

/** Answer to one query, by path. */
export type Fetched = ReadonlyMap<string, DocState>;

interface Answered {
  readonly published: Fetched | null;
}

/** The latest of several states of each document. */
export function latestStates(states: Iterable<DocState>): Map<string, DocState> {
  const latest = new Map<string, DocState>();
  for (const state of states) {
    const known = latest.get(state.path);
    if (!known || known.version < state.version) latest.set(state.path, state);
  }
  return latest;
}

/**
 * Targets whose answer has another, older state of a document than another answer or `known`, which are states known from elsewhere. A
 * document that is in no other answer can't contradict any.
 */
export function inconsistent<T extends Answered>(
  targets: readonly T[],
  answers: ReadonlyMap<T, Fetched>,
  known: readonly DocState[],
): readonly T[] {
  const latest = latestStates([...known, ...[...answers.values()].flatMap((docs) => [...docs.values()])]);
  const isOutdated = (doc: DocState) => {
    const other = latest.get(doc.path);
    return (
      other !== undefined && (doc.version < other.version || (doc.data === null) !== (other.data === null))
    );
  };
  return targets.filter((target) =>
    [...((answers.get(target) ?? target.published)?.values() ?? [])].some(isOutdated),
  );
}

/** Documents that one of two answers lacks, or has in another state. */
export const changedPaths = (before: Fetched | null, now: Fetched): readonly string[] => [
  ...[...now.values()].filter((doc) => isChanged(before?.get(doc.path), doc)).map(({ path }) => path),
  ...[...(before?.keys() ?? [])].filter((path) => !now.has(path)),
];

/** Difference of a new answer; its changed documents are added to `docs`. `null`: nothing has entered or left. */
export function answerChange(
  target: number,
  before: Fetched | null,
  now: Fetched,
  docs: Map<string, DocState>,
): TargetChange | null {
  for (const doc of now.values()) if (isChanged(before?.get(doc.path), doc)) docs.set(doc.path, doc);
  const [was, is] = [pathsOfAnswer(before), pathsOfAnswer(now)];
  if (!before) return { target, all: [...is] };
  const added = [...is].filter((path) => !was.has(path));
  const removed = [...was].filter((path) => !is.has(path));
  return added.length + removed.length > 0 ? { target, added, removed } : null;
}

/** Paths of the documents that are there. */
export const pathsOfAnswer = (answer: Fetched | null): ReadonlySet<string> =>
  new Set([...(answer?.values() ?? [])].flatMap(({ path, data }) => (data ? [path] : [])));

/** A missing document has the version of its answer, which says nothing. */
const isChanged = (before: DocState | undefined, now: DocState) =>
  !before || (before.version !== now.version && (before.data !== null || now.data !== null));
