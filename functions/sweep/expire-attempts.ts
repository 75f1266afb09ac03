/** Forgets attempts to use recovery codes once they count no longer. */
import { attemptWindowMs } from '#domain/account/recovery-codes.ts';
import { storedTime } from '#api/codec.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Most removals in one sweep; below the smallest batch limit of any provider. */
const portion = 200;

export async function expireAttempts({ docs, clock }: ServerPorts): Promise<void> {
  const before = storedTime(clock.now() - attemptWindowMs);
  const old = await docs.find(query('recoveryAttempts', where('startedAt', '<=', before), limit(portion)));
  if (old.length > 0) await docs.batch(old.map(({ path }) => ({ type: 'delete', path })));
}
