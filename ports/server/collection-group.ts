/** Queries of server code over all collections of one name. A client asks `docs.groups` for them. */
import { type Query, query, type QueryPart } from '../docs/query.ts';

/** Every collection of that name, wherever it is. */
export const collectionGroup = (name: string, ...parts: readonly QueryPart[]): Query => ({
  ...query(name, ...parts),
  group: true,
});
