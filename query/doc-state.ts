import type { DocData } from '#ports/docs/values.ts';

/** A document as it was at `version`; a missing one has no data. Versions are compared, otherwise opaque. */
export interface DocState {
  readonly path: string;
  readonly data: DocData | null;
  readonly version: number;
}
