/** The messages of one page to one person. */
import { isStillAsking } from '#domain/page/delivery.ts';
import { type Delivery, deliverySchema, type Page, pageSchema } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts, ServerTasks } from '#ports/server/server.ts';
import type { Addressee, ReachedWay } from '../channels/channel.ts';
import { channelOf, lookUpTarget } from '../channels/channels.ts';
import { deliver } from '../channels/deliver.ts';
import { attempt } from '../kernel/attempt.ts';
import { runEffects, type CommitEffect } from '../kernel/effects.ts';
import { getReadable, readableReads } from '../kernel/readable.ts';
import { deliverTask } from '../tasks.ts';
import { holdForDigest, isOverCap } from './cap.ts';
import { messagesOf } from './message.ts';

export interface AddressedDelivery {
  readonly delivery: Delivery;
  readonly addressee: Addressee;
}

/** Null for a way that takes no messages. */
export const addresseeOf = ({ teamId, userId, to, address }: ReachedWay): Addressee | null =>
  address === null ? null : { teamId, userId, to, address };

export interface Sending {
  readonly page: Page;
  /** To targets of one person, asked at one time. */
  readonly to: readonly AddressedDelivery[];
  /** Time after which the page has moved on and the notification is of no use. */
  readonly expiresAt: number;
}

/**
 * Sends deliveries and records the answers of their channels; beyond their person's cap they are held for a digest. Content common to all
 * targets (the cap, the badge, the title) is read once. A failing target does not block the others.
 */
export async function send(server: ServerPorts, sending: Sending): Promise<void> {
  const { page, to } = sending;
  const [first] = to;
  if (first === undefined) return;
  const effects = (await isOverCap(server, page, first.delivery))
    ? to.map(
        ({ delivery }): CommitEffect =>
          () =>
            holdForDigest(server, delivery),
      )
    : await messageEffects(server, sending);
  await runEffects(server, effects);
}

async function messageEffects(
  server: ServerPorts,
  { page, to, expiresAt }: Sending,
): Promise<readonly CommitEffect[]> {
  const isSlow = ({ addressee }: AddressedDelivery) => channelOf(addressee.to)?.isSlow === true;
  const apart = to.filter(isSlow).map(
    ({ delivery }): CommitEffect =>
      ({ tasks }) =>
        enqueueSending(tasks, delivery),
  );
  const [first, ...others] = to.filter((one) => !isSlow(one));
  if (first === undefined) return apart;
  const messageTo = await messagesOf(server, page, first.delivery.userId, expiresAt);
  const direct = [first, ...others].map(
    ({ delivery, addressee }): CommitEffect =>
      () =>
        deliver(server, addressee, [delivery], ...messageTo(delivery)),
  );
  return [...direct, ...apart];
}

/** Enqueues the sending of a delivery. The sweep finds deliveries whose task is lost. */
async function enqueueSending(tasks: ServerTasks, { teamId, pageId, id, revision }: Delivery): Promise<void> {
  const task = { id: `${deliverTask}-${id}-${revision}` };
  await attempt(() => tasks.enqueue(deliverTask, { teamId, pageId, id }, task));
}

/**
 * Sends one delivery that is still queued, whatever the time its channel takes. Safe to run any number of times.
 * @throws unavailable if the outcome could not be stored
 */
export async function sendApart(
  server: ServerPorts,
  { teamId, pageId, id }: Pick<Delivery, 'teamId' | 'pageId' | 'id'>,
): Promise<void> {
  const delivery = await getReadable(server, deliverySchema, documentPaths.delivery(teamId, pageId, id));
  const page = await getReadable(server, pageSchema, documentPaths.page(teamId, pageId));
  if (delivery?.status !== 'queued' || !page || !delivery.to || !isStillAsking(page, delivery)) return;
  const way = await lookUpTarget(readableReads(server), teamId, delivery.to);
  const addressee = way && addresseeOf(way);
  // The sweep gives it up.
  if (!addressee) return;
  const expiresAt = page.nextAt ?? server.clock.now();
  const messageTo = await messagesOf(server, page, delivery.userId, expiresAt);
  // If it fails this task is tried again: until an hour after its end the sweep can't enqueue another under its id.
  await deliver(server, addressee, [delivery], ...messageTo(delivery));
}
