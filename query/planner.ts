/** Planner that keeps its last plan: one frozen query is planned once by consecutive callers. */
import type { QueryLimits } from '#ports/docs/limits.ts';
import type { Query } from '#ports/docs/query.ts';
import { type Plan, planWithin } from './plan.ts';

/** The function throws PortError invalid-argument, unimplemented, not-found for an impossible query. */
export function createPlanner(limits: QueryLimits): (query: Query) => Plan {
  let latest: Plan | null = null;
  return (query) => {
    if (latest?.query !== query || !Object.isFrozen(query)) latest = planWithin(limits, query);
    return latest;
  };
}
