/** Deliveries of an event, one for each webhook that wants it. */
import { system } from '#domain/base.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { sha256Hex } from '#domain/digest.ts';
import {
  type WebhookDelivery,
  type WebhookEvent,
  webhookEventSchema,
  type WebhookLane,
  webhookLaneSchema,
  webhookSchema,
} from '#domain/webhook/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { getReadable } from '../kernel/readable.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { startSending } from './start.ts';

/** Makes the deliveries of an event unless they are made. Safe to run any number of times. */
export async function publishWebhookEvent(
  server: ServerPorts,
  { teamId, eventId }: { readonly teamId: string; readonly eventId: string },
): Promise<void> {
  const path = serverPaths.webhookEvent(teamId, eventId);
  const known = fromDocument(webhookEventSchema, await server.docs.get(path));
  if (known === null || known.dueAt === null) return;
  const full = await fullWebhooks(server, known);
  const lanes = await transact(server, async (work) => {
    const event = await work.get(webhookEventSchema, path);
    if (event === null || event.dueAt === null) return [];
    work.save(path, { ...event, dueAt: null, revision: event.revision + 1 } satisfies WebhookEvent);
    const started: WebhookLane[] = [];
    for (const webhookId of event.webhookIds)
      started.push(...(await addDelivery(work, event, { webhookId, isFull: full.has(webhookId) })));
    return started;
  });
  for (const lane of lanes) await startSending(server, lane);
}

/** Webhooks for which so many deliveries wait that no more are added. Counted only where some wait. */
async function fullWebhooks(
  server: ServerPorts,
  { teamId, webhookIds }: WebhookEvent,
): Promise<ReadonlySet<string>> {
  const full = new Set<string>();
  for (const webhookId of webhookIds) {
    const lane = await getReadable(server, webhookLaneSchema, serverPaths.webhookLane(teamId, webhookId));
    if ((lane?.dueAt ?? null) === null) continue;
    const waiting = query(
      collectionPaths.webhookDeliveries(teamId),
      where('webhookId', '==', webhookId),
      where('status', '==', 'waiting'),
    );
    const { count } = await server.docs.aggregate(waiting, { count: { count: true } });
    if ((count ?? 0) >= settingsLimits.webhookWaiting) full.add(webhookId);
  }
  return full;
}

interface Addition {
  readonly webhookId: string;
  readonly isFull: boolean;
}

/** The lane that begins with it; none where a look at it is due anyway. */
async function addDelivery(
  work: UnitOfWork,
  { id: eventId, teamId, createdAt, type, subject }: WebhookEvent,
  { webhookId, isFull }: Addition,
): Promise<readonly WebhookLane[]> {
  const webhook = await work.getReadable(webhookSchema, documentPaths.webhook(teamId, webhookId));
  if (webhook === null || !webhook.enabled) return [];
  const id = webhookDeliveryId(eventId, webhookId);
  const path = documentPaths.webhookDelivery(teamId, id);
  const delivery: WebhookDelivery = {
    ...{ id, teamId, createdAt, createdBy: system, revision: 1, webhookId, eventId, type, subject },
    ...{ status: 'waiting', dueAt: createdAt, beganAt: work.now },
    ...{ attempts: 0, lastAttemptAt: null, answered: null, problem: '' },
  };
  if (isFull) {
    const problem = `More than ${settingsLimits.webhookWaiting.toLocaleString('en')} deliveries waited for this receiver.`;
    work.save(path, { ...delivery, status: 'dropped', dueAt: null, problem } satisfies WebhookDelivery);
    return [];
  }
  work.save(path, delivery);
  return wakeLane(work, teamId, webhookId);
}

/** Notes that something waits for a webhook. The lane that begins with it; none where a look at it is due anyway. */
export async function wakeLane(
  work: Pick<CommandWork, 'get' | 'save' | 'now'>,
  teamId: string,
  webhookId: string,
): Promise<readonly WebhookLane[]> {
  const path = serverPaths.webhookLane(teamId, webhookId);
  const before = await work.get(webhookLaneSchema, path);
  if (before !== null && before.dueAt !== null) return [];
  const base = before ?? newLane(teamId, webhookId, work.now);
  const lane: WebhookLane = { ...base, dueAt: work.now, revision: base.revision + 1 };
  work.save(path, lane);
  return [lane];
}

const newLane = (teamId: string, id: string, createdAt: number): WebhookLane => ({
  ...{ id, teamId, createdAt, createdBy: system, revision: 0 },
  ...{ dueAt: null, leaseEndsAt: null, failures: 0, failingSinceAt: null },
});

/** In the order of the events. */
export const webhookDeliveryId = (eventId: string, webhookId: string): string =>
  `${eventId}-${sha256Hex(webhookId).slice(0, 16)}`;
