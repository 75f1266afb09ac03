/** Records of all clients, the newest of them, for an operator to read in the snapshot. */
import { PortError } from '#ports/errors.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { CloudService, Platform } from '../service.ts';
import { type CollectPayload, largestBatch } from './protocol.ts';

export interface PerformanceService extends CloudService {}

const most = 1000;

export function createPerformanceService(platform: Platform): PerformanceService {
  let kept: readonly TraceRecord[] = [];
  return {
    name: 'performance',
    requests: {
      collect({ records }: CollectPayload) {
        if (records.length > largestBatch)
          throw new PortError('out-of-range', `A batch has up to ${largestBatch} records.`);
        kept = [...kept, ...records].slice(-most);
        platform.changed('performance');
      },
    },
    snapshot: () => kept,
    restore(data) {
      kept = data as readonly TraceRecord[];
    },
  };
}
