/** Versions that `refetching` has seen in answers of a backend. */
import type { DocState } from '#query/doc-state.ts';
import type { AcceptedCommit } from './transport.ts';

export class SeenVersions {
  /** All versions of a backend are of one history. */
  readonly epoch = 'refetching';
  /** Latest version seen, which a missing document gets. */
  latest = 0;

  /** Version of an answer: after all that are known already, and before the next. */
  ofAnswer(): number {
    return this.latest + 0.5;
  }

  noteAll(docs: readonly DocState[]): readonly DocState[] {
    for (const { version } of docs) this.latest = Math.max(this.latest, version);
    return docs;
  }

  stateOf(path: string, doc: DocState | null): DocState {
    this.noteAll(doc ? [doc] : []);
    return doc ?? { path, data: null, version: this.latest };
  }

  accepted(commit: string, docs: readonly DocState[]): AcceptedCommit {
    this.noteAll(docs);
    return { commit, version: this.latest, results: [], docs };
  }
}
