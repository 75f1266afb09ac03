/**
 * Rate of requests with one API key: one limit for all processes over a database. A process leases requests in blocks; a request within a
 * lease, beyond the limit, or with a key that was rejected in this minute, reads and writes nothing here.
 */
import { apiKeyRateSchema, leaseRequests } from '#domain/api-key/request-rate.ts';
import { apiKeyDigestRecordSchema } from '#domain/api-key/schema.ts';
import { minute } from '#domain/constants.ts';
import type { DomainError } from '#domain/errors.ts';
import { windowOf } from '#domain/ingest/group.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerDocs, ServerPorts } from '#ports/server/server.ts';
import { requireApiKey, unknownKey } from '../kernel/acting-key.ts';
import { fail } from '../kernel/command-failed.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { thrownProblem } from './answers.ts';

/** Keys with a lease, and rejected keys, of each in memory at once; the oldest entry goes first. */
const mostKeys = 5_000;

const limit = settingsLimits.apiRequestsPerMinute;

/** State of the rate limit, as the headers of an answer give it. */
export interface ApiAllowance {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that this process can still accept in the window, as of its last lease. */
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly resetSeconds: number;
  /** Reason for which the key has no lease: it is unknown, expired or revoked. */
  readonly keyError: DomainError | null;
}

/** Requests of one minute that this process can accept. */
interface Budget {
  readonly windowAt: number;
  left: number;
  /** Requests that were leased by no process at the time of the lease. */
  readonly unleased: number;
  readonly keyError: DomainError | null;
}

class ApiRate {
  private readonly leases = new Map<string, Budget>();
  private readonly rejections = new Map<string, Budget>();
  private readonly renewals = new Map<string, Promise<void>>();

  /** Counts a request, good or not. @throws PortError of the backend */
  async take(server: ServerPorts, digest: string): Promise<ApiAllowance> {
    for (;;) {
      const now = server.clock.now();
      const lease = currentBudget(this.leases, digest, now);
      if (lease !== null && (lease.left > 0 || lease.unleased === 0)) return counted(lease, now);
      const rejection = currentBudget(this.rejections, digest, now);
      if (rejection !== null) return counted(rejection, now);
      await this.renewed(server, digest);
    }
  }

  /** Requests that need a lease at the same time share it. */
  private renewed(server: ServerPorts, digest: string): Promise<void> {
    const renewal = this.renewals.get(digest) ?? this.renew(server, digest);
    this.renewals.set(digest, renewal);
    return renewal;
  }

  private async renew(server: ServerPorts, digest: string): Promise<void> {
    try {
      keep(this.leases, digest, await leaseOf(server, digest));
    } catch (thrown) {
      const keyError = thrownProblem(thrown);
      if (keyError?.code !== 'unauthenticated') throw thrown;
      const windowAt = windowOf(server.clock.now());
      keep(this.rejections, digest, { windowAt, left: limit, unleased: 0, keyError });
    } finally {
      this.renewals.delete(digest);
    }
  }
}

/** @throws PortError unauthenticated for a key that is not in use */
const leaseOf = (server: ServerPorts, digest: string): Promise<Budget> =>
  transact(server, async (work) => {
    const record = await work.get(apiKeyDigestRecordSchema, serverPaths.apiKeyDigest(digest));
    if (record === null) return fail('unauthenticated', {}, unknownKey);
    await requireApiKey(work, record);
    const path = serverPaths.apiKeyRate(record.teamId, record.apiKeyId);
    const { state, granted } = leaseRequests(await work.getReadable(apiKeyRateSchema, path), work.now);
    if (granted > 0) work.save(path, state);
    const { windowAt, leased } = state;
    return { windowAt, left: granted, unleased: limit - leased, keyError: null };
  });

function currentBudget(budgets: ReadonlyMap<string, Budget>, digest: string, now: number): Budget | null {
  const budget = budgets.get(digest);
  return budget !== undefined && budget.windowAt + minute > now ? budget : null;
}

function keep(budgets: Map<string, Budget>, digest: string, budget: Budget): void {
  budgets.delete(digest);
  const [oldest] = budgets.keys();
  if (oldest !== undefined && budgets.size >= mostKeys) budgets.delete(oldest);
  budgets.set(digest, budget);
}

function counted(budget: Budget, now: number): ApiAllowance {
  const { windowAt, unleased, keyError } = budget;
  const allowed = budget.left > 0;
  if (allowed) budget.left -= 1;
  const remaining = budget.left + unleased;
  const resetSeconds = Math.ceil((windowAt + minute - now) / 1000);
  return { allowed, limit, remaining, resetSeconds, keyError };
}

const byStore = new WeakMap<ServerDocs, ApiRate>();

export function apiRateOf(docs: ServerDocs): ApiRate {
  const known = byStore.get(docs) ?? new ApiRate();
  byStore.set(docs, known);
  return known;
}

export const allowanceHeaders = ({ limit: most, remaining, resetSeconds }: ApiAllowance) => ({
  'ratelimit-limit': String(most),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});
