/** Documents of all teams whose time is past, oldest first: those that a sweep removes. */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { limit, orderBy, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import type { DocValue } from '#ports/docs/values.ts';
import type { ServerDocs } from '#ports/server/server.ts';

/** At most `most` documents of the collections called so, whose `field` is before `time`. */
export const findBefore = (
  docs: ServerDocs,
  collection: string,
  field: string,
  time: DocValue,
  most: number,
): Promise<readonly DocSnapshot[]> =>
  docs.find(collectionGroup(collection, where(field, '<', time), orderBy(field), limit(most)));
