/**
 * Isolation of unreadable documents: all others are still paged. An alert of a readable sender is stored and has a page, each recipient
 * gets a delivery to each readable device, and an alert after the last fault reaches them in time. The recipients are computed in
 * `pages.ts`.
 */
import type { Alert } from '#domain/alert/schema.ts';
import type { Device } from '#domain/device/schema.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type AlertSender, senders, teamId } from '../team.ts';
import type { World } from '../world/world.ts';
import type { Commit } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

const inTimeMs = 5 * 60_000;
const lastKey = 'after the last fault';

/** People who were just asked have a delivery for each device that can take pushes. */
function checkAsked(world: World, deliveries: readonly Delivery[]): void {
  for (const userId of new Set(deliveries.map((one) => one.userId))) {
    const own = deliveries.filter((one) => one.userId === userId);
    const devices = reachableDevices(world, userId).filter(
      ({ createdAt }) => createdAt < (own[0]?.createdAt ?? 0),
    );
    for (const { id } of devices)
      if (!own.some(({ to }) => to?.target === id))
        world.wrong(`${userId} is asked by ${own[0]?.pageId} without a delivery to the device ${id}.`);
  }
}

const pageOf = (writes: Commit['writes'], pageId: string) =>
  writes.get(documentPaths.page(teamId, pageId)) as Page | null | undefined;

const reachableDevices = (world: World, userId: string): readonly Device[] =>
  world.ledger
    .in(collectionPaths.devices(teamId))
    .map(([, entity]) => entity as unknown as Device)
    .filter((one) => one.userId === userId && one.registration !== null);

function checkLast(world: World, sender: AlertSender): void {
  const pointer = world.ledger.documents.get(serverPaths.alertKey(teamId, sender.id, lastKey));
  const path = documentPaths.alert(teamId, String(pointer?.['alertId']));
  const alert = world.ledger.documents.get(path) as Alert | undefined;
  if (!alert) return world.wrong(`The last alert of ${sender.id} is not stored.`);
  if (alert.status === 'suppressed') return;
  const page = alert.pageId === null ? null : world.page(alert.pageId);
  if (!page) return world.wrong(`The last alert of ${sender.id} has no readable page.`);
  if (page.status !== 'notifying') return;
  const deliveries = world.ledger
    .in(collectionPaths.deliveries(teamId, page.id))
    .map(([, entity]) => entity as unknown as Delivery);
  for (const userId of page.waitingFor) {
    const own = deliveries.filter((one) => one.userId === userId);
    if (own.length === 0) world.wrong(`${userId} is asked by the last page ${page.id} and has no delivery.`);
    for (const { id } of reachableDevices(world, userId))
      if (!own.some(({ to, status }) => to?.target === id && status !== 'queued'))
        world.wrong(`The last page ${page.id} was not sent to the device ${id} of ${userId}.`);
  }
}

export const checkOthersPaged: Invariant = (world) => {
  world.ledger.listen({
    committed({ writes }) {
      const asked = [...writes].flatMap(([path, entity]) =>
        path.includes('/deliveries/') && entity?.['revision'] === 1 ? [entity as unknown as Delivery] : [],
      );
      // A drill goes to its one device.
      const isDrill = ({ pageId }: Delivery) => pageOf(writes, pageId)?.subject.kind === 'drill';
      checkAsked(
        world,
        asked.filter((one) => !isDrill(one)),
      );
    },
  });
  return {
    async end() {
      const heard = senders.filter((one) => one.serviceId !== 'batch' && world.machines.isReadable(one));
      for (const sender of heard) world.machines.send(sender, lastKey, 'trigger');
      await world.advance(inTimeMs);
      for (const sender of heard) checkLast(world, sender);
    },
  };
};
