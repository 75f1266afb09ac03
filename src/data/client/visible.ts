/**
 * Lists of what may be private: incidents, and the alerts and pages that belong to one. Security rules are no filters: a query must
 * ask only for what its reader may see. Owners see all; everyone else what is not private, and beside it what they are in.
 */
import type * as v from 'valibot';
import type { Docs } from '#ports/docs/docs.ts';
import { field, limit, matching, or, type Query, query, where } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import { type Live, type LiveList, useDocument, watchDocuments } from './documents.ts';
import { liveOptions } from '#react/live-query.ts';

type Part = Parameters<typeof query>[1];

/** The team that is read, and its member who reads. */
export interface Reader {
  readonly teamId: string;
  readonly userId: string;
  /** Owners read private incidents without being in them. */
  readonly seesAll: boolean;
}

/**
 * Part of a query: the documents visible to its reader, as one query, so that it has cursors. Excludes other filters by an element of an
 * array.
 */
export const visibleTo = ({ userId, seesAll }: Reader): ((asked: Query) => Query) =>
  seesAll
    ? (asked) => asked
    : matching(or(field('private', '==', false), field('people', 'array-contains', userId)));

export interface VisibleQuery<T> {
  readonly collection: string;
  /** Filters and order. */
  readonly parts: readonly Part[];
  /** More filters of the query for what is not private: the other one filters by an array already, and may not by a second. */
  readonly open?: readonly Part[];
  /** Filter of the list. Default: all. */
  keep?(item: T): boolean;
  /** The order of `parts`, between the two answers. */
  compare(one: T, other: T): number;
  /** Most items, of each query and together. */
  readonly count?: number;
  /** Whether to show the answer of one query before the other's. Default false: a complete list does not jump. */
  readonly eager?: boolean;
}

/** Options of one list: public documents, and those that the reader is in. An error of one query ends both; earlier data stays. */
export function visibleOptions<S extends v.GenericSchema<unknown, { readonly id: string }>>(
  docs: Docs,
  { userId, seesAll }: Reader,
  schema: S,
  asked: VisibleQuery<v.InferOutput<S>>,
) {
  type List = LiveList<v.InferOutput<S>>;
  const { collection, parts, count, eager = false } = asked;
  const most = count === undefined ? [] : [limit(count)];
  const notPrivate = seesAll ? [] : [where('private', '==', false)];
  const queries = [query(collection, ...notPrivate, ...(asked.open ?? []), ...parts, ...most)];
  if (!seesAll) queries.push(query(collection, where('people', 'array-contains', userId), ...parts, ...most));
  return liveOptions<List>(['visible', ...queries], (push) => {
    const answers = new Map<number, List>();
    const end = () => {
      for (const endOne of ends) endOne();
    };
    const ends = queries.map((one, index) =>
      watchDocuments(docs, one, schema, {
        next(list) {
          answers.set(index, list);
          const merged = merge([...answers.values()], asked);
          if (answers.size === queries.length || (eager && merged.items.length > 0)) push.next(merged);
        },
        error(error) {
          end();
          push.error(error);
        },
      }),
    );
    return end;
  });
}

function merge<T extends { readonly id: string }>(
  lists: readonly LiveList<T>[],
  { keep = () => true, compare, count }: VisibleQuery<T>,
): LiveList<T> {
  const byId = new Map(lists.flatMap(({ items }) => items.map((item) => [item.value.id, item] as const)));
  return {
    items: [...byId.values()]
      .filter(({ value }) => keep(value))
      .toSorted((one, other) => compare(one.value, other.value))
      .slice(0, count),
    unreadable: [...new Set(lists.flatMap(({ unreadable }) => unreadable))],
    fromCache: lists.some(({ fromCache }) => fromCache),
  };
}

/** A document. `data` is null when there is none, and when its reader may not see it: the two are answered alike. */
export function useVisibleDocument<S extends v.GenericSchema>(
  path: string | null,
  schema: S,
): { readonly data: Live<v.InferOutput<S>> | null | undefined; readonly error: PortError | null } {
  const { data, error } = useDocument(path, schema);
  return error?.code === 'permission-denied' ? { data: null, error: null } : { data, error };
}
