/** Starts of the work of webhooks as tasks. A lost one is found by the sweep. */
import type { WebhookEvent, WebhookLane } from '#domain/webhook/schema.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { forEachBounded } from '../kernel/bounded.ts';
import { attempt } from '../kernel/attempt.ts';
import { publishWebhookEventTask, sendWebhooksTask } from '../tasks.ts';

const atOnce = 8;

export const startPublishing = (
  server: Pick<ServerPorts, 'tasks'>,
  events: readonly Pick<WebhookEvent, 'teamId' | 'id'>[],
): Promise<void> =>
  forEachBounded(events, atOnce, async ({ teamId, id: eventId }) => {
    await attempt(() =>
      server.tasks.enqueue(
        publishWebhookEventTask,
        { teamId, eventId },
        { id: `${publishWebhookEventTask}-${teamId}-${eventId}` },
      ),
    );
  });

/** Starts the look at a webhook's deliveries, once for each change of its lane; `again`: with it, once more. */
export async function startSending(
  { tasks }: Pick<ServerPorts, 'tasks'>,
  { teamId, id: webhookId, dueAt, revision }: Pick<WebhookLane, 'teamId' | 'id' | 'dueAt' | 'revision'>,
  again = '',
): Promise<void> {
  if (dueAt === null) return;
  await attempt(() =>
    tasks.enqueue(
      sendWebhooksTask,
      { teamId, webhookId },
      { at: dueAt, id: `${sendWebhooksTask}-${teamId}-${webhookId}-${revision}${again}` },
    ),
  );
}
