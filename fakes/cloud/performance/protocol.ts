/** Request of the performance client: `collect`, up to `largestBatch` records at once. */
import type { TraceRecord } from '#ports/performance/performance.ts';

export const largestBatch = 1000;

export interface CollectPayload {
  readonly records: readonly TraceRecord[];
}
