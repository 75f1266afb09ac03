/** Removes expired counters of recovery attempts and of mails. */
import { attemptWindowMs } from '#domain/account/recovery-codes.ts';
import { day } from '#domain/constants.ts';
import { storedTime } from '#api/codec.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Most removals in one sweep; below the smallest batch limit of any provider. */
const portion = 200;

/** Collections with the field of the time from which a counter counts, and how long it does. */
const counters = [
  { collection: 'recoveryAttempts', field: 'startedAt', ms: attemptWindowMs },
  { collection: 'mailRates', field: 'sinceAt', ms: day },
] as const;

/** A chore per collection, so that a failing one delays no other. */
export const expireCounters = counters.map(
  ({ collection, field, ms }) =>
    async ({ docs, clock }: ServerPorts): Promise<void> => {
      const before = storedTime(clock.now() - ms);
      const old = await docs.find(query(collection, where(field, '<=', before), limit(portion)));
      if (old.length > 0) await docs.batch(old.map(({ path }) => ({ type: 'delete', path })));
    },
);
