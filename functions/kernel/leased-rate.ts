/**
 * Rate of requests: one limit for all processes over a database. A process leases requests in blocks; a request within a lease, beyond the
 * limit, or of a subject that was rejected in this minute, reads and writes nothing here.
 */
import { minute } from '#domain/constants.ts';
import type { DomainError } from '#domain/errors.ts';
import { leaseRequests, type RequestRateLimits, requestRateSchema } from '#domain/request-rate.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Subjects with a lease, and rejected subjects, of each in memory at once; the oldest entry goes first. */
const mostSubjects = 5_000;

/** Requests of one minute that this process can accept. */
export interface RequestBudget {
  readonly windowAt: number;
  left: number;
  /** Requests that were leased by no process at the time of the lease. */
  readonly unleased: number;
  /** Reason for which the subject has no lease; null for a lease. */
  readonly rejection: DomainError | null;
}

/** State of the limit after a request. */
export interface RequestAllowance {
  readonly allowed: boolean;
  /** Requests that this process can still accept in the window, as of its last lease. */
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly resetSeconds: number;
  readonly rejection: DomainError | null;
}

/** Leases from the counter at the path. */
export async function leaseBudget(
  work: UnitOfWork,
  path: string,
  limits: RequestRateLimits,
): Promise<RequestBudget> {
  const before = await work.getReadable(requestRateSchema, path);
  const { state, granted } = leaseRequests(before, limits, work.now);
  if (granted > 0) work.save(path, state);
  const { windowAt, leased } = state;
  return { windowAt, left: granted, unleased: limits.perMinute - leased, rejection: null };
}

export class LeasedRate {
  private readonly leases = new Map<string, RequestBudget>();
  private readonly rejections = new Map<string, RequestBudget>();
  private readonly renewals = new Map<string, Promise<void>>();

  /**
   * Counts a request of the subject, good or not. `renew`: a lease in a transaction, or the subject's rejection.
   * @throws whatever `renew` throws; nothing is counted then
   */
  async take(
    { clock }: Pick<ServerPorts, 'clock'>,
    subject: string,
    renew: () => Promise<RequestBudget>,
  ): Promise<RequestAllowance> {
    for (;;) {
      const now = clock.now();
      const lease = currentBudget(this.leases, subject, now);
      if (lease !== null && (lease.left > 0 || lease.unleased === 0)) return counted(lease, now);
      const rejection = currentBudget(this.rejections, subject, now);
      if (rejection !== null) return counted(rejection, now);
      await this.renewed(subject, renew);
    }
  }

  /** Requests that need a lease at the same time share it. */
  private renewed(subject: string, renew: () => Promise<RequestBudget>): Promise<void> {
    const renewal = this.renewals.get(subject) ?? this.keep(subject, renew);
    this.renewals.set(subject, renewal);
    return renewal;
  }

  private async keep(subject: string, renew: () => Promise<RequestBudget>): Promise<void> {
    try {
      const budget = await renew();
      const budgets = budget.rejection === null ? this.leases : this.rejections;
      budgets.delete(subject);
      const [oldest] = budgets.keys();
      if (oldest !== undefined && budgets.size >= mostSubjects) budgets.delete(oldest);
      budgets.set(subject, budget);
    } finally {
      this.renewals.delete(subject);
    }
  }
}

function currentBudget(
  budgets: ReadonlyMap<string, RequestBudget>,
  subject: string,
  now: number,
): RequestBudget | null {
  const budget = budgets.get(subject);
  return budget !== undefined && budget.windowAt + minute > now ? budget : null;
}

function counted(budget: RequestBudget, now: number): RequestAllowance {
  const { windowAt, unleased, rejection } = budget;
  const allowed = budget.left > 0;
  if (allowed) budget.left -= 1;
  const resetSeconds = Math.ceil((windowAt + minute - now) / 1000);
  return { allowed, remaining: budget.left + unleased, resetSeconds, rejection };
}
