/** Plans of queries within the limits of the embedded platform. */
import type { Query } from '#ports/docs/query.ts';
import type { DocsLimits } from '#query/limits.ts';
import { type Plan, planWithin } from '#query/plan.ts';

/** Those of Firestore, by its documentation of queries and of vector search. */
export const platformLimits: DocsLimits = {
  alternatives: 30,
  excluded: 10,
  inequalities: 10,
  parts: 100,
  neighbours: 1000,
  dimensions: 2048,
};

/** @throws PortError invalid-argument, unimplemented, not-found for an impossible query */
export const planOf = (query: Query): Plan => planWithin(platformLimits, query);
