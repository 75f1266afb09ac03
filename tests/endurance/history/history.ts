/** A recorded history of registers: documents with one value each, which clients read and write at the same time. */

/** Version by path; a missing document has none. */
export type Versions = ReadonlyMap<string, number>;

/** Moments count up over all clients: what has ended before something began has the lower number. */
interface Span {
  readonly began: number;
  readonly ended: number;
}

/** A commit that was acknowledged. */
export interface RecordedCommit extends Span {
  readonly id: string;
  readonly version: number;
  /** Versions that it depends on; `null`: the document is missing. */
  readonly reads: ReadonlyMap<string, number | null>;
  /** New values; `null`: removed. */
  readonly writes: ReadonlyMap<string, string | null>;
}

/** Answer to a query of all registers. */
export interface RecordedAnswer extends Span {
  readonly versions: Versions;
  readonly values: ReadonlyMap<string, string>;
}

/** State of a listener to all registers after each event. */
export interface RecordedListener {
  readonly client: string;
  readonly states: readonly Versions[];
}

export interface History {
  readonly commits: readonly RecordedCommit[];
  readonly answers: readonly RecordedAnswer[];
  readonly listeners: readonly RecordedListener[];
}
