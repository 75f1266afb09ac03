/** Both ends of a move between backends: records of each part read in pages, and written in batches that may come twice. */
import { PortError } from '#ports/errors.ts';
import type { MovedRecords, MovePart } from './moved-records.ts';

export interface MovePage<R> {
  readonly records: readonly R[];
  /** Cursor for the next page; `null` on the last one. */
  readonly next: string | null;
}

/** Opens the content of a file of the source. */
export type OpenContent = (path: string) => AsyncIterable<Uint8Array>;

/** Records of one part. */
export interface MoveShelf<R> {
  /** A bounded number of records after a cursor; `null`: the first ones. @throws PortError data-loss for a damaged record; unavailable */
  page(after: string | null): Promise<MovePage<R>>;
  /** Records of the keys that exist, in any order. */
  get(keys: readonly string[]): Promise<readonly R[]>;
  /** Adds records, or replaces those of the same key. @throws PortError storage/invalid-checksum; unavailable, resource-exhausted */
  write(records: readonly R[], contentOf: OpenContent): Promise<void>;
}

export type MoveShelves = { readonly [P in MovePart]: MoveShelf<MovedRecords[P]> };

/** A record as a backend can hold it. */
export interface Fitted<R> {
  /** `null`: it can't hold it at all. */
  readonly record: R | null;
  /** Lost data, each as the end of a sentence with a count: “passwords: their people sign in by a link”. */
  readonly losses: readonly string[];
  /** Whole sentences about this record, for the dry run. Default: none. */
  readonly notices?: readonly string[];
}

/** Fit of each record: the part of it that a backend can store. */
export type MoveFits = { readonly [P in MovePart]: (record: MovedRecords[P]) => Fitted<MovedRecords[P]> };

/** Another form of each record. */
export type MoveForms = { readonly [P in MovePart]: (record: MovedRecords[P]) => MovedRecords[P] };

export interface MoveSource {
  /** As messages name it: “the desk in /data”. */
  readonly name: string;
  readonly shelves: MoveShelves;
  readonly contentOf: OpenContent;
  /** Sentences about what can't be read of it. */
  readonly unread: readonly string[];
  /** Milliseconds that its clock is ahead of this machine's. */
  readonly aheadMs: number;
  /** @throws PortError failed-precondition when it may have been changed by others since it was opened */
  checkAtRest(): Promise<void>;
  close(): Promise<void>;
}

export interface MoveTarget {
  readonly name: string;
  readonly shelves: MoveShelves;
  /** Parts that can't be read back, and so are not compared. */
  readonly blind: ReadonlySet<MovePart>;
  /** Records as they are read back. Default: as they were written. */
  readonly readBack?: MoveForms;
  /** Id of the move whose records it holds; `null` for none. */
  mark(): Promise<string | null>;
  setMark(id: string | null): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** Whether a part of a move outlasts the process before `finish`. */
  readonly keepsParts: boolean;
  /** Makes everything that was written last. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export const fits = <R>(record: R): Fitted<R> => ({ record, losses: [] });

/** A part that a backend does not have. */
export const emptyShelf = <R>(what: string): MoveShelf<R> => ({
  page: async () => ({ records: [], next: null }),
  get: async () => [],
  async write(records) {
    if (records.length > 0) throw new PortError('failed-precondition', `There are no ${what} here.`);
  },
});

export const sameForm = <R>(record: R): R => record;
