/**
 * Lists of what may be private: incidents, and the alerts and pages that belong to one. Security rules are no filters: a list must
 * ask only for what its reader may see. Owners see all; everyone else what is not private, and beside it what they are in.
 */
import { useMemo } from 'react';
import type * as v from 'valibot';
import { limit, query, where } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import { type Live, type LiveList, useDocument, useDocuments } from './documents.ts';
import { useTeam } from '../queries/team.tsx';

type Part = Parameters<typeof query>[1];

export interface VisibleList<T> {
  readonly data: LiveList<T> | undefined;
  readonly error: PortError | null;
  readonly isPending: boolean;
}

export interface VisibleQuery<T> {
  readonly collection: string;
  /** Filters and order. */
  readonly parts: readonly Part[];
  /** More filters, for what is not private: the question for what is private looks into a list already, and may not into another. */
  readonly open?: readonly Part[];
  /** What those filters leave, of what is private. */
  only?(item: T): boolean;
  /** The order of `parts`, between the answers. */
  compare(one: T, other: T): number;
  /** At most so many, of each and together. */
  readonly count?: number;
  /** Shows what one question has found without waiting for the other. Default false: a list that is complete does not jump. */
  readonly eager?: boolean;
}

/** What is not private, and what the reader is in, as one list. */
export function useVisible<S extends v.GenericSchema<unknown, { readonly id: string }>>(
  schema: S,
  asked: VisibleQuery<v.InferOutput<S>>,
): VisibleList<v.InferOutput<S>> {
  const { me } = useTeam();
  const owner = me.role === 'owner';
  const { collection, parts, only, compare, count, eager = false } = asked;
  const most = count === undefined ? [] : [limit(count)];
  const notPrivate = owner ? [] : [where('private', '==', false)];
  const open = useDocuments(
    query(collection, ...notPrivate, ...(asked.open ?? []), ...parts, ...most),
    schema,
  );
  const mine = useDocuments(
    owner ? null : query(collection, where('people', 'array-contains', me.id), ...parts, ...most),
    schema,
  );
  const data = useMemo(() => {
    if (owner) return open.data;
    const own =
      mine.data && only
        ? { ...mine.data, items: mine.data.items.filter((one) => only(one.value)) }
        : mine.data;
    const merged = merge(open.data, own, compare, count);
    const complete = open.data !== undefined && mine.data !== undefined;
    return complete || (eager && merged.items.length > 0) ? merged : undefined;
  }, [owner, open.data, mine.data, only, compare, count, eager]);
  const error = open.error ?? mine.error;
  return { data, error, isPending: data === undefined && error === null };
}

function merge<T extends { readonly id: string }>(
  open: LiveList<T> | undefined,
  mine: LiveList<T> | undefined,
  compare: (one: T, other: T) => number,
  count: number | undefined,
): LiveList<T> {
  const known = new Map(
    [...(open?.items ?? []), ...(mine?.items ?? [])].map((item) => [item.value.id, item]),
  );
  return {
    items: [...known.values()].toSorted((a, b) => compare(a.value, b.value)).slice(0, count),
    unreadable: [...new Set([...(open?.unreadable ?? []), ...(mine?.unreadable ?? [])])],
    fromCache: (open?.fromCache ?? false) || (mine?.fromCache ?? false),
  };
}

/** One document. `data` is null when there is none, and when its reader may not see it: the two are answered alike. */
export function useVisibleDocument<S extends v.GenericSchema>(
  path: string | null,
  schema: S,
): { readonly data: Live<v.InferOutput<S>> | null | undefined; readonly error: PortError | null } {
  const { data, error } = useDocument(path, schema);
  return error?.code === 'permission-denied' ? { data: null, error: null } : { data, error };
}
