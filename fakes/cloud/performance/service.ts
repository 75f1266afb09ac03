/** Records of all clients, the newest of them, for an operator to read in the snapshot. */
import { PortError } from '#ports/errors.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { RecordMap, serviceRecords } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import { type CollectPayload, largestBatch } from './protocol.ts';

export interface PerformanceService extends CloudService {}

const most = 1000;

export function createPerformanceService(platform: Platform): PerformanceService {
  /** Records by a running number. */
  const kept = new RecordMap<TraceRecord>((number) =>
    platform.changed('performance', () => [`trace/${number}`]),
  );
  let next = 0;
  const replace = (numbered: readonly (readonly [string, TraceRecord])[]) => {
    kept.replaceAll(numbered);
    next = Math.max(-1, ...numbered.map(([number]) => Number(number))) + 1;
  };
  return {
    name: 'performance',
    requests: {
      collect({ records }: CollectPayload) {
        if (records.length > largestBatch)
          throw new PortError('out-of-range', `A batch has up to ${largestBatch} records.`);
        for (const record of records) kept.set(String(next++), record);
        for (const number of kept.keys()) {
          if (kept.size <= most) break;
          kept.delete(number);
        }
      },
    },
    snapshot: () => [...kept.values()],
    restore: (data) =>
      replace((data as readonly TraceRecord[]).map((record, number) => [String(number), record])),
    records: serviceRecords({ trace: kept.part() }, ({ trace }) =>
      replace(trace as readonly (readonly [string, TraceRecord])[]),
    ),
  };
}
