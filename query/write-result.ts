import type { DocValue } from '#ports/docs/values.ts';

/** Result of one write, by which its author applies it without being sent the document. */
export interface WriteResult {
  /** The document's version afterwards. A write that changes nothing keeps it. */
  readonly version: number;
  /** Values of the operations that depend on the server (times, sums, minima and maxima), by field. */
  readonly resolved: Readonly<Record<string, DocValue>>;
}
