/** Outages of push services, by the pushes of a team. */
import { constants, hour, limits, minute } from '../constants.ts';
import { changedTo, type Changed, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { PushOutage, PushOutages } from './schema.ts';

export interface FailedPush {
  readonly teamId: string;
  readonly host: string;
  readonly userId: string;
}

/** Whether a failure says something that is not known yet. */
export function isNewFailure(before: PushOutages | null, { host, userId }: FailedPush, now: number): boolean {
  const outage = before === null ? undefined : outageOf(before, host, now);
  if (outage === undefined) return true;
  const isFull = outage.userIds.length >= limits.pushOutagePeople;
  return (
    (!outage.userIds.includes(userId) && !isFull) ||
    now - outage.lastFailedAt >= constants.pushOutageNoteMinutes * minute
  );
}

/** `before` null: no push of the team has failed. Beyond the limit of hosts the one that failed least lately is left out. */
export function recordPushFailure(
  before: PushOutages | null,
  failed: FailedPush,
  context: TransitionContext,
): Changed<PushOutages, never> {
  const { teamId, host, userId } = failed;
  const { now, by } = context;
  if (before !== null && !isNewFailure(before, failed, now)) return unchanged(before);
  const outage = (before && outageOf(before, host, now)) ?? { sinceAt: now, userIds: [] };
  const userIds = [...new Set([...outage.userIds, userId])].slice(0, limits.pushOutagePeople);
  const others = currentOutages(before, now)
    .filter((one) => one.host !== host)
    .toSorted((one, other) => other.lastFailedAt - one.lastFailedAt);
  const outages = [{ host, sinceAt: outage.sinceAt, lastFailedAt: now, userIds }, ...others].slice(
    0,
    limits.pushOutages,
  );
  return before === null
    ? changedTo({ id: teamId, teamId, createdAt: now, createdBy: by, revision: 1, outages }, context)
    : transitioned(before, { outages }, context);
}

/** A push got through: the outage of its push service is over. */
export function recordPushSuccess(
  before: PushOutages,
  host: string,
  context: TransitionContext,
): Changed<PushOutages, never> {
  const outages = before.outages.filter((one) => one.host !== host);
  return outages.length === before.outages.length
    ? unchanged(before)
    : transitioned(before, { outages }, context);
}

/** Outages of which something is known: after a day without a push nothing is. The oldest first. */
export const currentOutages = (
  outages: Pick<PushOutages, 'outages'> | null,
  now: number,
): readonly PushOutage[] =>
  (outages?.outages ?? [])
    .filter(({ lastFailedAt }) => now - lastFailedAt < constants.pushOutageHours * hour)
    .toSorted((one, other) => one.sinceAt - other.sinceAt);

const outageOf = (outages: PushOutages, host: string, now: number): PushOutage | undefined =>
  currentOutages(outages, now).find((one) => one.host === host);
