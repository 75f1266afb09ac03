/** What a page of the kill test says and is asked. */

/** `count`: an increment and a document that says so, in one batch. */
export const kinds = ['document', 'batch', 'count', 'file', 'value', 'profile', 'incident'] as const;
export type Kind = (typeof kinds)[number];

/** A write whose promise has resolved. */
export interface Acknowledged {
  readonly kind: Kind;
  /** A number for `profile`: later ones replace earlier ones. */
  readonly id: string;
}

/** What is there of one round. */
export interface Found {
  readonly documents: readonly string[];
  /** How many of the documents of each batch. */
  readonly batches: Readonly<Record<string, number>>;
  /** The documents that came with increments. */
  readonly counts: readonly string[];
  /** The sum of the increments, and how many different ones were added, both of one document. */
  readonly sum: number;
  readonly summed: number;
  readonly files: readonly string[];
  readonly values: readonly string[];
  readonly profile: number;
  /** Those of the acknowledged ones that are there. */
  readonly incidents: readonly string[];
}

export interface Page {
  /** Puts a record of the round into a database of the page's own, which Muster knows nothing of. */
  mark(round: number): Promise<void>;
  /** Whether that record is there: if not, the browser has lost all databases of this site. */
  isMarked(round: number): Promise<boolean>;
  /** Writes without end. Every acknowledged write is told to `window.acknowledged`, in the turn in which its promise resolved. */
  load(round: number, tab: number, seed: string): void;
  /** As the cloud has it, once this browser has no writes waiting any more. */
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
