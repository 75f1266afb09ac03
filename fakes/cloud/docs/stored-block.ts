/**
 * Many documents of one collection as one record of a store: their records as JSON, and what is known of them before that is read. Made by
 * the store; a cloud reads it when a path or a query needs it.
 */
import * as v from 'valibot';
import type { DocValue } from '#ports/docs/values.ts';
import { unpack } from '#provider-kit/plain-json.ts';
import type { BlockFields, DocBlock } from '#query/doc-block.ts';
import type { StoredDoc } from '#query/store.ts';
import { withUnread } from '#query/unread-indexes.ts';
import { decodeMessage } from '#query/value-codec.ts';
import type { Part } from '../records.ts';
import { storedAs, storedNumber } from '../stored.ts';

type FieldRecord = readonly [
  name: string,
  low?: DocValue,
  high?: DocValue,
  each?: readonly DocValue[] | null,
];

/** Encoded as every record is. */
export interface BlockRecord {
  readonly collection: string;
  /** Ids in the order of `docs`, with slashes between them. */
  readonly ids: string;
  /** JSON of a list of the documents' records, of Latin-1 characters alone. */
  readonly docs: string;
  /** Latest version among the documents. */
  readonly latest: number;
  /** `null`: nothing is known of the fields. */
  readonly fields: readonly FieldRecord[] | null;
  /** Documents of the block that are removed; given by the store when it is opened. */
  readonly removed?: readonly string[];
}

/** Id and encoded record of a document. */
export type BlockEntry = readonly [id: string, record: unknown];

export const idSeparator = '/';

/** @throws SyntaxError, TypeError for a damaged text */
export function entriesOfBlock({ ids, docs }: Pick<BlockRecord, 'ids' | 'docs'>): readonly BlockEntry[] {
  const records = JSON.parse(docs) as readonly unknown[];
  const names = ids.split(idSeparator);
  if (!Array.isArray(records) || records.length !== names.length)
    throw new TypeError('A block of documents is not as it was written.');
  return names.map((id, at) => [id, unpack(records[at])]);
}

const storedBlock = storedAs<BlockRecord>(
  v.looseObject({
    collection: v.string(),
    ids: v.string(),
    docs: v.string(),
    latest: storedNumber,
    fields: v.nullable(v.array(v.array(v.unknown()))),
  }),
);

/** Receives the path of each document that can't be read. */
type ReportUnreadable = (path: string, error: unknown) => void;

/** `read`: a document of its path and record. @throws TypeError for what is no such record */
function docBlock(
  value: unknown,
  read: (path: string, record: unknown) => StoredDoc,
  report: ReportUnreadable,
): DocBlock<StoredDoc> & { readonly latest: number } {
  const { collection, ids, docs, latest, fields, removed = [] } = storedBlock(value);
  const gone = new Set(removed);
  const paths = () => ids.split(idSeparator).map((id) => `${collection}/${id}`);
  const present = () => (gone.size > 0 ? paths().filter((path) => !gone.has(path)) : paths());
  return {
    collection,
    latest,
    fields: fields && fieldsOf(fields),
    paths: present,
    read() {
      let entries: readonly BlockEntry[];
      try {
        entries = entriesOfBlock({ ids, docs });
      } catch (error) {
        for (const path of present()) report(path, error);
        return [];
      }
      return entries.flatMap(([id, record]) => {
        const path = `${collection}/${id}`;
        if (gone.has(path)) return [];
        try {
          return [read(path, decodeMessage(record))];
        } catch (error) {
          report(path, error);
          return [];
        }
      });
    },
  };
}

const fieldsOf = (records: readonly FieldRecord[]): BlockFields =>
  new Map(
    records.map(([name, low, high, each]) => [
      name,
      low === undefined || high === undefined ? null : { low, high, each: each ?? null },
    ]),
  );

/** The ability of documents to be stored in blocks. */
export const docBlocks = {
  unread: withUnread,
  /** Blocks are made by a store out of the documents' records, and are only read. */
  part: { get: () => undefined, entries: () => [], check: (value) => void storedBlock(value) } satisfies Part,
  read: docBlock,
} as const;
