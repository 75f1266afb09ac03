/** Interface of a page in the kill test. */

/** `count`: an increment and a document that says so, in one batch. */
export const kinds = ['document', 'batch', 'count', 'file', 'value', 'profile', 'incident'] as const;
export type Kind = (typeof kinds)[number];

/** A write whose promise has resolved. */
export interface Acknowledged {
  readonly kind: Kind;
  /** A number for `profile`: later ones replace earlier ones. */
  readonly id: string;
}

/** Stored state of one round. */
export interface Found {
  readonly documents: readonly string[];
  /** Number of stored documents of each batch. */
  readonly batches: Readonly<Record<string, number>>;
  /** The documents that came with increments. */
  readonly counts: readonly string[];
  /** The sum of the increments, and how many different ones were added, both of one document. */
  readonly sum: number;
  readonly summed: number;
  readonly files: readonly string[];
  readonly values: readonly string[];
  readonly profile: number;
  /** The acknowledged incidents that are stored. */
  readonly incidents: readonly string[];
}

export interface Page {
  /** Stores a mark of the round in a database of the page's own, unknown to Muster. */
  mark(round: number): Promise<void>;
  /** Whether the mark is stored: if not, the browser has lost all databases of this site. */
  isMarked(round: number): Promise<boolean>;
  /**
   * Writes without end. Every acknowledged write is reported to `window.acknowledged`, in the turn in which its promise resolved.
   */
  load(round: number, tab: number, seed: string): void;
  /** State of the cloud, once this browser has no pending writes. */
  found(round: number, incidents: readonly string[]): Promise<Found>;
}

export const documentsOfBatch = 5;

declare global {
  interface Window {
    /** Set once the page is connected. */
    page?: Page;
    acknowledged(write: Acknowledged): Promise<void>;
  }
}
