/** Messages between a client and the documents service. */
import type { Aggregate, Write } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { ErrorData } from '#provider-kit/error-data.ts';
import type { DocState } from '#query/doc-state.ts';
import type { TargetChange } from '#query/target-change.ts';
import type { WriteResult } from '#query/write-result.ts';
import type { CommitReading } from './commit.ts';

/** Requests, by operation. */
export interface DocsRequests {
  get: { readonly payload: { readonly path: string }; readonly reply: GetReply };
  find: {
    readonly payload: { readonly query: Query };
    readonly reply: FindReply;
  };
  aggregate: {
    readonly payload: { readonly query: Query; readonly aggregates: Readonly<Record<string, Aggregate>> };
    readonly reply: Readonly<Record<string, number | null>>;
  };
  /** The names of the collections right below a document, or of those at the root (''), in order. For the owner. */
  collections: { readonly payload: { readonly parent: string }; readonly reply: readonly string[] };
  /** Content of a collection in order, for an owner: also a missing document, if there is something below it. */
  documents: { readonly payload: { readonly collection: string }; readonly reply: readonly DocState[] };
  commit: { readonly payload: CommitRequest; readonly reply: Accepted };
  /** The answers come over the client's stream, the first before the reply. */
  listen: { readonly payload: WireListenRequest; readonly reply: null };
  unlisten: { readonly payload: { readonly target: number }; readonly reply: null };
}

export interface GetReply extends DocState {
  /** Id of the store's history; new whenever the history is replaced: versions of different epochs can't be compared. */
  readonly epoch: string;
  /** The version that a commit can verify; `null` when there is no document. */
  readonly seen: number | null;
}

export interface FindReply {
  readonly epoch: string;
  /** The state of the store that this is the answer of. */
  readonly version: number;
  readonly docs: readonly DocState[];
  /** Distance of each document, of a vector search. */
  readonly distances?: readonly number[];
}

export interface CommitRequest {
  /**
   * Queue of the write; `null` for a transaction. The server remembers the last mutations accepted of each queue, so a write that is
   * sent again because its answer was lost is not applied again.
   */
  readonly queue: string | null;
  readonly mutation: string;
  readonly writes: readonly Write[];
  /** Documents read, which the writes rely on. */
  readonly readings: readonly CommitReading[];
}

export interface Accepted {
  readonly mutation: string;
  readonly version: number;
  readonly results: readonly WriteResult[];
}

export interface WireListenRequest {
  /** The client's name for it; never used twice in one connection. */
  readonly target: number;
  readonly what: Listened;
  /** Cached state of the client: only changes since then are sent. */
  readonly resume: {
    readonly epoch: string;
    readonly since: number;
    /** Keys of the answer then. Absent: all; computed by the server, on a stream that is `resumable`. */
    readonly paths?: readonly string[];
  } | null;
}

export type Listened = { readonly doc: string } | { readonly query: Query };

/** Request for the stream, which also tells of writes accepted from this queue over any connection. */
export interface StreamRequest {
  readonly queue: string | null;
  /** Whether the listens may be resumed by a version alone: the server then records changes. */
  readonly resumable?: boolean;
}

/** An event of the stream: all effects of a commit for this client. */
export interface DocsStreamEvent {
  readonly epoch: string;
  /** Version of the store that the client has after this event. */
  readonly version: number;
  /** New states of documents in targets, and of documents that left them. */
  readonly docs: readonly DocState[];
  readonly targets: readonly ServedTargetChange[];
  /** A write of the stream's queue, or a transaction of this connection, if it was one. */
  readonly accepted: Accepted | null;
}

export interface ServedTargetChange extends TargetChange {
  /** Whether this first answer is complete because the state to resume from is unknown. */
  readonly anew?: boolean;
  /** Refusal that ends the target: the client may not read it any longer. */
  readonly refused?: ErrorData;
}
