/** A state of a document, as held by this client. A new state is a new object. */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { DocData } from '#ports/docs/values.ts';

export interface LocalDoc {
  readonly path: string;
  readonly data: DocData | null;
  /** Version of the confirmed state underneath; 0 when none is known. */
  readonly version: number;
  /** Whether it has changes that the server has not accepted yet. */
  readonly pending: boolean;
  /** Whether it has fields that wait for the server's time. */
  readonly unset: boolean;
  /** Snapshot that most readers share, once made; set by `snapshots.ts`. */
  shown: DocSnapshot | null;
}

/** A document that exists. */
export interface PresentDoc extends LocalDoc {
  readonly data: DocData;
}

export const isPresent = (doc: LocalDoc | null): doc is PresentDoc => doc !== null && doc.data !== null;

/** A document in the state that the server confirmed. */
export const confirmedDoc = (path: string, data: DocData | null, version: number): LocalDoc => ({
  path,
  data,
  version,
  pending: false,
  unset: false,
  shown: null,
});
