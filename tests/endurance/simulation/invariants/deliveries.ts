/**
 * Delivery invariants: a delivery to a device ends as accepted, shown, opened or failed; an accepted one was sent, and once only, unless
 * the run that sent it died before recording it. A reachable device has received all messages sent to it.
 */
import type { Delivery } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { parseMailLink } from '#functions/mail/links.ts';
import { effectsAtOnce } from '#functions/kernel/effects.ts';
import { teamId } from '../team.ts';
import type { Push } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

/** Age after which a sweep has seen a delivery. */
const patienceMs = 2 * 60_000;

/** Longest time that a delivery may stay unsent: a few sweeps may have crashed. */
const unsentMs = 4 * 60_000;

/** A delivery to a device that can be read is sent in time. */
export const checkDeliveriesSent: Invariant = (world) => ({
  step() {
    for (const [path, entity] of world.ledger.documents) {
      if (!path.includes('/deliveries/')) continue;
      const { status, queuedAt, pageId, userId, to, nextAttemptAt } = entity as unknown as Delivery;
      // Failed deliveries are retried each minute, and have the time of the next attempt.
      if (world.now - (nextAttemptAt ?? 0) < unsentMs) continue;
      if (status !== 'queued' || to === null || world.now - queuedAt < unsentMs) continue;
      const page = world.page(pageId);
      const asked = page?.notified.find((one) => one.userId === userId)?.lastAt === queuedAt;
      if (world.unreadable.has(documentPaths.device(teamId, to.target))) continue;
      if (page?.status === 'notifying' && page.waitingFor.includes(userId) && asked)
        world.wrong(`${path} is still not sent.`);
    }
  },
});

export const checkDeliveries: Invariant = (world) => ({
  async end() {
    const sent = new Map<string, Push[]>();
    for (const push of world.ledger.pushes) {
      const { kind, deliveryId, pageId } = push.message.data ?? {};
      if (kind !== 'page' || !deliveryId || !pageId) continue;
      const path = documentPaths.delivery(teamId, pageId, deliveryId);
      sent.set(path, [...(sent.get(path) ?? []), push]);
    }
    const mailed = new Set(
      world.ledger.mailLinks.map((link) => {
        const { purpose, ids } = parseMailLink(link) ?? { purpose: null, ids: [] };
        return purpose === 'page' ? documentPaths.delivery(ids[0] ?? '', ids[1] ?? '', ids[2] ?? '') : link;
      }),
    );
    let again = 0;
    for (const [path, entity] of world.ledger.documents) {
      if (!path.includes('/deliveries/')) continue;
      const { status, to, acceptedAt, queuedAt, bundled } = entity as unknown as Delivery;
      const pushes = sent.get(path)?.length ?? 0;
      sent.delete(path);
      again += Math.max(0, pushes - 1);
      if (to === null && pushes > 0) world.wrong(`${path} is for no device and was sent.`);
      if (to !== null && status === 'queued' && queuedAt < world.now - patienceMs)
        world.wrong(`What became of ${path} is not known.`);
      const isSent = to?.channel === 'mail' ? mailed.has(path) : pushes > 0;
      if (acceptedAt !== null && !isSent && !bundled) world.wrong(`${path} is accepted and was never sent.`);
    }
    for (const path of sent.keys()) world.wrong(`${path} was sent and is not on record.`);
    if (again > world.deaths * effectsAtOnce)
      world.wrong(`${again} pushes were sent again, and only ${world.deaths} runs died.`);
    for (const browser of world.browsers) {
      const here = (await browser.client.messaging.registration())?.id;
      const known = new Set(browser.received.map(({ id }) => id));
      for (const { at, id, registration } of world.ledger.pushes)
        if (registration === here && at >= world.calmAt && !known.has(id))
          world.wrong(`${browser.name} was sent a push and has not received it.`);
    }
  },
});
