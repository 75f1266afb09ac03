/**
 * Backend interface for `refetching`: a backend without exact changes supplies requests, and hints that something may
 * have changed. Hints may be lost, doubled, late and out of order.
 */
import type { DocsLimits } from '#ports/docs/limits.ts';
import type { Query } from '#ports/docs/query.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import type { DocState } from '#query/doc-state.ts';
import type { AggregateTransport, Commit, Connection, NearestTransport, StateSignal } from './transport.ts';

/** Paths of documents or collections that may have changed; `null`: any. */
export type ChangeHint = readonly string[] | null;

export interface LandedCommit {
  readonly id: string;
  readonly version: number;
  /** Documents as `commit` has left them. */
  readonly docs: readonly DocState[];
}

/**
 * Versions are whole numbers that grow with each change of a document, and over the whole store (a sequence, a clock): a document that is
 * deleted and made again has a greater one.
 */
export interface HintingBackend {
  /** `null`: there is no such document. */
  get(path: string): Promise<DocState | null>;
  /** Documents as of one moment, within the query's limit, in any order. Unreadable documents are left out, or reject the request. */
  find(query: Query): Promise<readonly DocState[]>;
  /**
   * Carries out a commit, once per id. Resolves with the written documents as they are afterwards; a deleted one has data `null` and a
   * version, one that the author may not read is left out.
   * @throws PortError failed-precondition or already-exists when an expectation does not hold
   */
  commit(commit: Commit, signal?: CancelSignal): Promise<readonly DocState[]>;
  /**
   * Commits of a queue that were carried out at versions above `after`, oldest first: the other tabs of a browser ask what one of them has
   * sent. The newest 30 suffice: a tab is never further behind.
   */
  landed(queue: string, after: number): Promise<readonly LandedCommit[]>;
  /** Publishes hints until unsubscribed. */
  watch(next: (hint: ChangeHint) => void): Unsubscribe;
  readonly connection: StateSignal<Connection>;
  readonly identity: StateSignal<string | null>;
  readonly limits: DocsLimits;
  /** Whether queries of a group (`Query.group`) are answered. */
  readonly groups: boolean;
  readonly aggregate: AggregateTransport | null;
  readonly nearest: NearestTransport | null;
}

type Around = <T>(operation: 'get' | 'find' | 'commit' | 'landed', run: () => Promise<T>) => Promise<T>;

/** The backend with `around` called for each request in its place. */
export const aroundRequests = (backend: HintingBackend, around: Around): HintingBackend => ({
  ...backend,
  get: (path) => around('get', () => backend.get(path)),
  find: (query) => around('find', () => backend.find(query)),
  commit: (commit, signal) => around('commit', () => backend.commit(commit, signal)),
  landed: (queue, after) => around('landed', () => backend.landed(queue, after)),
});
