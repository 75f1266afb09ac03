/** Sending of one message for some deliveries to one target; the channel's outcome is noted in the deliveries. */
import { system } from '#domain/base.ts';
import { changeDelivery, recordFailedAttempt } from '#domain/page/delivery.ts';
import { type Delivery, deliverySchema } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { commandWork } from '../kernel/system.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { nextWayTask, reachedTask } from '../tasks.ts';
import type { Addressee, AskedPage, NotificationChannel, ChannelMessage, SendOutcome } from './channel.ts';
import { channelOf } from './channels.ts';

/**
 * After an outage the deliveries stay queued with the failed attempt, and the sweep sends them again.
 * @throws unavailable if the outcome could not be stored
 */
export async function deliver(
  server: ServerPorts,
  addressee: Addressee,
  deliveries: readonly Delivery[],
  message: ChannelMessage,
  about: AskedPage | null,
): Promise<void> {
  const channel = channelOf(addressee.to);
  if (channel === null) return;
  const outcome = await channel.send(server, addressee, message, about);
  const isStored = await attempt(() => note(server, deliveries, outcome));
  if (outcome.kind === 'unreached') await enqueue(server, nextWayTask, deliveries);
  const isGone = outcome.kind === 'failed' && outcome.gone === true;
  if (isGone || channel.isSlow)
    await attempt(() => transact(server, (work) => record(work, channel, addressee, outcome)));
  if (outcome.kind === 'accepted') {
    const failedBefore = deliveries.filter(({ failedAttempts = 0 }) => failedAttempts > 0);
    await enqueue(server, reachedTask, failedBefore);
  }
  if (!isStored) throw new PortError('unavailable', 'The outcome of a delivery could not be stored.');
}

/** Notes the outcome in the channel's own record. The person gets a notice of a new failure by their other channels. */
async function record(
  work: UnitOfWork,
  channel: NotificationChannel,
  addressee: Addressee,
  outcome: SendOutcome,
) {
  const trouble = await channel.record(work, addressee, outcome);
  if (trouble === null) return;
  const { teamId, userId, to } = addressee;
  await sendNotice(commandWork(work), {
    ...{ teamId, userId, by: system, link: '/me' },
    cause: `channel ${to.channel} ${to.target} ${work.now}`,
    content: { kind: 'channelFails', ...trouble },
    urgency: 'high',
  });
}

/** Enqueues the task once per page. A task that is lost is enqueued again by the next attempt. */
async function enqueue({ tasks }: ServerPorts, task: string, deliveries: readonly Delivery[]): Promise<void> {
  for (const [pageId, [first]] of Map.groupBy(deliveries, (one) => one.pageId))
    if (first !== undefined) {
      const { teamId, userId } = first;
      await attempt(() => tasks.enqueue(task, { teamId, pageId, userId }));
    }
}

async function note(
  server: ServerPorts,
  deliveries: readonly Delivery[],
  outcome: SendOutcome,
): Promise<void> {
  await transact(server, async (work) => {
    for (const { teamId, pageId, id } of deliveries) {
      const path = documentPaths.delivery(teamId, pageId, id);
      const current = await work.getReadable(deliverySchema, path);
      if (current === null) continue;
      const context = { by: system, now: work.now };
      const { state } =
        outcome.kind === 'unreached'
          ? recordFailedAttempt(current, outcome.failure, context)
          : changeDelivery(current, outcome, context);
      if (state !== current) work.save(path, state);
    }
  });
}
