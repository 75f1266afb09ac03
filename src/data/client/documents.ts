/** Documents as the domain's entities: live, checked against their schema, with the state of their writes. */
import type * as v from 'valibot';
import { fromReadableDocument } from '#api/codec.ts';
import { type Docs, type DocSnapshot, docsToken, type QuerySnapshot } from '#ports/docs/docs.ts';
import { documentId, type Query, query, where } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import { docSource, mappedSource, querySource } from '#react/documents.ts';
import { liveOptions, usePushed } from '#react/live-query.ts';
import { isNotSeen, notSeen } from './not-seen.ts';
import { usePort } from '#react/ports.tsx';

/** An entity and whether the server has it. */
export interface Live<T> {
  readonly value: T;
  /** Whether it was written here and is not yet accepted by the server. */
  readonly pending: boolean;
  /** Whether it is pending because something that was given before it has no answer yet. */
  readonly waits?: boolean;
}

export interface LiveList<T> {
  readonly items: readonly Live<T>[];
  /** Paths of documents that do not fit their schema: a newer version wrote them, or they are damaged. */
  readonly unreadable: readonly string[];
  /** Whether the server has not confirmed it since the connection was lost. */
  readonly fromCache: boolean;
  /** Of an empty list from the cache: whether it was empty when the server last answered. Otherwise the cache may just lack its documents. */
  readonly knownEmpty?: boolean;
}

/** Parsed data of a document; null where it does not fit its schema. */
interface Parsed {
  readonly stored: Live<unknown> | null;
  readonly pending: Live<unknown> | null;
}

/**
 * Entities by schema and data. Providers keep the data of a document that has not changed the same object from snapshot to snapshot, so
 * each state of a document is parsed once, and what was made of it is the same object.
 */
const parsed = new WeakMap<object, WeakMap<object, Parsed>>();

function parse(schema: v.GenericSchema, doc: DocSnapshot, data: object): Parsed {
  const bySchema = parsed.get(schema) ?? new WeakMap<object, Parsed>();
  parsed.set(schema, bySchema);
  const known = bySchema.get(data);
  if (known) return known;
  const value = fromReadableDocument(schema, doc);
  const made: Parsed =
    value === null
      ? { stored: null, pending: null }
      : { stored: { value, pending: false }, pending: { value, pending: true } };
  bySchema.set(data, made);
  return made;
}

/** A document as an entity; `null` for none, and for one that does not fit its schema (a newer version wrote it, say). */
export function entity<S extends v.GenericSchema>(
  schema: S,
  doc: DocSnapshot,
): Live<v.InferOutput<S>> | null {
  if (doc.data === null) return null;
  const { stored, pending } = parse(schema, doc, doc.data);
  return (doc.metadata.hasPendingWrites ? pending : stored) as Live<v.InferOutput<S>> | null;
}

/** The entities of documents, and the paths of those that can't be read. */
export function listOfDocs<S extends v.GenericSchema>(
  schema: S,
  docs: readonly DocSnapshot[],
): Pick<LiveList<v.InferOutput<S>>, 'items' | 'unreadable'> {
  const items: Live<v.InferOutput<S>>[] = [];
  const unreadable: string[] = [];
  for (const doc of docs) {
    const item = entity(schema, doc);
    if (item !== null) items.push(item);
    else unreadable.push(doc.path);
  }
  return { items, unreadable };
}

const listOf = <S extends v.GenericSchema>(
  schema: S,
  { docs, metadata }: QuerySnapshot,
): LiveList<v.InferOutput<S>> => ({ ...listOfDocs(schema, docs), fromCache: metadata.fromCache });

/** Keys of live documents. Paths name their team, so no two teams share an entry of the cache. */
const documentKeys = {
  document: (path: string | null) => ['doc', path],
  serverDocument: (path: string | null) => ['server-doc', path],
  documents: (query: Query | null) => ['docs', query],
} as const;

const watching = { includeMetadataChanges: true, serverTimestamps: 'estimate' } as const;

/** A document as a list of at most one. With a null path nothing is read. */
const documentOptions = <S extends v.GenericSchema>(docs: Docs, path: string | null, schema: S) =>
  liveOptions<LiveList<v.InferOutput<S>>>(
    documentKeys.document(path),
    path === null ? null : mappedSource(docSource(docs, path, watching), (doc) => documentList(schema, doc)),
  );

function documentList<S extends v.GenericSchema>(schema: S, doc: DocSnapshot): LiveList<v.InferOutput<S>> {
  const listed = listOfDocs(schema, doc.data === null ? [] : [doc]);
  return { ...listed, fromCache: doc.metadata.fromCache };
}

/**
 * Options of one document whose `data` is `null` only when the server has confirmed that there is none. The cache doesn't know
 * documents that were never read: without a connection the query stays pending. With a null path nothing is read.
 */
const serverDocumentOptions = <S extends v.GenericSchema>(docs: Docs, path: string | null, schema: S) =>
  liveOptions<Live<v.InferOutput<S>> | null>(
    documentKeys.serverDocument(path),
    path === null
      ? null
      : mappedSource(docSource(docs, path, watching), (doc) =>
          doc.data !== null || !doc.metadata.fromCache ? entity(schema, doc) : undefined,
        ),
  );

/** The documents of a query, in its order. With a null query nothing is read. */
export const documentsOptions = <S extends v.GenericSchema>(docs: Docs, query: Query | null, schema: S) =>
  liveOptions<LiveList<v.InferOutput<S>>>(
    documentKeys.documents(query),
    query === null ? null : (push) => watchDocuments(docs, query, schema, push),
  );

/** Most ids of `documentsByIdOptions`: the most values of `in`. */
export const mostIds = 30;

/** Stored documents of a collection by ids: of the first `mostIds`. */
export const documentsByIdOptions = <S extends v.GenericSchema>(
  docs: Docs,
  collection: string,
  ids: readonly string[],
  schema: S,
) =>
  documentsOptions(
    docs,
    ids.length === 0 ? null : query(collection, where(documentId, 'in', ids.slice(0, mostIds))),
    schema,
  );

/** Subscribes to the documents of a query. */
export const watchDocuments = <S extends v.GenericSchema>(
  docs: Docs,
  query: Query,
  schema: S,
  push: Required<Observer<LiveList<v.InferOutput<S>>>>,
): Unsubscribe =>
  mappedSource(querySource(docs, query, watching), (snapshot) => listOf(schema, snapshot))(push);

/** A document as a screen reads it. */
export interface DocumentResult<T> {
  /** Null: there is none. Undefined: not read yet. */
  readonly data: Live<T> | null | undefined;
  /** `notSeen` where the cache lacks it and the server has not said that there is none. */
  readonly error: PortError | null;
}

/** A document. With a null path nothing is read. */
export function useDocument<S extends v.GenericSchema>(
  path: string | null,
  schema: S,
): DocumentResult<v.InferOutput<S>> {
  const { data: list, error } = usePushed(documentOptions(usePort(docsToken), path, schema));
  if (list === undefined) return { data: undefined, error };
  // A document that does not fit its schema exists, in the cache at least.
  const isThere = list.unreadable.length > 0;
  if (!isThere && isNotSeen(list)) return { data: undefined, error: error ?? notSeen };
  return { data: list.items[0] ?? null, error };
}

export const useServerDocument = <S extends v.GenericSchema>(path: string | null, schema: S) =>
  usePushed(serverDocumentOptions(usePort(docsToken), path, schema));

export const useDocuments = <S extends v.GenericSchema>(query: Query | null, schema: S) =>
  usePushed(documentsOptions(usePort(docsToken), query, schema));
