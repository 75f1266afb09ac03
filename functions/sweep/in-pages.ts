/** All results of a query across teams, in portions: the end is reached however many of them stay. */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { documentId, limit, orderBy, startAfter, type where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import type { DocValue } from '#ports/docs/values.ts';
import type { ServerDocs } from '#ports/server/server.ts';

const portionSize = 200;

interface Portioned {
  readonly collection: string;
  /** Null: by name. */
  readonly order: string | null;
  readonly due: readonly ReturnType<typeof where>[];
}

/** A document that moves on in the order while this runs may be found again. */
export async function* inPages(
  docs: ServerDocs,
  { collection, order, due }: Portioned,
): AsyncGenerator<readonly DocSnapshot[]> {
  const orders = [...(order === null ? [] : [orderBy(order)]), orderBy(documentId)];
  let place: readonly DocValue[] | null = null;
  for (;;) {
    const from = place === null ? [] : [startAfter(place)];
    const found = await docs.find(
      collectionGroup(collection, ...due, ...orders, ...from, limit(portionSize)),
    );
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < portionSize) return;
    place = [...(order === null ? [] : [last.data?.[order] ?? null]), last.path];
  }
}
