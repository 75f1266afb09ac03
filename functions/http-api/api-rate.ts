/**
 * Rate of requests with one API key: one limit for all processes over a database. A key that was rejected in this minute is answered from
 * memory.
 */
import { apiKeyDigestRecordSchema } from '#domain/api-key/schema.ts';
import { windowOf } from '#domain/ingest/group.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerDocs, ServerPorts } from '#ports/server/server.ts';
import { requireApiKey, unknownKey } from '../kernel/acting-key.ts';
import { fail } from '../kernel/command-failed.ts';
import { leaseBudget, LeasedRate, type RequestAllowance, type RequestBudget } from '../kernel/leased-rate.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { thrownProblem } from './answers.ts';

/** Requests with a key that a process leases at once. */
export const apiRequestsPerLease = 10;

const perMinute = settingsLimits.apiRequestsPerMinute;

const byStore = new WeakMap<ServerDocs, LeasedRate>();

/** Counts a request with the key of the digest, good or not. @throws PortError of the backend */
export function takeApiRequest(server: ServerPorts, digest: string): Promise<RequestAllowance> {
  const rate = byStore.get(server.docs) ?? new LeasedRate();
  byStore.set(server.docs, rate);
  return rate.take(server, digest, () => budgetOf(server, digest));
}

/** The key of a rejection is unknown, expired or revoked. */
async function budgetOf(server: ServerPorts, digest: string): Promise<RequestBudget> {
  try {
    return await leaseOf(server, digest);
  } catch (thrown) {
    const rejection = thrownProblem(thrown);
    if (rejection?.code !== 'unauthenticated') throw thrown;
    return { windowAt: windowOf(server.clock.now()), left: perMinute, unleased: 0, rejection };
  }
}

/** @throws PortError unauthenticated for a key that is not in use */
const leaseOf = (server: ServerPorts, digest: string): Promise<RequestBudget> =>
  transact(server, async (work) => {
    const record = await work.get(apiKeyDigestRecordSchema, serverPaths.apiKeyDigest(digest));
    if (record === null) return fail('unauthenticated', {}, unknownKey);
    await requireApiKey(work, record);
    const path = serverPaths.apiKeyRate(record.teamId, record.apiKeyId);
    return leaseBudget(work, path, { perMinute, perLease: apiRequestsPerLease });
  });

export const allowanceHeaders = ({ remaining, resetSeconds }: RequestAllowance) => ({
  'ratelimit-limit': String(perMinute),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});
