/**
 * Outcome of a page for people who are no longer asked, in the place of the message that asked them, where their channel can replace it.
 * Enqueued only for pages that have such messages. Nothing depends on it.
 */
import { isSameTarget } from '#domain/channel/schema.ts';
import { type Delivery, deliverySchema, type Page, pageSchema } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { channelOf, lookUpTarget } from '../channels/channels.ts';
import { forEachBounded } from '../kernel/bounded.ts';
import { findReadable, getReadable, readableReads } from '../kernel/readable.ts';
import { pageOutcome } from './page-outcome.ts';
import { addresseeOf } from './send.ts';

/** Deliveries of a page that are looked through, and messages at once. */
const mostDeliveries = 1_000;
const atOnce = 8;

/** Safe to run any number of times: a message is replaced by the same one. */
export async function sendOutcomes(
  server: ServerPorts,
  { teamId, pageId }: { readonly teamId: string; readonly pageId: string },
): Promise<void> {
  const page = await getReadable(server, pageSchema, documentPaths.page(teamId, pageId));
  if (page === null) return;
  const path = collectionPaths.deliveries(teamId, pageId);
  const deliveries = await findReadable(server, deliverySchema, query(path, limit(mostDeliveries)));
  const taken = deliveries.filter((delivery) => isTaken(delivery) && isDone(page, delivery.userId));
  const once = taken.filter(
    ({ to }, at) => taken.findIndex((other) => to && other.to && isSameTarget(other.to, to)) === at,
  );
  await forEachBounded(once, atOnce, (delivery) => sendOutcome(server, page, delivery));
}

const isTaken = ({ to, status }: Delivery): boolean =>
  to !== null && channelOf(to)?.sendOutcome !== null && status === 'accepted';

const isDone = ({ status, declined }: Page, userId: string): boolean =>
  status !== 'notifying' || declined.some((one) => one.userId === userId);

async function sendOutcome(server: ServerPorts, page: Page, { to, userId }: Delivery): Promise<void> {
  const way = to && (await lookUpTarget(readableReads(server), page.teamId, to));
  const addressee = way?.replaces === true && addresseeOf(way);
  if (addressee)
    await channelOf(addressee.to)?.sendOutcome?.(
      server,
      addressee,
      page,
      await pageOutcome(server, page, userId),
    );
}
