/** Ends of a webhook's deliveries: disabled aloud after a day of failures, and the bound of its log. */
import { system } from '#domain/base.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { may } from '#domain/permissions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import {
  type Webhook,
  type WebhookDelivery,
  webhookDeliverySchema,
  type WebhookTargets,
  webhookSchema,
} from '#domain/webhook/schema.ts';
import { disabledWebhook } from '#domain/webhook/transitions.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CommandWork } from '../kernel/guard.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { sendNotice } from '../notices/send-notice.ts';

/** Disables a webhook, gives up what waits for it, and tells those who may configure the team. */
export async function disable(work: UnitOfWork, webhook: Webhook, sinceAt: number): Promise<void> {
  const { teamId, id } = webhook;
  const disabled = disabledWebhook(webhook, work.now);
  work.save(documentPaths.webhook(teamId, id), disabled);
  await saveTargets(work, teamId, disabled);
  const waiting = query(
    collectionPaths.webhookDeliveries(teamId),
    where('webhookId', '==', id),
    where('status', '==', 'waiting'),
    limit(mostAtOnce),
  );
  for (const delivery of await work.find(webhookDeliverySchema, waiting))
    work.save(documentPaths.webhookDelivery(teamId, delivery.id), givenUp(delivery));
  const members = await work.find(memberSchema, query(collectionPaths.members(teamId)));
  for (const { id: userId, role } of members) {
    if (!may({ userId, role }, 'configure').allowed) continue;
    await sendNotice(work, {
      ...{ teamId, userId, by: system, cause: `webhook disabled ${id} ${sinceAt}` },
      content: { kind: 'webhookDisabled', webhookId: id, name: webhook.name, sinceAt },
      link: `/integrations/webhooks/${id}`,
    });
  }
}

/** Writes of a transaction. The remaining ones wait, are sent when the webhook is enabled again, or end with the log. */
const mostAtOnce = 300;

const givenUp = (delivery: WebhookDelivery): WebhookDelivery => ({
  ...delivery,
  revision: delivery.revision + 1,
  status: 'failed',
  dueAt: null,
});

/** Stores the enabled webhooks of a team as changes read them; `changed`: one of them, as it will be; `removedId`: one that ends. */
export async function saveTargets(
  work: Pick<CommandWork, 'find' | 'save'>,
  teamId: string,
  changed: Webhook | null,
  removedId: string | null = null,
): Promise<void> {
  const stored = await work.find(
    webhookSchema,
    query(collectionPaths.webhooks(teamId), limit(settingsLimits.webhooks + 1)),
  );
  const all = new Map([...stored, ...(changed === null ? [] : [changed])].map((one) => [one.id, one]));
  const targets = [...all.values()]
    .filter(({ id, enabled }) => enabled && id !== removedId)
    .map(({ id: webhookId, events, serviceIds, severities }) => ({
      webhookId,
      events,
      serviceIds,
      severities,
    }));
  work.save(serverPaths.webhookTargets(teamId, teamId), {
    id: teamId,
    teamId,
    targets,
  } satisfies WebhookTargets);
}

/** Removes the oldest ended deliveries of a webhook beyond the bound of its log. */
export async function trimLog(
  { docs }: Pick<ServerPorts, 'docs'>,
  { teamId, webhookId }: { readonly teamId: string; readonly webhookId: string },
): Promise<void> {
  const log = query(
    collectionPaths.webhookDeliveries(teamId),
    where('webhookId', '==', webhookId),
    where('dueAt', '==', null),
    orderBy('createdAt', 'desc'),
    limit(settingsLimits.webhookLog + mostAtOnce),
  );
  const old = (await docs.find(log)).slice(settingsLimits.webhookLog);
  if (old.length > 0) await docs.batch(old.map(({ path }) => ({ type: 'delete', path })));
}
