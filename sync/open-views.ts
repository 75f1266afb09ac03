/** Queries that are open for a replica's user. */
import type { DocState } from '#query/doc-state.ts';
import type { LocalView } from './view.ts';

export interface OpenViews {
  /** All views in the order of their opening. */
  all(): Iterable<LocalView>;
  view(key: string): LocalView | null;
  /** Whether a view shows the document. */
  shows(path: string): boolean;
  /** Whether a view may hold the document in this state. */
  concerns(state: DocState): boolean;
}

/** Views of a user who is not signed in now. */
export const noViews: OpenViews = {
  all: () => [],
  view: () => null,
  shows: () => false,
  concerns: () => false,
};
