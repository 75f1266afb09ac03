/** Documents as live queries: subscribed while a component shows them, one subscription for all components that show the same. */
import type { UseQueryResult } from '@tanstack/react-query';
import {
  type Docs,
  docsToken,
  type DocSnapshot,
  type QuerySnapshot,
  type WatchOptions,
} from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import { liveOptions, type LiveSource, usePushed } from './live-query.ts';
import { usePort } from './ports.tsx';

/** The snapshots of a document. */
export const docSource =
  (docs: Docs, path: string, options?: WatchOptions): LiveSource<DocSnapshot> =>
  (push) =>
    docs.watch(path, push, options);

/** The snapshots of a query. */
export const querySource =
  (docs: Docs, query: Query, options?: WatchOptions): LiveSource<QuerySnapshot> =>
  (push) =>
    docs.watchQuery(query, push, options);

/** A source with something else made of each of its values; `undefined` is left out. */
export const mappedSource =
  <T, U>(source: LiveSource<T>, map: (value: T) => U | undefined): LiveSource<U> =>
  ({ next, error }) =>
    source({
      next(value) {
        const mapped = map(value);
        if (mapped !== undefined) next(mapped);
      },
      error,
    });

/** Also events of metadata: a write that is pending, a connection that is lost or restored. */
const withMetadata: WatchOptions = { includeMetadataChanges: true };

/** The document and its metadata, now and after each change. With a null path nothing is read, and the result stays pending. */
export function useLiveDoc(path: string | null): UseQueryResult<DocSnapshot, PortError> {
  const docs = usePort(docsToken);
  return usePushed({
    ...liveOptions(['doc-snapshot', path], path === null ? null : docSource(docs, path, withMetadata)),
    // A snapshot's data are not plain values, and the same object as long as they have not changed.
    structuralSharing: false,
  });
}

/** The documents of a query, in its order, now and after each change. With a null query nothing is read. */
export function useLiveQuery(query: Query | null): UseQueryResult<QuerySnapshot, PortError> {
  const docs = usePort(docsToken);
  return usePushed({
    ...liveOptions(
      ['query-snapshot', JSON.stringify(query, withNumbers)],
      query === null ? null : querySource(docs, query, withMetadata),
    ),
    structuralSharing: false,
  });
}

/** JSON has `null` for NaN and the infinities, which queries tell apart. */
const withNumbers = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
