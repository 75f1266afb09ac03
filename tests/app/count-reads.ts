/** Documents that a backend would charge for: those that a subscription is told, and those of a request. */
import type { Docs } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';

export interface Reads {
  documents: number;
}

/** `counts`: the queries whose documents are counted. Default: all. */
export function countReads(
  docs: Docs,
  counts: (query: Query) => boolean = () => true,
): { readonly docs: Docs; readonly count: Reads } {
  const count: Reads = { documents: 0 };
  const watchQuery: Docs['watchQuery'] = (query, observer, options) =>
    docs.watchQuery(
      query,
      {
        ...observer,
        next(snapshot) {
          if (counts(query))
            count.documents += snapshot.changes.filter(({ type }) => type !== 'removed').length;
          observer.next(snapshot);
        },
      },
      options,
    );
  const find: Docs['find'] = async (query, options) => {
    const found = await docs.find(query, options);
    if (counts(query)) count.documents += found.docs.length;
    return found;
  };
  const counted = { watchQuery: { value: watchQuery }, find: { value: find } };
  return { docs: Object.create(docs, counted) as Docs, count };
}
