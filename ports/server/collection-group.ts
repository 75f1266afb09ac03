/** Queries of server code over all collections of one name. A client asks `docs.groups` for them. */
import type { Query, QueryPart } from '../docs/query.ts';

/** Every collection of that name, wherever it is. */
export const collectionGroup = (name: string, ...parts: readonly QueryPart[]): Query =>
  parts.reduce<Query>((built, part) => part(built), { collection: name, group: true });
