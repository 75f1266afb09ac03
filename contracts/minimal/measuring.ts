/** Messages that never arrive, and measurements that stay on the page. */
import type { Messaging } from '#ports/messaging/messaging.ts';
import type { Performance, TraceRecord } from '#ports/performance/performance.ts';
import { disposedError } from '#ports/errors.ts';
import { createHearing, permissionError } from '#provider-kit/messaging/hearing.ts';
import { createRecords } from '#provider-kit/performance/records.ts';
import { checkedRecord, createTrace } from '#provider-kit/performance/trace.ts';
import type { ClientParts } from './client-parts.ts';

export function minimalMessaging({ client }: ClientParts): Messaging {
  const { port, registrations, dispose } = createHearing(client);
  const alive = async <T>(value: T): Promise<T> => {
    if (client.isDisposed()) throw disposedError();
    return value;
  };
  client.onDispose(dispose);
  return {
    ...port,
    permission: () => 'unsupported',
    async register() {
      await alive(null);
      throw permissionError('unsupported');
    },
    registration: () => alive(null),
    onRegistration: (next) => registrations.add(next, () => null),
    unregister: () => alive(undefined),
  };
}

export function minimalPerformance({ client, clock }: ClientParts): Performance {
  const records = createRecords(client);
  const keep = (record: TraceRecord) => {
    if (!client.isDisposed()) records.add(record);
  };
  client.onDispose(() => records.dispose());
  return {
    trace: (name) => createTrace(name, { now: () => clock.now(), keep }),
    record: (given) => keep(checkedRecord(given)),
    watchRecords: (next) => records.watch(next),
    collection: null,
  };
}
