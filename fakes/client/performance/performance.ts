/** Placeholder until the performance client lands. */
import type { Performance } from '#ports/performance/performance.ts';
import type { ClientContext } from '../context.ts';

export function createPerformance(context: ClientContext): Performance {
  void context;
  return {} as Performance;
}
