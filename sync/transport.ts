/**
 * Backend interface of the documents client. `refetching` makes one of a backend that only hints at changes. Requests
 * reject with `PortError`; codes that `mayPass` accepts are retried by the caller.
 */
import type { Aggregate, Write } from '#ports/docs/docs.ts';
import type { DocsLimits } from '#ports/docs/limits.ts';
import type { Query } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import type { CancelSignal, Unsubscribe } from '#ports/shared.ts';
import type { DocState } from '#query/doc-state.ts';
import type { TargetChange } from '#query/target-change.ts';
import type { WriteResult } from '#query/write-result.ts';

/** A value with its changes. */
export interface StateSignal<T> {
  current(): T;
  /** Calls `next` synchronously at each change. */
  onChange(next: (value: T) => void): Unsubscribe;
}

/**
 * `online`: requests reach the server. `connecting`: not yet, or not for a moment. `offline`: a connection broke or can't be opened, and
 * is not being opened now.
 */
export type Connection = 'online' | 'connecting' | 'offline';

/** A document, in the server's answer to a single read. */
export interface DocReply extends DocState {
  /** Id of the store's history; new whenever the history is replaced: versions of different epochs can't be compared. */
  readonly epoch: string;
}

/** Documents of a query in its order, within its limit, as of one version of the store. */
export interface QueryReply {
  readonly epoch: string;
  readonly version: number;
  readonly docs: readonly DocState[];
}

/** A document that a commit relies on; version `null`: it is missing. */
export interface Expectation {
  readonly path: string;
  readonly version: number | null;
}

/** Writes that are carried out together or not at all. */
export interface Commit {
  /** Idempotency key: a commit that is sent again is answered, not carried out again. */
  readonly id: string;
  /** Commits of one queue are carried out in the order in which they are sent. `null`: a transaction. */
  readonly queue: string | null;
  readonly writes: readonly Write[];
  /** Documents whose version must be this one. */
  readonly expects: readonly Expectation[];
}

/** Waiting writes of one user, which the browser's tabs share. */
export interface CommitQueue {
  /** The queue's name at the server. */
  readonly queueName: string;
  /** Whether writes of the documents may wait: known ones, or those of another open tab. */
  mayWrite(paths: readonly string[]): boolean;
}

export interface AcceptedCommit {
  /** Id of the commit. */
  readonly commit: string;
  readonly version: number;
  /** One result per write, in order; empty when unknown. */
  readonly results: readonly WriteResult[];
  /** States of written documents afterwards, of a backend that gives no results. */
  readonly docs: readonly DocState[];
}

export type ListenSubject = { readonly doc: string } | { readonly query: Query };

export interface ListenRequest {
  /** The client's number for it; never used twice on one stream, except after a refusal that may pass. */
  readonly target: number;
  readonly subject: ListenSubject;
  /** Cached answer: with the same epoch, changes since `since` suffice as the first answer. */
  readonly resume: {
    readonly epoch: string;
    readonly since: number;
    /** Documents of the answer then. */
    readonly paths: readonly string[];
  } | null;
}

/** Changes that are shown together: all effects of one commit, or a first answer. */
export interface DocsChange {
  readonly type: 'changes';
  readonly epoch: string;
  /** Version of the store that all targets have reached with this event. */
  readonly version: number;
  /** New states of documents in targets, and of documents that left them. */
  readonly docs: readonly DocState[];
  readonly targets: readonly TargetChange[];
  /** Commits of the stream's queue that this event contains. */
  readonly accepted: readonly AcceptedCommit[];
}

export type TransportEvent =
  | DocsChange
  /** The target is over. An answer: the server is there, unless the error may pass. */
  | { readonly type: 'refused'; readonly target: number; readonly error: PortError }
  /** The stream is over; nothing follows. */
  | { readonly type: 'ended'; readonly error: PortError | null };

export interface TransportStream {
  /** The first event of the target has `all`. */
  listen(request: ListenRequest): void;
  unlisten(target: number): void;
  /** Ends the stream; nothing follows. */
  close(): void;
}

export interface AggregateTransport {
  aggregate(
    query: Query,
    aggregates: Readonly<Record<string, Aggregate>>,
  ): Promise<Readonly<Record<string, number | null>>>;
}

/** Vector search. */
export interface NearestTransport {
  /** Nearest first. */
  nearest(query: Query): Promise<readonly { readonly doc: DocState; readonly distance: number }[]>;
}

export interface DocsTransport {
  get(path: string): Promise<DocReply>;
  find(query: Query): Promise<QueryReply>;
  /** @throws PortError `aborted`, `failed-precondition` or `already-exists` when an expectation does not hold */
  commit(commit: Commit, signal?: CancelSignal): Promise<AcceptedCommit>;
  /** Stream of the documents listened to, and of accepted commits of `queue`. Events are published asynchronously. */
  open(queue: CommitQueue, next: (event: TransportEvent) => void): TransportStream;
  readonly connection: StateSignal<Connection>;
  /** Id of the person signed in. Changes before the first request in that person's name. */
  readonly identity: StateSignal<string | null>;
  readonly limits: DocsLimits;
  /** Whether queries of a group are answered. */
  readonly groups: boolean;
  /** `null`: not offered. */
  readonly aggregate: AggregateTransport | null;
  readonly nearest: NearestTransport | null;
}
