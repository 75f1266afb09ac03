/** Digest: one message to each target of a person for all pages that the cap held back. */
import { channelTargetKey } from '#domain/channel/schema.ts';
import { constants } from '#domain/constants.ts';
import { isStillAsking } from '#domain/page/delivery.ts';
import { deliverySchema, type Page, pageSchema } from '#domain/page/schema.ts';
import { teamAddress } from '#api/addresses.ts';
import { collectionGroups, documentPaths } from '#api/paths.ts';
import { limit, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { ChannelMessage } from '../channels/channel.ts';
import { lookUpTarget } from '../channels/channels.ts';
import { deliver } from '../channels/deliver.ts';
import { type CommitEffect, runEffects } from '../kernel/effects.ts';
import { findReadable, getReadable, readableReads } from '../kernel/readable.ts';
import { countOpenPages } from './open-pages.ts';
import { addresseeOf } from './send.ts';

/** Deliveries of one digest; what is left is in the next one. */
const mostInDigest = 200;

/**
 * Sends the digest, the same to every target. Safe to run at any time; for a target that did not get it, the sweep requests another
 * one.
 */
export async function sendDigest(server: ServerPorts, teamId: string, userId: string): Promise<void> {
  const due = await heldOf(server, teamId, userId);
  if (due.length === 0) return;
  const pages = new Map(due.map(({ page }) => [page.id, page]));
  const message = await messageOf(server, teamId, userId, [...pages.values()]);
  const reads = readableReads(server);
  const effects: CommitEffect[] = [];
  for (const held of Map.groupBy(due, ({ delivery: { to } }) => to && channelTargetKey(to)).values()) {
    const to = held[0]?.delivery.to ?? null;
    const way = to && (await lookUpTarget(reads, teamId, to));
    const addressee = way && addresseeOf(way);
    const deliveries = held.map(({ delivery }) => delivery);
    if (addressee) effects.push((ports) => deliver(ports, addressee, deliveries, message, null));
  }
  await runEffects(server, effects);
}

/** Deliveries that still ask, with their pages. */
async function heldOf(server: ServerPorts, teamId: string, userId: string) {
  const held = [where('bundled', '==', true), where('status', '==', 'queued')];
  const ofPerson = [where('teamId', '==', teamId), where('userId', '==', userId)];
  const due = collectionGroup(collectionGroups.deliveries, ...ofPerson, ...held, limit(mostInDigest));
  const deliveries = await findReadable(server, deliverySchema, due);
  const pageIds = [...new Set(deliveries.map(({ pageId }) => pageId))];
  const read = pageIds.map((id) => getReadable(server, pageSchema, documentPaths.page(teamId, id)));
  const pages = new Map(
    (await Promise.all(read)).flatMap((page) => (page === null ? [] : [[page.id, page] as const])),
  );
  return deliveries.flatMap((delivery) => {
    const page = pages.get(delivery.pageId);
    return page && isStillAsking(page, delivery) ? [{ delivery, page }] : [];
  });
}

async function messageOf(
  server: ServerPorts,
  teamId: string,
  userId: string,
  pages: readonly Page[],
): Promise<ChannelMessage> {
  const open = await countOpenPages(server, teamId, userId);
  const count = pages.length === 1 ? '1 more page waits' : `${pages.length} more pages wait`;
  return {
    notification: {
      title: `${count} for you`,
      body: `You had ${constants.pushesPerPerson} notifications within ${constants.pushWindowMinutes} min; these come together. Open Muster to answer them.`,
      tag: `digest-${teamId}`,
      link: teamAddress(teamId, '/'),
      requireInteraction: true,
    },
    data: { kind: 'digest', teamId, open: String(open) },
    timeToLiveSeconds: constants.pushWindowMinutes * 60,
    urgency: pages.some(({ urgency }) => urgency === 'high') ? 'high' : 'normal',
  };
}
