/** Documents as they are read. */
import type { DocData } from './values.ts';

export interface SnapshotMetadata {
  /** Not confirmed by the server since this client was last in touch with it. */
  readonly fromCache: boolean;
  /** Holds changes made here that the server has not accepted yet. */
  readonly hasPendingWrites: boolean;
}

/** A document as it was at one moment; it never changes afterwards. */
export interface DocSnapshot {
  readonly id: string;
  readonly path: string;
  /** `null` when there is no such document. */
  readonly data: DocData | null;
  readonly metadata: SnapshotMetadata;
}
