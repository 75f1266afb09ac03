/**
 * Sending of what waits for one webhook: one attempt at a time, the oldest first. A failure ends the run and pauses the receiver, so one
 * that hangs costs a run of ten seconds, later and later, and delays no other.
 */
import {
  type Webhook,
  type WebhookDelivery,
  webhookDeliverySchema,
  type WebhookLane,
  webhookLaneSchema,
  webhookSchema,
} from '#domain/webhook/schema.ts';
import {
  afterAttempt,
  type AttemptOutcome,
  hasFailedTooLong,
  laneAfter,
  lanePause,
} from '#domain/webhook/pacing.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { findReadable } from '../kernel/readable.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { isTeamGone } from '../team/gone.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { disable, trimLog } from './disable.ts';
import { startSending } from './start.ts';

/** A run ends its work before its lease ends: an attempt takes ten seconds at most. */
const leaseMs = 90_000;
const runMs = 45_000;
const mostOfRun = 50;

export interface WebhookAddress {
  readonly teamId: string;
  readonly webhookId: string;
}

/** Sends what is due for a webhook, unless another run does. Safe to run any number of times. */
export async function sendWebhooks(server: ServerPorts, at: WebhookAddress): Promise<void> {
  const begun = await transact(server, (work) => begin(work, at));
  if (begun === null) return;
  const { clock } = server;
  const endsAt = clock.now() + runMs;
  for (let count = 0; count < mostOfRun && clock.now() < endsAt; count++) {
    const [next] = await findReadable(server, webhookDeliverySchema, dueOf(at, clock.now()));
    if (next === undefined) break;
    const outcome = await containedAttempt(server, begun.webhook, next);
    if (!(await transact(server, (work) => settle(work, at, { delivery: next, outcome })))) break;
  }
  await trimLog(server, at);
  const lane = await transact(server, (work) => finish(work, at));
  if (lane !== null) await startSending(server, lane);
}

/** An attempt that throws has failed: the lane is given back, and the delivery waits for its next attempt. */
async function containedAttempt(
  server: ServerPorts,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<AttemptOutcome> {
  try {
    return await attemptDelivery(server, webhook, delivery);
  } catch (error) {
    if (!isPortError(error)) server.background.report(error);
    const problem = 'Muster could not make this attempt. It is repeated.';
    return { kind: 'failed', answered: null, problem, retryAfterMs: null };
  }
}

const waitingOf = ({ teamId, webhookId }: WebhookAddress) =>
  [
    collectionPaths.webhookDeliveries(teamId),
    where('webhookId', '==', webhookId),
    where('status', '==', 'waiting'),
  ] as const;

const dueOf = (at: WebhookAddress, now: number) =>
  query(...waitingOf(at), where('dueAt', '<=', storedTime(now)), orderBy('dueAt'), limit(1));

/** Takes the lane. Null: it is taken, not due, or its webhook is gone, off or of a deleted team. */
async function begin(work: UnitOfWork, at: WebhookAddress): Promise<{ readonly webhook: Webhook } | null> {
  const { teamId, webhookId } = at;
  const path = serverPaths.webhookLane(teamId, webhookId);
  const lane = await work.get(webhookLaneSchema, path);
  if (lane === null || lane.dueAt === null || lane.dueAt > work.now) return null;
  if (lane.leaseEndsAt !== null && lane.leaseEndsAt > work.now) return null;
  const webhook = await work.get(webhookSchema, documentPaths.webhook(teamId, webhookId));
  if (webhook === null) {
    work.remove(path);
    return null;
  }
  if (!webhook.enabled || (await isTeamGone(work, teamId))) {
    work.save(path, { ...released(lane), dueAt: null } satisfies WebhookLane);
    return null;
  }
  const leaseEndsAt = work.now + leaseMs;
  work.save(path, {
    ...lane,
    leaseEndsAt,
    dueAt: leaseEndsAt,
    revision: lane.revision + 1,
  } satisfies WebhookLane);
  return { webhook };
}

const released = (lane: WebhookLane): WebhookLane => ({
  ...lane,
  leaseEndsAt: null,
  revision: lane.revision + 1,
});

interface Attempted {
  readonly delivery: WebhookDelivery;
  readonly outcome: AttemptOutcome;
}

/** Notes the outcome. Whether the run goes on: not after a failure. */
async function settle(
  work: UnitOfWork,
  { teamId, webhookId }: WebhookAddress,
  { delivery: { id }, outcome }: Attempted,
): Promise<boolean> {
  const path = documentPaths.webhookDelivery(teamId, id);
  const lanePath = serverPaths.webhookLane(teamId, webhookId);
  const delivery = await work.get(webhookDeliverySchema, path);
  const lane = await work.get(webhookLaneSchema, lanePath);
  if (delivery?.status === 'waiting') work.save(path, afterAttempt(delivery, outcome, work.now));
  if (lane === null) return false;
  const next = laneAfter(lane, outcome, work.now);
  if (next !== lane) work.save(lanePath, { ...next, revision: lane.revision + 1 });
  return outcome.kind !== 'failed';
}

/** Gives the lane back, due when its next delivery is. Null: it is gone. */
async function finish(work: UnitOfWork, at: WebhookAddress): Promise<WebhookLane | null> {
  const { teamId, webhookId } = at;
  const path = serverPaths.webhookLane(teamId, webhookId);
  const lane = await work.get(webhookLaneSchema, path);
  const webhook = await work.get(webhookSchema, documentPaths.webhook(teamId, webhookId));
  if (lane === null || webhook === null) return null;
  if (webhook.enabled && hasFailedTooLong(lane, work.now)) {
    await disable(work, webhook, lane.failingSinceAt ?? work.now);
    work.save(path, {
      ...released(lane),
      dueAt: null,
      failures: 0,
      failingSinceAt: null,
    } satisfies WebhookLane);
    return null;
  }
  const [next] = await work.find(webhookDeliverySchema, query(...waitingOf(at), orderBy('dueAt'), limit(1)));
  const dueAt = next?.dueAt ?? null;
  const pausedUntil = work.now + lanePause(lane);
  const ended: WebhookLane = {
    ...released(lane),
    dueAt: dueAt === null ? null : Math.max(dueAt, pausedUntil),
  };
  work.save(path, ended);
  return ended;
}
