/** Change of the answer to one query that is listened to. */
export interface TargetChange {
  readonly target: number;
  /** Paths of all documents of a first answer. Later events have `added` and `removed`. */
  readonly all?: readonly string[];
  readonly added?: readonly string[];
  /** No longer in the answer. */
  readonly removed?: readonly string[];
  /** Removed paths whose content at the client is out of date. */
  readonly stale?: readonly string[];
}
