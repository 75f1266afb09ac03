/** The newest measurements of this page, for all to see. */
import { Listeners } from '../listeners.ts';
import type { Subscriptions } from '#ports/shared.ts';
import type { Performance, TraceRecord } from '#ports/performance/performance.ts';

const shown = 200;

export function createRecords(client: Subscriptions) {
  const listeners = new Listeners<readonly TraceRecord[]>(client);
  let records: readonly TraceRecord[] = [];
  const watch: Performance['watchRecords'] = (next) => listeners.add(next, () => records);
  return {
    watch,
    add(record: TraceRecord): void {
      records = Object.freeze([...records, record].slice(-shown));
      listeners.emit(records);
    },
    dispose: () => listeners.dispose(),
  };
}
