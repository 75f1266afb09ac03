/** Attempts of a delivery and pauses of its receiver. Attempts of one receiver follow each other; a failure pauses it. */
import { hour, limits, minute } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import type { WebhookDelivery, WebhookLane } from './schema.ts';

const second = 1000;

/** After each failure of one delivery; the last for all further ones. */
const attemptPauses = [second * 10, minute, minute * 5, minute * 15, hour, hour * 2, hour * 4];
/** After failures of the receiver one after the other: the next delivery waits so long too. */
const lanePauses = [second * 5, second * 30, minute * 2, minute * 5, minute * 10];

const stepOf = (pauses: readonly number[], count: number): number =>
  pauses[Math.min(count, pauses.length) - 1] ?? 0;

export type AttemptOutcome =
  | { readonly kind: 'delivered'; readonly answered: number }
  | {
      readonly kind: 'failed';
      readonly answered: number | null;
      readonly problem: string;
      /** Delay that the receiver asked for (`Retry-After`); null: none. */
      readonly retryAfterMs: number | null;
    }
  /** Nothing was sent. */
  | { readonly kind: 'dropped'; readonly problem: string };

/** The delivery after an attempt. A failed one waits again until its day is over. */
export function afterAttempt(before: WebhookDelivery, outcome: AttemptOutcome, now: number): WebhookDelivery {
  const base = { ...before, revision: before.revision + 1 };
  if (outcome.kind === 'dropped')
    return { ...base, status: 'dropped', dueAt: null, problem: outcome.problem };
  const attempts = before.attempts + 1;
  const attempted = { ...base, attempts, lastAttemptAt: now, answered: outcome.answered };
  if (outcome.kind === 'delivered') return { ...attempted, status: 'delivered', dueAt: null, problem: '' };
  const problem = outcome.problem.slice(0, limits.reason);
  const dueAt = now + Math.max(stepOf(attemptPauses, attempts), outcome.retryAfterMs ?? 0);
  return dueAt - before.beganAt > settingsLimits.webhookRetryHours * hour
    ? { ...attempted, status: 'failed', dueAt: null, problem }
    : { ...attempted, dueAt, problem };
}

/** The lane after an attempt. A dropped delivery says nothing of the receiver. */
export function laneAfter(before: WebhookLane, outcome: AttemptOutcome, now: number): WebhookLane {
  if (outcome.kind === 'dropped') return before;
  if (outcome.kind === 'delivered') return { ...before, failures: 0, failingSinceAt: null };
  const failures = Math.min(before.failures + 1, 1_000_000);
  return { ...before, failures, failingSinceAt: before.failingSinceAt ?? now };
}

/** How long a receiver is left alone after its last failure; 0 for one that takes what it is sent. */
export const lanePause = ({ failures }: WebhookLane): number => stepOf(lanePauses, failures);

/** Whether a webhook is disabled: it has failed for a day, without one success. */
export const hasFailedTooLong = ({ failures, failingSinceAt }: WebhookLane, now: number): boolean =>
  failures > 1 && failingSinceAt !== null && now - failingSinceAt >= settingsLimits.webhookRetryHours * hour;
