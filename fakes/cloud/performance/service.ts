/** Records of all clients, the newest of them, for an operator to read in the snapshot. */
import type { TraceRecord } from '#ports/performance/performance.ts';
import { readableEntries, RecordMap, serviceRecords } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import { storedAs } from '../stored.ts';
import { performancePayloads, recordSchema } from './payloads.ts';
import type { CollectPayload } from './protocol.ts';

export interface PerformanceService extends CloudService {}

const most = 1000;

const storedTrace = storedAs<TraceRecord>(recordSchema);

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
    payloads: performancePayloads,
    requests: {
      collect({ records }: CollectPayload) {
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
    records: serviceRecords({ trace: kept.part() }, ({ trace }, aside) =>
      replace(readableEntries('trace', trace, aside, storedTrace)),
    ),
  };
}
