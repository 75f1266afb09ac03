/** Interface of an engine in the bench, implemented by a driver in the engine's own API. */
import type { Fields, Row } from './row.ts';

/** Documents whose fields equal these, by one field and then by id (the same way), a few or all of them. */
export interface Question {
  readonly equal: Partial<Pick<Row, 'service' | 'assignee' | 'status' | 'muted'>>;
  /** The ordering field's least value. */
  readonly from?: number;
  readonly orderBy: 'score' | 'at';
  readonly descending: boolean;
  readonly limit: number | null;
}

export type Write =
  | { readonly type: 'create'; readonly row: Row }
  | { readonly type: 'update'; readonly id: string; readonly fields: Fields }
  | { readonly type: 'delete'; readonly id: string };

export type Maybe<T> = T | Promise<T>;

/** An engine with documents in it. `Doc` is the engine's own type; no conversion is measured. */
export interface Store<Doc = unknown> {
  load(rows: Iterable<Row>): Maybe<void>;
  get(id: string): Maybe<Doc>;
  find(question: Question): Maybe<readonly Doc[]>;
  /** `next` is called with the whole answer, at first and after each change. Returns how to end it. */
  watch(question: Question, next: (docs: readonly Doc[]) => void): Maybe<() => void>;
  write(write: Write): Maybe<void>;
  close(): Maybe<void>;
  idOf(doc: Doc): string;
  scoreOf(doc: Doc): number;
  /** Converts a document, only to check that all are there. */
  rowOf(doc: Doc): Row;
  /** Tries to change a document that was handed out: a field, and a nested field. */
  spoil(doc: Doc): void;
}

export interface Engine {
  /** `indexed`: with the engine's indexes for the queries of the bench. */
  open(options: { readonly indexed: boolean; readonly size: number }): Maybe<Store>;
  /** Remarks for the table, where the engine differs from the others. */
  readonly remarks?: string;
}
