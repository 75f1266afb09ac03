/** Handlers of commands on webhooks. */
import { settingsLimits } from '#domain/settings-limits.ts';
import { system } from '#domain/base.ts';
import { testContent } from '#domain/webhook/payload.ts';
import {
  type Webhook,
  type WebhookDelivery,
  webhookDeliverySchema,
  type WebhookEvent,
  webhookEventSchema,
  type WebhookLane,
  webhookLaneSchema,
  webhookSchema,
  type WebhookSecret,
} from '#domain/webhook/schema.ts';
import { saveWebhookState } from '#domain/webhook/transitions.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, query } from '#ports/docs/query.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  expectRevision,
} from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import { enteredAddress } from '../leave-calendars/address.ts';
import { saveTargets } from './disable.ts';
import { webhookEventId } from './note-events.ts';
import { wakeLane, webhookDeliveryId } from './publish.ts';
import { startSending } from './start.ts';

const saveWebhook: CommandHandler<'saveWebhook'> = async (input, context) => {
  const { webhookId: id, teamId, access, expectedRevision = 0 } = input;
  const { name, format, enabled, events, serviceIds, severities, linkOrigin } = input;
  const content = { id, teamId, name, format, enabled, events, serviceIds, severities, linkOrigin };
  const { work } = context;
  const path = documentPaths.webhook(teamId, id);
  const before = await work.get(webhookSchema, path);
  // A change does not recreate a webhook that was removed meanwhile.
  expectRevision(before ?? { revision: 0 }, expectedRevision);
  if (before === null) await requireRoom(context);
  const value = access === null ? null : { value: access, host: hostOf(access.url) };
  const { state } = accept(saveWebhookState(before, content, value, context));
  work.save(path, state);
  if (access !== null) {
    work.save(serverPaths.webhookSecret(teamId, id), { id, teamId, ...access } satisfies WebhookSecret);
    work.beforeCommit(async ({ http }) => {
      if (http === null) invalid('access', 'Muster can’t send to addresses here.');
    });
  }
  await saveTargets(work, teamId, state);
  if (state.enabled) await lookNow(context, id, { failures: 0, failingSinceAt: null });
  return { revision: state.revision };
};

function hostOf(address: string): string {
  const entered = enteredAddress(address);
  return entered?.host ?? invalid('access', 'An address begins with https:// or http://.');
}

async function requireRoom({ work, teamId }: CommandContext): Promise<void> {
  const all = query(collectionPaths.webhooks(teamId), limit(settingsLimits.webhooks));
  if ((await work.find(webhookSchema, all)).length >= settingsLimits.webhooks)
    fail('limit_reached', { limit: settingsLimits.webhooks });
}

/** Makes what waits for a webhook due now, whatever pause its receiver has. */
async function lookNow(
  { work, teamId }: CommandContext,
  webhookId: string,
  change: Partial<Pick<WebhookLane, 'failures' | 'failingSinceAt'>> = {},
): Promise<void> {
  const path = serverPaths.webhookLane(teamId, webhookId);
  const [started] = await wakeLane(work, teamId, webhookId);
  const before = started ?? (await work.get(webhookLaneSchema, path));
  if (before === null) return;
  // A run that has the lane looks again before it gives it back.
  const isTaken = before.leaseEndsAt !== null && before.leaseEndsAt > work.now;
  const lane: WebhookLane = {
    ...{ ...before, ...change },
    dueAt: isTaken ? before.dueAt : work.now,
    revision: before.revision + 1,
  };
  work.save(path, lane);
  work.afterCommit((server) => startSending(server, lane));
}

/** Removing one that is gone already changes nothing. */
const removeWebhook: CommandHandler<'removeWebhook'> = async ({ webhookId, teamId }, { work }) => {
  const path = documentPaths.webhook(teamId, webhookId);
  const before = await work.get(webhookSchema, path);
  if (before === null) return { revision: 1 };
  for (const one of [
    path,
    serverPaths.webhookSecret(teamId, webhookId),
    serverPaths.webhookLane(teamId, webhookId),
  ])
    work.remove(one);
  await saveTargets(work, teamId, null, webhookId);
  return { revision: before.revision + 1 };
};

const tryWebhook: CommandHandler<'tryWebhook'> = async ({ webhookId, teamId }, context) => {
  const { work, now } = context;
  const webhook = await enabledWebhook(context, webhookId);
  const id = webhookEventId({ now, revision: 0, index: 0 }, work.newId());
  const base = { teamId, createdAt: now, createdBy: system, revision: 1 };
  const about = { type: 'webhook.test', subject: null } as const;
  const event: WebhookEvent = {
    ...{ ...base, id, ...about, webhookIds: [webhookId], dueAt: null, content: testContent(teamId, now) },
  };
  const deliveryId = webhookDeliveryId(id, webhookId);
  const delivery: WebhookDelivery = {
    ...{ ...base, id: deliveryId, webhookId, eventId: id, ...about, status: 'waiting', dueAt: now },
    ...{ beganAt: now, attempts: 0, lastAttemptAt: null, answered: null, problem: '' },
  };
  work.save(serverPaths.webhookEvent(teamId, id), event);
  work.save(documentPaths.webhookDelivery(teamId, deliveryId), delivery);
  await lookNow(context, webhookId);
  return { revision: webhook.revision };
};

const redeliverWebhook: CommandHandler<'redeliverWebhook'> = async ({ deliveryId, teamId }, context) => {
  const { work, now } = context;
  const path = documentPaths.webhookDelivery(teamId, deliveryId);
  const before = found(await work.get(webhookDeliverySchema, path));
  await enabledWebhook(context, before.webhookId);
  if (before.status === 'waiting')
    fail('illegal_transition', { from: 'waiting', to: 'waiting' }, 'It is being sent already.');
  const event = await work.get(webhookEventSchema, serverPaths.webhookEvent(teamId, before.eventId));
  if (event === null) fail('not_found', {}, 'The event is too old: its content is not stored any more.');
  const delivery: WebhookDelivery = {
    ...{ ...before, status: 'waiting', dueAt: now, beganAt: now, revision: before.revision + 1 },
  };
  work.save(path, delivery);
  await lookNow(context, before.webhookId);
  return { revision: delivery.revision };
};

async function enabledWebhook({ work, teamId }: CommandContext, webhookId: string): Promise<Webhook> {
  const webhook = found(await work.get(webhookSchema, documentPaths.webhook(teamId, webhookId)));
  if (!webhook.enabled)
    fail('illegal_transition', { from: 'off', to: 'sending' }, 'This webhook is off. Turn it on first.');
  return webhook;
}

function invalid(field: string, rule: string): never {
  return fail('invalid', { field, rule }, rule);
}

export const webhookHandlers = {
  saveWebhook,
  removeWebhook,
  tryWebhook,
  redeliverWebhook,
} satisfies Partial<CommandHandlers>;
