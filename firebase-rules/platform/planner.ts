/** Limits of the platform that these rules guard, and plans of queries within them. */
import type { DocsLimits } from '#ports/docs/limits.ts';
import type { Query } from '#ports/docs/query.ts';
import { type Plan, planWithin } from '#query/plan.ts';

/** Limits of Firestore, by its documentation of quotas, of queries and of vector search. */
export const platformLimits: DocsLimits = {
  alternatives: 30,
  excluded: 10,
  inequalities: 10,
  parts: 100,
  neighbours: 1000,
  dimensions: 2048,
  idBytes: 1500,
  pathBytes: 6 * 1024,
  collections: 100,
  levels: 20,
  vectorNumbers: 2048,
  documentBytes: 1024 * 1024,
  valueBytes: 1024 * 1024 - 89,
  fieldPathBytes: 1500,
  commitBytes: 10 * 1024 * 1024,
  operations: 500,
  indexEntries: 40_000,
};

/** @throws PortError invalid-argument, not-found for an impossible query */
export const planOf = (query: Query): Plan => planWithin(platformLimits, query);
